import { Overloaded } from './concurrency-limiter.ts';

/** Requests that the server keeps open until something happens, such as event streams. */
export type HeldRequests = {
  /**
   * Counts a request of a source, and of its network address if given, until the returned function is called, which may be called
   * repeatedly.
   * @param most requests of this source at once
   * @throws Overloaded
   */
  hold(source: string, most: number, address?: string): () => void;
};

/** Requests of one network address at once, whatever the accounts. */
export const MAX_HELD_OF_ADDRESS = 400;

/**
 * Limits the requests that are held for each source and in total. Each change of a job reads the database for every request that
 * waits for it.
 * @param total requests of all sources at once
 */
export function createHeldRequests(total: number): HeldRequests {
  const held = new Map<string, number>();
  let all = 0;
  return {
    hold(source, most, address) {
      const counted = [
        [source, most] as const,
        ...(address === undefined ? [] : [[`address:${address}`, MAX_HELD_OF_ADDRESS] as const]),
      ];
      const isFull = counted.some(([key, limit]) => (held.get(key) ?? 0) >= limit);
      if (isFull || all >= total) throw new Overloaded('too many requests are held');
      for (const [key] of counted) held.set(key, (held.get(key) ?? 0) + 1);
      all += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all -= 1;
        for (const [key] of counted) {
          const left = (held.get(key) ?? 0) - 1;
          if (left > 0) held.set(key, left);
          else held.delete(key);
        }
      };
    },
  };
}
