import type { Readable } from 'node:stream';
import { setTimeout as passed } from 'node:timers/promises';

/** Time for a connection to store received bytes after another one requests its upload, in milliseconds. */
const RELEASE_TIMEOUT_MS = 5000;

type Holder = { readonly body: Readable; readonly done: Promise<unknown> };

/** Locks uploads among connections of this process. Connections of other processes are excluded by the row's writer number. */
export type UploadLock = {
  /** Closes the connection that holds the upload, and waits until its received bytes are stored. */
  release(id: string): Promise<void>;
  /** Runs `work` while holding the lock. */
  hold<Result>(id: string, body: Readable, work: () => Promise<Result>): Promise<Result>;
};

export function createUploadLock(): UploadLock {
  const holders = new Map<string, Holder>();
  return {
    async release(id) {
      const holder = holders.get(id);
      if (!holder) return;
      holder.body.destroy(Object.assign(new Error('another connection resumed this upload'), { code: 'ECONNRESET' }));
      const over = new AbortController();
      await Promise.race([holder.done, passed(RELEASE_TIMEOUT_MS, undefined, { signal: over.signal }).catch(() => undefined)]);
      over.abort();
    },
    async hold(id, body, work) {
      const working = work();
      const done = working.then(
        () => undefined,
        () => undefined,
      );
      const holder = { body, done };
      holders.set(id, holder);
      try {
        return await working;
      } finally {
        if (holders.get(id) === holder) holders.delete(id);
      }
    },
  };
}
