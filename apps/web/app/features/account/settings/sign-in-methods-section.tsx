import type { PersonView } from '@bakkum/api-contract/account';
import type { SignInMethodsView } from '@bakkum/api-contract/single-sign-on';
import { localePath } from '@bakkum/i18n/locale';
import { formatDate } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Badge } from '@bakkum/ui/badge';
import { KeyRound, Mail } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { useSite } from '../../../document/use-site.ts';
import { SubmitButton } from '../../../forms/submit-button.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { call, type Failure } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { useServerData } from '../../../state/server-data.ts';
import { PasswordInput } from '../password-input.tsx';
import { Section } from './section.tsx';

/** Without a sign-in service, everyone has a password, and the server is not asked. */
const PASSWORD_ONLY: SignInMethodsView = { password: true };

type SignInMethods = { readonly methods: SignInMethodsView | undefined; readonly failure: Failure | undefined };

/** Returns how the person signs in; undefined until it is known. */
export function useSignInMethods(): SignInMethods {
  const { singleSignOn } = useSite();
  const { body, fault } = useServerData({
    key: ['sign-in-methods'],
    ask: () => call('GET /api/account/sign-in-methods'),
    isEnabled: singleSignOn !== undefined,
  });
  return { methods: singleSignOn ? body : PASSWORD_ONLY, failure: fault };
}

type SectionProps = SignInMethods & { readonly person: PersonView };

/** Lists the ways to sign in to the account, and connects the sign-in service of the organization. */
export function SignInMethodsSection({ person, methods, failure }: SectionProps) {
  const t = useMessages('signInMethods');
  const service = methods?.service;
  return (
    <Section heading={t('heading')} body={t('body')}>
      <FailureNotice failure={failure} className="mb-4" />
      {methods && service ? (
        <>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            <Method icon={<KeyRound aria-hidden size={20} />} name={service.name}>
              <Badge tone={service.connected ? 'success' : 'neutral'}>
                {t(service.connected ? 'connected' : 'notConnected')}
              </Badge>
            </Method>
            {methods.password ? (
              <Method icon={<Mail aria-hidden size={20} />} name={t('password')}>
                <span className="min-w-0 wrap-anywhere text-ink-soft text-sm">{person.email}</span>
              </Method>
            ) : undefined}
          </ul>
          <GroupNote service={service} />
          {methods.password ? undefined : <p className="mt-4 text-ink-soft text-sm">{t('passwordOff', service)}</p>}
          {methods.password && !service.connected && !person.demo ? <ConnectForm {...service} email={person.email} /> : undefined}
        </>
      ) : undefined}
    </Section>
  );
}

type MethodProps = { readonly icon: ReactNode; readonly name: string; readonly children: ReactNode };

function Method({ icon, name, children }: MethodProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
      <span className="flex min-w-0 items-center gap-3">
        <span className="shrink-0 text-ink-soft">{icon}</span>
        <span className="min-w-0 wrap-anywhere font-semibold">{name}</span>
      </span>
      {children}
    </li>
  );
}

function GroupNote({ service: { name, groups, until } }: { readonly service: NonNullable<SignInMethodsView['service']> }) {
  const t = useMessages('signInMethods');
  const locale = useLocale();
  if (until === undefined) return undefined;
  return (
    <p className="mt-4 wrap-anywhere text-ink-soft text-sm">
      {t('groups', { groups: groups.join(', '), date: formatDate(locale, new Date(until)), name })}
    </p>
  );
}

function ConnectForm({ name, email }: { readonly name: string; readonly email: string }) {
  const t = useMessages('signInMethods');
  const forms = useMessages('accountForms');
  const opening = useMessages('singleSignOn');
  const locale = useLocale();
  const form = useForm<'password'>({
    fields: ['password'],
    check: ({ password }) => (password === '' ? { password: forms('passwordRequired') } : {}),
    explain: () => ({}),
    send: async ({ password }) => {
      const next = localePath(locale, pathOf('account'));
      const answer = await call('POST /api/account/single-sign-on/connect', { locale, next, password });
      if (!answer.ok) return answer.failure;
      location.assign(answer.body.url);
      return undefined;
    },
  });
  return (
    <form {...form.formProps} className="mt-5 grid gap-5">
      <p>{t('connectAsk', { name })}</p>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordInput label={forms('password')} autoComplete="current-password" {...form.field('password')} />
      <FailureNotice failure={form.failure} />
      <div>
        <SubmitButton
          busy={form.busy}
          blocked={form.blocked}
          label={t('connect', { name })}
          busyLabel={opening('opening', { name })}
          variant="secondary"
        />
      </div>
    </form>
  );
}
