import type { EngineContext, Warning } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { createHiddenText } from '@bakkum/document-pages/hidden-text';
import { openDocument, type PdfDocument, withPage } from '@bakkum/document-pdfium/document';
import { drawRegion } from '@bakkum/document-pdfium/drawing';
import { pdfiumOf, withoutTraps } from '@bakkum/document-pdfium/program';
import { scanDensity } from '@bakkum/document-pdfium/scanned-page';
import { type GreyImage, greyOf } from '@bakkum/document-recognition/grey-image';
import { languagesOf } from '@bakkum/document-recognition/options';
import { textOf } from '@bakkum/document-recognition/page-content';
import { inOrder, type PageInProgress } from '@bakkum/document-recognition/pages-in-order';
import { createRecognizer, type Recognizer } from '@bakkum/document-recognition/recognize';
import { scanResolution } from '@bakkum/document-recognition/resolution';
import { type TextLayer, textLayerOf } from '@bakkum/document-recognition/text-layer';
import { type PDFDict, type PDFDocument, PDFRef } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { chain, fromView, viewOf, written } from '../pages/boxes.ts';
import { addFont, drawOnTop } from '../pages/content.ts';
import { writerOf } from './pdf-writer.ts';

type Save = (document: PDFDocument) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Writes the recognized text of scanned pages invisibly over their images, so that it can be searched and copied. Pages with text of
 * their own stay as they are. Pages are read in order, from a copy of the document in PDFium.
 * @throws ConversionError `out-of-memory`; the reason of an abort
 */
export async function recognizeScans(
  { document, pages }: Part,
  options: OptionValues,
  save: Save,
  context: EngineContext,
): Promise<readonly Warning[]> {
  const bytes = await save(document);
  const pdfium = await pdfiumOf(context, 'pdfium');
  const hidden = createHiddenText(writerOf(document.context));
  const counts = { pages: 0, uncertain: 0 };
  await withoutTraps(async () => {
    const scans = openDocument(pdfium, bytes, '');
    try {
      const recognizer = await createRecognizer(context, languagesOf(options['textLanguage']));
      for await (const layer of inOrder(startedLayers(pages, scans, recognizer, context)))
        if (layer) {
          writeLayer(layer.page, layer.text, hidden);
          counts.pages += 1;
          counts.uncertain += layer.uncertain;
        }
    } finally {
      scans.close();
    }
  });
  hidden.finish();
  return warningsOf(counts);
}

/** The recognized text of a page. */
type PageLayer = { readonly page: PDFDict; readonly text: TextLayer; readonly uncertain: number };

/** Starts to read each page. Pages without recognized text have no layer. */
async function* startedLayers(
  pages: Part['pages'],
  scans: PdfDocument,
  recognizer: Recognizer,
  { signal, onProgress }: EngineContext,
): AsyncGenerator<PageInProgress<PageLayer | undefined>, void, void> {
  for (const [index, { dict }] of pages.entries()) {
    signal.throwIfAborted();
    const scan = await scanOf(scans, index);
    const started = scan && (await recognizer.start(scan.image));
    const report = (fraction: number): void => onProgress((index + fraction) / pages.length);
    yield {
      canWait: recognizer.isParallel,
      abandon: started?.abandon,
      async finish() {
        const page = await started?.finish(report);
        report(1);
        const text = page && textOf(page);
        return page && scan && text?.isText
          ? { page: dict, text: textLayerOf(page, scan.dpi), uncertain: text.uncertain }
          : undefined;
      },
    };
  }
}

type Scan = { readonly image: GreyImage; readonly dpi: number };

/** The image of a page as displayed, if it is a scan. */
function scanOf(document: PdfDocument, index: number): Promise<Scan | undefined> {
  const { pdfium } = document;
  return withPage(document, index, (page) => {
    const density = scanDensity(pdfium, page);
    if (density === undefined) return undefined;
    const [width, height] = [pdfium.call.FPDF_GetPageWidthF(page), pdfium.call.FPDF_GetPageHeightF(page)];
    const dpi = scanResolution(density, width, height);
    return { image: greyOf(drawRegion(pdfium, page, { left: 0, top: 0, width, height }, dpi)), dpi };
  });
}

function writeLayer(page: PDFDict, { words, matrix }: TextLayer, hidden: ReturnType<typeof createHiddenText>): void {
  const { operators, fonts } = hidden.write(words, 1);
  for (const { name, object } of fonts) addFont(page, name, PDFRef.of(object));
  drawOnTop(page, `q ${written(chain(matrix, fromView(viewOf(page))))} cm\n${operators}Q`);
}

function warningsOf({ pages, uncertain }: { readonly pages: number; readonly uncertain: number }): readonly Warning[] {
  if (pages === 0) return [{ code: 'nothing-recognized' }];
  return [
    { code: 'text-recognized', params: { count: pages } },
    ...(uncertain > 0 ? [{ code: 'words-uncertain', params: { count: uncertain } } as const] : []),
  ];
}
