import type { EngineContext } from '@bakkum/conversion/engine';
import { callProgram, startProgram } from '@bakkum/raster/emscripten';
import type { Pixels } from '@bakkum/raster/raster';
import createDecoder from '@jsquash/webp/codec/dec/webp_dec.js';

type Decoded = { readonly data: Uint8ClampedArray<ArrayBuffer>; readonly width: number; readonly height: number };
type DecoderProgram = { decode(file: Uint8Array): Decoded | null };

export type Decoder = (file: Uint8Array) => Extract<Pixels, { depth: 8 }>;

/** Starts a decoder for still WebP files. */
export async function startDecoder(context: EngineContext): Promise<Decoder> {
  const program: DecoderProgram = await startProgram(createDecoder, await context.wasm('decoder'));
  return (file) => {
    const { data, width, height } = callProgram('WebP decoder', 'corrupt', () => program.decode(file));
    return { depth: 8, data, width, height };
  };
}
