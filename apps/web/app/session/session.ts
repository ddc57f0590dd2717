import type { PersonView } from '@bakkum/api-contract/account';
import type { BalanceView } from '@bakkum/api-contract/billing/credits';
import { useEffect, useSyncExternalStore } from 'react';
import { hintMayHaveChanged, mayBeSignedIn } from '../document/session-hint.ts';
import { call, type Failure } from './api.ts';

/** The session of this browser, if it is known. */
export type Session =
  | { readonly status: 'unknown' | 'signed-out' }
  | { readonly status: 'unreachable'; readonly failure: Failure }
  | { readonly status: 'signed-in'; readonly person: PersonView; readonly balance?: BalanceView };

const UNKNOWN: Session = { status: 'unknown' };
let session: Session = UNKNOWN;
let asking: Promise<void> | undefined;
const listeners = new Set<() => void>();

function set(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
  hintMayHaveChanged();
}

/** Stores the user after sign-in or a change of the profile. */
export function setPerson(person: PersonView): void {
  const same = session.status === 'signed-in' && session.person.id === person.id ? session : undefined;
  set({ ...same, status: 'signed-in', person });
}

export function setSignedOut(): void {
  set({ status: 'signed-out' });
}

/** Asks the server who is signed in; concurrent calls share one request. */
export function loadSession(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask(): Promise<void> {
  const answer = await call('GET /api/account/session');
  if (!answer.ok) set({ status: 'unreachable', failure: answer.failure });
  else if (answer.body.person) setPerson(answer.body.person);
  else setSignedOut();
}

/** Reloads the credits of a signed-in user. */
export async function loadBalance(): Promise<void> {
  const answer = await call('GET /api/credits');
  if (answer.ok && session.status === 'signed-in') set({ ...session, balance: answer.body });
  else if (!answer.ok && answer.failure.code === 'not-signed-in') setSignedOut();
}

/**
 * Returns the signed-in user, for code outside components. Asks the server only if that is unknown and there may be a session.
 */
export async function knownSession(): Promise<Session> {
  if (session.status !== 'unknown' && session.status !== 'unreachable') return session;
  if (mayBeSignedIn()) await loadSession();
  else setSignedOut();
  return session;
}

/** The current value; may be unknown. */
export function currentSession(): Session {
  return session;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the signed-in user. The first caller asks the server, unless `onlyIfLikely` is set and nothing indicates a session.
 * @param onlyIfLikely for screens that are the same for most visitors
 */
export function useSession({ onlyIfLikely = false }: { readonly onlyIfLikely?: boolean } = {}): Session {
  const current = useSyncExternalStore(
    subscribeToSession,
    () => session,
    () => UNKNOWN,
  );
  const { status } = current;
  useEffect(() => {
    if (status !== 'unknown') return;
    if (onlyIfLikely && !mayBeSignedIn()) setSignedOut();
    else void loadSession();
  }, [status, onlyIfLikely]);
  return current;
}
