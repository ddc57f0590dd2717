import { useEffect, useState } from 'react';
import { useAlive } from '../../forms/use-alive.ts';

/**
 * The token of a link from a mail. It stands behind `#`, so no server and no log ever saw it, and is taken out of the
 * address as soon as it was read. `null` when there is none; `undefined` until the page is alive.
 */
export function useLinkToken(): string | null | undefined {
  const [token] = useState(tokenInAddress);
  useEffect(() => {
    if (token !== null) history.replaceState(history.state, '', location.pathname + location.search);
  }, [token]);
  return useAlive() ? token : undefined;
}

function tokenInAddress(): string | null {
  return typeof location === 'undefined' ? null : new URLSearchParams(location.hash.slice(1)).get('token');
}
