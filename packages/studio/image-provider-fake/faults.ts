import { z } from 'zod';

/** Whether the image is finished only after `release` is called on the fake. */
const late = z.boolean().optional();

/** Faults a service produces on demand. */
export const fault = z.discriminatedUnion('kind', [
  /** Answers with that status, in the service's own error format. */
  z.object({ kind: z.literal('status'), status: z.number().int().min(400).max(599) }),
  /** Accepts the order and never answers. */
  z.object({ kind: z.literal('hang') }),
  /** Accepts the order and closes the connection. */
  z.object({ kind: z.literal('drop') }),
  z.object({ kind: z.literal('latency'), milliseconds: z.number().int().positive() }),
  /** A web page instead of the expected content. */
  z.object({ kind: z.literal('wrong-type') }),
  /** Half of an image. */
  z.object({ kind: z.literal('truncated') }),
  /** Success without an image. */
  z.object({ kind: z.literal('fewer') }),
  /** Refuses because the operator's balance is used up. */
  z.object({ kind: z.literal('no-balance') }),
  /** Refuses the content. */
  z.object({ kind: z.literal('refused') }),
  /** Starts and fails. */
  z.object({ kind: z.literal('failed') }),
  /** Starts and finishes only after `release` is called on the fake. */
  z.object({ kind: z.literal('late') }),
  /** Sends no previews, although they were requested. */
  z.object({ kind: z.literal('no-previews'), late }),
  /** Answers with the image alone, although a stream was requested. */
  z.object({ kind: z.literal('no-stream') }),
  /** Previews that are no images. */
  z.object({ kind: z.literal('broken-previews'), late }),
  /** Previews of this many bytes. */
  z.object({ kind: z.literal('giant-previews'), bytes: z.number().int().positive(), late }),
  /** Closes the connection of the previews after the first one. */
  z.object({ kind: z.literal('cut-stream') }),
  /** Reports an error with this code after the first preview. */
  z.object({ kind: z.literal('stream-error'), code: z.string() }),
]);
export type Fault = z.infer<typeof fault>;

export function isLate(wanted: Fault | undefined): boolean {
  return wanted?.kind === 'late' || (wanted !== undefined && 'late' in wanted && wanted.late === true);
}

export type Faults = {
  /** Applies to the next `times` orders of this service. */
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
