import type { PersonView } from '@bakkum/api-contract/account';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Checkbox } from '@bakkum/ui/checkbox';
import { TextField } from '@bakkum/ui/field';
import { textLinkClass } from '@bakkum/ui/link';
import { SubmitButton } from '../../../forms/submit-button.tsx';
import { takeFocus } from '../../../forms/take-focus.ts';
import { useForm, type Values } from '../../../forms/use-form.ts';
import { call, type Failure } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { setPerson } from '../../../session/session.ts';
import { PageLink } from '../../../shell/page-link.tsx';
import { ResendButton } from '../email-links/resend-button.tsx';
import { checkEmail, checkName, checkPassword, checkRepeated } from '../field-checks.ts';
import { PasswordInput } from '../password-input.tsx';
import { useFieldWords } from '../use-field-words.ts';

type FieldName = 'firstName' | 'lastName' | 'email' | 'password' | 'confirmPassword' | 'remember';
const FIELDS: readonly FieldName[] = ['firstName', 'lastName', 'email', 'password', 'confirmPassword'];

type CredentialsFormProps = {
  /** Whether the form creates an account or signs in. */
  readonly creating: boolean;
  /** In a dialog: asks for the address and the password only, starting with this address. */
  readonly short?: { readonly email: string } | undefined;
  /** Called when an account was requested and the confirmation email was sent to this address. */
  readonly onCreated: (email: string) => void;
  /** Called before the page shows the person as signed in. */
  readonly onSignedIn?: (person: PersonView) => void;
  /** Called when the address must be confirmed first. */
  readonly onUnconfirmed?: (email: string) => void;
};

/** Signs in or creates an account. Switching between the two keeps what was typed. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { creating, short } = props;
  const t = useMessages('signIn');
  const form = useCredentials(props);
  return (
    // Fields that both forms share keep their keys, and with them their values.
    <form key="credentials" {...form.formProps} className="grid gap-5">
      {creating && !short ? <NameFields field={form.field} /> : undefined}
      <SharedFields creating={creating} short={short} field={form.field} />
      {creating ? undefined : <RememberRow />}
      <FailureNotice failure={form.failure} action={undefined} />
      {form.failure?.code === 'address-unconfirmed' ? <ResendButton email={form.lastEmail()} /> : undefined}
      <SubmitButton
        busy={form.busy}
        blocked={form.blocked}
        label={t(creating ? 'signUp' : 'signIn')}
        busyLabel={t(creating ? 'signingUp' : 'signingIn')}
        className="w-full"
      />
    </form>
  );
}

function useCredentials({ creating, short, onCreated, onSignedIn, onUnconfirmed }: CredentialsFormProps) {
  const { inWords, explain } = useFieldWords();
  const locale = useLocale();
  const form = useForm<FieldName>({
    fields: [...FIELDS, 'remember'],
    check: (values) => inWords(creating && !short ? checkNew(values) : checkKnown(values)),
    explain: (failure) => explain<FieldName>(failure),
    send: async ({ email, password, firstName, lastName, remember }) => {
      if (creating) {
        const names = short ? {} : { firstName, lastName };
        const answer = await call('POST /api/account/sign-up', { email, password, ...names, locale });
        if (answer.ok) onCreated(email.trim());
        return failureOf(answer);
      }
      const answer = await call('POST /api/account/sign-in', { email, password, remember: remember === 'on' });
      if (answer.ok) {
        onSignedIn?.(answer.body.person);
        setPerson(answer.body.person);
      } else if (answer.failure.code === 'address-unconfirmed') onUnconfirmed?.(email.trim());
      return failureOf(answer);
    },
  });
  const lastEmail = (): string => {
    const given = form.formProps.ref.current?.elements.namedItem('email');
    return given instanceof HTMLInputElement ? given.value.trim() : '';
  };
  return { ...form, lastEmail };
}

function failureOf(answer: { readonly ok: true } | { readonly ok: false; readonly failure: Failure }): Failure | undefined {
  return answer.ok ? undefined : answer.failure;
}

function checkKnown({ email, password }: Values<FieldName>) {
  return { email: checkEmail(email), password: checkPassword(password) };
}

function checkNew({ firstName, lastName, email, password, confirmPassword }: Values<FieldName>) {
  return {
    firstName: checkName('firstName', firstName),
    lastName: checkName('lastName', lastName),
    ...checkKnown({ email, password } as Values<FieldName>),
    confirmPassword: checkRepeated(password, confirmPassword),
  };
}

type FieldsProps = { readonly field: ReturnType<typeof useCredentials>['field'] };

/** The family name comes first in languages that say it first. */
function NameFields({ field }: FieldsProps) {
  const t = useMessages('accountForms');
  const first = <TextField key="first" label={t('firstName')} autoComplete="given-name" {...field('firstName')} />;
  const last = <TextField key="last" label={t('lastName')} autoComplete="family-name" {...field('lastName')} />;
  return <div className="grid gap-5 sm:grid-cols-2">{useLocale() === 'ko' ? [last, first] : [first, last]}</div>;
}

function SharedFields({ creating, short, field }: FieldsProps & Pick<CredentialsFormProps, 'creating' | 'short'>) {
  const t = useMessages('accountForms');
  return (
    <>
      <TextField
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        {...(short && { ref: takeFocus, defaultValue: short.email })}
        {...field('email')}
      />
      <PasswordInput
        label={t('password')}
        autoComplete={creating ? 'new-password' : 'current-password'}
        {...(creating && { hint: t('passwordHint') })}
        {...field('password')}
      />
      {creating && !short ? (
        <PasswordInput label={t('confirmPassword')} autoComplete="new-password" {...field('confirmPassword')} />
      ) : undefined}
    </>
  );
}

function RememberRow() {
  const t = useMessages('signIn');
  return (
    <div className="-my-2 flex flex-wrap items-start justify-between gap-x-4">
      <Checkbox name="remember" label={t('remember')} hint={t('rememberHint')} />
      <PageLink path={pathOf('forgot-password')} className={textLinkClass('py-2.5')}>
        {t('forgot')}
      </PageLink>
    </div>
  );
}
