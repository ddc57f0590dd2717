import { Button, type ButtonVariant } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';

type SubmitButtonProps = {
  readonly busy: boolean;
  readonly blocked: boolean;
  readonly label: string;
  /** Label while the form is being sent. */
  readonly busyLabel: string;
  readonly variant?: ButtonVariant;
  readonly className?: string;
};

/** Submits its form. Looks enabled from the start, and is enabled once the page is hydrated. */
export function SubmitButton({ busy, blocked, label, busyLabel, variant = 'primary', className }: SubmitButtonProps) {
  return (
    <Button type="submit" variant={variant} disabled={blocked} className={classNames(!busy && 'disabled:opacity-100', className)}>
      {busy ? busyLabel : label}
    </Button>
  );
}
