import type { EngineContext } from '@bakkum/conversion/engine';
import { callProgram, startProgram } from '@bakkum/raster/emscripten';
import type { Pixels } from '@bakkum/raster/raster';
import createDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import createMozjpeg from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import { defaultOptions } from '@jsquash/jpeg/meta.js';
import startTurbo from './.prepared/libjpeg-turbo.mjs';
import type { Start, TurboProgram } from './libjpeg-turbo.ts';

type Pixels8 = Extract<Pixels, { depth: 8 }>;
type Decoded = { readonly data: Uint8ClampedArray<ArrayBuffer>; readonly width: number; readonly height: number };
type DecoderProgram = { decode(file: Uint8Array, turn: boolean): Decoded | null };
type MozjpegProgram = {
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

export type Encoder = (pixels: Pixels8, quality: number) => Uint8Array<ArrayBuffer>;

/** @param smallest takes six times as long: progressive scans and trellis quantization */
export function startEncoder(smallest: boolean, context: EngineContext): Promise<Encoder> {
  return smallest ? startSmallestEncoder(context) : startFastEncoder(context);
}

/** Uses the quantization tables of ITU-T T.81 annex K, so that quality values match other encoders and it is never larger. */
const SMALLEST_FILE_OPTIONS = {
  ...defaultOptions,
  progressive: true,
  optimize_coding: true,
  quant_table: 0,
  trellis_multipass: true,
};

async function startSmallestEncoder(context: EngineContext): Promise<Encoder> {
  const program: MozjpegProgram = await startProgram(createMozjpeg, await context.wasm('smallest'));
  return ({ data, width, height }, quality) => {
    context.signal.throwIfAborted();
    const options = { ...SMALLEST_FILE_OPTIONS, quality: percentOf(quality) };
    return callProgram('MozJPEG', 'out-of-memory', () => program.encode(data, width, height, options));
  };
}

/** Memory up to which a program stays for the next image, in bytes. It starts with 50 MiB, enough for about eight megapixels. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/**
 * The program of the last small image. It gets nothing but pixels, so files cannot change it. A new one for each image takes several times
 * the processor time for 800 × 600 pixels: its code starts unoptimized, and the system maps its memory again.
 */
let kept: { readonly compiled: WebAssembly.Module; readonly program: TurboProgram } | undefined;

async function startFastEncoder(context: EngineContext): Promise<Encoder> {
  const start: Start = startTurbo;
  const compiled = await context.wasm('encoder');
  const program = kept?.compiled === compiled ? kept.program : await startProgram(start, compiled);
  // A program that fails, or that has grown, is not used again.
  kept = undefined;
  return (pixels, quality) => {
    context.signal.throwIfAborted();
    const file = callProgram('libjpeg-turbo', 'out-of-memory', () => encodeFast(program, pixels, percentOf(quality)));
    if (program.HEAPU8.byteLength <= MAX_KEPT_BYTES) kept = { compiled, program };
    return file;
  };
}

function encodeFast({ JPEGEncoder }: TurboProgram, { data, width, height }: Pixels8, quality: number): Uint8Array<ArrayBuffer> {
  const encoder = new JPEGEncoder();
  try {
    const frame = { width, height, bitsPerSample: 8, componentCount: 3, isSigned: false };
    copyColors(data, encoder.getDecodedBuffer(frame));
    encoder.setQuality(quality);
    encoder.setProgressive(false);
    encoder.setSubSampling(subsamplingOf(quality));
    encoder.encode();
    return encoder.getEncodedBuffer().slice();
  } finally {
    encoder.delete();
  }
}

/** Copies RGBA to RGB. */
function copyColors(rgba: Uint8ClampedArray, rgb: Uint8Array): void {
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
}

/** Chroma subsampling (`TJSAMP` of libjpeg-turbo) by quality, as MozJPEG chooses it: 4:4:4, 4:2:2, 4:2:0. */
function subsamplingOf(quality: number): 0 | 1 | 2 {
  if (quality >= 90) return 0;
  return quality >= 80 ? 1 : 2;
}

/** @param quality 0 to 1 */
const percentOf = (quality: number): number => Math.round(quality * 100);
