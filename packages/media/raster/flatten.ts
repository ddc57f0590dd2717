import type { Colour } from './pixel-options.ts';
import type { Pixels } from './raster.ts';

/** Returns whether any pixel is not fully opaque. */
export function hasTransparency(pixels: Pixels): boolean {
  const { data } = pixels;
  const opaque = pixels.depth === 8 ? 255 : 65_535;
  for (let i = 3; i < data.length; i += 4) if (data[i] !== opaque) return true;
  return false;
}

/**
 * Flattens the pixels onto an opaque background, in place, and returns them.
 * @param background 8-bit components; expanded to 16 bits for 16-bit pixels
 */
export function flatten(pixels: Pixels, background: Colour): Pixels {
  const { data } = pixels;
  const max = pixels.depth === 8 ? 255 : 65_535;
  const scale = pixels.depth === 8 ? 1 : 257;
  const [red, green, blue] = [background[0] * scale, background[1] * scale, background[2] * scale];
  const over = (front: number, back: number, alpha: number) => Math.round((front * alpha + back * (max - alpha)) / max);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] ?? max;
    if (alpha === max) continue;
    data[i] = over(data[i] ?? 0, red, alpha);
    data[i + 1] = over(data[i + 1] ?? 0, green, alpha);
    data[i + 2] = over(data[i + 2] ?? 0, blue, alpha);
    data[i + 3] = max;
  }
  return pixels;
}
