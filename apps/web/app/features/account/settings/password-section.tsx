import { useMessages } from '@bakkum/i18n/react';
import { Checkbox } from '@bakkum/ui/checkbox';
import { useState } from 'react';
import { SubmitButton } from '../../../forms/submit-button.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { call } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { checkPassword, checkRepeated } from '../field-checks.ts';
import { PasswordInput } from '../password-input.tsx';
import { useFieldWords } from '../use-field-words.ts';
import { DoneNotice } from './done-notice.tsx';
import { Section } from './section.tsx';

type PasswordSectionProps = {
  /** Tells password managers which account it is. */
  readonly email: string;
  /** Called when all other sessions were ended. */
  readonly onChanged: () => void;
};

/** Changes the password after checking the current one. */
export function PasswordSection({ email, onChanged }: PasswordSectionProps) {
  const t = useMessages('account');
  const forms = useMessages('accountForms');
  const { changed, ...form } = usePasswordChange(onChanged);
  return (
    <Section heading={t('passwordHeading')} body={t('passwordBody')}>
      <form {...form.formProps} className="grid gap-5">
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordInput label={t('currentPassword')} autoComplete="current-password" {...form.field('current')} />
        <PasswordInput
          label={forms('newPassword')}
          hint={forms('passwordHint')}
          autoComplete="new-password"
          {...form.field('next')}
        />
        <PasswordInput label={forms('confirmPassword')} autoComplete="new-password" {...form.field('repeated')} />
        <Checkbox name="revokeApiKeys" label={forms('revokeApiKeys')} hint={forms('revokeApiKeysHint')} />
        <FailureNotice failure={form.failure} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton
            busy={form.busy}
            blocked={form.blocked}
            label={t('passwordChange')}
            busyLabel={t('saving')}
            variant="secondary"
          />
          <DoneNotice>{changed ? t('passwordChanged') : undefined}</DoneNotice>
        </div>
      </form>
    </Section>
  );
}

function usePasswordChange(onChanged: () => void) {
  const forms = useMessages('accountForms');
  const { inWords, explain } = useFieldWords();
  const [changed, setChanged] = useState(false);
  const form = useForm<'current' | 'next' | 'repeated' | 'revokeApiKeys'>({
    fields: ['current', 'next', 'repeated', 'revokeApiKeys'],
    check: ({ current, next, repeated }) => ({
      ...inWords({ next: checkPassword(next), repeated: checkRepeated(next, repeated) }),
      ...(current === '' && { current: forms('passwordRequired') }),
    }),
    explain: (failure) => explain<'current' | 'next'>(failure),
    send: async ({ current, next, revokeApiKeys }, element) => {
      setChanged(false);
      const answer = await call('POST /api/account/change-password', {
        current,
        next,
        revokeApiKeys: revokeApiKeys === 'on',
      });
      if (!answer.ok) return answer.failure;
      element.reset();
      setChanged(true);
      onChanged();
      return undefined;
    },
  });
  return { ...form, changed };
}
