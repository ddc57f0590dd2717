import { SESSION_HINT } from '@bakkum/api-contract/session-hint';

const listeners = new Set<() => void>();

/** Whether somebody may be signed in with this browser; only then is it worth to ask the server. */
export function mayBeSignedIn(): boolean {
  return document.cookie.includes(`${SESSION_HINT}=1`);
}

export function subscribeToHint(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Call after an answer that may have signed somebody in or out. */
export function hintMayHaveChanged(): void {
  for (const listener of listeners) listener();
}
