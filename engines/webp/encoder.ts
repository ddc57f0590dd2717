import type { EngineContext } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { callProgram, startProgram } from '@bakkum/raster/emscripten';
import { wantsLossless } from '@bakkum/raster/encoders/webp-options';
import { qualityOf } from '@bakkum/raster/pixel-options';
import { encodeToSize } from '@bakkum/raster/target-size';
import createEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js';
import { defaultOptions } from '@jsquash/webp/meta.js';

type EncoderProgram = {
  encode(data: Uint8ClampedArray, width: number, height: number, options: typeof defaultOptions): Uint8Array<ArrayBuffer> | null;
};

/** Straight RGBA, 8 bits per sample. */
export type Picture = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number };

/** Encodes according to the options. `finish` builds the file that must fit the target size. */
export type Encoder = (
  picture: Picture,
  options: OptionValues,
  finish: (still: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>,
) => Promise<Uint8Array<ArrayBuffer>>;

/** libwebp's effort for lossless images, 0 (fastest) to 100 (smallest); its default. */
const LOSSLESS_EFFORT = 75;

/**
 * libwebp's effort for lossy images, 0 (fastest) to 6. From 3 it uses rate-distortion optimization, which doubles the time for
 * files 2 to 3 % smaller at the same fidelity (12 megapixels: 0.7 s against 1.45 s), so 2 is used.
 */
const LOSSY_METHOD = 2;

export async function startEncoder(context: EngineContext): Promise<Encoder> {
  const program: EncoderProgram = await startProgram(createEncoder, await context.wasm('encoder'));
  const run = ({ data, width, height }: Picture, settings: Partial<typeof defaultOptions>): Uint8Array<ArrayBuffer> => {
    context.signal.throwIfAborted();
    return callProgram('WebP encoder', 'out-of-memory', () =>
      program.encode(data, width, height, { ...defaultOptions, ...settings }),
    );
  };
  return (picture, options, finish) => {
    if (wantsLossless(options)) return finish(run(picture, { lossless: 1, quality: LOSSLESS_EFFORT }));
    return encodeToSize(options, qualityOf(options), (quality) =>
      finish(run(picture, { quality: quality * 100, method: LOSSY_METHOD })),
    );
  };
}
