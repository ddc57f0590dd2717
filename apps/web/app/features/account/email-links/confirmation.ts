import { call, type Failure } from '../../../session/api.ts';
import { useServerData } from '../../../state/server-data.ts';
import { useLinkToken } from './link-token.ts';

export type Confirmation =
  | { readonly state: 'working' | 'done' | 'invalid' }
  /** Retrying makes sense: the link may still be valid. */
  | { readonly state: 'failed'; readonly failure: Failure; readonly again: () => void };

type Ask = 'POST /api/account/verify' | 'POST /api/account/confirm-email';

/** Sends the token of the link to the server immediately, and once, because a link works once. */
export function useConfirmation(ask: Ask, onDone?: () => void): Confirmation {
  const token = useLinkToken();
  const { body, fault, isReading, read } = useServerData({
    key: [ask, token],
    isEnabled: typeof token === 'string',
    ask: async () => {
      const answer = await call(ask, { token: token ?? '' });
      if (!answer.ok) return answer;
      onDone?.();
      return { ok: true, body: 'confirmed' };
    },
  });
  if (token === null || fault?.code === 'invalid-token') return { state: 'invalid' };
  if (body !== undefined) return { state: 'done' };
  return fault && !isReading ? { state: 'failed', failure: fault, again: () => void read() } : { state: 'working' };
}
