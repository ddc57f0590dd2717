import { useSyncExternalStore } from 'react';

const NEVER = () => () => undefined;

/** Returns whether the page is hydrated: false on the server and in the first render. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    NEVER,
    () => true,
    () => false,
  );
}
