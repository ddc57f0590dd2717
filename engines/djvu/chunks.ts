import { textAt } from '@bakkum/bytes/bytes';

/** A chunk: its four-letter id, followed by a colon and the form type for a form, and its data. */
export type Chunk = { readonly id: string; readonly data: Uint8Array };

const HEADER = 8;

/** Yields consecutive chunks (EA IFF 85). A truncated chunk ends the sequence. */
export function* chunksIn(data: Uint8Array): Generator<Chunk> {
  for (let at = 0; at + HEADER <= data.length; ) {
    const chunk = chunkAt(data, at);
    if (!chunk) return;
    yield chunk;
    const size = sizeAt(data, at);
    at += HEADER + size + (size & 1);
  }
}

/** Reads the chunk at an offset; `undefined` if it does not fit. */
export function chunkAt(data: Uint8Array, at: number): Chunk | undefined {
  const size = sizeAt(data, at);
  if (at + HEADER + size > data.length) return undefined;
  const name = textAt(data, at, 4);
  const inside = data.subarray(at + HEADER, at + HEADER + size);
  return name === 'FORM' ? { id: `FORM:${textAt(inside, 0, 4)}`, data: inside.subarray(4) } : { id: name, data: inside };
}

function sizeAt(data: Uint8Array, at: number): number {
  return new DataView(data.buffer, data.byteOffset).getUint32(at + 4);
}
