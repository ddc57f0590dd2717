import type { Readable } from 'node:stream';
import { ApiProblem } from '../problem.ts';

/** Timeout of a silent connection, in milliseconds. */
const SILENCE_MS = 60_000;

/** Yields the chunks of a body. Destroys it with an error if it is silent for too long while the consumer waits. */
export async function* withSilenceTimeout(body: Readable, silenceMs = SILENCE_MS): AsyncGenerator<Uint8Array> {
  const iterator: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  const giveUp = (): void => void body.destroy(new ApiProblem('INVALID_REQUEST', { reason: 'stalled' }));
  try {
    for (;;) {
      const timer = setTimeout(giveUp, silenceMs);
      const next = await iterator.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // A destroyed body has no pending read that return() would wait for.
    await iterator.return?.();
  }
}
