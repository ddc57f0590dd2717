import type { PersonView } from '@bakkum/api-contract/account';
import { useMessages } from '@bakkum/i18n/react';
import { TextField } from '@bakkum/ui/field';
import { useState } from 'react';
import { SubmitButton } from '../../../forms/submit-button.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { call } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { checkEmail } from '../field-checks.ts';
import { MailboxHint } from '../mailbox-hint.tsx';
import { PasswordInput } from '../password-input.tsx';
import { useFieldWords } from '../use-field-words.ts';
import { DoneNotice } from './done-notice.tsx';
import { Section } from './section.tsx';

/** Changes the email address once the link sent to it is followed. */
export function EmailSection({ person }: { readonly person: PersonView }) {
  const t = useMessages('account');
  const { sentTo, ...form } = useEmailChange();
  return (
    <Section heading={t('emailHeading')} body={t('emailBody')}>
      <p className="mb-5 break-words">{t('emailNow', { email: person.email })}</p>
      <form {...form.formProps} className="grid gap-5">
        <TextField label={t('newEmail')} type="email" inputMode="email" autoComplete="email" {...form.field('email')} />
        <PasswordInput label={t('currentPassword')} autoComplete="current-password" {...form.field('password')} />
        <FailureNotice failure={form.failure} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton
            busy={form.busy}
            blocked={form.blocked}
            label={t('emailChange')}
            busyLabel={t('saving')}
            variant="secondary"
          />
          <DoneNotice>{sentTo === undefined ? undefined : t('emailSent', { email: sentTo })}</DoneNotice>
        </div>
      </form>
      {sentTo === undefined ? undefined : <MailboxHint />}
    </Section>
  );
}

function useEmailChange() {
  const forms = useMessages('accountForms');
  const { inWords, explain } = useFieldWords();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm<'email' | 'password'>({
    fields: ['email', 'password'],
    check: ({ email, password }) => ({
      ...inWords({ email: checkEmail(email) }),
      ...(password === '' && { password: forms('passwordRequired') }),
    }),
    explain: (failure) => explain<'email' | 'password'>(failure),
    send: async ({ email, password }, element) => {
      setSentTo(undefined);
      const answer = await call('POST /api/account/change-email', { email, password });
      if (!answer.ok) return answer.failure;
      element.reset();
      setSentTo(email.trim());
      return undefined;
    },
  });
  return { ...form, sentTo };
}
