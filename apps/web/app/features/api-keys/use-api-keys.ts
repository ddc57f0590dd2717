import type { ApiKeyView } from '@bakkum/api-contract/api-keys';
import { type Answer, call } from '../../session/api.ts';
import { setSignedOut } from '../../session/session.ts';
import { useServerData } from '../../state/server-data.ts';

/** Returns the keys of the signed-in user, newest first; undefined until they are loaded. */
export function useApiKeys() {
  const { body, fault, readAt, isReading, read, change } = useServerData({ key: ['api-keys'], ask: askForKeys });
  return {
    keys: body,
    readAt: new Date(readAt),
    failure: isReading ? undefined : fault,
    load: read,
    /** Prepends a key that was just created. */
    add: (key: ApiKeyView) => change((keys) => [key, ...keys]),
    remove: (id: string) => change((keys) => keys.filter((key) => key.id !== id)),
  };
}

async function askForKeys(): Promise<Answer<readonly ApiKeyView[]>> {
  const answer = await call('GET /api/account/api-keys');
  if (answer.ok) return { ok: true, body: answer.body.keys };
  if (answer.failure.code === 'not-signed-in') setSignedOut();
  return answer;
}
