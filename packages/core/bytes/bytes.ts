/** Bytes in a buffer that is not shared, as `Blob`, `fetch` and Web Crypto require. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A view of exactly these bytes, wherever they start in their buffer. */
export function viewOf<Buffer extends ArrayBufferLike>(bytes: Uint8Array<Buffer>): DataView<Buffer> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Copies parts, one after the other, into a new array. */
export function concat(parts: readonly ArrayLike<number>[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function areEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  return one.length === other.length && startsWith(one, other);
}

/** Whether bytes, or the Latin-1 characters of a text, stand at an offset. */
export function startsWith(bytes: ArrayLike<number>, start: string | ArrayLike<number>, offset = 0): boolean {
  for (let index = 0; index < start.length; index += 1) {
    const expected = typeof start === 'string' ? start.charCodeAt(index) : start[index];
    if (bytes[offset + index] !== expected) return false;
  }
  return true;
}

/** Arguments per call, well below the limits of all browsers; a multiple of three for Base64. */
const PER_CALL = 8190;

/** Decodes ISO 8859-1, one character per byte. (`TextDecoder('latin1')` decodes windows-1252.) */
export function decodeLatin1(bytes: Uint8Array): string {
  if (bytes.length <= PER_CALL) return String.fromCharCode(...bytes);
  let text = '';
  for (let at = 0; at < bytes.length; at += PER_CALL) text += String.fromCharCode(...bytes.subarray(at, at + PER_CALL));
  return text;
}

/** Latin-1 text of `length` bytes at an offset; shorter at the end of the array. */
export function textAt(bytes: Uint8Array, offset: number, length: number): string {
  return decodeLatin1(bytes.subarray(offset, offset + length));
}

/** Encodes ISO 8859-1; of characters beyond U+00FF only the low byte remains. */
export function encodeLatin1(text: string): Bytes {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** UTF-16 code units, low byte first. */
export function utf16le(text: string): Bytes {
  const bytes = new Uint8Array(text.length * 2);
  const view = viewOf(bytes);
  for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), true);
  return bytes;
}

/** Two lower-case digits for each byte. */
export function encodeHex(bytes: ArrayLike<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PER_CALL) text += btoa(decodeLatin1(bytes.subarray(at, at + PER_CALL)));
  return text;
}

/** Decodes Base64; ASCII white space is ignored. @throws DOMException `InvalidCharacterError` */
export function decodeBase64(text: string): Bytes {
  return encodeLatin1(atob(text));
}

export function uint16BE(value: number): Bytes {
  return Uint8Array.of(value >>> 8, value);
}

export function uint32BE(value: number): Bytes {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

export function uint32LE(value: number): Bytes {
  return uint32BE(value).reverse();
}
