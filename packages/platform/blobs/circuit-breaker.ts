import type { BlobStore } from './blob-store.ts';
import { StoreRefused } from './s3-store.ts';

/** The store gave no answer earlier and was not called again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

type PatientStore = BlobStore & {
  /** Whether the store did not respond and is no longer called. */
  readonly isSilent: boolean;
};

/**
 * Wraps a store for work with many calls: after the first call that gets no response, the store is not called again, because each
 * call would wait just as long. @throws StoreUnavailable after that
 */
export function withCircuitBreaker(store: BlobStore): PatientStore {
  let silence: unknown;
  const mayBeAsked = (): void => {
    if (silence !== undefined) throw new StoreUnavailable('The store did not answer before', { cause: silence });
  };
  const asked = async <Answer>(question: () => Promise<Answer>): Promise<Answer> => {
    mayBeAsked();
    try {
      return await question();
    } catch (error) {
      if (gaveNoAnswer(error)) silence = error;
      throw error;
    }
  };
  return {
    get isSilent() {
      return silence !== undefined;
    },
    async put(key, body, bytes, first) {
      mayBeAsked();
      try {
        await store.put(key, body, bytes, first);
      } catch (error) {
        // One file being too large for the store says nothing about others: a small read without a file shows whether it answers.
        if (gaveNoAnswer(error)) await asked(() => store.get(key)).then(closed, () => undefined);
        throw error;
      }
    },
    get: (key, range) => asked(() => store.get(key, range)),
    remove: (key) => asked(() => store.remove(key)),
    list: (prefix) => store.list(prefix),
    removeUnfinished: (since) => asked(() => store.removeUnfinished(since)),
  };
}

function gaveNoAnswer(error: unknown): boolean {
  return error instanceof StoreRefused && error.status === undefined;
}

function closed(found: Awaited<ReturnType<BlobStore['get']>>): void {
  found?.body.destroy();
}
