import type { Content } from '@bakkum/conversion/engine';
import type { Frame, Pixels, Raster } from '@bakkum/raster/raster';
import { rasterOf } from '@bakkum/raster/raster';

type Pixels8 = Extract<Pixels, { depth: 8 }>;

/** A smooth image with a sharp-edged square: suits every lossy codec, and reveals orientation and channel order. */
export function testPicture(
  width: number,
  height: number,
  paint: { readonly alpha?: boolean; readonly squareAt?: number } = {},
): Pixels8 {
  const data = new Uint8ClampedArray(width * height * 4);
  const side = Math.floor(Math.min(width, height) / 4);
  const left = paint.squareAt ?? 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const inSquare = x >= left && x < left + side && y < side;
      const alpha = paint.alpha ? Math.round((255 * x) / (width - 1)) : 255;
      const colour = inSquare ? [230, 20, 20] : [(200 * x) / width, (200 * y) / height, 90];
      data.set([...colour, alpha], (y * width + x) * 4);
    }
  }
  return { depth: 8, width, height, data };
}

/** Mean absolute difference of colours, weighted by alpha, and of alpha itself; 0 to 255. */
export function meanError(first: Pixels, second: Pixels): number {
  if (first.width !== second.width || first.height !== second.height) return Number.POSITIVE_INFINITY;
  const at = (pixels: Pixels, index: number) => (pixels.data[index] ?? 0) / (pixels.depth === 16 ? 257 : 1);
  let sum = 0;
  for (let index = 0; index < first.data.length; index += 4) {
    const alpha = at(first, index + 3);
    for (let channel = 0; channel < 3; channel += 1)
      sum += (Math.abs(at(first, index + channel) - at(second, index + channel)) * alpha) / 255;
    sum += Math.abs(alpha - at(second, index + 3));
  }
  return sum / first.data.length;
}

export async function framesOf(
  content: Content | undefined,
): Promise<{ raster: Raster; frames: (Frame & { readonly read: Pixels })[] }> {
  if (!content) throw new Error('no output');
  const raster = rasterOf(content);
  const frames: (Frame & { readonly read: Pixels })[] = [];
  for await (const frame of raster.frames()) frames.push({ ...frame, read: await frame.pixels() });
  return { raster, frames };
}
