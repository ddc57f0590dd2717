import { useEffect, useState } from 'react';
import { call, type Failure } from '../../../session/api.ts';
import { useLinkToken } from './link-token.ts';

export type Confirmation =
  | { readonly state: 'working' | 'done' | 'invalid' }
  /** Retrying makes sense: the link may still be valid. */
  | { readonly state: 'failed'; readonly failure: Failure; readonly again: () => void };

type Ask = 'POST /api/account/verify' | 'POST /api/account/confirm-email';

/** Pending requests. A link works once, so a second request for it would fail. */
const asked = new Map<string, ReturnType<typeof call<Ask>>>();

/** Sends the token of the link to the server immediately. */
export function useConfirmation(ask: Ask, onDone?: () => void): Confirmation {
  const token = useLinkToken();
  const [outcome, setOutcome] = useState<Confirmation>({ state: 'working' });
  useEffect(() => {
    if (typeof token !== 'string' || outcome.state !== 'working') return;
    const asking = asked.get(token) ?? call(ask, { token });
    asked.set(token, asking);
    void asking.then((answer) => {
      asked.delete(token);
      if (answer.ok) onDone?.();
      setOutcome(answer.ok ? { state: 'done' } : outcomeOf(answer.failure, () => setOutcome({ state: 'working' })));
    });
  }, [token, ask, outcome.state, onDone]);
  return token === null ? { state: 'invalid' } : outcome;
}

function outcomeOf(failure: Failure, again: () => void): Confirmation {
  return failure.code === 'invalid-token' ? { state: 'invalid' } : { state: 'failed', failure, again };
}
