import {
  bytesOf,
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  eachInput,
  inputCount,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { createWarningLog, keptMetadata, type PixelTarget, prepareFrames } from '@bakkum/raster/encode';
import { pixelRequestOf } from '@bakkum/raster/pixel-options';
import { RASTER, rasterOf } from '@bakkum/raster/raster';
import { jpegPicture } from './jpeg-picture.ts';
import { createPages } from './pages.ts';
import { rasterPicture } from './raster-picture.ts';

const TARGET: PixelTarget = { depth: 16, alpha: true };

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    return request.from === RASTER ? fromRasters(request, context) : fromJpegs(request, context);
  },
};

async function fromJpegs(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const { keepMetadata } = pixelRequestOf(request.options);
  const pages = createPages();
  let index = 0;
  for await (const input of eachInput(request)) {
    pages.add(await jpegPicture(await bytesOf(input), keepMetadata));
    context.signal.throwIfAborted();
    index += 1;
    context.onProgress(index / inputCount(request));
  }
  return { outputs: [{ content: pages.finish() }], warnings: [] };
}

/** Every frame becomes a page; of an icon's sizes only the largest does. */
async function fromRasters(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const { warn, warnings } = createWarningLog();
  const pages = createPages();
  const asked = pixelRequestOf(request.options);
  let index = 0;
  for await (const input of eachInput(request)) {
    const raster = rasterOf(input);
    const metadata = keptMetadata(raster.metadata, asked);
    if (metadata.exif) warn({ code: 'metadata-dropped' });
    const wanted = raster.kind === 'sizes' ? 1 : raster.frameCount;
    let done = 0;
    for await (const { pixels } of prepareFrames(raster, request.options, TARGET, context.signal, warn)) {
      pages.add(await rasterPicture(pixels, { metadata, dpi: raster.dpi }, context.signal));
      done += 1;
      context.onProgress((index + Math.min(1, done / wanted)) / inputCount(request));
      if (raster.kind === 'sizes') break;
    }
    if (done === 0) throw new ConversionError('corrupt', 'no picture inside');
    index += 1;
  }
  return { outputs: [{ content: pages.finish() }], warnings };
}
