import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { useState } from 'react';
import { useSite } from '../../../document/use-site.ts';
import { SubmitButton } from '../../../forms/submit-button.tsx';
import { takeFocus } from '../../../forms/take-focus.ts';
import { useForm } from '../../../forms/use-form.ts';
import { call } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { PasswordInput } from '../password-input.tsx';
import { Section } from './section.tsx';

type DeleteSectionProps = {
  readonly email: string;
  /** Otherwise the server requires a recent sign-in. */
  readonly hasPassword: boolean;
  readonly onDeleted: () => void;
};

/** Deletes the account and its data after asking for the password again, if there is one. */
export function DeleteSection({ email, hasPassword, onDeleted }: DeleteSectionProps) {
  const t = useMessages('account');
  const { payments } = useSite();
  const [asking, setAsking] = useState(false);
  const body = payments?.renews ? `${t('deleteBody')} ${t('deleteSubscription')}` : t('deleteBody');
  return (
    <Section heading={t('deleteHeading')} body={body}>
      {asking ? (
        <DeleteForm email={email} hasPassword={hasPassword} onCancel={() => setAsking(false)} onDeleted={onDeleted} />
      ) : (
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('deleteStart')}
        </Button>
      )}
    </Section>
  );
}

type DeleteFormProps = DeleteSectionProps & { readonly onCancel: () => void };

function DeleteForm({ email, hasPassword, onCancel, onDeleted }: DeleteFormProps) {
  const t = useMessages('account');
  const methods = useMessages('signInMethods');
  const forms = useMessages('accountForms');
  const form = useForm<'password'>({
    fields: ['password'],
    check: ({ password }) => (hasPassword && password === '' ? { password: forms('passwordRequired') } : {}),
    explain: () => ({}),
    send: async ({ password }) => {
      const answer = await call('POST /api/account/delete', hasPassword ? { password } : {});
      if (!answer.ok) return answer.failure;
      onDeleted();
      return undefined;
    },
  });
  return (
    <form {...form.formProps} className="grid gap-5 rounded-lg border border-danger bg-surface p-5">
      <p ref={takeFocus} tabIndex={-1} className="break-words outline-none">
        {hasPassword ? t('deleteAsk', { email }) : methods('deleteAsk', { email })}
      </p>
      {hasPassword ? (
        <PasswordInput label={forms('password')} autoComplete="current-password" {...form.field('password')} />
      ) : undefined}
      <FailureNotice failure={form.failure} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={form.busy} blocked={form.blocked} label={t('deleteNow')} busyLabel={t('deleting')} variant="danger" />
        <Button variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
