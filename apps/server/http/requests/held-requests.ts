import { Overloaded } from './concurrency-limiter.ts';

/** Requests that the server keeps open until something happens, such as event streams. */
export type HeldRequests = {
  /**
   * Counts a request of a source until the returned function is called, which may be called repeatedly.
   * @param most requests of this source at once
   * @throws Overloaded
   */
  hold(source: string, most: number): () => void;
};

/**
 * Limits the requests that are held for each source and in total. Each change of a job reads the database for every request that
 * waits for it.
 * @param total requests of all sources at once
 */
export function createHeldRequests(total: number): HeldRequests {
  const held = new Map<string, number>();
  let all = 0;
  return {
    hold(source, most) {
      const own = held.get(source) ?? 0;
      if (own >= most || all >= total) throw new Overloaded('too many requests are held');
      held.set(source, own + 1);
      all += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all -= 1;
        const left = (held.get(source) ?? 0) - 1;
        if (left > 0) held.set(source, left);
        else held.delete(source);
      };
    },
  };
}
