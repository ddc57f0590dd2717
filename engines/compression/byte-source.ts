import type { Bytes } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';

const PIECE = 1024 * 1024;

/** Reads a blob sequentially, holding one piece in memory at a time. */
export class ByteSource {
  readonly #blob: Blob;
  #piece: Bytes = new Uint8Array();
  /** Offset in the piece, and offset in the blob after the piece. */
  #at = 0;
  #next = 0;

  constructor(blob: Blob) {
    this.#blob = blob;
  }

  get left(): number {
    return this.#piece.length - this.#at + this.#blob.size - this.#next;
  }

  /** Reads exactly `length` bytes. Errors: `corrupt` if the blob has fewer. */
  async take(length: number): Promise<Bytes> {
    if (length > this.left) throw corrupt('it ends too early');
    if (this.#at + length > this.#piece.length) await this.#refill(Math.max(length, PIECE));
    const start = this.#at;
    this.#at += length;
    return this.#piece.subarray(start, start + length);
  }

  /** Reads up to `length` bytes. */
  takeUpTo(length: number): Promise<Bytes> {
    return this.take(Math.min(length, this.left));
  }

  async #refill(length: number): Promise<void> {
    const rest = this.#piece.subarray(this.#at);
    const wanted = this.#blob.slice(this.#next, this.#next + length - rest.length);
    const more = new Uint8Array(await wanted.arrayBuffer());
    const piece = new Uint8Array(rest.length + more.length);
    piece.set(rest);
    piece.set(more, rest.length);
    this.#next += more.length;
    this.#piece = piece;
    this.#at = 0;
  }

  async u8(): Promise<number> {
    return (await this.take(1))[0] ?? 0;
  }

  /** Unsigned, of 1 to 4 bytes. */
  async number(length: 1 | 2 | 3 | 4, order: 'little' | 'big'): Promise<number> {
    const bytes = await this.take(length);
    const ordered = order === 'big' ? bytes : bytes.toReversed();
    return ordered.reduce((value, byte) => value * 256 + byte, 0);
  }
}

/** Splits a stream into pieces of one size; the last may be shorter. */
export async function* inPieces(chunks: AsyncIterable<Bytes>, size: number): AsyncGenerator<Bytes, void, void> {
  let piece = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let done = 0; done < chunk.length; ) {
      const part = chunk.subarray(done, done + size - filled);
      piece.set(part, filled);
      filled += part.length;
      done += part.length;
      if (filled < size) continue;
      yield piece;
      piece = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}
