import { type Engine, type EngineContext, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount, stillRaster } from '@bakkum/raster/construct';
import { startProgram } from '@bakkum/raster/emscripten';
import type { Pixels } from '@bakkum/raster/raster';
import start from './.prepared/charls.mjs';
import type { CharLs, FrameInfo, JpegLsDecoder, Start } from './charls.ts';
import { sizeIn } from './header.ts';

export const engine: Engine = {
  async convert({ inputs }, context) {
    context.signal.throwIfAborted();
    const file = await readInput(inputs[0]);
    // Checked before the decoder allocates memory.
    const { width, height } = sizeIn(file);
    assertPixelCount(width, height);
    const program = await started(context);
    context.signal.throwIfAborted();
    const pixels = decoded(program, file);
    context.onProgress(1);
    const mayHaveAlpha = false;
    return {
      outputs: [{ content: stillRaster(pixels, { width: pixels.width, height: pixels.height, mayHaveAlpha }) }],
      warnings: [],
    };
  },
};

/** Starting takes milliseconds; a fresh instance per run frees all memory. */
async function started(context: EngineContext): Promise<CharLs> {
  const begin: Start = start;
  return startProgram(begin, await context.wasm('program'));
}

function decoded(program: CharLs, file: Uint8Array): Pixels {
  const decoder = new program.JpegLSDecoder();
  decoder.getEncodedBuffer(file.length).set(file);
  try {
    decoder.decode();
  } catch (cause) {
    // Its C++ exceptions surface as numbers.
    throw new ConversionError('corrupt', 'the picture could not be decoded', { cause });
  }
  return pixelsOf(decoder);
}

function pixelsOf(decoder: JpegLsDecoder): Pixels {
  const info = decoder.getFrameInfo();
  const { width, height, bitsPerSample, componentCount } = info;
  if (componentCount !== 1 && componentCount !== 3)
    throw new ConversionError('unsupported-feature', `${componentCount} components`);
  const sampleAt = samplesOf(decoder, info);
  const most = 2 ** bitsPerSample - 1;
  const [data, opaque] =
    bitsPerSample > 8 ? [new Uint16Array(width * height * 4), 65_535] : [new Uint8ClampedArray(width * height * 4), 255];
  for (let index = 0; index < width * height; index += 1) {
    for (let channel = 0; channel < 3; channel += 1)
      data[index * 4 + channel] = Math.round((sampleAt(index, componentCount === 1 ? 0 : channel) * opaque) / most);
    data[index * 4 + 3] = opaque;
  }
  return data instanceof Uint16Array ? { depth: 16, width, height, data } : { depth: 8, width, height, data };
}

/** Planar interleave mode; the other modes are returned by pixel. */
const PLANES = 0;

function samplesOf(decoder: JpegLsDecoder, info: FrameInfo): (index: number, component: number) => number {
  const { width, height, bitsPerSample, componentCount } = info;
  const bytes = decoder.getDecodedBuffer();
  const wide = bitsPerSample > 8 ? 2 : 1;
  if (bytes.length < width * height * componentCount * wide) throw new ConversionError('corrupt', 'samples are missing');
  const isPlanar = decoder.getInterleaveMode() === PLANES;
  return (index, component) => {
    const at = (isPlanar ? component * width * height + index : index * componentCount + component) * wide;
    return wide === 1 ? (bytes[at] ?? 0) : (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  };
}
