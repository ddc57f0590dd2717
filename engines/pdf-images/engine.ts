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
import type { PictureReader } from './recognition.ts';

const TARGET: PixelTarget = { depth: 16, alpha: true };

export const engine: Engine = { convert };

/** Writes a page per input, or per frame; of an icon's sizes only the largest. JPEG is embedded unchanged. */
async function convert(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  context.signal.throwIfAborted();
  const { warn, warnings } = createWarningLog();
  const count = inputCount(request);
  const asked = pixelRequestOf(request.options);
  const { options } = request;
  const reader = options['searchable'] === true ? await startReader(options, context) : undefined;
  const job: Job = { pages: createPages(), asked, options, signal: context.signal, warn, reader };
  let index = 0;
  for await (const input of eachInput(request)) {
    const report = (fraction: number): void => context.onProgress((index + fraction) / count);
    if (input instanceof Blob) await addJpeg(job, input, report);
    else await addRaster(job, rasterOf(input), report);
    context.signal.throwIfAborted();
    index += 1;
  }
  return { outputs: [{ content: job.pages.finish() }], warnings: [...warnings, ...(reader?.warnings() ?? [])] };
}

type Job = {
  readonly pages: PageWriter;
  readonly asked: PixelRequest;
  readonly options: OptionValues;
  readonly signal: AbortSignal;
  readonly warn: (warning: Warning) => void;
  readonly reader: PictureReader | undefined;
};

async function startReader(options: OptionValues, context: EngineContext): Promise<PictureReader> {
  const { createPictureReader } = await import('./recognition.ts');
  return createPictureReader(options, context);
}

async function addJpeg({ pages, asked, reader }: Job, file: Blob, onProgress: (fraction: number) => void): Promise<void> {
  const picture = await jpegPicture(await bytesOf(file), asked.keepMetadata);
  pages.add(picture, await reader?.read(picture, undefined, onProgress));
  onProgress(1);
}

async function addRaster(
  { pages, asked, options, signal, warn, reader }: Job,
  raster: Raster,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const metadata = keptMetadata(raster.metadata, asked);
  if (metadata.exif) warn({ code: 'metadata-dropped' });
  const wanted = raster.kind === 'sizes' ? 1 : raster.frameCount;
  let done = 0;
  for await (const { pixels } of prepareFrames(raster, options, TARGET, signal, warn)) {
    const picture = await rasterPicture(pixels, { metadata, dpi: raster.dpi }, signal);
    const report = (fraction: number): void => onProgress(Math.min(1, (done + fraction) / wanted));
    pages.add(picture, await reader?.read(picture, pixels, report));
    done += 1;
    onProgress(Math.min(1, done / wanted));
    if (raster.kind === 'sizes') break;
  }
  if (done === 0) throw new ConversionError('corrupt', 'no picture inside');
}
