import type { PersonView } from '@bakkum/api-contract/account';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { useState } from 'react';
import { call, type Failure } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';
import { setPerson } from '../../../session/session.ts';
import { useServerData } from '../../../state/server-data.ts';

type DemoAccount = { readonly email: string; readonly password: string };

type DemoCardProps = {
  /** Called before the page shows the person as signed in. */
  readonly onSignedIn?: (person: PersonView) => void;
  readonly className?: string;
};

/** In demo mode: the shared demo account, with a button to sign in with it. */
export function DemoCard({ onSignedIn, className }: DemoCardProps) {
  const t = useMessages('signIn');
  const { body: account } = useServerData({ key: ['demo-account'], ask: () => call('GET /api/demo') });
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const enter = async (given: DemoAccount): Promise<void> => {
    setBusy(true);
    const answer = await call('POST /api/account/sign-in', { ...given, remember: false });
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    onSignedIn?.(answer.body.person);
    setPerson(answer.body.person);
  };
  return (
    <section className={classNames('rounded-lg border border-line bg-surface p-5', className)}>
      <h2 className="font-semibold">{t('demoHeading')}</h2>
      <p className="mt-1 text-ink-soft text-sm">{t('demoBody')}</p>
      <p className="mt-3 min-h-12 break-words rounded-sm bg-sunken px-3 py-1.5 font-mono text-ink-soft text-sm leading-normal">
        {account ? (
          <>
            {account.email}
            <br />
            {account.password}
          </>
        ) : undefined}
      </p>
      <FailureNotice failure={failure} className="mt-3" />
      <Button className="mt-4" disabled={busy || !account} onClick={() => account && void enter(account)}>
        {t('demoUse')}
      </Button>
    </section>
  );
}
