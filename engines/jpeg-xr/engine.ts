import { type Engine, type EngineContext, readInput, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount, stillRaster } from '@bakkum/raster/construct';
import { startProgram } from '@bakkum/raster/emscripten';
import { orient } from '@bakkum/raster/orient';
import start from './.prepared/jpegxr.mjs';
import { readDirectory } from './container.ts';
import { pixelsOf } from './pixels.ts';
import { decode, type JpegXr, type Start } from './program.ts';

/** Decodes JPEG XR and its predecessor HD Photo. */
export const engine: Engine = {
  async convert({ inputs }, context) {
    context.signal.throwIfAborted();
    const file = await readInput(inputs[0]);
    const directory = readDirectory(file);
    // Checked before the decoder allocates memory.
    assertPixelCount(directory.width, directory.height);
    const program = await started(context);
    context.signal.throwIfAborted();
    const samples = decode(program, directory.upright);
    const { pixels: turned, isLinear } = pixelsOf(samples);
    const pixels = orient(turned, directory.orientation);
    context.onProgress(1);
    const { icc, ...rest } = directory.metadata;
    const warnings: Warning[] = [];
    if (directory.isCut) warnings.push({ code: 'damaged-source' });
    if (directory.hasExif) warnings.push({ code: 'metadata-dropped' });
    const raster = stillRaster(pixels, {
      width: pixels.width,
      height: pixels.height,
      mayHaveAlpha: samples.layout.hasAlpha,
      metadata: icc && !isLinear && samples.layout.colours !== 'CMYK' ? { icc, ...rest } : rest,
      ...(directory.dpi === undefined ? {} : { dpi: directory.dpi }),
    });
    return { outputs: [{ content: raster }], warnings };
  },
};

/** Starting takes milliseconds; a fresh instance per run frees all memory. */
async function started(context: EngineContext): Promise<JpegXr> {
  let exported: object = {};
  const begin: Start = start;
  const compiled = await context.wasm('program');
  await startProgram(async (given) => {
    exported = given;
    return begin(given);
  }, compiled);
  if (!isProgram(exported)) throw new ConversionError('engine-unavailable', 'the program exports nothing');
  return exported;
}

const isProgram = (exported: object): exported is JpegXr => '_image_decode_copy_all' in exported && 'HEAPU8' in exported;
