import { useSyncExternalStore } from 'react';

/** Returns the part of the address from `#` on. The server does not see it and renders without it. */
export function useHash(): string {
  return useSyncExternalStore(
    subscribe,
    () => location.hash,
    () => '',
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}
