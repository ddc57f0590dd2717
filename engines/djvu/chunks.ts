/** A chunk of the file: its four letters, for a form those of its kind behind a colon, and its bytes. */
export type Chunk = { readonly id: string; readonly data: Uint8Array };

const HEADER = 8;

/** The chunks in a row (EA IFF 85). What is cut off ends the row. */
export function* chunksIn(data: Uint8Array): Generator<Chunk> {
  for (let at = 0; at + HEADER <= data.length; ) {
    const chunk = chunkAt(data, at);
    if (!chunk) return;
    yield chunk;
    const size = sizeAt(data, at);
    at += HEADER + size + (size & 1);
  }
}

/** The chunk at a place; `undefined` where it does not fit. */
export function chunkAt(data: Uint8Array, at: number): Chunk | undefined {
  const size = sizeAt(data, at);
  if (at + HEADER + size > data.length) return undefined;
  const name = lettersAt(data, at);
  const inside = data.subarray(at + HEADER, at + HEADER + size);
  return name === 'FORM' ? { id: `FORM:${lettersAt(inside, 0)}`, data: inside.subarray(4) } : { id: name, data: inside };
}

export function lettersAt(data: Uint8Array, at: number): string {
  return String.fromCharCode(...data.subarray(at, at + 4));
}

function sizeAt(data: Uint8Array, at: number): number {
  return new DataView(data.buffer, data.byteOffset).getUint32(at + 4);
}
