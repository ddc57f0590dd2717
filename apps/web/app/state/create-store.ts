/** Callbacks to run after every change of a value that lives elsewhere, such as a cookie. */
export type Listeners = {
  /** @returns a function that removes the listener */
  readonly subscribe: (listener: () => void) => () => void;
  readonly notify: () => void;
  /** Whether there are any. */
  readonly isWatched: () => boolean;
};

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify() {
      for (const listener of listeners) listener();
    },
    isWatched: () => listeners.size > 0,
  };
}

/** A value outside React that components and other code subscribe to. */
export type Store<Value> = Pick<Listeners, 'subscribe' | 'isWatched'> & {
  readonly snapshot: () => Value;
  /** Replaces the value and calls the listeners. */
  readonly set: (next: Value) => void;
  /** The first value, which the server renders. */
  readonly initial: () => Value;
};

export function createStore<Value>(initial: Value): Store<Value> {
  const { subscribe, notify, isWatched } = createListeners();
  let value = initial;
  return {
    subscribe,
    isWatched,
    snapshot: () => value,
    set(next) {
      value = next;
      notify();
    },
    initial: () => initial,
  };
}
