import type { PersonView } from '@bakkum/api-contract/account';
import type { BalanceView } from '@bakkum/api-contract/billing/credits';
import { formatDate } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { buttonClass } from '@bakkum/ui/button';
import { CircleCheck, Download, KeyRound, Webhook } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { setSignedOut } from '../../../session/session.ts';
import { SignedInOnly } from '../../../session/signed-in-only.tsx';
import { PageLink } from '../../../shell/page-link.tsx';
import { NarrowPage } from '../narrow-page.tsx';
import { SingleSignOnProblemNotice } from '../single-sign-on.tsx';
import { DeleteSection } from './delete-section.tsx';
import { DevicesSection, reloadDevices } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { Section } from './section.tsx';
import { SignInMethodsSection, useSignInMethods } from './sign-in-methods-section.tsx';

type AccountScreenProps = {
  /** The parts above the sections. */
  readonly credits: ReactNode;
  /** The section on plans and payments. */
  readonly payments: {
    readonly heading: string;
    readonly body: string;
    readonly show: (balance: BalanceView | undefined) => ReactNode;
  };
};

/** The account page. */
export function AccountScreen({ credits, payments }: AccountScreenProps) {
  const t = useMessages('account');
  const [deleted, setDeleted] = useState(false);
  if (deleted) return <Deleted />;
  const onDeleted = (): void => {
    setDeleted(true);
    setSignedOut();
  };
  return (
    <div className="work-width pt-8 pb-24 sm:pt-14">
      <h1 className="font-bold text-2xl">{t('heading')}</h1>
      <SingleSignOnProblemNotice className="mt-6 max-w-read" />
      <SignedInOnly>
        {({ person, balance }) => (
          <>
            <Who person={person} />
            <div className="mt-8 mb-12 max-w-md">{credits}</div>
            <Section heading={payments.heading} body={payments.body}>
              {payments.show(balance)}
            </Section>
            <Sections person={person} onDeleted={onDeleted} />
          </>
        )}
      </SignedInOnly>
    </div>
  );
}

function Who({ person }: { readonly person: PersonView }) {
  const t = useMessages('account');
  const locale = useLocale();
  return (
    <>
      <p className="mt-2 break-words text-ink-soft">
        {`${person.email} · ${t('memberSince', { date: formatDate(locale, new Date(person.joinedAt)) })}`}
      </p>
      {person.demo ? (
        <Notice tone="info" className="mt-6 max-w-read">
          {t('demoNote')}
        </Notice>
      ) : undefined}
    </>
  );
}

function Sections({ person, onDeleted }: { readonly person: PersonView; readonly onDeleted: () => void }) {
  const t = useMessages('account');
  const { methods, failure } = useSignInMethods();
  const service = methods?.service;
  return (
    <>
      <ProfileSection key={person.id} person={person} />
      {service || failure ? <SignInMethodsSection person={person} methods={methods} failure={failure} /> : undefined}
      {person.demo || !methods?.password ? undefined : (
        <>
          <EmailSection person={person} />
          <PasswordSection email={person.email} onChanged={() => void reloadDevices()} />
        </>
      )}
      <DevicesSection />
      <Section heading={t('keysHeading')} body={t('keysBody')}>
        <div className="flex flex-wrap gap-3">
          <PageLink path={pathOf('api-keys')} className={buttonClass()}>
            <KeyRound aria-hidden size={18} />
            {t('keysOpen')}
          </PageLink>
          <PageLink path={pathOf('webhooks')} className={buttonClass()}>
            <Webhook aria-hidden size={18} />
            {t('webhooksOpen')}
          </PageLink>
        </div>
      </Section>
      <Section heading={t('dataHeading')} body={t('dataBody')}>
        <a href="/api/account/export" download className={buttonClass()}>
          <Download aria-hidden size={18} />
          {t('dataDownload')}
        </a>
      </Section>
      {person.demo || !methods ? undefined : (
        <DeleteSection email={person.email} hasPassword={methods.password} onDeleted={onDeleted} />
      )}
    </>
  );
}

function Deleted() {
  const t = useMessages('account');
  const shell = useMessages('shell');
  return (
    <NarrowPage arrives icon={CircleCheck} heading={t('deletedHeading')} lead={t('deletedBody')}>
      <PageLink path="/" className={buttonClass()}>
        {shell('navHome')}
      </PageLink>
    </NarrowPage>
  );
}
