/** A 32-bit cyclic redundancy check over bits in least-significant-first order. @param polynomial reversed */
function crcWith(polynomial: number): (bytes: Uint8Array) => number {
  const table = Int32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    return value;
  });
  return (bytes) => {
    let crc = -1;
    for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
    return ~crc >>> 0;
  };
}

/** CRC-32 of ISO 3309, as in zip. */
export const crc32: (bytes: Uint8Array) => number = crcWith(0xedb88320);
/** CRC-32C (Castagnoli). */
export const crc32c: (bytes: Uint8Array) => number = crcWith(0x82f63b78);
