/** Big-endian and little-endian access to a byte array. Reading past the end throws `RangeError`, which the extractors catch. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Latin-1 text of `length` bytes; shorter at the end of the array. */
export function textAt(bytes: Uint8Array, offset: number, length: number): string {
  let text = '';
  const end = Math.min(offset + length, bytes.length);
  for (let index = offset; index < end; index += 1) text += String.fromCharCode(bytes[index] ?? 0);
  return text;
}

export function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

export function uint16BE(value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of((value >>> 8) & 255, value & 255);
}

export function uint32BE(value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
}

export function uint32LE(value: number): Uint8Array<ArrayBuffer> {
  return uint32BE(value).reverse();
}

/** Index of the next zero byte, or -1. */
export function zeroAfter(bytes: Uint8Array, offset: number): number {
  return bytes.indexOf(0, offset);
}
