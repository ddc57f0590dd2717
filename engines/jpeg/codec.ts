import type { EngineContext } from '@bakkum/conversion/engine';
import { callProgram, startProgram } from '@bakkum/raster/emscripten';
import { createPause } from '@bakkum/raster/pause';
import type { Pixels } from '@bakkum/raster/raster';
import createDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import createEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import { defaultOptions } from '@jsquash/jpeg/meta.js';
import { encodeBaseline } from './baseline/encode.ts';

type Pixels8 = Extract<Pixels, { depth: 8 }>;
type Decoded = { readonly data: Uint8ClampedArray<ArrayBuffer>; readonly width: number; readonly height: number };
type DecoderProgram = { decode(file: Uint8Array, turn: boolean): Decoded | null };
type EncoderProgram = {
  encode(data: Uint8ClampedArray, width: number, height: number, options: typeof defaultOptions): Uint8Array<ArrayBuffer> | null;
};

/**
 * Decodes to RGBA as stored, without applying orientation. `damaged` if the decoder had to fill in missing data. Throws `corrupt`
 * if nothing can be read.
 */
export async function decode(file: Uint8Array, context: EngineContext): Promise<{ pixels: Pixels8; damaged: boolean }> {
  let complaints = 0;
  const program: DecoderProgram = await startProgram(createDecoder, await context.wasm('decoder'), () => {
    complaints += 1;
  });
  const { data, width, height } = callProgram('JPEG decoder', 'corrupt', () => program.decode(file, false));
  return { pixels: { depth: 8, data, width, height }, damaged: complaints > 0 };
}

export type Encoder = (pixels: Pixels8, quality: number) => Promise<Uint8Array<ArrayBuffer>>;

/** @param smallest takes several times as long: progressive scans and trellis quantization */
export async function startEncoder(smallest: boolean, context: EngineContext): Promise<Encoder> {
  const { signal } = context;
  const percentOf = (quality: number): number => Math.max(1, Math.round(quality * 100));
  if (!smallest) return async (pixels, quality) => encodeBaseline(pixels, percentOf(quality), createPause(signal));
  const program: EncoderProgram = await startProgram(createEncoder, await context.wasm('encoder'));
  return async ({ data, width, height }, quality) => {
    signal.throwIfAborted();
    const options = { ...SMALLEST_FILE_OPTIONS, quality: percentOf(quality) };
    return callProgram('JPEG encoder', 'out-of-memory', () => program.encode(data, width, height, options));
  };
}

/** Uses the quantization tables of ITU-T T.81 annex K, so that quality values match other encoders and `smallest` is never larger. */
const SMALLEST_FILE_OPTIONS = {
  ...defaultOptions,
  progressive: true,
  optimize_coding: true,
  quant_table: 0,
  trellis_multipass: true,
} as const;
