/** Loaded on demand. */
import type { PersonView } from '@bakkum/api-contract/account';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Button, buttonClass } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { Dialog } from '@bakkum/ui/dialog';
import { textLinkClass } from '@bakkum/ui/link';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useSite } from '../../../document/use-site.ts';
import { takeFocus } from '../../../forms/take-focus.ts';
import { keepPendingTask } from '../../../session/pending-task.ts';
import { loadSession, useSession } from '../../../session/session.ts';
import { CREATE_HASH, signInPath } from '../../../session/sign-in-path.ts';
import type { SignInPrompt } from '../../../session/sign-in-prompt.ts';
import { PageLink } from '../../../shell/page-link.tsx';
import { ResendButton } from '../email-links/resend-button.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { DemoCard } from './demo-card.tsx';

type SignInDialogProps = { readonly prompt: SignInPrompt; readonly onClose: () => void };

/** What the dialog shows, and the address entered so far. */
type View = { readonly step: 'create' | 'sign-in' | 'sent'; readonly email: string };

const TITLES = { create: 'create', 'sign-in': 'signIn', sent: 'checkMail' } as const;

/** Signs in or creates an account over the page that needs one. Closes when the browser is signed in, also by another tab. */
export function SignInDialog({ prompt, onClose }: SignInDialogProps) {
  const t = useMessages('signInDialog');
  const { status } = useSession();
  const [view, setView] = useState<View>({ step: 'create', email: '' });
  const { step, email } = view;
  useEffect(() => {
    if (status === 'signed-in') onClose();
  }, [status, onClose]);
  return (
    <Dialog title={t(TITLES[step])} closeLabel={t('close')} isOpen onClose={onClose}>
      {step === 'sent' ? (
        <CheckMail email={email} onStep={(next) => setView({ step: next, email })} />
      ) : (
        <Credentials prompt={prompt} creating={step === 'create'} email={email} onView={setView} />
      )}
    </Dialog>
  );
}

type CredentialsProps = {
  readonly prompt: SignInPrompt;
  readonly creating: boolean;
  readonly email: string;
  readonly onView: (view: View) => void;
};

function Credentials({ prompt: { reason, path, order }, creating, email, onView }: CredentialsProps) {
  const t = useMessages('signInDialog');
  const locale = useLocale();
  const { demo, singleSignOn } = useSite();
  const service = useMessages('singleSignOn');
  const keepTaskOf = (owner: string): void => keepPendingTask({ email: owner, path, ...(order !== undefined && { order }) });
  // This page shows the person as signed in, so only an order is pending.
  const keepOrderOf = (person: PersonView): void => {
    if (order !== undefined) keepTaskOf(person.email);
  };
  return (
    <>
      <p className="mb-5 text-ink-soft">{t(`lead_${reason}`)}</p>
      <Steps step={creating ? 'create' : 'sign-in'} onStep={(step) => onView({ step, email })} />
      <CredentialsForm
        creating={creating}
        short={{ email }}
        onCreated={(address) => {
          keepTaskOf(address);
          onView({ step: 'sent', email: address });
        }}
        onSignedIn={keepOrderOf}
        onUnconfirmed={keepTaskOf}
      />
      {demo && !creating ? <DemoCard className="mt-3" onSignedIn={keepOrderOf} /> : undefined}
      <p className="mt-2 text-sm">
        <Link
          to={signInPath(locale, path) + (creating ? CREATE_HASH : '')}
          className={textLinkClass('inline-flex min-h-11 items-center')}
        >
          {singleSignOn ? service('onFullPage', singleSignOn) : t('fullPage')}
        </Link>
      </p>
    </>
  );
}

const STEPS = [
  ['create', 'toSignUpLink'],
  ['sign-in', 'toSignInLink'],
] as const;

type StepsProps = { readonly step: 'create' | 'sign-in'; readonly onStep: (step: 'create' | 'sign-in') => void };

/** Offers a new account and an existing one side by side. */
function Steps({ step, onStep }: StepsProps) {
  const t = useMessages('signInDialog');
  const words = useMessages('signIn');
  return (
    <fieldset className="mb-5 grid grid-cols-2 gap-1 rounded-md bg-sunken p-1">
      <legend className="sr-only">{t('account')}</legend>
      {STEPS.map(([each, label]) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === step}
          onClick={() => onStep(each)}
          className={classNames(
            'min-h-11 cursor-pointer rounded-sm border px-2 font-semibold transition-colors',
            each === step ? 'border-line bg-surface text-ink' : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          {words(label)}
        </button>
      ))}
    </fieldset>
  );
}

type CheckMailProps = { readonly email: string; readonly onStep: (step: View['step']) => void };

/** Confirms that the link was sent. Opening it in another tab signs this one in too. */
function CheckMail({ email, onStep }: CheckMailProps) {
  const t = useMessages('signInDialog');
  const words = useMessages('signIn');
  const forms = useMessages('accountForms');
  const { demo } = useSite();
  useSessionOfOtherTabs();
  return (
    <div className="grid gap-4">
      <p ref={takeFocus} tabIndex={-1} className="break-words outline-none">
        {t('sent', { email })} <span className="text-ink-soft">{t('sentElsewhere')}</span>
      </p>
      {demo ? (
        <div className="grid gap-3 rounded-md bg-sunken p-4">
          <p className="text-ink-soft text-sm">{forms('mailboxNote')}</p>
          <PageLink path={pathOf('mailbox')} className={buttonClass({ variant: 'primary' })}>
            {forms('openMailbox')}
          </PageLink>
        </div>
      ) : undefined}
      <p className="text-ink-faint text-sm">{words('mailSentNote')}</p>
      <div className="flex flex-wrap gap-3">
        <ResendButton email={email} />
        <Button variant="quiet" onClick={() => onStep('create')}>
          {t('changeEmail')}
        </Button>
      </div>
      <p className="flex flex-wrap items-center gap-x-2 border-line border-t pt-2 text-ink-soft">
        {t('confirmedElsewhere')}
        <button
          type="button"
          onClick={() => onStep('sign-in')}
          className={textLinkClass('min-h-11 cursor-pointer font-semibold')}
        >
          {words('signIn')}
        </button>
      </p>
    </div>
  );
}

/** Asks the server who is signed in whenever the person returns to this tab. */
function useSessionOfOtherTabs(): void {
  useEffect(() => {
    const listening = new AbortController();
    const look = (): void => {
      if (document.visibilityState === 'visible') void loadSession();
    };
    document.addEventListener('visibilitychange', look, listening);
    addEventListener('focus', look, listening);
    return () => listening.abort();
  }, []);
}
