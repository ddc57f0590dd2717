import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'children'> & {
  readonly label: string;
  readonly hint?: string;
};

/** A choice that takes effect when the form is submitted. Use a switch for immediate effects. */
export function Checkbox({ label, hint, className, ...input }: CheckboxProps): ReactNode {
  const id = useId();
  return (
    <label htmlFor={id} className={classNames('flex min-h-11 cursor-pointer items-start gap-3 py-2.5', className)}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-5 shrink-0 cursor-pointer accent-accent"
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
