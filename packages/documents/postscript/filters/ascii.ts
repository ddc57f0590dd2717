import { type ByteStream, DecodedStream } from './byte-stream.ts';

const NOTHING = new Uint8Array();

/** Hexadecimal digits up to `>` (ASCIIHexDecode); other characters are ignored. */
export function hexStream(source: ByteStream): ByteStream {
  let ended = false;
  return new DecodedStream(() => {
    if (ended) return NOTHING;
    const high = nextDigit(source);
    if (high < 0) {
      ended = true;
      return NOTHING;
    }
    const low = nextDigit(source);
    if (low < 0) ended = true;
    return Uint8Array.of(high * 16 + Math.max(0, low));
  });
}

/** -1 at the end of the data. */
function nextDigit(source: ByteStream): number {
  for (;;) {
    const byte = source.read();
    if (byte < 0 || byte === 0x3e) return -1;
    const digit = hexDigit(byte);
    if (digit >= 0) return digit;
  }
}

/** -1 if it is not a digit. */
export function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Five characters for four bytes up to `~>` (ASCII85Decode). */
export function ascii85Stream(source: ByteStream): ByteStream {
  let ended = false;
  return new DecodedStream(() => {
    if (ended) return NOTHING;
    const group = readGroup(source);
    if (group === 'zero') return new Uint8Array(4);
    if (group.length < 5) ended = true;
    return group.length < 2 ? NOTHING : groupBytes(group);
  });
}

function readGroup(source: ByteStream): 'zero' | number[] {
  const digits: number[] = [];
  while (digits.length < 5) {
    const byte = source.read();
    if (byte < 0) return digits;
    if (byte === 0x7e) {
      if (source.peek() === 0x3e) source.read();
      return digits;
    }
    if (byte === 0x7a && digits.length === 0) return 'zero';
    if (byte >= 0x21 && byte <= 0x75) digits.push(byte - 0x21);
  }
  return digits;
}

function groupBytes(digits: readonly number[]): Uint8Array {
  let value = 0;
  for (let index = 0; index < 5; index += 1) value = value * 85 + (digits[index] ?? 84);
  const bytes = Uint8Array.of((value / 0x1000000) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
  return bytes.subarray(0, digits.length - 1);
}
