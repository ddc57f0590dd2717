import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { callProgram, startProgram } from '@bakkum/raster/emscripten';
import type { JxlEncoder } from '@bakkum/raster/encoders/jxl';
import type { Pixels } from '@bakkum/raster/raster';
import createDecoder from '@jsquash/jxl/codec/dec/jxl_dec.js';
import createEncoder from '@jsquash/jxl/codec/enc/jxl_enc.js';
import { defaultOptions } from '@jsquash/jxl/meta.js';

type Pixels8 = Extract<Pixels, { depth: 8 }>;
type Decoded = { readonly data: Uint8ClampedArray<ArrayBuffer>; readonly width: number; readonly height: number };
type DecoderProgram = { decode(file: Uint8Array): Decoded | null };
type EncoderProgram = {
  encode(data: Uint8ClampedArray, width: number, height: number, options: typeof defaultOptions): Uint8Array<ArrayBuffer> | null;
};

/** Decodes the first frame to upright 8-bit sRGB, the only output of this build. */
export async function decodeJxl(file: Uint8Array, context: EngineContext): Promise<Pixels8> {
  const program: DecoderProgram = await startProgram(createDecoder, await context.wasm('decoder'));
  context.signal.throwIfAborted();
  const { data, width, height } = callProgram('JPEG XL decoder', 'corrupt', () => program.decode(file));
  return { depth: 8, data, width, height };
}

/** libjxl effort. At 12 megapixels, 5 takes 2.7 times as long for 1 % less, and 7 four times as long for no gain. */
const EFFORT = 3;

/** The encoder takes 90 bytes per pixel and its memory is limited to 2 GiB: 22.6 megapixels succeed, 26.6 fail. */
const MAX_PIXELS = 22_500_000;

export async function startJxlEncoder(context: EngineContext): Promise<JxlEncoder> {
  const program: EncoderProgram = await startProgram(createEncoder, await context.wasm('encoder'));
  return ({ data, width, height }, quality) => {
    context.signal.throwIfAborted();
    if (width * height > MAX_PIXELS) throw new ConversionError('out-of-memory', `${width}x${height} needs more than 2 GiB`);
    const settings = quality === 'lossless' ? { quality: 100, lossless: true } : { quality: Math.round(quality * 100) };
    const options = { ...defaultOptions, effort: EFFORT, ...settings };
    return callProgram('JPEG XL encoder', 'out-of-memory', () => program.encode(data, width, height, options));
  };
}
