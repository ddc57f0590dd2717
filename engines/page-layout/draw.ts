import type { EngineContext } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { openDocument } from '@bakkum/document-pdfium/document';
import { drawPages } from '@bakkum/document-pdfium/drawing';
import { pagesOf } from '@bakkum/document-pdfium/page-range';
import { pdfiumOf, withoutTraps } from '@bakkum/document-pdfium/program';
import { resolutionOf } from '@bakkum/document-pdfium/resolution';
import type { Raster } from '@bakkum/raster/raster';

/** Finished pages as images, each drawn when it is needed. Errors: `invalid-options` for a range without pages. */
export async function imagesOf(pdf: Blob, options: OptionValues, context: EngineContext): Promise<Raster> {
  const pdfium = await pdfiumOf(context, 'pdfium');
  const bytes = new Uint8Array(await pdf.arrayBuffer());
  return withoutTraps(async () => {
    const document = openDocument(pdfium, bytes, '');
    try {
      const range = typeof options['pages'] === 'string' ? options['pages'] : '';
      return drawPages(document, pagesOf(range, document.pageCount), resolutionOf(options), context);
    } catch (failure) {
      document.close();
      throw failure;
    }
  });
}
