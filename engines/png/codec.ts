import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError, toConversionError } from '@bakkum/conversion/errors';
import type { Pixels } from '@bakkum/raster/raster';
import {
  decode as decode8,
  decode_rgba16 as decode16,
  encode as encodePixels,
  initSync,
} from '@jsquash/png/codec/pkg/squoosh_png.js';

let codec: Promise<unknown> | undefined;

function start(context: EngineContext): Promise<unknown> {
  codec ??= context.wasm('codec').then(initSync);
  codec.catch(() => {
    codec = undefined;
  });
  return codec;
}

/** @param depth 16 for a file with 16-bit samples. Throws `corrupt` if the decoder cannot read it */
export async function decode(bytes: Uint8Array, depth: 8 | 16, context: EngineContext): Promise<Pixels> {
  await start(context);
  try {
    return depth === 8 ? readPixels8(bytes) : readPixels16(bytes);
  } catch (thrown) {
    if (thrown instanceof ConversionError) throw thrown;
    throw toConversionError(thrown, 'corrupt');
  }
}

function readPixels8(bytes: Uint8Array): Pixels {
  const { data, width, height } = decode8(bytes);
  if (!(data instanceof Uint8ClampedArray)) throw new ConversionError('internal', 'decoder did not answer 8-bit samples');
  return { depth: 8, width, height, data };
}

function readPixels16(bytes: Uint8Array): Pixels {
  const picture = decode16(bytes);
  try {
    // The array is a view of the codec's memory: copy it before anything else runs there.
    return { depth: 16, width: picture.width, height: picture.height, data: new Uint16Array(picture.data) };
  } finally {
    picture.free();
  }
}

/** Encodes RGBA at the given depth with fast compression. */
export async function encode(pixels: Pixels, context: EngineContext): Promise<Uint8Array<ArrayBuffer>> {
  await start(context);
  const { width, height, depth } = pixels;
  return new Uint8Array(encodePixels(samplesOf(pixels), width, height, depth));
}

/** The encoder takes big-endian samples as stored in PNG; the decoder returns native byte order. */
function samplesOf({ depth, data }: Pixels): Uint8Array {
  if (depth === 8) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const swapped = new Uint16Array(data.length);
  for (let i = 0; i < data.length; i++) {
    const sample = data[i] ?? 0;
    swapped[i] = (sample >>> 8) | (sample << 8);
  }
  return new Uint8Array(swapped.buffer);
}

/** Reduces the size without changing pixels: other filters and compression, no unnecessary alpha channel, or a palette. */
export async function optimise(png: Uint8Array, level: number, context: EngineContext): Promise<Uint8Array<ArrayBuffer>> {
  const oxipng = await import('@jsquash/oxipng/codec/pkg/squoosh_oxipng.js');
  oxipng.initSync(await context.wasm('optimiser'));
  return new Uint8Array(oxipng.optimise(png, level, false, false));
}
