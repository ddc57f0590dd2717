import type { ApiKeyView } from '@bakkum/api-contract/api-keys';
import { useEffect, useState } from 'react';
import { call, type Failure } from '../../session/api.ts';
import { setSignedOut } from '../../session/session.ts';

/** Returns the keys of the signed-in user, newest first; undefined until they are loaded. */
export function useApiKeys() {
  const [keys, setKeys] = useState<readonly ApiKeyView[]>();
  const [readAt, setReadAt] = useState(() => new Date());
  const [failure, setFailure] = useState<Failure>();
  const load = async (): Promise<void> => {
    setFailure(undefined);
    const answer = await call('GET /api/account/api-keys');
    if (answer.ok) {
      setReadAt(new Date());
      return setKeys(answer.body.keys);
    }
    if (answer.failure.code === 'not-signed-in') setSignedOut();
    return setFailure(answer.failure);
  };
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useEffect(() => void load(), []);
  return {
    keys,
    readAt,
    failure,
    load,
    /** Prepends a key that was just created. */
    add: (key: ApiKeyView) => setKeys((known = []) => [key, ...known]),
    remove: (id: string) => setKeys((known = []) => known.filter((key) => key.id !== id)),
  };
}
