import type { Pixels } from './raster.ts';

type Pixels8 = Extract<Pixels, { depth: 8 }>;
type Pixels16 = Extract<Pixels, { depth: 16 }>;

/** Rounds every sample to 8 bits (65535 ↔ 255 exactly). Returns the same object when it already has 8 bits. */
export function toDepth8(pixels: Pixels): Pixels8 {
  if (pixels.depth === 8) return pixels;
  const { width, height, data: source } = pixels;
  const data = new Uint8ClampedArray(source.length);
  // (v * 255 + 32895) >> 16 equals v / 257 rounded to nearest for every 16-bit v.
  for (let i = 0; i < source.length; i++) data[i] = ((source[i] ?? 0) * 255 + 32895) >>> 16;
  return { depth: 8, width, height, data };
}

/** Expands 8-bit samples to 16 bits (255 ↔ 65535 exactly). Returns the same object when it already has 16 bits. */
export function toDepth16(pixels: Pixels): Pixels16 {
  if (pixels.depth === 16) return pixels;
  const { width, height, data: source } = pixels;
  const data = new Uint16Array(source.length);
  for (let i = 0; i < source.length; i++) data[i] = (source[i] ?? 0) * 257;
  return { depth: 16, width, height, data };
}
