import { type Bytes, startsWith, viewOf } from '@bakkum/bytes/bytes';
import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { readPngPixels } from '@bakkum/document-pages/png';
import { assertPixelCount } from '@bakkum/raster/construct';
import { callProgram, startProgram } from '@bakkum/raster/emscripten';
import createDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import { decodeBitmap } from './bitmap.ts';
import { bitmapsIn } from './metafile.ts';
import { latin1, type Picture, type Stored } from './stored.ts';
import { decodeTiff } from './tiff.ts';

type DecoderProgram = {
  decode(file: Uint8Array, turn: boolean): { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number } | null;
};

/**
 * Decodes the largest readable image.
 * @throws ConversionError `unsupported-feature` if there is none, `corrupt` if none can be read
 */
export async function pictureOf(found: readonly Stored[], context: EngineContext): Promise<Picture> {
  let best: Picture | undefined;
  let failure = new ConversionError('unsupported-feature', 'no picture of itself in the file');
  for (const stored of found) {
    try {
      const picture = await decoded(stored, context);
      if (!best || picture.width * picture.height > best.width * best.height) best = picture;
    } catch (cause) {
      if (cause instanceof RangeError) failure = new ConversionError('corrupt', cause.message, { cause });
      else if (cause instanceof ConversionError) failure = cause;
      else throw cause;
    }
  }
  if (!best) throw failure;
  return best;
}

function decoded(stored: Stored, context: EngineContext): Picture | Promise<Picture> {
  if (stored.kind === 'pixels') return stored.pixels;
  const { bytes } = stored;
  if (stored.kind === 'bitmap') return decodeBitmap(bytes);
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])) return ofPng(bytes);
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return ofJpeg(bytes, context);
  if (startsWith(bytes, [0x42, 0x4d])) return decodeBitmap(bytes.subarray(14), viewOf(bytes).getUint32(10, true) - 14);
  if (startsWith(bytes, [0x49, 0x49, 42, 0]) || startsWith(bytes, [0x4d, 0x4d, 0, 42])) return decodeTiff(bytes);
  const [bitmap] = bitmapsIn(bytes);
  if (bitmap) return decodeBitmap(bitmap);
  throw new ConversionError('unsupported-feature', 'a picture of a kind that is not read here');
}

async function ofJpeg(bytes: Bytes, context: EngineContext): Promise<Picture> {
  if (!latin1(bytes).includes('\u00ff\u00d9')) throw new ConversionError('corrupt', 'a JPEG without its end');
  const program: DecoderProgram = await startProgram(createDecoder, await context.wasm('jpeg'));
  const { data, width, height } = callProgram('JPEG decoder', 'corrupt', () => program.decode(bytes, false));
  assertPixelCount(width, height);
  return { depth: 8, data, width, height };
}

function ofPng(bytes: Bytes): Picture {
  const pixels = readPngPixels(bytes);
  if (!pixels) throw new ConversionError('corrupt', 'a PNG that cannot be read');
  assertPixelCount(pixels.width, pixels.height);
  return { depth: 8, ...pixels };
}
