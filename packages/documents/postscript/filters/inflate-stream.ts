import { Z_BUF_ERROR, Z_NO_FLUSH, Z_OK, ZStream, zlibInflate, zlibInflateInit2 } from 'pako';
import { type ByteStream, DecodedStream } from './byte-stream.ts';

const NOTHING = new Uint8Array();
/** Bytes of output and input per step. */
const PIECE = 4096;
const BLOCK = 512;
/** The largest window, without a header or checksum. */
const RAW_DEFLATE = -15;
const CHECKSUM_BYTES = 4;

/** Returns bytes it does not need to the source, so that the rest of the program stays readable. */
class Inflater {
  readonly #source: ByteStream;
  readonly #stream = new ZStream();
  #ended = false;

  constructor(source: ByteStream) {
    this.#source = source;
    zlibInflateInit2(this.#stream, RAW_DEFLATE);
  }

  piece(): Uint8Array {
    const stream = this.#stream;
    stream.output = new Uint8Array(PIECE);
    stream.next_out = 0;
    stream.avail_out = PIECE;
    // A copy may continue from the last piece without another byte.
    if (!this.#ended) this.#inflate(NOTHING);
    while (!this.#ended && stream.avail_out > 0) {
      const input = this.#source.take(BLOCK);
      if (input.length === 0) this.#ended = true;
      else this.#inflate(input);
    }
    return stream.output.subarray(0, stream.next_out);
  }

  #inflate(input: Uint8Array): void {
    const stream = this.#stream;
    stream.input = input;
    stream.next_in = 0;
    stream.avail_in = input.length;
    const status = zlibInflate(stream, Z_NO_FLUSH);
    for (const byte of input.subarray(stream.next_in).toReversed()) this.#source.unread(byte);
    if (status === Z_OK || status === Z_BUF_ERROR) return;
    this.#ended = true;
    this.#source.take(CHECKSUM_BYTES);
  }
}

/** zlib (RFC 1950), as read by `FlateDecode`. Damaged data ends early; header and checksum are not verified. */
export function inflateStream(source: ByteStream): ByteStream {
  let inflater: Inflater | undefined;
  return new DecodedStream(() => {
    if (!inflater) {
      source.read();
      source.read();
      inflater = new Inflater(source);
    }
    return inflater.piece();
  });
}
