import {
  bytesOf,
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  eachInput,
  inputCount,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { createWarningLog, keptMetadata, type PixelTarget, prepareFrames } from '@bakkum/raster/encode';
import { type PixelRequest, pixelRequestOf } from '@bakkum/raster/pixel-options';
import { type Raster, rasterOf } from '@bakkum/raster/raster';
import { jpegPicture } from './jpeg-picture.ts';
import { createPages, type PageWriter } from './pages.ts';
import { rasterPicture } from './raster-picture.ts';

const TARGET: PixelTarget = { depth: 16, alpha: true };

export const engine: Engine = { convert };

/** Writes a page per input, or per frame; of an icon's sizes only the largest. JPEG is embedded unchanged. */
async function convert(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  context.signal.throwIfAborted();
  const { warn, warnings } = createWarningLog();
  const count = inputCount(request);
  const asked = pixelRequestOf(request.options);
  const job: Job = { pages: createPages(), asked, options: request.options, signal: context.signal, warn };
  let index = 0;
  for await (const input of eachInput(request)) {
    const report = (fraction: number): void => context.onProgress((index + fraction) / count);
    if (input instanceof Blob) await addJpeg(job, input, report);
    else await addRaster(job, rasterOf(input), report);
    context.signal.throwIfAborted();
    index += 1;
  }
  return { outputs: [{ content: job.pages.finish() }], warnings };
}

type Job = {
  readonly pages: PageWriter;
  readonly asked: PixelRequest;
  readonly options: OptionValues;
  readonly signal: AbortSignal;
  readonly warn: (warning: Warning) => void;
};

async function addJpeg({ pages, asked }: Job, file: Blob, onProgress: (fraction: number) => void): Promise<void> {
  pages.add(await jpegPicture(await bytesOf(file), asked.keepMetadata));
  onProgress(1);
}

async function addRaster(
  { pages, asked, options, signal, warn }: Job,
  raster: Raster,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const metadata = keptMetadata(raster.metadata, asked);
  if (metadata.exif) warn({ code: 'metadata-dropped' });
  const wanted = raster.kind === 'sizes' ? 1 : raster.frameCount;
  let done = 0;
  for await (const { pixels } of prepareFrames(raster, options, TARGET, signal, warn)) {
    pages.add(await rasterPicture(pixels, { metadata, dpi: raster.dpi }, signal));
    done += 1;
    onProgress(Math.min(1, done / wanted));
    if (raster.kind === 'sizes') break;
  }
  if (done === 0) throw new ConversionError('corrupt', 'no picture inside');
}
