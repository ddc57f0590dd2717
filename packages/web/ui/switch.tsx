import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.tsx';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'children'> & { readonly label: string; readonly hint?: string };

/** An on/off setting that takes effect immediately. */
export function Switch({ label, hint, className, ...input }: SwitchProps): ReactNode {
  const id = useId();
  return (
    <label htmlFor={id} className={classNames('flex min-h-11 cursor-pointer items-center gap-3', className)}>
      <input
        id={id}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its own state
        role="switch"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={
          'relative h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors checked:bg-accent disabled:opacity-50 ' +
          'before:absolute before:top-1 before:left-1 before:size-4 before:rounded-full before:bg-surface before:transition-transform checked:before:translate-x-4'
        }
        {...input}
      />
      <span>
        <span className="block font-medium">{label}</span>
        {hint ? (
          <span id={`${id}-hint`} className="block text-ink-faint text-sm">
            {hint}
          </span>
        ) : undefined}
      </span>
    </label>
  );
}
