import { deflateSync } from 'node:zlib';
import { pngFile } from '@bakkum/raster/png-file';

export type Size = { readonly width: number; readonly height: number };

type Look = Size & {
  /** Only the disc is opaque. The bands are still there, but clear. */
  readonly isCutOut?: boolean;
  /** Shades of the bands, in an image that is not finished. */
  readonly shades?: number;
};

/** A PNG drawn from a seed: the same seed and size give the same bytes. Bands and a disc tell images apart by eye. */
export function drawPicture(seed: number, { width, height, isCutOut = false, shades }: Look): Uint8Array<ArrayBuffer> {
  const channels = isCutOut ? 4 : 3;
  const [clear, opaque] = isCutOut ? [[0], [255]] : [[], []];
  const lines = Buffer.alloc(height * (1 + width * channels));
  const hue = (seed * 47) % 256;
  const radius = (Math.min(width, height) * (20 + (seed % 25))) / 100;
  for (let y = 0; y < height; y += 1) {
    const start = y * (1 + width * channels) + 1;
    const line = lines.subarray(start, start + width * channels);
    const shade = shades ? Math.floor((Math.floor((y * shades) / height) * 255) / shades) : Math.floor((y * 255) / height);
    line.fill(Buffer.from([hue, shade, 255 - shade, ...clear]));
    const half = Math.sqrt(radius ** 2 - (y - height / 2) ** 2);
    if (!(half > 0)) continue;
    const [left, right] = [Math.floor(width / 2 - half) + 1, Math.ceil(width / 2 + half)];
    line.subarray(left * channels, right * channels).fill(Buffer.from([255 - hue, hue, shade, ...opaque]));
  }
  return pngFile({ width, height, channels }, deflateSync(lines, { level: 1 }));
}
