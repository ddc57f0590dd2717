import type { Readable } from 'node:stream';
import { setTimeout as passed } from 'node:timers/promises';

/** How long a connection may take to put away what it brought, once another asks for its upload. */
const PATIENCE_MS = 5000;

type Writer = { readonly body: Readable; readonly done: Promise<unknown> };

/** Connections of this process that write uploads. One of another process is shut out by the upload's number of writers alone. */
export type Writers = {
  /** Ends the connection that writes that upload, and waits until what it brought is kept. */
  release(id: string): Promise<void>;
  /** Runs `work` as the connection that writes it. */
  hold<Result>(id: string, body: Readable, work: () => Promise<Result>): Promise<Result>;
};

export function trackWriters(): Writers {
  const writers = new Map<string, Writer>();
  return {
    async release(id) {
      const writer = writers.get(id);
      if (!writer) return;
      writer.body.destroy(Object.assign(new Error('another connection goes on with this upload'), { code: 'ECONNRESET' }));
      const over = new AbortController();
      await Promise.race([writer.done, passed(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => undefined)]);
      over.abort();
    },
    async hold(id, body, work) {
      const working = work();
      const done = working.then(
        () => undefined,
        () => undefined,
      );
      const writer = { body, done };
      writers.set(id, writer);
      try {
        return await working;
      } finally {
        if (writers.get(id) === writer) writers.delete(id);
      }
    },
  };
}
