import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { buttonClass } from '@bakkum/ui/button';
import { Checkbox } from '@bakkum/ui/checkbox';
import { CircleCheck, KeyRound, Unlink } from '@bakkum/ui/icons';
import { useState } from 'react';
import { SubmitButton } from '../../../forms/submit-button.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { call } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { setSignedOut } from '../../../session/session.ts';
import { PageLink } from '../../../shell/page-link.tsx';
import { checkPassword, checkRepeated } from '../field-checks.ts';
import { NarrowPage } from '../narrow-page.tsx';
import { PasswordInput } from '../password-input.tsx';
import { useFieldWords } from '../use-field-words.ts';
import { useLinkToken } from './link-token.ts';

/** The target of a password reset link. */
export function ResetPasswordScreen() {
  const t = useMessages('resetPassword');
  const token = useLinkToken();
  const [outcome, setOutcome] = useState<'saved' | 'invalid'>();
  if (outcome === 'saved') return <Saved />;
  if (outcome === 'invalid' || token === null) return <InvalidLink arrives={outcome === 'invalid'} />;
  return (
    <NarrowPage icon={KeyRound} heading={t('heading')} lead={t('lead')}>
      <NewPasswordForm token={token ?? ''} onOutcome={setOutcome} />
    </NarrowPage>
  );
}

type NewPasswordFormProps = { readonly token: string; readonly onOutcome: (outcome: 'saved' | 'invalid') => void };

function NewPasswordForm({ token, onOutcome }: NewPasswordFormProps) {
  const t = useMessages('resetPassword');
  const forms = useMessages('accountForms');
  const { inWords, explain } = useFieldWords();
  const form = useForm<'password' | 'confirmPassword' | 'revokeApiKeys'>({
    fields: ['password', 'confirmPassword', 'revokeApiKeys'],
    check: ({ password, confirmPassword }) =>
      inWords({ password: checkPassword(password), confirmPassword: checkRepeated(password, confirmPassword) }),
    explain: (failure) => explain<'password'>(failure),
    send: async ({ password, revokeApiKeys }) => {
      const answer = await call('POST /api/account/reset-password', {
        token,
        password,
        revokeApiKeys: revokeApiKeys === 'on',
      });
      if (!answer.ok && answer.failure.code !== 'invalid-token') return answer.failure;
      if (answer.ok) setSignedOut();
      onOutcome(answer.ok ? 'saved' : 'invalid');
      return undefined;
    },
  });
  return (
    <form {...form.formProps} className="grid gap-5">
      <PasswordInput
        label={forms('newPassword')}
        hint={forms('passwordHint')}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordInput label={forms('confirmPassword')} autoComplete="new-password" {...form.field('confirmPassword')} />
      <Checkbox name="revokeApiKeys" label={forms('revokeApiKeys')} hint={forms('revokeApiKeysHint')} defaultChecked />
      <FailureNotice failure={form.failure} />
      <SubmitButton busy={form.busy} blocked={form.blocked} label={t('save')} busyLabel={t('saving')} className="w-full" />
    </form>
  );
}

function Saved() {
  const t = useMessages('resetPassword');
  return (
    <NarrowPage key="saved" arrives icon={CircleCheck} heading={t('savedHeading')} lead={t('saved')}>
      <PageLink path={pathOf('sign-in')} className={buttonClass({ variant: 'primary' })}>
        {t('signIn')}
      </PageLink>
    </NarrowPage>
  );
}

function InvalidLink({ arrives }: { readonly arrives: boolean }) {
  const t = useMessages('resetPassword');
  return (
    <NarrowPage key="invalid" arrives={arrives} icon={Unlink} heading={t('invalidHeading')} lead={t('invalid')}>
      <PageLink path={pathOf('forgot-password')} className={buttonClass({ variant: 'primary' })}>
        {t('askAgain')}
      </PageLink>
    </NarrowPage>
  );
}
