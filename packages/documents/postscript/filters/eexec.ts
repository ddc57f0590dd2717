import { hexDigit } from './ascii.ts';
import { type ByteStream, PiecesStream } from './byte-stream.ts';

const C1 = 52_845;
const C2 = 22_719;
const EEXEC_KEY = 55_665;
const CHARSTRING_KEY = 4330;

/** The cipher of Type 1 fonts (Adobe Type 1 Font Format, 7.1), byte by byte. */
function decipher(key: number): (byte: number) => number {
  let r = key;
  return (byte) => {
    const plain = byte ^ (r >> 8);
    r = ((byte + r) * C1 + C2) & 0xffff;
    return plain;
  };
}

/** Decrypts a glyph's program; a negative `lenIV` means that it is not encrypted. */
export function plainCharstring(bytes: Uint8Array, lenIV: number): Uint8Array {
  if (lenIV < 0) return bytes;
  return bytes.map(decipher(CHARSTRING_KEY)).subarray(lenIV);
}

/** Decrypts the data of `eexec`, which is binary or hexadecimal. The first four bytes are random. */
export function eexecStream(source: ByteStream): ByteStream {
  const plain = decipher(EEXEC_KEY);
  let next: (() => number) | undefined;
  return new PiecesStream(() => {
    if (!next) {
      next = isHex(source) ? () => hexByte(source) : () => source.read();
      for (let count = 0; count < 4; count += 1) plain(Math.max(0, next()));
    }
    const byte = next();
    return byte < 0 ? new Uint8Array() : Uint8Array.of(plain(byte));
  });
}

function isHex(source: ByteStream): boolean {
  let byte = source.read();
  while (byte === 32 || byte === 9 || byte === 10 || byte === 13) byte = source.read();
  const first = [byte, source.read(), source.read(), source.read()];
  for (const held of [...first].reverse()) source.unread(held);
  return first.every((held) => hexDigit(held) >= 0);
}

function hexByte(source: ByteStream): number {
  const high = nextDigit(source);
  const low = nextDigit(source);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function nextDigit(source: ByteStream): number {
  for (;;) {
    const byte = source.read();
    if (byte < 0) return -1;
    const digit = hexDigit(byte);
    if (digit >= 0) return digit;
  }
}
