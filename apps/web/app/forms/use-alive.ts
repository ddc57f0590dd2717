import { useSyncExternalStore } from 'react';

const NEVER = () => () => undefined;

/** Whether this page's script runs; false in what the server sent, and in the first rendering that takes it over. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    NEVER,
    () => true,
    () => false,
  );
}
