import type { PersonView } from '@bakkum/api-contract/account';
import type { BalanceView } from '@bakkum/api-contract/billing/credits';
import { useSyncExternalStore } from 'react';
import { mayHaveSession, refreshSessionHint } from '../document/session-hint.ts';
import { createStore } from '../state/create-store.ts';
import { call, type Failure } from './api.ts';

/** The session of this browser, if it is known. */
export type Session =
  | { readonly status: 'unknown' | 'signed-out' }
  | { readonly status: 'unreachable'; readonly failure: Failure }
  | { readonly status: 'signed-in'; readonly person: PersonView; readonly balance?: BalanceView };

const store = createStore<Session>({ status: 'unknown' });
let asking: Promise<void> | undefined;

function set(next: Session): void {
  store.set(next);
  refreshSessionHint();
}

/** Stores the user after sign-in or a change of the profile. */
export function setPerson(person: PersonView): void {
  const session = store.snapshot();
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
  const session = store.snapshot();
  if (answer.ok && session.status === 'signed-in') set({ ...session, balance: answer.body });
  else if (!answer.ok && answer.failure.code === 'not-signed-in') setSignedOut();
}

/**
 * Returns the signed-in user, for code outside components. Asks the server only if that is unknown and there may be a session.
 */
export async function knownSession(): Promise<Session> {
  const session = store.snapshot();
  if (session.status !== 'unknown' && session.status !== 'unreachable') return session;
  if (mayHaveSession()) await loadSession();
  else setSignedOut();
  return store.snapshot();
}

/** `currentSession` may be unknown. */
export const { snapshot: currentSession, subscribe: subscribeToSession } = store;

/**
 * Returns the signed-in user. The first caller asks the server, unless `onlyIfLikely` is set and nothing indicates a session.
 * @param onlyIfLikely for screens that are the same for most visitors
 */
export function useSession({ onlyIfLikely = false }: { readonly onlyIfLikely?: boolean } = {}): Session {
  return useSyncExternalStore(onlyIfLikely ? watchIfLikely : watch, store.snapshot, store.initial);
}

function watch(listener: () => void): () => void {
  const leave = store.subscribe(listener);
  if (store.snapshot().status === 'unknown') void loadSession();
  return leave;
}

function watchIfLikely(listener: () => void): () => void {
  if (store.snapshot().status === 'unknown' && !mayHaveSession()) setSignedOut();
  return watch(listener);
}

/**
 * Returns the credits of the signed-in user; undefined until they are known. They are loaded on mount.
 * @param onlyIfMissing does not load known credits again
 */
export function useBalance({ onlyIfMissing = false }: { readonly onlyIfMissing?: boolean } = {}): BalanceView | undefined {
  const { status } = useSession({ onlyIfLikely: true });
  const watchBalance = onlyIfMissing ? watchMissing : watchFresh;
  return useSyncExternalStore(status === 'signed-in' ? watchBalance : store.subscribe, balanceNow, () => undefined);
}

function balanceNow(): BalanceView | undefined {
  const session = store.snapshot();
  return session.status === 'signed-in' ? session.balance : undefined;
}

function watchFresh(listener: () => void): () => void {
  void loadBalance();
  return store.subscribe(listener);
}

function watchMissing(listener: () => void): () => void {
  return balanceNow() ? store.subscribe(listener) : watchFresh(listener);
}
