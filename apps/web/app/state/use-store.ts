import { useSyncExternalStore } from 'react';
import type { Store } from './create-store.ts';

export type Watchable<Value> = Pick<Store<Value>, 'subscribe' | 'snapshot' | 'initial'>;

/** Returns the value of a store, and renders again when it changes. The server renders its first value. */
export function useStore<Value>({ subscribe, snapshot, initial }: Watchable<Value>): Value {
  return useSyncExternalStore(subscribe, snapshot, initial);
}
