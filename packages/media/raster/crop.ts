import type { Area } from '@bakkum/conversion/area';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Pixels } from './raster.ts';

/** Refuses an area that reaches beyond the image. Errors: `crop-outside`. */
export function assertInside({ x, y, width, height }: Area, image: { readonly width: number; readonly height: number }): void {
  if (x + width <= image.width && y + height <= image.height) return;
  throw new ConversionError('crop-outside', `${width}x${height} at ${x},${y} of ${image.width}x${image.height}`);
}

/** Copies the pixels of an area inside the image. */
export function crop(pixels: Pixels, area: Area): Pixels {
  const { width, height } = area;
  const samples = width * height * 4;
  if (pixels.depth === 8) {
    const data = new Uint8ClampedArray(samples);
    copyRows(pixels, area, (row, to) => data.set(pixels.data.subarray(row, row + width * 4), to));
    return { depth: 8, width, height, data };
  }
  const data = new Uint16Array(samples);
  copyRows(pixels, area, (row, to) => data.set(pixels.data.subarray(row, row + width * 4), to));
  return { depth: 16, width, height, data };
}

function copyRows(pixels: Pixels, { x, y, width, height }: Area, copyRow: (from: number, to: number) => void): void {
  for (let row = 0; row < height; row += 1) copyRow(((y + row) * pixels.width + x) * 4, row * width * 4);
}
