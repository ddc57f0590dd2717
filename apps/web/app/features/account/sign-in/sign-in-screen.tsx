import { ownPath } from '@bakkum/api-contract/own-path';
import { useMessages } from '@bakkum/i18n/react';
import { MailCheck } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useSite } from '../../../document/use-site.ts';
import { takeFocus } from '../../../forms/take-focus.ts';
import { useAlive } from '../../../forms/use-alive.ts';
import { keepPendingTask } from '../../../session/pending-task.ts';
import { CREATE_HASH } from '../../../session/sign-in-path.ts';
import { ResendButton } from '../email-links/resend-button.tsx';
import { MailboxHint } from '../mailbox-hint.tsx';
import { SingleSignOn, SingleSignOnProblemNotice } from '../single-sign-on.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { DemoCard } from './demo-card.tsx';
import { type AccountFacts, MarketingPanel } from './marketing-panel.tsx';

/** Sign-in form beside the benefits of an account. The parent reads from the session when sign-in has succeeded. */
export function SignInScreen({ facts }: { readonly facts: AccountFacts }) {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <div className="work-width grid gap-x-16 gap-y-14 pt-8 pb-20 sm:pt-14 lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)]">
      <div className="mx-auto w-full max-w-md lg:mx-0">
        {sentTo === undefined ? <Form onCreated={setSentTo} /> : <CheckMail email={sentTo} onBack={() => setSentTo(undefined)} />}
      </div>
      <MarketingPanel facts={facts} />
    </div>
  );
}

function Form({ onCreated }: { readonly onCreated: (email: string) => void }) {
  const t = useMessages('signIn');
  const { hash, search } = useLocation();
  const { demo, brand } = useSite();
  const creating = useAlive() && hash === CREATE_HASH;
  // The confirmation of the address leads there too.
  const target = ownPath(new URLSearchParams(search).get('next'));
  const keepTarget = (email: string): void => {
    if (target !== undefined) keepPendingTask({ email, path: target });
  };
  const title = t(creating ? 'signUpTitle' : 'title');
  // The server never receives the hash, so the title follows it in the browser.
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
  return (
    <>
      <h1 className="font-bold text-2xl">{t(creating ? 'signUpHeading' : 'signInHeading')}</h1>
      <p className="mt-2 text-ink-soft">{t(creating ? 'signUpLead' : 'signInLead')}</p>
      <SingleSignOnProblemNotice className="mt-6" />
      <SingleSignOn next={target} className="mt-7" />
      <div className="mt-7">
        <CredentialsForm
          creating={creating}
          onCreated={(email) => {
            keepTarget(email);
            onCreated(email);
          }}
          onUnconfirmed={keepTarget}
        />
      </div>
      <p className="mt-5 flex flex-wrap gap-x-2 text-ink-soft">
        {t(creating ? 'toSignIn' : 'toSignUp')}
        <Link
          to={{ search, hash: creating ? '' : CREATE_HASH }}
          replace
          preventScrollReset
          className={textLinkClass('font-semibold')}
        >
          {t(creating ? 'toSignInLink' : 'toSignUpLink')}
        </Link>
      </p>
      {demo && !creating ? <DemoCard className="mt-10" /> : undefined}
    </>
  );
}

function CheckMail({ email, onBack }: { readonly email: string; readonly onBack: () => void }) {
  const t = useMessages('signIn');
  const forms = useMessages('accountForms');
  const { search } = useLocation();
  return (
    <div>
      <span className="mb-5 flex size-12 items-center justify-center rounded-md bg-accent-soft text-accent">
        <MailCheck aria-hidden size={24} strokeWidth={1.75} />
      </span>
      <h1 ref={takeFocus} tabIndex={-1} className="font-bold text-2xl outline-none">
        {forms('checkMail')}
      </h1>
      <p className="mt-3 break-words text-ink-soft">{t('mailSent', { email })}</p>
      <MailboxHint />
      <p className="mt-6 mb-3 text-ink-faint text-sm">{t('mailSentNote')}</p>
      <ResendButton email={email} />
      <Link to={{ search, hash: '' }} replace onClick={onBack} className={textLinkClass('mt-6 inline-block')}>
        {forms('backToSignIn')}
      </Link>
    </div>
  );
}
