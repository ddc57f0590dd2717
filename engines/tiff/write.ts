import type { ConvertResult, EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValue, OptionValues } from '@bakkum/conversion/options';
import { createWarningLog, keptMetadata, type PixelTarget, prepareFrames, warningsFor } from '@bakkum/raster/encode';
import { type PixelRequest, pixelRequestOf } from '@bakkum/raster/pixel-options';
import type { Raster } from '@bakkum/raster/raster';
import { tiffFile } from './file.ts';
import { type Compression, type PackedPage, packPage } from './strips.ts';

const MEDIA_TYPE = 'image/tiff';

/** Writes one file. All pages of a document become pages; of an animation or icon only the first image, or all on request. */
export async function toTiff(
  raster: Raster,
  isCombined: boolean,
  options: OptionValues,
  context: EngineContext,
): Promise<ConvertResult> {
  const asked = pixelRequestOf(options);
  const { warnings, warn } = createWarningLog(warningsFor(raster, asked));
  const metadata = keptMetadata(raster.metadata, asked);
  const target: PixelTarget = { depth: options['bitDepth'] === '8' ? 8 : 16, alpha: true };
  const settings = { compression: compressionOf(options['compression']), keepsRgb: metadata.icc !== undefined };
  const wanted = pagesWanted(raster, asked);
  const pages: PackedPage[] = [];
  for await (const { pixels } of prepareFrames(raster, options, target, context.signal, warn)) {
    const before = pages.length;
    pages.push(
      await packPage(pixels, settings, context.signal, (fraction) =>
        context.onProgress(Math.min(1, (before + fraction) / wanted)),
      ),
    );
    if (pages.length >= wanted && !isCombined) break;
  }
  context.signal.throwIfAborted();
  if (pages.length === 0) throw new ConversionError('corrupt', 'no picture inside');
  const file = new Blob(tiffFile(pages, metadata, raster.dpi), { type: MEDIA_TYPE });
  return { outputs: [{ content: file }], warnings };
}

function pagesWanted({ kind, frameCount }: Raster, { allFrames }: PixelRequest): number {
  return kind === 'pages' || (kind !== 'still' && allFrames) ? Math.max(1, frameCount) : 1;
}

function compressionOf(value: OptionValue | undefined): Compression {
  return value === 'deflate' || value === 'none' ? value : 'lzw';
}
