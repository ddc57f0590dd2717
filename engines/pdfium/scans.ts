import type { ConvertRequest, EngineContext, Warning } from '@bakkum/conversion/engine';
import type { PageContent } from '@bakkum/document-layout/page-content';
import { TEXT_ONLY } from '@bakkum/document-model/outputs';
import { type PdfDocument, withPage } from '@bakkum/document-pdfium/document';
import { drawRegion } from '@bakkum/document-pdfium/drawing';
import { isScannedPage } from '@bakkum/document-pdfium/scanned-page';
import { greyOf } from '@bakkum/document-recognition/grey-image';
import { languagesOf } from '@bakkum/document-recognition/options';
import { contentOf, textOf } from '@bakkum/document-recognition/page-content';
import { createRecognizer, type Recognizer } from '@bakkum/document-recognition/recognize';
import { scanResolution } from '@bakkum/document-recognition/resolution';

/** Recognizes the text of scanned pages. */
export type ScanReader = {
  /** Returns the content of a page. If it is a scan, includes the recognized text. */
  read(index: number, content: PageContent, onProgress: (fraction: number) => void): Promise<PageContent>;
  warnings(): readonly Warning[];
};

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
  const isScanned = (page: number): boolean => isScannedPage(document.pdfium, page);
  let recognizer: Promise<Recognizer> | undefined;
  async function isWanted(): Promise<boolean> {
    if (options['recognize'] === 'off') return false;
    return options['recognize'] === 'on' || TEXT_ONLY.has(to) || areFew(document, indexes, context);
  }
  return {
    async read(index, content, onProgress) {
      if (!isOn || !(await withPage(document, index, isScanned))) return content;
      recognizer ??= createRecognizer(context, languages);
      const { width, height } = content;
      const dpi = scanResolution(width, height);
      const grey = await withPage(document, index, (page) =>
        greyOf(drawRegion(document.pdfium, page, { left: 0, top: 0, width, height }, dpi)),
      );
      const recognized = await (await recognizer).read(grey, onProgress);
      const text = textOf(recognized);
      if (!text.isText) return content;
      counts.pages += 1;
      counts.uncertain += text.uncertain;
      return contentOf(recognized, dpi);
    },
    warnings: () => [
      ...(counts.pages > 0 ? [{ code: 'text-recognized', params: { count: counts.pages } } as const] : []),
      ...(counts.uncertain > 0 ? [{ code: 'words-uncertain', params: { count: counts.uncertain } } as const] : []),
    ],
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
