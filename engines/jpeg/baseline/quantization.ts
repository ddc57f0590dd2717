import { ZIGZAG } from '@bakkum/raster/zigzag';

/** Quantization tables of ITU-T T.81 annex K, row by row. */
const LUMA = [
  ...[16, 11, 10, 16, 24, 40, 51, 61],
  ...[12, 12, 14, 19, 26, 58, 60, 55],
  ...[14, 13, 16, 24, 40, 57, 69, 56],
  ...[14, 17, 22, 29, 51, 87, 80, 62],
  ...[18, 22, 37, 56, 68, 109, 103, 77],
  ...[24, 35, 55, 64, 81, 104, 113, 92],
  ...[49, 64, 78, 87, 103, 121, 120, 101],
  ...[72, 92, 95, 98, 112, 100, 103, 99],
];
const CHROMA = [
  ...[17, 18, 24, 47, 99, 99, 99, 99],
  ...[18, 21, 26, 66, 99, 99, 99, 99],
  ...[24, 26, 56, 99, 99, 99, 99, 99],
  ...[47, 66, 99, 99, 99, 99, 99, 99],
  ...Array.from({ length: 32 }, () => 99),
];

/** Quantization steps in zigzag order. */
export type Steps = readonly number[];

/** Returns the tables for luma and chroma, scaled as libjpeg does. @param quality 1 to 100 */
export function quantizationTables(quality: number): readonly [Steps, Steps] {
  const percent = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
  const scaled = (table: readonly number[]): Steps =>
    Array.from(ZIGZAG, (place) => Math.min(255, Math.max(1, Math.floor(((table[place] ?? 0) * percent + 50) / 100))));
  return [scaled(LUMA), scaled(CHROMA)];
}
