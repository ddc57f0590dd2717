import { type ConvertResult, type Engine, type EngineContext, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import { type Frame, MAX_PIXELS } from '@bakkum/raster/raster';
import { composed } from './compose.ts';
import { orCorrupt } from './damage.ts';
import { type DjvuDocument, openDocument } from './document.ts';
import { type Page, readPage, readPageText } from './page.ts';
import { createScanPdf } from './scan-pdf.ts';
import { readText } from './words.ts';

/** Converts scanned DjVu documents to layered PDF with searchable text, to images, or to text. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await readInput(request.inputs[0]);
    const document = openDocument(bytes);
    switch (request.to) {
      case 'pdf':
        return asPdf(document, context);
      case 'txt':
        return asText(document);
      default:
        return asPictures(document, context);
    }
  },
};

async function asPdf(document: DjvuDocument, context: EngineContext): Promise<ConvertResult> {
  const pdf = createScanPdf(context);
  for await (const { page, done } of pagesOf(document, context)) {
    await pdf.addPage(page);
    context.onProgress(done);
  }
  return { outputs: [{ content: pdf.finish() }], warnings: [] };
}

function asText(document: DjvuDocument): ConvertResult {
  const pages = document.pages.map((chunks) => {
    const data = readPageText(chunks, document);
    const text = data ? orCorrupt(() => readText(data)).text : '';
    return text.replaceAll(/[\v\f\x1d\x1f]/g, '\n').trim();
  });
  const text = pages.filter((page) => page !== '').join('\n\n');
  if (text === '') throw new ConversionError('empty', 'no text behind its pages');
  return { outputs: [{ content: new Blob([text, '\n'], { type: 'text/plain;charset=utf-8' }) }], warnings: [] };
}

async function asPictures(document: DjvuDocument, context: EngineContext): Promise<ConvertResult> {
  const [only, ...others] = document.pages;
  if (only && others.length === 0) {
    const page = readPage(only, document);
    const pixels = composed(page);
    const { width, height } = pixels;
    return { outputs: [{ content: stillRaster(pixels, { width, height, dpi: page.dpi, mayHaveAlpha: false }) }], warnings: [] };
  }
  const frames = async function* (): AsyncGenerator<Frame> {
    for await (const { page } of pagesOf(document, context)) {
      const isSideways = page.turns % 2 === 1;
      yield {
        width: isSideways ? page.height : page.width,
        height: isSideways ? page.width : page.height,
        durationMs: 0,
        pixels: async () => composed(page),
      };
    }
  };
  const raster = sequenceRaster({ kind: 'pages', frameCount: document.pages.length, frames, mayHaveAlpha: false });
  return { outputs: [{ content: raster }], warnings: [] };
}

/** Yields pages one by one and lets the event loop run between them, so that cancellation takes effect. */
async function* pagesOf(
  document: DjvuDocument,
  context: EngineContext,
): AsyncGenerator<{ readonly page: Page; readonly done: number }> {
  for (const [index, chunks] of document.pages.entries()) {
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    context.signal.throwIfAborted();
    const page = readPage(chunks, document);
    if (page.width * page.height > MAX_PIXELS) throw new ConversionError('too-large', `a page of ${page.width}x${page.height}`);
    yield { page, done: (index + 1) / document.pages.length };
  }
}
