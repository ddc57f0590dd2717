import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.tsx';

/** Returns the classes of a square button with one icon; 44 px is the smallest comfortable touch target. */
export function iconButtonClass(extra?: string): string {
  return classNames(
    'inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-md border border-transparent text-ink-soft transition-colors',
    'hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-50',
    extra,
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** Accessible name of the action. */
  readonly label: string;
  readonly children: ReactNode;
};

export function IconButton({ label, className, type = 'button', ...rest }: IconButtonProps): ReactNode {
  return <button type={type} aria-label={label} title={label} className={iconButtonClass(className)} {...rest} />;
}
