/** A text in this browser's local storage that parts of the page subscribe to. */
export type StoredText = {
  read(): string;
  write(text: string): void;
  subscribe(listener: () => void): () => void;
};

/** @param key in local storage. If storage is unavailable, the text lives as long as the page. */
export function storedText(key: string): StoredText {
  const listeners = new Set<() => void>();
  let unstored: string | undefined;
  return {
    read() {
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
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
