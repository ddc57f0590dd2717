import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { readPngPixels } from '@bakkum/document-pages/png';
import { callProgram, startProgram } from '@bakkum/raster/emscripten';
import { type Frame, MAX_PIXELS, type Pixels } from '@bakkum/raster/raster';
import createDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import { pictureIn } from './pictures.ts';

type EightBit = Extract<Pixels, { depth: 8 }>;
type DecoderProgram = {
  decode(file: Uint8Array, turn: boolean): { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number } | null;
};

/** Decodes a page to pixels on demand. Errors: `unsupported-feature` for formats other than JPEG and PNG, `too-large`. */
export function frameOfPage(bytes: Uint8Array, context: EngineContext): Frame {
  const picture = pictureIn(bytes);
  if (picture?.kind !== 'jpeg' && picture?.kind !== 'png')
    throw new ConversionError('unsupported-feature', `a page of ${picture?.kind ?? 'an unknown kind'}`);
  const { width, height, kind } = picture;
  if (width * height > MAX_PIXELS) throw new ConversionError('too-large', `a page of ${width}x${height}`);
  return { width, height, durationMs: 0, pixels: () => (kind === 'jpeg' ? decodeJpeg(bytes, context) : decodePng(bytes)) };
}

async function decodeJpeg(bytes: Uint8Array, context: EngineContext): Promise<EightBit> {
  const program: DecoderProgram = await startProgram(createDecoder, await context.wasm('jpeg'));
  const { data, width, height } = callProgram('JPEG decoder', 'corrupt', () => program.decode(bytes, false));
  return { depth: 8, data, width, height };
}

async function decodePng(bytes: Uint8Array): Promise<EightBit> {
  const pixels = readPngPixels(bytes);
  if (!pixels) throw new ConversionError('corrupt', 'a PNG that cannot be read');
  return { depth: 8, ...pixels };
}
