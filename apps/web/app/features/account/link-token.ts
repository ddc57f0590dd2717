import { useEffect, useState } from 'react';

/**
 * The token of a link from a mail. It stands behind `#`, so no server and no log ever saw it, and is taken out of the
 * address as soon as it was read. `null` when there is none; `undefined` until the page is alive.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    setToken((known) => known ?? takeToken());
  }, []);
  return token;
}

function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
