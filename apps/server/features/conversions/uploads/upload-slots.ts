/** Limits the files that this process receives at once, and keeps slots for addresses that use few. */
import type { Readable } from 'node:stream';
import { Overloaded } from '../../../http/requests/concurrency-limiter.ts';
import { ApiProblem } from '../problem.ts';

export type UploadLimits = {
  readonly total: number;
  /** For each account, or network address without one. */
  readonly perSource: number;
  /** For each network address, regardless of accounts. */
  readonly perAddress: number;
};

export type Uploader = { readonly source: string; readonly address: string };

export type UploadSlot = {
  /** Counts the chunks of a file. The slot can end the body that they come from to make room. */
  track(body: Readable, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
};

export type HeldSlot = UploadSlot & { leave(): void };

export type UploadSlots = {
  /**
   * Takes a slot until the caller leaves it. If all slots are taken, ends the slowest upload of the address that has the most, provided
   * that this address keeps at least as many as the newcomer then has. If no address has more, as in an attack from many addresses,
   * ends the slowest upload of all, provided that it is almost stalled. The ended request fails with TOO_MANY_UPLOADS.
   * @throws Overloaded
   */
  enter(uploader: Uploader): HeldSlot;
  /** Receives a file in a slot, as `enter` does. @throws Overloaded */
  run<Result>(uploader: Uploader, work: (slot: UploadSlot) => Promise<Result>): Promise<Result>;
};

/** Bytes credited to each upload, so that one that has just begun does not count as slow. */
const CREDIT_BYTES = 1_000_000;

/** An upload is stalled if it received fewer bytes per millisecond than this since its start, at least this many milliseconds ago. */
const STALLED_RATE = 1;
const STALLED_MS = 30_000;

type Running = Uploader & { readonly startedAt: number; received: number; body?: Readable };

/** @param now milliseconds of a steady clock */
export function createUploadSlots(limits: UploadLimits, now: () => number = () => performance.now()): UploadSlots {
  const running = new Set<Running>();
  const countOf = (key: 'source' | 'address', value: string): number =>
    [...running].filter((upload) => upload[key] === value).length;
  const begin = ({ source, address }: Uploader): Running => {
    const here = countOf('address', address);
    if (here >= limits.perAddress || countOf('source', source) >= limits.perSource) throw new Overloaded('too many uploads');
    if (running.size >= limits.total) end(slowestOfLargest(running, here + 1, now()) ?? slowestStalled(running, now()));
    const upload = { source, address, startedAt: now(), received: 0 };
    running.add(upload);
    return upload;
  };
  const end = (upload: Running | undefined): void => {
    if (!upload) throw new Overloaded('all upload slots are taken');
    running.delete(upload);
    upload.body?.destroy(new ApiProblem('TOO_MANY_UPLOADS'));
  };
  const enter = (uploader: Uploader): HeldSlot => {
    const upload = begin(uploader);
    return {
      track: (body, chunks) => {
        upload.body = body;
        return countChunks(upload, chunks);
      },
      leave: () => void running.delete(upload),
    };
  };
  return {
    enter,
    async run(uploader, work) {
      const slot = enter(uploader);
      try {
        return await work(slot);
      } finally {
        slot.leave();
      }
    },
  };
}

async function* countChunks(upload: Running, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    upload.received += chunk.byteLength;
    yield chunk;
  }
}

/** The slowest upload that can be ended, of the address with the most uploads if those are more than `least`. */
function slowestOfLargest(running: ReadonlySet<Running>, least: number, now: number): Running | undefined {
  const byAddress = [...Map.groupBy(running, ({ address }) => address).values()];
  const [largest = []] = byAddress.toSorted((one, other) => other.length - one.length);
  return largest.length > least ? slowest(largest, CREDIT_BYTES, now) : undefined;
}

/** The slowest stalled upload of any address. */
function slowestStalled(running: ReadonlySet<Running>, now: number): Running | undefined {
  const stalled = [...running].filter(({ received, startedAt }) => {
    const age = now - startedAt;
    return age >= STALLED_MS && received < age * STALLED_RATE;
  });
  return slowest(stalled, 0, now);
}

function slowest(uploads: readonly Running[], credit: number, now: number): Running | undefined {
  const rateOf = ({ received, startedAt }: Running): number => (received + credit) / Math.max(1, now - startedAt);
  const [first] = uploads.filter(({ body }) => body).toSorted((one, other) => rateOf(one) - rateOf(other));
  return first;
}
