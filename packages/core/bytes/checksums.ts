/** Table of a cyclic redundancy check that takes the least significant bit first. @param polynomial reversed */
function tableOf(polynomial: number): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    return value;
  });
}

function crcWith(polynomial: number): (bytes: Uint8Array, before?: number) => number {
  let table: Int32Array | undefined;
  return (bytes, before = 0) => {
    table ??= tableOf(polynomial);
    let crc = ~before;
    for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
    return ~crc >>> 0;
  };
}

/** CRC-32 (ISO 3309) as in zip and PNG. @param before the sum of the bytes before these, 0 at the start */
export const crc32: (bytes: Uint8Array, before?: number) => number = crcWith(0xedb88320);
/** CRC-32C (Castagnoli). @param before the sum of the bytes before these, 0 at the start */
export const crc32c: (bytes: Uint8Array, before?: number) => number = crcWith(0x82f63b78);

const ARC = tableOf(0xa001);

/** CRC-16/ARC. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = (crc >>> 8) ^ (ARC[(crc ^ byte) & 0xff] ?? 0);
  return crc;
}

/** Additions that fit into 32 bits before a remainder is needed. */
const BLOCK = 3800;

/** Adler-32 (RFC 1950). */
export function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (let at = 0; at < bytes.length; ) {
    for (const end = Math.min(at + BLOCK, bytes.length); at < end; at += 1) {
      low += bytes[at] ?? 0;
      high += low;
    }
    low %= 65_521;
    high %= 65_521;
  }
  return ((high << 16) | low) >>> 0;
}
