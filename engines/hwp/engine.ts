import {
  bytesOf,
  type ConvertResult,
  type Engine,
  type EngineContext,
  type EngineOutput,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { createPagesPdf } from '@bakkum/document-pages/pages-pdf';
import { asksForOthers, chooseFaces } from './faces.ts';
import { type OpenDocument, openDocument } from './program.ts';

/** Hangul documents: their pages as PDF and SVG, their text as documents, and each of their formats as the other. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const bytes = await bytesOf(request.inputs[0]);
    const document = await openDocument(bytes, String(request.options['password'] ?? ''), context);
    try {
      return await convertOpened(document, request.to, context);
    } finally {
      document.close();
    }
  },
};

function convertOpened(document: OpenDocument, to: string, context: EngineContext): Promise<ConvertResult> | ConvertResult {
  switch (to) {
    case 'pdf':
      return asPdf(document, context);
    case 'svg':
      return asPictures(document, context);
    case 'hwp':
      return single(document.save('hwp'), 'application/x-hwp');
    case 'hwpx':
      return single(document.save('hwpx'), 'application/hwp+zip');
    default:
      throw new RangeError(`not a target: ${to}`);
  }
}

function single(bytes: Uint8Array<ArrayBuffer>, type: string, warnings: readonly Warning[] = []): ConvertResult {
  return { outputs: [{ content: new Blob([bytes], { type }) }], warnings };
}

async function asPdf(document: OpenDocument, context: EngineContext): Promise<ConvertResult> {
  const pdf = createPagesPdf({ choose: chooseFaces, load: (face) => context.bytes(face) });
  let substituted = false;
  for await (const svg of pagesOf(document, context)) {
    substituted ||= asksForOthers(svg);
    await pdf.addPage(svg);
  }
  const warnings: readonly Warning[] = [
    ...(substituted ? [{ code: 'fonts-substituted' } as const] : []),
    ...(pdf.lostPictures() > 0 ? [{ code: 'pictures-dropped' } as const] : []),
  ];
  return { outputs: [{ content: pdf.finish('') }], warnings };
}

async function asPictures(document: OpenDocument, context: EngineContext): Promise<ConvertResult> {
  const pictures: EngineOutput[] = [];
  for await (const svg of pagesOf(document, context)) {
    const content = new Blob([svg], { type: 'image/svg+xml' });
    pictures.push({ content, ...(document.pageCount > 1 && { label: `page-${pictures.length + 1}` }) });
  }
  const [first, ...others] = pictures;
  if (!first) throw new ConversionError('corrupt', 'no pages');
  return { outputs: [first, ...others], warnings: [] };
}

/** Pages one by one. Between two the event loop turns, so that a cancellation is heard. */
async function* pagesOf(document: OpenDocument, context: EngineContext): AsyncGenerator<string> {
  if (document.pageCount === 0) throw new ConversionError('corrupt', 'no pages');
  for (let index = 0; index < document.pageCount; index += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    context.signal.throwIfAborted();
    yield document.drawPage(index);
    context.onProgress((index + 1) / document.pageCount);
  }
}
