import type { Bytes } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';
import { type BrotliProgram, startBrotli } from './brotli-program.ts';
import type { Codec, Effort } from './codec.ts';

const QUALITIES: Readonly<Record<Effort, number>> = { 0: 0, 1: 1, 2: 5, 3: 11 };
const PIECE = 256 * 1024;

/** Brotli (RFC 7932) has no signature: a file is recognised by its name. */
export const brotli: Codec = {
  async *unpack(source, host) {
    const stream = (await startBrotli(host)).unpacker();
    try {
      let ended = false;
      while (source.left > 0 && !ended) {
        let input = (await source.takeUpTo(PIECE)).slice();
        for (let hungry = false; !hungry && !ended; ) {
          const { bytes, state, used } = stream.next(input, PIECE);
          input = input.subarray(used);
          if (bytes.length > 0) yield bytes;
          ended = state === 'ended';
          hungry = state === 'hungry' && input.length === 0;
        }
        if (ended && input.length > 0) throw corrupt('unexpected data after its end');
      }
      if (!ended || source.left > 0) throw corrupt(ended ? 'unexpected data after its end' : 'it ends too early');
    } finally {
      stream.release();
    }
  },
  async *pack(chunks, effort, host) {
    const program: BrotliProgram = await startBrotli(host);
    const stream = program.packer(QUALITIES[effort]);
    try {
      for await (const chunk of chunks) yield* packed(stream, chunk);
      yield* packed(stream, undefined);
    } finally {
      stream.release();
    }
  },
};

function* packed(stream: ReturnType<BrotliProgram['packer']>, chunk: Bytes | undefined): Generator<Bytes, void, void> {
  let input = chunk;
  for (;;) {
    const { bytes, state, used } = stream.next(input, PIECE);
    input = input?.subarray(used);
    if (bytes.length > 0) yield bytes;
    if (state === 'ended' || (state === 'hungry' && (input?.length ?? 0) === 0)) return;
  }
}
