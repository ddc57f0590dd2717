import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { useState } from 'react';
import { call, type Failure } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';

/** Sends the confirmation email again. */
export function ResendButton({ email }: { readonly email: string }) {
  const t = useMessages('signIn');
  const [state, setState] = useState<'ready' | 'busy' | 'sent'>('ready');
  const [failure, setFailure] = useState<Failure>();
  const send = async (): Promise<void> => {
    setState('busy');
    const answer = await call('POST /api/account/resend-verification', { email });
    setState(answer.ok ? 'sent' : 'ready');
    setFailure(answer.ok ? undefined : answer.failure);
  };
  return (
    <div className="grid gap-3 justify-self-start">
      <FailureNotice failure={failure} />
      <div className="flex items-center gap-3">
        <Button disabled={state !== 'ready'} onClick={() => void send()}>
          {t('resend')}
        </Button>
        <output className="text-ink-soft text-sm">{state === 'sent' ? t('resent') : undefined}</output>
      </div>
    </div>
  );
}
