import { useState } from 'react';
import { call, type Failure } from '../../../session/api.ts';
import { useServerData } from '../../../state/server-data.ts';
import { useLinkToken } from './link-token.ts';

export type Confirmation =
  | { readonly state: 'working' | 'done' | 'invalid' }
  /** Retrying makes sense: the link may still be valid. */
  | { readonly state: 'failed'; readonly failure: Failure; readonly again: () => void }
  /** This browser must show that it belongs to the account. `confirm` returns why it was refused. */
  | { readonly state: 'password-needed'; readonly confirm: (password: string) => Promise<Failure | undefined> };

type Ask = 'POST /api/account/verify' | 'POST /api/account/confirm-email';
type Body<Name extends Ask> = Extract<Awaited<ReturnType<typeof call<Name>>>, { readonly ok: true }>['body'];

/** Sends the token of the link to the server immediately, and once, because a link works once. */
export function useConfirmation<Name extends Ask>(ask: Name, onDone: (body: Body<Name>) => void): Confirmation {
  const token = useLinkToken();
  const [later, setLater] = useState<'done' | 'invalid'>();
  const { body, fault, isReading, read } = useServerData({
    key: [ask, token],
    isEnabled: typeof token === 'string',
    ask: async () => {
      const answer = await call(ask, { token: token ?? '' });
      if (!answer.ok) return answer;
      onDone(answer.body);
      return { ok: true, body: 'confirmed' };
    },
  });
  const confirm = async (password: string): Promise<Failure | undefined> => {
    const answer = await call(ask, { token: token ?? '', password });
    if (!answer.ok && answer.failure.code !== 'invalid-token') return answer.failure;
    if (answer.ok) onDone(answer.body);
    setLater(answer.ok ? 'done' : 'invalid');
    return undefined;
  };
  if (later) return { state: later };
  if (token === null || fault?.code === 'invalid-token') return { state: 'invalid' };
  if (body !== undefined) return { state: 'done' };
  if (fault?.code === 'password-needed') return { state: 'password-needed', confirm };
  return fault && !isReading ? { state: 'failed', failure: fault, again: () => void read() } : { state: 'working' };
}
