import type { ConvertRequest, EngineContext, Warning } from '@bakkum/conversion/engine';
import type { AnalysedPage } from '@bakkum/document-layout/analyse';
import type { PictureSource } from '@bakkum/document-layout/drafts';
import type { Box } from '@bakkum/document-layout/page-content';
import { TEXT_ONLY } from '@bakkum/document-model/outputs';
import { type PdfDocument, withPage } from '@bakkum/document-pdfium/document';
import { drawRegion } from '@bakkum/document-pdfium/drawing';
import { isScannedPage, scanDensity } from '@bakkum/document-pdfium/scanned-page';
import { greyOf } from '@bakkum/document-recognition/grey-image';
import { languagesOf } from '@bakkum/document-recognition/options';
import { contentOf, textOf } from '@bakkum/document-recognition/page-content';
import type { PageInProgress } from '@bakkum/document-recognition/pages-in-order';
import { createRecognizer, type RecognizedPage, type Recognizer } from '@bakkum/document-recognition/recognize';
import { scanResolution } from '@bakkum/document-recognition/resolution';

/** Recognizes the text of scanned pages. */
export type ScanReader = {
  /** Starts to read a page. `finish` returns the page, with the recognized text if it is a scan. */
  start(index: number, page: AnalysedPage, onProgress: (fraction: number) => void): Promise<PageInProgress<AnalysedPage>>;
  warnings(): readonly Warning[];
};

/** Longer side in points of A3 and A4. Images without a resolution make larger pages, up to several metres. */
const MAX_SIDE = 1191;
const USUAL_SIDE = 842;
/** `auto` recognizes at most this many pages for other formats, which takes about a minute. */
const MAX_AUTO_PAGES = 10;

export async function createScanReader(
  document: PdfDocument,
  indexes: readonly number[],
  { to, options }: ConvertRequest,
  context: EngineContext,
): Promise<ScanReader> {
  const [counts, languages] = [{ pages: 0, uncertain: 0 }, languagesOf(options['textLanguage'])];
  const isOn = await isWanted();
  let recognizer: Promise<Recognizer> | undefined;
  async function isWanted(): Promise<boolean> {
    if (options['recognize'] === 'off') return false;
    return options['recognize'] === 'on' || TEXT_ONLY.has(to) || areFew(document, indexes, context);
  }
  return {
    async start(index, page, onProgress) {
      const density = isOn ? await withPage(document, index, (handle) => scanDensity(document.pdfium, handle)) : undefined;
      if (density === undefined) return { canWait: true, finish: () => Promise.resolve(page) };
      recognizer ??= createRecognizer(context, languages);
      const { width, height } = page.content;
      const ownLetters = page.content.glyphs.filter(({ text, invisible }) => !invisible && text.trim() !== '').length;
      const dpi = scanResolution(density, width, height);
      const grey = await withPage(document, index, (handle) =>
        greyOf(drawRegion(document.pdfium, handle, { left: 0, top: 0, width, height }, dpi)),
      );
      const { start, isParallel } = await recognizer;
      const started = await start(grey);
      return {
        canWait: isParallel,
        abandon: started.abandon,
        async finish() {
          const recognized = await started.finish(onProgress);
          const text = textOf(recognized);
          if (!text.isText || lettersIn(recognized) <= ownLetters) return page;
          counts.pages += 1;
          counts.uncertain += text.uncertain;
          const zoom = Math.max(width, height) > MAX_SIDE ? USUAL_SIDE / Math.max(width, height) : 1;
          return {
            content: contentOf(recognized, dpi / zoom, options['markUncertain'] === true),
            pictures: zoomed(page.pictures, zoom),
          };
        },
      };
    },
    warnings: () => [
      ...(counts.pages > 0 ? [{ code: 'text-recognized', params: { count: counts.pages } } as const] : []),
      ...(counts.uncertain > 0 ? [{ code: 'words-uncertain', params: { count: counts.uncertain } } as const] : []),
    ],
  };
}

/** A page with an image behind a short title has no other text. */
const lettersIn = ({ lines }: RecognizedPage): number =>
  lines.flatMap(({ words }) => words).reduce((sum, { text }) => sum + text.length, 0);

/** Images of a page that became smaller. */
function zoomed(pictures: PictureSource, zoom: number): PictureSource {
  if (zoom === 1) return pictures;
  const scaled = ({ left, top, right, bottom }: Box, by: number): Box => ({
    left: left * by,
    top: top * by,
    right: right * by,
    bottom: bottom * by,
  });
  const smaller = <Drawn extends { readonly width: number; readonly height: number } | undefined>(drawn: Drawn): Drawn =>
    drawn && { ...drawn, width: drawn.width * zoom, height: drawn.height * zoom };
  return {
    stored: async (id, box) => smaller(await pictures.stored(id, scaled(box, 1 / zoom))),
    drawn: async (box) => smaller(await pictures.drawn(scaled(box, 1 / zoom))),
  };
}

/** Whether `auto` recognizes the scans of these pages. */
async function areFew(document: PdfDocument, indexes: readonly number[], { signal }: EngineContext): Promise<boolean> {
  if (indexes.length <= MAX_AUTO_PAGES) return true;
  let scans = 0;
  for (const index of indexes) {
    signal.throwIfAborted();
    if (await withPage(document, index, (page) => isScannedPage(document.pdfium, page))) scans += 1;
    if (scans > MAX_AUTO_PAGES) return false;
  }
  return true;
}
