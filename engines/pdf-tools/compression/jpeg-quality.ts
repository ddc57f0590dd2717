/** Sum of the luminance table of ITU-T T.81, K.1, which encoders scale by their quality. */
const STANDARD_SUM = 3688;
const DQT = 0xdb;
const SOS = 0xda;
const TABLE_BYTES = 64;

/**
 * Estimates the quality of a JPEG from 0 to 1, in the scale of libjpeg, from its luminance table. `undefined` if it has none of
 * eight bits.
 */
export function jpegQuality(bytes: Uint8Array): number | undefined {
  for (let at = 2; at + 4 < bytes.length && bytes[at] === 0xff && bytes[at + 1] !== SOS; ) {
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    // Precision and number of the table are both zero: eight bits, luminance.
    if (bytes[at + 1] === DQT && bytes[at + 4] === 0 && length >= 3 + TABLE_BYTES)
      return qualityOf(bytes.subarray(at + 5, at + 5 + TABLE_BYTES));
    at += 2 + Math.max(2, length);
  }
  return undefined;
}

function qualityOf(table: Uint8Array): number {
  const scale = table.reduce((sum, value) => sum + value, 0) / STANDARD_SUM;
  return scale <= 1 ? 1 - scale / 2 : 1 / (2 * scale);
}
