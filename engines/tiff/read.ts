import { bytesOf, type ConvertRequest, type ConvertResult, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { extractMetadata, uprightMetadata } from '@bakkum/image-metadata/extract';
import { iccColourSpace } from '@bakkum/image-metadata/icc';
import { sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import { createWarningLog } from '@bakkum/raster/encode';
import type { Frame, Raster } from '@bakkum/raster/raster';
import { isReadable } from './block.ts';
import { decodePage, uprightSize } from './decode-page.ts';
import type { Page } from './page.ts';
import { readPages } from './pages.ts';

/** Decodes a single page immediately, several on demand. */
export async function toRaster(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  const bytes = await bytesOf(request.inputs[0]);
  if (bytes.length === 0) throw new ConversionError('empty', 'no bytes');
  context.signal.throwIfAborted();
  const { pages, isDamaged } = readPages(bytes);
  const foreign = pages.find(({ compression }) => !isReadable(compression));
  if (foreign) throw new ConversionError('unsupported-feature', `TIFF compression ${foreign.compression}`);
  const { warnings, warn } = createWarningLog(isDamaged ? [{ code: 'damaged-source' }] : []);
  if (pages.some(hasForeignProfile)) warn({ code: 'profile-converted' });
  return { outputs: [{ content: await rasterOf(bytes, pages, context) }], warnings };
}

function hasForeignProfile({ icc }: Page): boolean {
  const space = icc && iccColourSpace(icc);
  return space !== undefined && space !== 'RGB ';
}

async function rasterOf(
  bytes: Uint8Array<ArrayBuffer>,
  pages: readonly [Page, ...Page[]],
  context: EngineContext,
): Promise<Raster> {
  const extracted = await extractMetadata(bytes, 'tiff');
  const { dpi } = extracted;
  const traits = {
    metadata: uprightMetadata(extracted).metadata,
    mayHaveAlpha: pages.some(({ alpha }) => alpha !== undefined),
    ...(dpi === undefined ? {} : { dpi }),
  };
  const [first] = pages;
  if (pages.length === 1) {
    const pixels = await decodePage(bytes, first, context, (fraction) => context.onProgress(fraction));
    return stillRaster(pixels, { ...traits, width: pixels.width, height: pixels.height });
  }
  return sequenceRaster({
    ...traits,
    kind: 'pages',
    frameCount: pages.length,
    async *frames(): AsyncGenerator<Frame> {
      for (const page of pages) {
        context.signal.throwIfAborted();
        yield { ...uprightSize(page), durationMs: 0, pixels: () => decodePage(bytes, page, context) };
      }
    },
  });
}
