import { assertPixelCount, frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import type { Pixels, Raster } from '@bakkum/raster/raster';
import type { Volume } from './volume.ts';

/** Centre and width in Hounsfield units, as radiologists commonly set them. */
const WINDOWS: Readonly<Record<string, readonly [number, number]>> = {
  soft: [40, 400],
  bone: [500, 2000],
  lung: [-600, 1500],
  brain: [40, 80],
};

/** Renders slices as images: one, or pages. */
export function rasterFrom(volume: Volume, window: string, wantsAll: boolean): Raster {
  const { width, height, slices } = volume;
  assertPixelCount(width, height);
  const [low, high] = rangeOf(volume, window);
  const picture = (slice: number): Pixels => drawn(volume, slice, low, high);
  if (!wantsAll || slices === 1) return stillRaster(picture(Math.floor(slices / 2)), { width, height, mayHaveAlpha: false });
  return sequenceRaster({
    kind: 'pages',
    frameCount: slices,
    mayHaveAlpha: false,
    async *frames() {
      for (let slice = 0; slice < slices; slice += 1) yield frameOf(picture(slice));
    },
  });
}

function rangeOf(volume: Volume, name: string): readonly [number, number] {
  if (volume.channels === 3) return [0, 255];
  const window = WINDOWS[name] ?? (name === 'auto' ? volume.window : undefined);
  if (window) return [window[0] - window[1] / 2, window[0] + window[1] / 2];
  const values = sampled(volume);
  const part = name === 'auto' ? 0.005 : 0;
  const low = values[Math.floor((values.length - 1) * part)] ?? 0;
  const high = values[Math.ceil((values.length - 1) * (1 - part))] ?? 1;
  return high > low ? [low, high] : [low, low + 1];
}

const SAMPLES = 200_000;

/** Returns a sorted sample of all values. */
function sampled({ width, height, slices, value }: Volume): Float64Array {
  const count = width * height * slices;
  const step = Math.max(1, Math.floor(count / SAMPLES));
  const values = new Float64Array(Math.ceil(count / step));
  let found = 0;
  for (let place = 0; place < count; place += step) {
    const here = value(place);
    if (Number.isFinite(here)) values[found++] = here;
  }
  return values.subarray(0, found).sort();
}

function drawn(
  { width, height, channels, value, isUpsideDown, isNegative }: Volume,
  slice: number,
  low: number,
  high: number,
): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const scale = 255 / (high - low);
  for (let y = 0; y < height; y += 1) {
    const row = (slice * height + (isUpsideDown ? height - 1 - y : y)) * width;
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const shade = (value(channels === 3 ? (row + x) * 3 + channel : row + x) - low) * scale;
        data[at + channel] = isNegative ? 255 - shade : shade;
      }
    }
  }
  return { depth: 8, width, height, data };
}
