import { bytesOf, type ConvertRequest, type ConvertResult, type Engine, type EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { RASTER } from '@bakkum/raster/raster';
import { openDocument, type PdfDocument } from './document.ts';
import { drawPages } from './drawing.ts';
import { pagesOf } from './page-range.ts';
import { forgetPdfium, pdfiumOf } from './program.ts';
import { readDocument, readLayout } from './reading.ts';

/** Pages of PDF files as pictures, and the documents behind them. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await bytesOf(request.inputs[0]);
    const pdfium = await pdfiumOf(context);
    context.signal.throwIfAborted();
    return guarded(async () => {
      const document = openDocument(pdfium, bytes, textOf(request.options, 'password'));
      return request.to === RASTER ? draw(document, request, context) : read(document, request, context);
    });
  },
};

/** A trap of the program is the file's fault, and the program's memory is not to be trusted after. */
async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof WebAssembly.RuntimeError)) throw failure;
    forgetPdfium();
    throw new ConversionError('corrupt', failure.message, { cause: failure });
  }
}

async function draw(document: PdfDocument, { options }: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  try {
    const dpi = typeof options['dpi'] === 'number' ? options['dpi'] : 150;
    const raster = drawPages(document, pagesOf(textOf(options, 'pages'), document.pageCount), dpi, context);
    return { outputs: [{ content: raster }], warnings: document.isRepaired ? [{ code: 'damaged-source' }] : [] };
  } catch (failure) {
    document.close();
    throw failure;
  }
}

async function read(document: PdfDocument, request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  try {
    const indexes = pagesOf(textOf(request.options, 'pages'), document.pageCount);
    if (request.options['textLayout'] === 'layout') return await readLayout(document, indexes, context);
    return await readDocument(document, indexes, request, context);
  } finally {
    document.close();
  }
}

function textOf(options: OptionValues, name: string): string {
  const value = options[name];
  return typeof value === 'string' ? value : '';
}
