import { SESSION_HINT } from '@bakkum/api-contract/session-hint';
import { createListeners } from '../state/create-store.ts';

const listeners = createListeners();

/** Returns whether this browser may have a session. Asking the server is only worthwhile then. */
export function mayHaveSession(): boolean {
  return document.cookie.includes(`${SESSION_HINT}=1`);
}

export const sessionHint = { subscribe: listeners.subscribe, snapshot: mayHaveSession, initial: (): boolean => false };

/** Call after a response that may have started or ended a session. */
export const refreshSessionHint = listeners.notify;
