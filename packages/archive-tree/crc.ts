/** A cyclic redundancy check of 32 bits over bits that come lowest first. @param polynomial reversed */
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

/** ISO 3309, as in zip. */
export const crc32: (bytes: Uint8Array) => number = crcWith(0xedb88320);
/** Castagnoli's. */
export const crc32c: (bytes: Uint8Array) => number = crcWith(0x82f63b78);
