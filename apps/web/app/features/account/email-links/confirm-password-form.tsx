import { useMessages } from '@bakkum/i18n/react';
import { SubmitButton } from '../../../forms/submit-button.tsx';
import { useForm } from '../../../forms/use-form.ts';
import type { Failure } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { PasswordInput } from '../password-input.tsx';
import { useFieldWords } from '../use-field-words.ts';

type ConfirmPasswordFormProps = {
  readonly confirm: (password: string) => Promise<Failure | undefined>;
  readonly label: string;
  readonly busyLabel: string;
};

/** Asks for the password of the account whose address a link confirms, in a browser that is not known to belong to it. */
export function ConfirmPasswordForm({ confirm, label, busyLabel }: ConfirmPasswordFormProps) {
  const t = useMessages('accountForms');
  const { inWords, explain } = useFieldWords();
  const form = useForm<'password'>({
    fields: ['password'],
    check: ({ password }) => inWords({ password: password === '' ? 'passwordRequired' : undefined }),
    explain: (failure) => explain<'password'>(failure),
    send: ({ password }) => confirm(password),
  });
  return (
    <form {...form.formProps} className="grid gap-5">
      <PasswordInput label={t('password')} autoComplete="current-password" {...form.field('password')} />
      <FailureNotice failure={form.failure} />
      <SubmitButton busy={form.busy} blocked={form.blocked} label={label} busyLabel={busyLabel} className="w-full" />
    </form>
  );
}
