import { bytesOf, type ConvertRequest, type ConvertResult, type Engine, type EngineContext } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { openDocument, type PdfDocument } from '@bakkum/document-pdfium/document';
import { drawPages } from '@bakkum/document-pdfium/drawing';
import { LAID_OUT_PAGES, laidOutPagesOf } from '@bakkum/document-pdfium/laid-out-pages';
import { pagesOf } from '@bakkum/document-pdfium/page-range';
import { pdfiumOf, withoutTraps } from '@bakkum/document-pdfium/program';
import { resolutionOf } from '@bakkum/document-pdfium/resolution';
import { RASTER } from '@bakkum/raster/raster';
import { readDocument, readLayout, readSheets, readSlides, readVectors } from './reading.ts';

/** Converts PDF pages to images, and PDF files to editable documents. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const [input] = request.inputs;
    const bytes = await bytesOf(request.from === LAID_OUT_PAGES ? laidOutPagesOf(input).pdf : input);
    const pdfium = await pdfiumOf(context);
    context.signal.throwIfAborted();
    return withoutTraps(async () => {
      const document = openDocument(pdfium, bytes, textOf(request.options, 'password'));
      return request.to === RASTER ? draw(document, request, context) : read(document, request, context);
    });
  },
};

async function draw(document: PdfDocument, { options }: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  try {
    const raster = drawPages(document, pagesOf(textOf(options, 'pages'), document.pageCount), resolutionOf(options), context);
    return { outputs: [{ content: raster }], warnings: document.isRepaired ? [{ code: 'damaged-source' }] : [] };
  } catch (failure) {
    document.close();
    throw failure;
  }
}

async function read(document: PdfDocument, request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  try {
    const indexes = pagesOf(textOf(request.options, 'pages'), document.pageCount);
    if (request.options['textLayout'] === 'layout') return await readLayout(document, indexes, request, context);
    if (request.to === 'svg') return await readVectors(document, indexes, context);
    if (request.to === 'pptx') return await readSlides(document, indexes, request, context);
    if (request.options['sheetPer'] === 'page') return await readSheets(document, indexes, request, context);
    return await readDocument(document, indexes, request, context);
  } finally {
    document.close();
  }
}

function textOf(options: OptionValues, name: string): string {
  const value = options[name];
  return typeof value === 'string' ? value : '';
}
