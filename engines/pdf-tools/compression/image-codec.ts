import type { EngineContext } from '@bakkum/conversion/engine';
import { callProgram, startProgram } from '@bakkum/raster/emscripten';
import type { Pixels } from '@bakkum/raster/raster';
import { packScanlines } from '@bakkum/raster/scanlines';
import createDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import createEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import { defaultOptions } from '@jsquash/jpeg/meta.js';
import { type Components, flateSamples, type PlainImage } from './image-samples.ts';

export type Pixels8 = Extract<Pixels, { depth: 8 }>;

type DecoderProgram = { decode(file: Uint8Array, turn: boolean): Omit<Pixels8, 'depth'> | null };
type EncoderProgram = {
  encode(data: Uint8ClampedArray, width: number, height: number, options: typeof defaultOptions): Uint8Array<ArrayBuffer> | null;
};

/** Colour spaces of MozJPEG (J_COLOR_SPACE of jpeglib.h). */
const JCS_GRAYSCALE = 1;
const JCS_YCBCR = 3;

/** Decodes and encodes images with MozJPEG, which is loaded with the first image. */
export class ImageCodec {
  readonly #context: EngineContext;
  #decoder: Promise<DecoderProgram> | undefined;
  #encoder: Promise<EncoderProgram> | undefined;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** Returns the pixels; `undefined` if the image is damaged. Errors: `corrupt` for a damaged JPEG. */
  async decode(image: PlainImage): Promise<Pixels8 | undefined> {
    const { stream, width, height, components } = image;
    if (image.filter === 'DCTDecode') {
      this.#decoder ??= this.#context.wasm('jpegDecoder').then((module) => startProgram(createDecoder, module));
      const program = await this.#decoder;
      const decoded = callProgram('JPEG decoder', 'corrupt', () => program.decode(stream.contents, false));
      return { depth: 8, width: decoded.width, height: decoded.height, data: decoded.data };
    }
    const samples = await flateSamples(image);
    return samples && { depth: 8, width, height, data: coloured(samples, components) };
  }

  /** @param quality from 0 to 1 */
  async jpeg({ width, height, data }: Pixels8, components: Components, quality: number): Promise<Uint8Array> {
    this.#encoder ??= this.#context.wasm('jpegEncoder').then((module) => startProgram(createEncoder, module));
    const program = await this.#encoder;
    const options = {
      ...defaultOptions,
      // Tables of ITU-T T.81, annex K, with values of eight bits, which every decoder reads.
      quant_table: 0,
      baseline: true,
      quality: Math.round(quality * 100),
      color_space: components === 1 ? JCS_GRAYSCALE : JCS_YCBCR,
    };
    return callProgram('JPEG encoder', 'out-of-memory', () => program.encode(data, width, height, options)).slice();
  }

  /** Packs without loss, with PNG predictors (`Predictor` 15). */
  async lossless({ width, data }: Pixels8, components: Components): Promise<Uint8Array> {
    const bytes = samplesOf(data, components);
    return packScanlines({ bytes, rowBytes: width * components, pixelBytes: components }, this.#context.signal);
  }
}

function coloured(samples: Uint8Array, components: Components): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint8ClampedArray((samples.length / components) * 4).fill(255);
  for (let from = 0, to = 0; from < samples.length; from += components, to += 4) {
    data[to] = samples[from] ?? 0;
    data[to + 1] = samples[components === 1 ? from : from + 1] ?? 0;
    data[to + 2] = samples[components === 1 ? from : from + 2] ?? 0;
  }
  return data;
}

function samplesOf(data: Uint8ClampedArray, components: Components): Uint8Array {
  const samples = new Uint8Array((data.length / 4) * components);
  for (let from = 0, to = 0; from < data.length; from += 4)
    for (let part = 0; part < components; part += 1, to += 1) samples[to] = data[from + part] ?? 0;
  return samples;
}

/** Most colours of a drawing. A grey photo has no more than 256. */
const MAX_COLOURS = { 1: 32, 3: 256 } as const;

/** Whether an image has so few colours that it is a drawing, which JPEG would blur. */
export function isDrawing({ data }: Pixels8, components: Components): boolean {
  const colours = new Set<number>();
  for (let at = 0; at < data.length; at += 4) {
    colours.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
    if (colours.size > MAX_COLOURS[components]) return false;
  }
  return true;
}
