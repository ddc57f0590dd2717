import type { Area } from '@bakkum/conversion/area';
import type { ConvertRequest, EngineContext, Warning } from '@bakkum/conversion/engine';
import type { AnalysedPage } from '@bakkum/document-layout/analyse';
import type { PictureSource } from '@bakkum/document-layout/drafts';
import { type Box, heightOf, type PageContent, widthOf } from '@bakkum/document-layout/page-content';
import { greyOf } from '@bakkum/document-recognition/grey-image';
import { languagesOf } from '@bakkum/document-recognition/options';
import { contentOf, textOf } from '@bakkum/document-recognition/page-content';
import { inOrder, type PageInProgress } from '@bakkum/document-recognition/pages-in-order';
import { createRecognizer, type RecognizedPage } from '@bakkum/document-recognition/recognize';
import { crop } from '@bakkum/raster/crop';
import { encodeCompactPng } from '@bakkum/raster/png-file';
import type { Frame, Pixels, Raster } from '@bakkum/raster/raster';

/** Pages of recognized text, read one at a time. */
export type PageReader = {
  pages(raster: Raster): AsyncGenerator<AnalysedPage, void, void>;
  /** Complete after the last page. */
  warnings(): readonly Warning[];
};

/** Share of the progress for reading pages; the rest is for writing the file. */
const READING = 0.95;
/** Longer side in points of an image without a resolution: A4. */
const LONG_SIDE = 842;
/** Plausible resolutions of scanners and cameras. Others are arbitrary, such as the 72 dpi of screenshots. */
const MIN_DPI = 100;
const MAX_DPI = 1200;
/** Larger pages are read one after another, because two of them may not fit in memory. */
const MAX_WAITING_PIXELS = 40_000_000;

export async function createPageReader({ options }: ConvertRequest, context: EngineContext): Promise<PageReader> {
  const recognizer = await createRecognizer(context, languagesOf(options['textLanguage']));
  const marksUncertain = options['markUncertain'] === true;
  let uncertain = 0;
  let pictures = 0;
  async function* started(raster: Raster): AsyncGenerator<PageInProgress<AnalysedPage>, void, void> {
    const count = raster.kind === 'sizes' ? 1 : raster.frameCount;
    let index = 0;
    for await (const frame of raster.frames()) {
      const done = index;
      const pixels = await frame.pixels();
      const started = await recognizer.start(greyOf(pixels));
      const dpi = resolutionOf(raster.dpi, frame);
      yield {
        canWait: recognizer.isParallel && pixels.width * pixels.height <= MAX_WAITING_PIXELS,
        abandon: started.abandon,
        async finish() {
          const recognized = await started.finish((fraction) => context.onProgress(((done + fraction) / count) * READING));
          const text = textOf(recognized);
          if (text.isText) uncertain += text.uncertain;
          else pictures += 1;
          return text.isText
            ? textPage(recognized, pixels, dpi, { marksUncertain, signal: context.signal })
            : picturePage(pixels, dpi, context.signal);
        },
      };
      index += 1;
      if (index >= count) break;
    }
  }
  return {
    pages: (raster) => inOrder(started(raster)),
    warnings: () => [
      ...(pictures > 0 ? [{ code: 'scanned-pages' } as const] : []),
      ...(uncertain > 0 ? [{ code: 'words-uncertain', params: { count: uncertain } } as const] : []),
    ],
  };
}

function resolutionOf(dpi: number | undefined, { width, height }: Frame): number {
  if (dpi !== undefined && dpi >= MIN_DPI && dpi <= MAX_DPI) return dpi;
  return (Math.max(width, height) / LONG_SIDE) * 72;
}

function textPage(
  recognized: RecognizedPage,
  pixels: Pixels,
  dpi: number,
  { marksUncertain, signal }: { readonly marksUncertain: boolean; readonly signal: AbortSignal },
): AnalysedPage {
  return { content: contentOf(recognized, dpi, marksUncertain), pictures: pictureSource(pixels, dpi, signal) };
}

/** A page without text is one image. */
function picturePage(pixels: Pixels, dpi: number, signal: AbortSignal): AnalysedPage {
  const [width, height] = [(pixels.width / dpi) * 72, (pixels.height / dpi) * 72];
  const content: PageContent = {
    width,
    height,
    glyphs: [],
    rules: [],
    fills: [],
    drawings: [],
    pictures: [{ id: 0, left: 0, top: 0, right: width, bottom: height }],
    links: [],
    roles: new Map(),
  };
  return { content, pictures: pictureSource(pixels, dpi, signal) };
}

/** Parts of the image, in its own pixels. */
function pictureSource(pixels: Pixels, dpi: number, signal: AbortSignal): PictureSource {
  const part = async (box: Box) => {
    const bytes = await encodeCompactPng(crop(pixels, areaOf(box, dpi / 72, pixels)), { mayBeGrey: true }, signal);
    return { bytes, mediaType: 'image/png', width: widthOf(box), height: heightOf(box) } as const;
  };
  return { stored: (_, box) => part(box), drawn: part };
}

/** The whole pixels that a box in points touches. */
function areaOf(box: Box, scale: number, image: Pixels): Area {
  const x = Math.max(0, Math.floor(box.left * scale));
  const y = Math.max(0, Math.floor(box.top * scale));
  const width = Math.max(1, Math.min(image.width, Math.ceil(box.right * scale)) - x);
  const height = Math.max(1, Math.min(image.height, Math.ceil(box.bottom * scale)) - y);
  return { x, y, width, height };
}
