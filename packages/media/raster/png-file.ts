import { concat, uint32BE } from '@bakkum/bytes/bytes';
import { PNG_SIGNATURE, pngChunk } from '@bakkum/image-metadata/png-chunks';
import type { Pixels } from './raster.ts';
import { packScanlines } from './scanlines.ts';

/** PNG colour types (clause 11.2.1) by samples per pixel. */
const COLOUR_TYPE = { 1: 0, 3: 2, 4: 6 } as const;
type Channels = keyof typeof COLOUR_TYPE;

/** Creates the header of an image, by default RGBA with 8 bits per sample. */
export function headerChunk(width: number, height: number, depth: 8 | 16 = 8, channels: Channels = 4): Uint8Array<ArrayBuffer> {
  return pngChunk('IHDR', uint32BE(width), uint32BE(height), Uint8Array.of(depth, COLOUR_TYPE[channels], 0, 0, 0));
}

type Shape = { readonly width: number; readonly height: number; readonly depth?: 8 | 16; readonly channels?: Channels };

/** Assembles a PNG file without metadata from zlib data of its rows, each after the number of its filter. */
export function pngFile({ width, height, depth = 8, channels = 4 }: Shape, packed: Uint8Array): Uint8Array<ArrayBuffer> {
  return concat([PNG_SIGNATURE, headerChunk(width, height, depth, channels), pngChunk('IDAT', packed), pngChunk('IEND')]);
}

/** Encodes samples as PNG stores them: rows from top to bottom without padding, the high byte of 16 bits first. */
export async function encodeSamples(
  { bytes, ...shape }: Required<Shape> & { readonly bytes: Uint8Array | Uint8ClampedArray },
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const pixelBytes = (shape.channels * shape.depth) / 8;
  return pngFile(shape, await packScanlines({ bytes, rowBytes: shape.width * pixelBytes, pixelBytes }, signal));
}

/** Encodes a complete RGBA PNG file without metadata, for engines whose format embeds images as PNG. */
export function encodePng(
  { width, height, data }: Extract<Pixels, { depth: 8 }>,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return encodeSamples({ bytes: data, width, height, depth: 8, channels: 4 }, signal);
}

/**
 * Encodes a complete PNG file without metadata and with as few samples as possible: no alpha where nothing is transparent, and
 * grey only where `mayBeGrey` (an embedded profile would describe RGB).
 */
export function encodeCompactPng(
  pixels: Pixels,
  { mayBeGrey }: { readonly mayBeGrey: boolean },
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const channels = channelsNeeded(pixels, mayBeGrey);
  const { width, height, depth } = pixels;
  return encodeSamples({ bytes: storedSamples(pixels, channels), width, height, depth, channels }, signal);
}

/** Returns the fewest samples per pixel that hold a picture: one for grey, three without transparency, else four. */
export function channelsNeeded({ depth, data }: Pixels, mayBeGrey: boolean): Channels {
  const opaque = depth === 8 ? 255 : 65_535;
  let grey = mayBeGrey;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== opaque) return 4;
    if (grey && (data[at] !== data[at + 1] || data[at] !== data[at + 2])) grey = false;
  }
  return grey ? 1 : 3;
}

/** Returns samples as PNG stores them: pixel by pixel, the high byte of 16 bits first. */
function storedSamples({ width, height, depth, data }: Pixels, channels: Channels): Uint8Array | Uint8ClampedArray {
  if (depth === 8 && channels === 4) return data;
  const count = width * height;
  const stored = new Uint8Array((count * channels * depth) / 8);
  let to = 0;
  for (let pixel = 0; pixel < count; pixel += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      const sample = data[pixel * 4 + channel] ?? 0;
      if (depth === 16) stored[to++] = sample >>> 8;
      stored[to++] = sample & 255;
    }
  }
  return stored;
}
