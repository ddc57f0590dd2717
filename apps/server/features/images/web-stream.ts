import { Readable } from 'node:stream';

/** Casts between two type declarations of the same stream. */
export function webStreamOf(body: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  return Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>;
}
