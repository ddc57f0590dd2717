import type { Fit } from '@bakkum/raster/pixel-options';
import type { Pixels } from '@bakkum/raster/raster';
import { rescale, resize, scalingFor } from '@bakkum/raster/resize';

type Size = { readonly width: number; readonly height: number };

/** Side of the largest square that an image fills without enlargement. */
export function extentOf({ width, height }: Size, fit: Fit): number {
  return fit === 'cover' ? Math.min(width, height) : Math.max(width, height);
}

/**
 * Returns a square image per side, in order. A source of the exact size is used unchanged; the others are scaled from the largest
 * source via the largest side, so that a photo is scanned only once.
 * @param sources largest first; not modified. The caller owns the results
 */
export async function squares(
  sources: readonly [Pixels, ...Pixels[]],
  sides: readonly number[],
  fit: Fit,
  signal: AbortSignal,
): Promise<readonly Pixels[]> {
  const base = await square(sources[0], Math.max(...sides), fit, signal);
  const pictures: Pixels[] = [];
  for (const side of sides) {
    signal.throwIfAborted();
    const ready = [...sources, base].find(({ width, height }) => width === side && height === side);
    pictures.push(ready ? copyOf(ready) : await resize(base, side, side, signal));
  }
  return pictures;
}

async function square(source: Pixels, side: number, fit: Fit, signal: AbortSignal): Promise<Pixels> {
  const fits = fit === 'contain' && source.width <= side && source.height <= side;
  const scaling = fits ? undefined : scalingFor(source, { width: side, height: side, fit });
  return padded(scaling ? await rescale(source, scaling, signal) : source, side);
}

/** Centres an image on a transparent square. */
function padded(pixels: Pixels, side: number): Pixels {
  const { width, height } = pixels;
  if (width === side && height === side) return pixels;
  const left = Math.floor((side - width) / 2);
  const top = Math.floor((side - height) / 2);
  const target = blank(pixels.depth, side);
  for (let y = 0; y < height; y += 1) {
    target.data.set(pixels.data.subarray(y * width * 4, (y + 1) * width * 4), ((top + y) * side + left) * 4);
  }
  return target;
}

function blank(depth: 8 | 16, side: number): Pixels {
  const samples = side * side * 4;
  return depth === 8
    ? { depth, width: side, height: side, data: new Uint8ClampedArray(samples) }
    : { depth, width: side, height: side, data: new Uint16Array(samples) };
}

function copyOf(pixels: Pixels): Pixels {
  return pixels.depth === 8 ? { ...pixels, data: pixels.data.slice() } : { ...pixels, data: pixels.data.slice() };
}
