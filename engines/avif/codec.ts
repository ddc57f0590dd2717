import type { EngineContext } from '@bakkum/conversion/engine';
import { callProgram, startProgram } from '@bakkum/raster/emscripten';
import type { Pixels } from '@bakkum/raster/raster';
import createDecoder from '@jsquash/avif/codec/dec/avif_dec.js';
import createEncoder from '@jsquash/avif/codec/enc/avif_enc.js';
import { defaultOptions } from '@jsquash/avif/meta.js';

type Decoded = {
  readonly data: Uint8ClampedArray<ArrayBuffer> | Uint16Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
};
type DecoderProgram = { decode(file: Uint8Array, depth: number): Decoded | null };
type EncoderProgram = {
  encode(data: Uint8Array, width: number, height: number, options: typeof defaultOptions): Uint8Array<ArrayBuffer> | null;
};

/** Decodes the first image without applying its orientation; samples of more than 8 bits are scaled to 16. */
export async function decodeAvif(file: Uint8Array, depth: 8 | 16, context: EngineContext): Promise<Pixels> {
  const program: DecoderProgram = await startProgram(createDecoder, await context.wasm('decoder'));
  context.signal.throwIfAborted();
  const { data, width, height } = callProgram('AVIF decoder', 'corrupt', () => program.decode(file, depth));
  if (data instanceof Uint16Array) return { depth: 16, width, height, data };
  return { depth: 8, width, height, data };
}

/** `quality` is 0 to 1. 16-bit pixels become a 10-bit file, which every AV1 decoder reads. */
export type AvifEncoder = (pixels: Pixels, quality: number) => Uint8Array<ArrayBuffer>;

export async function startAvifEncoder(speed: number, context: EngineContext): Promise<AvifEncoder> {
  const program: EncoderProgram = await startProgram(createEncoder, await context.wasm('encoder'));
  return (pixels, quality) => {
    context.signal.throwIfAborted();
    const { width, height } = pixels;
    const samples = pixels.depth === 16 ? tenBit(pixels.data) : pixels.data;
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    const options = { ...defaultOptions, quality: Math.round(quality * 100), speed, bitDepth: pixels.depth === 16 ? 10 : 8 };
    return callProgram('AVIF encoder', 'out-of-memory', () => program.encode(bytes, width, height, options));
  };
}

/** Converts to the right-aligned 10-bit samples the encoder expects. */
function tenBit(data: Uint16Array): Uint16Array {
  return data.map((sample) => Math.round((sample * 1023) / 65_535));
}
