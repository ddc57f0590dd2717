import type { Readable } from 'node:stream';
import { setTimeout as passed } from 'node:timers/promises';

/** How long a connection may take to put away what it brought, once another asks for its upload. */
const RELEASE_TIMEOUT_MS = 5000;

type Holder = { readonly body: Readable; readonly done: Promise<unknown> };

/** Connections of this process that write uploads. One of another process is shut out by the upload's number of holders alone. */
export type UploadLock = {
  /** Ends the connection that writes that upload, and waits until what it brought is kept. */
  release(id: string): Promise<void>;
  /** Runs `work` as the connection that writes it. */
  hold<Result>(id: string, body: Readable, work: () => Promise<Result>): Promise<Result>;
};

export function createUploadLock(): UploadLock {
  const holders = new Map<string, Holder>();
  return {
    async release(id) {
      const holder = holders.get(id);
      if (!holder) return;
      holder.body.destroy(Object.assign(new Error('another connection goes on with this upload'), { code: 'ECONNRESET' }));
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
