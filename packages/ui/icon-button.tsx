import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.tsx';

/** The look of a square button that holds one icon; 44 px, the smallest comfortable target for a thumb. */
export function iconButtonClass(extra?: string): string {
  return classNames(
    'inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-md border border-transparent text-ink-soft transition-colors',
    'hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-50',
    extra,
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** What the button does, in words. */
  readonly label: string;
  readonly children: ReactNode;
};

export function IconButton({ label, className, type = 'button', ...rest }: IconButtonProps): ReactNode {
  return <button type={type} aria-label={label} title={label} className={iconButtonClass(className)} {...rest} />;
}
