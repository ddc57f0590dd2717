import type { EngineContext } from '@bakkum/conversion/engine';
import { openDocument, type PdfDocument } from '@bakkum/document-pdfium/document';
import { type Pdfium, pdfiumOf, withoutTraps } from '@bakkum/document-pdfium/program';

/** Opens bytes that this engine has written in PDFium, and closes them after the work. */
export async function inPdfium<Result>(
  bytes: Uint8Array<ArrayBuffer>,
  context: EngineContext,
  work: (document: PdfDocument, pdfium: Pdfium) => Promise<Result>,
): Promise<Result> {
  const pdfium = await pdfiumOf(context, 'pdfium');
  return withoutTraps(async () => {
    const document = openDocument(pdfium, bytes, '');
    try {
      return await work(document, pdfium);
    } finally {
      document.close();
    }
  });
}
