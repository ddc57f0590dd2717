import { useMessages } from '@bakkum/i18n/react';
import { TextField } from '@bakkum/ui/field';
import { SubmitButton } from '../../../forms/submit-button.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { call } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { checkEmail } from '../field-checks.ts';
import { useFieldWords } from '../use-field-words.ts';

type MailRequestFormProps = {
  readonly ask: 'POST /api/account/forgot-password' | 'POST /api/account/resend-verification';
  readonly label: string;
  readonly busyLabel: string;
  readonly onSent: (email: string) => void;
};

/** Requests an email with a link. The answer does not reveal whether the address has an account. */
export function MailRequestForm({ ask, label, busyLabel, onSent }: MailRequestFormProps) {
  const t = useMessages('accountForms');
  const { inWords, explain } = useFieldWords();
  const form = useForm<'email'>({
    fields: ['email'],
    check: ({ email }) => inWords({ email: checkEmail(email) }),
    explain: (failure) => explain<'email'>(failure),
    send: async ({ email }) => {
      const answer = await call(ask, { email });
      if (!answer.ok) return answer.failure;
      onSent(email.trim());
      return undefined;
    },
  });
  return (
    <form {...form.formProps} className="grid gap-5">
      <TextField label={t('email')} type="email" inputMode="email" autoComplete="username" {...form.field('email')} />
      <FailureNotice failure={form.failure} />
      <SubmitButton busy={form.busy} blocked={form.blocked} label={label} busyLabel={busyLabel} className="w-full" />
    </form>
  );
}
