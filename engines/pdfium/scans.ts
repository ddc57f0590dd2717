import type { ConvertRequest, EngineContext, Warning } from '@bakkum/conversion/engine';
import { heightOf, type PageContent, widthOf } from '@bakkum/document-layout/page-content';
import { type PdfDocument, withPage } from '@bakkum/document-pdfium/document';
import { drawRegion } from '@bakkum/document-pdfium/drawing';
import { greyOf } from '@bakkum/document-recognition/grey-image';
import { languagesOf } from '@bakkum/document-recognition/options';
import { contentOf, textOf } from '@bakkum/document-recognition/page-content';
import { createRecognizer, type Recognizer } from '@bakkum/document-recognition/recognize';
import { readPage } from './page-reader.ts';

/** Recognizes the text of scanned pages. */
export type ScanReader = {
  /** Returns the content of a page. If it is a scan, includes the recognized text. */
  read(index: number, content: PageContent, onProgress: (fraction: number) => void): Promise<PageContent>;
  warnings(): readonly Warning[];
};

/** Resolution at which Tesseract is most accurate. */
const DPI = 300;
/** Formats that cannot hold the image of a page, so without recognition the result would be empty. */
export const TEXT_ONLY: ReadonlySet<string> = new Set(['md', 'txt', 'csv', 'xlsx']);
/** `auto` recognizes at most this many pages for other formats, which takes about a minute. */
const MAX_AUTO_PAGES = 10;
/** A page is a scan if images cover at least this share and it has at most this many characters. */
const COVERED = 0.8;
const FEW_CHARACTERS = 20;

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
    async read(index, content, onProgress) {
      if (!isOn || !isScan(content)) return content;
      recognizer ??= createRecognizer(context, languages);
      const { width, height } = content;
      const dpi = Math.min(DPI, (DPI * 1200) / Math.max(width, height));
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

/** Whether images cover the page and it has hardly any text, such as a stamp. */
export function isScan({ width, height, pictures, glyphs }: PageContent): boolean {
  const covered = pictures.reduce((sum, picture) => sum + widthOf(picture) * heightOf(picture), 0);
  return covered > width * height * COVERED && glyphs.filter(({ text }) => text !== ' ').length <= FEW_CHARACTERS;
}

/** Whether `auto` recognizes the scans of these pages. */
async function areFew(document: PdfDocument, indexes: readonly number[], { signal }: EngineContext): Promise<boolean> {
  if (indexes.length <= MAX_AUTO_PAGES) return true;
  let scans = 0;
  for (const index of indexes) {
    signal.throwIfAborted();
    if (await withPage(document, index, (page) => isScan(readPage(document, page).content))) scans += 1;
    if (scans > MAX_AUTO_PAGES) return false;
  }
  return true;
}
