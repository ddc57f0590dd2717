import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.tsx';

/** Classes of a text box, also used for selects and combo boxes. */
export const CONTROL_CLASS =
  'min-h-11 w-full rounded-md border border-line-strong bg-surface px-3 text-base text-ink transition-colors placeholder:text-ink-faint ' +
  'hover:border-ink-soft disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger';

export const LABEL_CLASS = 'mb-1.5 block font-medium text-ink text-sm';

type Parts = { readonly id: string; readonly describedBy: string | undefined; readonly invalid: boolean };

type FieldProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong and how to fix it; announced when it appears. */
  readonly error?: ReactNode;
  /** Puts the label before the control, on the same line. */
  readonly beside?: boolean;
  readonly className?: string;
  /** Renders the control with the given id, description and validity. */
  readonly children: (parts: Parts) => ReactNode;
};

/** A label and a control with its hint and error. */
export function Field({ label, hint, error, beside, className, children }: FieldProps): ReactNode {
  const id = useId();
  const notes = [hint ? `${id}-hint` : undefined, error ? `${id}-error` : undefined].filter((note) => note !== undefined);
  return (
    <div className={classNames(beside && 'flex items-center gap-2', className)}>
      <label htmlFor={id} className={beside ? 'shrink-0 text-ink-soft text-sm' : LABEL_CLASS}>
        {label}
      </label>
      {children({ id, describedBy: notes.join(' ') || undefined, invalid: Boolean(error) })}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-ink-faint text-sm">
          {hint}
        </p>
      ) : undefined}
      <div aria-live="polite">
        {error ? (
          <p id={`${id}-error`} className="mt-1.5 text-danger text-sm">
            {error}
          </p>
        ) : undefined}
      </div>
    </div>
  );
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'children'> & Omit<FieldProps, 'children'>;

/** A one-line text box with its label. */
export function TextField({ label, hint, error, className, ...input }: TextFieldProps): ReactNode {
  return (
    <Field label={label} hint={hint} error={error} {...(className && { className })}>
      {({ id, describedBy, invalid }) => (
        <input id={id} aria-describedby={describedBy} aria-invalid={invalid || undefined} className={CONTROL_CLASS} {...input} />
      )}
    </Field>
  );
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'children'> & Omit<FieldProps, 'children'>;

/** A text box of several lines with its label. */
export function TextArea({ label, hint, error, className, ...area }: TextAreaProps): ReactNode {
  return (
    <Field label={label} hint={hint} error={error} {...(className && { className })}>
      {({ id, describedBy, invalid }) => (
        <textarea
          id={id}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          className={classNames(CONTROL_CLASS, 'block resize-y py-2.5')}
          {...area}
        />
      )}
    </Field>
  );
}

type NativeSelectProps = Omit<ComponentProps<'select'>, 'id'> & Omit<FieldProps, 'children'>;

/** A short list of choices, rendered by the browser. Use the combo box for long or searchable lists. */
export function NativeSelect({
  label,
  hint,
  error,
  beside = false,
  className,
  children,
  ...select
}: NativeSelectProps): ReactNode {
  return (
    <Field label={label} hint={hint} error={error} beside={beside} {...(className && { className })}>
      {({ id, describedBy, invalid }) => (
        <select
          id={id}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          className={classNames(CONTROL_CLASS, 'cursor-pointer')}
          {...select}
        >
          {children}
        </select>
      )}
    </Field>
  );
}
