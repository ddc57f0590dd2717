import type { ImageMetadata } from './metadata.ts';

/**
 * TIFF 6.0 tag 274: 1 upright, 2 mirrored, 3 rotated by 180°, 4 flipped, 5 transposed, 6 rotate right, 7 transverse, 8 rotate
 * left.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Metadata collected while a file is read. */
export type Draft = {
  -readonly [Part in keyof ImageMetadata]: ImageMetadata[Part];
} & { orientation?: Orientation; dpi?: number; bitDepth?: number };

export function asOrientation(value: number): Orientation | undefined {
  switch (value) {
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
      return value;
    default:
      return undefined;
  }
}

/** Pixels per inch with two decimals, or undefined for an implausible value. */
export function plausibleDpi(value: number): number | undefined {
  const dpi = Math.round(value * 100) / 100;
  return dpi >= 1 && dpi <= 100_000 ? dpi : undefined;
}
