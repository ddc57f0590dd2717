import type { ConvertRequest, ConvertResult, EngineContext, Warning } from '@bakkum/conversion/engine';
import { type AnalysedPage, type Analysis, analyse } from '@bakkum/document-layout/analyse';
import type { PictureSource } from '@bakkum/document-layout/drafts';
import { writeDocx } from '@bakkum/document-model/docx';
import { writeHtml } from '@bakkum/document-model/html';
import { writeMarkdown } from '@bakkum/document-model/markdown';
import type { DocumentModel } from '@bakkum/document-model/model';
import { writePlainText } from '@bakkum/document-model/plain-text';

import { type PdfDocument, withPage } from './document.ts';
import { readPage } from './page-reader.ts';
import { pictureSource } from './pictures.ts';
import { readProperty } from './structure.ts';

/** Analysing a page takes this part of the work, writing the file the rest. */
const ANALYSIS = 0.95;

const WRITERS: Readonly<Record<string, (model: DocumentModel) => Blob>> = {
  docx: writeDocx,
  html: writeHtml,
  md: writeMarkdown,
  txt: writePlainText,
};

function writerOf(format: string): (model: DocumentModel) => Blob {
  const writer = WRITERS[format];
  if (!writer) throw new RangeError(`no writer for ${format}`);
  return writer;
}

const NO_PICTURES: PictureSource = { stored: async () => undefined, drawn: async () => undefined };

/** Pages asked for as a document to edit. */
export async function readDocument(
  document: PdfDocument,
  indexes: readonly number[],
  { to }: ConvertRequest,
  context: EngineContext,
): Promise<ConvertResult> {
  const pages = pagesOf(document, indexes, context, to !== 'txt' && to !== 'md');
  const [title, author] = [readProperty(document, 'Title'), readProperty(document, 'Author')];
  const analysis = await analyse(pages, { title, author });
  context.signal.throwIfAborted();
  return { outputs: [{ content: writerOf(to)(analysis.model) }], warnings: warningsOf(document, analysis) };
}

async function* pagesOf(
  document: PdfDocument,
  indexes: readonly number[],
  { signal, onProgress }: EngineContext,
  withPictures: boolean,
): AsyncGenerator<AnalysedPage, void, void> {
  for (const [done, index] of indexes.entries()) {
    signal.throwIfAborted();
    const content = await withPage(document, index, (page) => readPage(document, page).content);
    yield { content, pictures: withPictures ? pictureSource(document, index, signal) : NO_PICTURES };
    onProgress(((done + 1) / indexes.length) * ANALYSIS);
  }
}

function warningsOf({ isRepaired }: PdfDocument, { scannedPages }: Analysis): readonly Warning[] {
  return [
    ...(isRepaired ? [{ code: 'damaged-source' } as const] : []),
    ...(scannedPages > 0 ? [{ code: 'scanned-pages', params: { count: scannedPages } } as const] : []),
  ];
}
