import type { PersonView } from '@bakkum/api-contract/account';
import type { BalanceView } from '@bakkum/api-contract/billing/credits';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { FailureNotice } from './failure-notice.tsx';
import { loadSession, useSession } from './session.ts';
import { signInPath } from './sign-in-path.ts';

type SignedIn = { readonly person: PersonView; readonly balance: BalanceView | undefined };

type SignedInOnlyProps = {
  readonly children: (signedIn: SignedIn) => ReactNode;
  /** Shown to visitors who are signed out. By default they are redirected to sign in, and return afterwards. */
  readonly signedOut?: ReactNode;
};

/** Renders its children for signed-in users. */
export function SignedInOnly({ children, signedOut }: SignedInOnlyProps) {
  const t = useMessages('accountForms');
  const session = useSession();
  if (session.status === 'signed-in') return children({ person: session.person, balance: session.balance });
  if (session.status === 'signed-out' && signedOut) return signedOut;
  if (session.status !== 'unreachable')
    return (
      <>
        <noscript>
          <p className="max-w-read text-ink-soft">{t('withoutScript')}</p>
        </noscript>
        <Waiting />
        {session.status === 'signed-out' ? <ToSignIn /> : undefined}
      </>
    );
  return (
    <div className="grid max-w-read gap-4 justify-items-start">
      <FailureNotice failure={session.failure} />
      <Button onClick={() => void loadSession()}>{t('tryAgain')}</Button>
    </div>
  );
}

/** A placeholder of the same size, visible only when loading takes long. */
export function Waiting() {
  const t = useMessages('accountForms');
  return (
    <div className="min-h-64 noscript:hidden">
      <ProgressBar label={t('loading')} className="animate-[appear_1ms_300ms_both] max-w-40" />
    </div>
  );
}

/** Redirects to the sign-in page, which leads back here. */
function ToSignIn() {
  const { pathname, search } = useLocation();
  return <Navigate to={signInPath(useLocale(), pathname + search)} replace />;
}
