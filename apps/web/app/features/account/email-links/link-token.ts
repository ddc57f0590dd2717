import { useEffect, useState } from 'react';
import { useAlive } from '../../../forms/use-alive.ts';

/**
 * Returns the token of a link from an email. It follows `#`, so no server or log sees it, and is removed from the address once it
 * is read. `null` when there is none; `undefined` until the page is hydrated.
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
