import { SESSION_HINT } from '@bakkum/api-contract/session-hint';

const listeners = new Set<() => void>();

/** Returns whether this browser may have a session. Asking the server is only worthwhile then. */
export function mayBeSignedIn(): boolean {
  return document.cookie.includes(`${SESSION_HINT}=1`);
}

export function subscribeToHint(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Call after a response that may have started or ended a session. */
export function hintMayHaveChanged(): void {
  for (const listener of listeners) listener();
}
