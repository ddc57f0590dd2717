import { createListeners } from './create-store.ts';

/** A text in this browser's local storage that parts of the page subscribe to. */
export type StoredText = {
  readonly snapshot: () => string;
  /** The server knows no text. */
  readonly initial: () => string;
  readonly write: (text: string) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/** @param key in local storage. If storage is unavailable, the text lives as long as the page. */
export function storedText(key: string): StoredText {
  const { subscribe, notify } = createListeners();
  let unstored: string | undefined;
  return {
    snapshot() {
      try {
        return unstored ?? localStorage.getItem(key) ?? '';
      } catch {
        return unstored ?? '';
      }
    },
    write(text) {
      try {
        localStorage.setItem(key, text);
        unstored = undefined;
      } catch {
        unstored = text;
      }
      notify();
    },
    subscribe,
    initial: () => '',
  };
}
