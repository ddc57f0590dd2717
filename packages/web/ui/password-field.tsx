import { type ComponentProps, type ReactNode, useState } from 'react';
import { classNames } from './class-names.tsx';
import { CONTROL_CLASS, Field } from './field.tsx';
import { iconButtonClass } from './icon-button.tsx';
import { Eye, EyeOff } from './icons.tsx';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'children'> & {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly showLabel: string;
  readonly hideLabel: string;
};

/** A password box with a button that shows the input. */
export function PasswordField({ label, hint, error, showLabel, hideLabel, className, ...input }: PasswordFieldProps): ReactNode {
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  const action = visible ? hideLabel : showLabel;
  return (
    <Field label={label} hint={hint} error={error} {...(className && { className })}>
      {({ id, describedBy, invalid }) => (
        <div className="relative">
          <input
            id={id}
            type={visible ? 'text' : 'password'}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={classNames(CONTROL_CLASS, 'pr-12')}
            {...input}
          />
          <button
            type="button"
            aria-label={action}
            title={action}
            aria-controls={id}
            onClick={() => setVisible(!visible)}
            className={iconButtonClass('absolute inset-y-0 right-0')}
          >
            <Icon aria-hidden size={20} strokeWidth={1.75} />
          </button>
        </div>
      )}
    </Field>
  );
}
