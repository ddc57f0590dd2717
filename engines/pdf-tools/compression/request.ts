import type { OptionValues } from '@bakkum/conversion/options';

/** How images are stored: at most so many pixels per inch of the page, with a JPEG quality from 0 to 1. */
export type ImageLevel = { readonly dpi: number; readonly quality: number };

export type CompressionRequest = {
  /** Levels to try in this order until the file is small enough. Empty to keep images as they are. */
  readonly levels: readonly ImageLevel[];
  /** Maximum bytes of the file; `undefined` to use the first level. */
  readonly maxBytes?: number;
};

/** Each level stores about two thirds of the bytes of the previous one. */
const LEVELS: readonly ImageLevel[] = [
  { dpi: 300, quality: 0.85 },
  { dpi: 200, quality: 0.78 },
  { dpi: 150, quality: 0.7 },
  { dpi: 120, quality: 0.6 },
  { dpi: 96, quality: 0.5 },
  { dpi: 72, quality: 0.4 },
  { dpi: 50, quality: 0.25 },
];

const FIRST: Readonly<Record<string, number>> = { print: 0, balanced: 2, small: 4 };

/** Returns what the options ask for; `undefined` if nothing is compressed. A size alone keeps as much quality as possible. */
export function compressionOf({ compress, targetSize }: OptionValues): CompressionRequest | undefined {
  const first = typeof compress === 'string' ? FIRST[compress] : undefined;
  if (typeof targetSize === 'number') return { levels: LEVELS.slice(first ?? 0), maxBytes: targetSize * 1000 };
  if (first !== undefined) return { levels: LEVELS.slice(first, first + 1) };
  return compress === 'lossless' ? { levels: [] } : undefined;
}
