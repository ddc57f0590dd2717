import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import { decodeBlocks } from './blocks.ts';
import type { Texture } from './texture.ts';

const KINDS = ['blocks', 'plain'] as const;

/** Decodes textures of Independence War 2: the largest level, as blocks with one-bit alpha or as raw pixels. */
export function decodeFtex(bytes: Uint8Array<ArrayBuffer>): Texture {
  const view = viewOf(bytes);
  const [width, height] = [view.getInt32(8, true), view.getInt32(12, true)];
  assertPixelCount(width, height);
  const kind = KINDS[view.getInt32(24, true)];
  if (!kind) throw new ConversionError('unsupported-feature', `texture of kind ${view.getInt32(24, true)}`);
  const at = view.getUint32(28, true);
  const pixels = bytes.subarray(at + 4, at + 4 + view.getUint32(at, true));
  const data = kind === 'blocks' ? decodeBlocks(pixels, { kind: 'dxt1', width, height }) : opaque(pixels, width * height);
  return { pixels: { depth: 8, width, height, data } };
}

function opaque(pixels: Uint8Array, count: number): Uint8ClampedArray<ArrayBuffer> {
  if (pixels.length < count * 3) throw new ConversionError('corrupt', 'pixels are missing');
  const data = new Uint8ClampedArray(count * 4);
  for (let index = 0; index < count; index += 1) {
    data.set(pixels.subarray(index * 3, index * 3 + 3), index * 4);
    data[index * 4 + 3] = 255;
  }
  return data;
}
