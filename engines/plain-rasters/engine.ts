import { bytesOf, type Engine } from '@bakkum/conversion/engine';
import { ConversionError, toConversionError } from '@bakkum/conversion/errors';
import { frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import type { Pixels, Raster } from '@bakkum/raster/raster';
import { decodeFits } from './fits.ts';
import { decodeGd } from './gd.ts';
import { decodeBrush, decodePattern } from './gimp.ts';
import { decodeIfunc } from './ifunc.ts';
import { decodeIlbm } from './ilbm.ts';
import { decodeSixel } from './sixel.ts';
import { decodeSun } from './sun.ts';
import { decodeXisf } from './xisf.ts';
import { decodeXpm } from './xpm.ts';
import { decodeXwd } from './xwd.ts';

type Decoded = { readonly planes: readonly [Pixels, ...Pixels[]]; readonly mayHaveAlpha: boolean };

const DECODERS: Readonly<Record<string, (bytes: Uint8Array<ArrayBuffer>) => Decoded | Promise<Decoded>>> = {
  xwd: (bytes) => ({ planes: [decodeXwd(bytes)], mayHaveAlpha: false }),
  sun: (bytes) => ({ planes: [decodeSun(bytes)], mayHaveAlpha: false }),
  xpm: (bytes) => ({ planes: [decodeXpm(bytes)], mayHaveAlpha: true }),
  gbr: (bytes) => ({ planes: [decodeBrush(bytes)], mayHaveAlpha: true }),
  'gimp-pattern': (bytes) => ({ planes: [decodePattern(bytes)], mayHaveAlpha: true }),
  gd: async (bytes) => ({ planes: [await decodeGd(bytes)], mayHaveAlpha: true }),
  'ifunc-im': (bytes) => ({ planes: [decodeIfunc(bytes)], mayHaveAlpha: true }),
  ilbm: (bytes) => ({ planes: [decodeIlbm(bytes)], mayHaveAlpha: true }),
  sixel: (bytes) => ({ planes: [decodeSixel(bytes)], mayHaveAlpha: true }),
  xisf: async (bytes) => ({ planes: [await decodeXisf(bytes)], mayHaveAlpha: true }),
  fits: async (bytes) => ({ planes: await decodeFits(bytes), mayHaveAlpha: false }),
};

export const engine: Engine = {
  async convert(request, context) {
    const decoder = DECODERS[request.from];
    if (!decoder) throw new ConversionError('internal', `${request.from} is not read here`);
    const bytes = await bytesOf(request.inputs[0]);
    if (bytes.length === 0) throw new ConversionError('empty', 'no bytes');
    context.signal.throwIfAborted();
    const decoded = await decodeChecked(decoder, bytes);
    context.signal.throwIfAborted();
    return { outputs: [{ content: rasterFor(decoded) }], warnings: [] };
  },
};

/** Runs a decoder; reading past the end of the bytes means the file is truncated. */
async function decodeChecked(
  decoder: (bytes: Uint8Array<ArrayBuffer>) => Decoded | Promise<Decoded>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Decoded> {
  try {
    return await decoder(bytes);
  } catch (thrown) {
    const failure = toConversionError(thrown);
    if (failure.code === 'internal' && thrown instanceof RangeError)
      throw new ConversionError('corrupt', failure.message, { cause: thrown });
    throw failure;
  }
}

function rasterFor({ planes, mayHaveAlpha }: Decoded): Raster {
  const [first] = planes;
  if (planes.length === 1) return stillRaster(first, { width: first.width, height: first.height, mayHaveAlpha });
  return sequenceRaster({
    kind: 'pages',
    frameCount: planes.length,
    mayHaveAlpha,
    async *frames() {
      for (const pixels of planes) yield frameOf(pixels);
    },
  });
}
