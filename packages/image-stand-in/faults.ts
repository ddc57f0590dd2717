import { z } from 'zod';

/** What a service may do wrong, on demand. */
export const fault = z.discriminatedUnion('kind', [
  /** Answers with that status, in its own form of an error. */
  z.object({ kind: z.literal('status'), status: z.number().int().min(400).max(599) }),
  /** Takes the order and never answers. */
  z.object({ kind: z.literal('hang') }),
  /** Takes the order and ends the connection. */
  z.object({ kind: z.literal('drop') }),
  z.object({ kind: z.literal('latency'), milliseconds: z.number().int().positive() }),
  /** A web page instead of what was asked for. */
  z.object({ kind: z.literal('wrong-type') }),
  /** Half of a picture. */
  z.object({ kind: z.literal('truncated') }),
  /** Success without a picture. */
  z.object({ kind: z.literal('fewer') }),
  /** Will not draw this. */
  z.object({ kind: z.literal('refused') }),
  /** Begins, and fails. */
  z.object({ kind: z.literal('failed') }),
  /** Begins, and ends only once it is let go: `release` of the stand-in. */
  z.object({ kind: z.literal('late') }),
]);
export type Fault = z.infer<typeof fault>;

export type Faults = {
  /** The next `times` orders that this service gets. */
  add(service: string, wanted: Fault, times?: number): void;
  take(service: string): Fault | undefined;
  clear(): void;
};

export function createFaults(): Faults {
  let waiting: { service: string; wanted: Fault; times: number }[] = [];
  return {
    add: (service, wanted, times = 1) => void waiting.push({ service, wanted, times }),
    take(service) {
      const found = waiting.find((one) => one.service === service);
      if (!found) return undefined;
      found.times -= 1;
      if (found.times <= 0) waiting = waiting.filter((one) => one !== found);
      return found.wanted;
    },
    clear() {
      waiting = [];
    },
  };
}
