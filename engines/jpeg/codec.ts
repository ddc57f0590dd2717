import type { EngineContext } from '@bakkum/conversion/engine';
import { callProgram, startProgram } from '@bakkum/raster/emscripten';
import type { Pixels } from '@bakkum/raster/raster';
import createDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import createEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import { defaultOptions } from '@jsquash/jpeg/meta.js';

type Pixels8 = Extract<Pixels, { depth: 8 }>;
type Decoded = { readonly data: Uint8ClampedArray<ArrayBuffer>; readonly width: number; readonly height: number };
type DecoderProgram = { decode(file: Uint8Array, turn: boolean): Decoded | null };
type EncoderProgram = {
  /** Its memory, replaced when it grows. */
  readonly HEAPU8: Uint8Array;
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

/** Memory up to which a program stays for the next image, in bytes. It is enough for photos of about three megapixels. */
const MAX_KEPT_BYTES = 2 ** 25;

/**
 * The program of the last small image. It gets nothing but pixels, so files cannot change it. A new one for each image takes more than twice
 * the processor time for 800 × 600 pixels: its code starts unoptimized, and the system maps its memory again.
 */
let kept: { readonly compiled: WebAssembly.Module; readonly program: EncoderProgram } | undefined;

/** @param smallest slower: progressive scans and trellis quantization */
export async function startEncoder(smallest: boolean, context: EngineContext): Promise<Encoder> {
  const compiled = await context.wasm('encoder');
  const program: EncoderProgram =
    kept?.compiled === compiled ? kept.program : await startProgram<EncoderProgram>(createEncoder, compiled);
  // A program that fails, or that has grown, is not used again.
  kept = undefined;
  const settings = { ...defaultOptions, ...(smallest ? SMALLEST_FILE_OPTIONS : FAST) };
  return ({ data, width, height }, quality) => {
    context.signal.throwIfAborted();
    const options = { ...settings, quality: Math.round(quality * 100) };
    const file = callProgram('JPEG encoder', 'out-of-memory', () => program.encode(data, width, height, options));
    if (program.HEAPU8.byteLength <= MAX_KEPT_BYTES) kept = { compiled, program };
    return file;
  };
}

/**
 * Uses the quantization tables of ITU-T T.81 annex K, so that quality values match other encoders and `smallest` is never larger.
 */
const FAST = { baseline: true, progressive: false, optimize_coding: true, quant_table: 0 } as const;
const SMALLEST_FILE_OPTIONS = {
  baseline: false,
  progressive: true,
  optimize_coding: true,
  quant_table: 0,
  trellis_multipass: true,
} as const;
