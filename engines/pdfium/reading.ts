import type { ConvertRequest, ConvertResult, EngineContext, EngineOutput, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type AnalysedPage, type Analysis, analyse, analysePage } from '@bakkum/document-layout/analyse';
import type { PictureSource } from '@bakkum/document-layout/drafts';
import { plainLayout } from '@bakkum/document-layout/plain-layout';
import { slidesOf } from '@bakkum/document-layout/slides';
import { DOCUMENT_WRITERS, isWordless, sheetOutputs, TEXT_ONLY } from '@bakkum/document-model/outputs';
import { writePptx } from '@bakkum/document-model/pptx';
import { type TextTable, textSheet, textTables } from '@bakkum/document-model/tables';
import { withWholePage } from '@bakkum/document-pdfium/added-content';
import type { PdfDocument } from '@bakkum/document-pdfium/document';
import { inOrder, type PageInProgress } from '@bakkum/document-recognition/pages-in-order';
import { readPage } from './page-reader.ts';
import { densityOf, pictureSource } from './pictures.ts';
import { createScanReader, type ScanReader } from './scans.ts';
import { readProperty } from './structure.ts';
import { vectorPage } from './vector-page.ts';

/** Share of the progress for analysing pages; the rest is for writing the file. */
const ANALYSIS = 0.95;

/** Reads the selected pages as an editable document. */
export async function readDocument(
  document: PdfDocument,
  indexes: readonly number[],
  request: ConvertRequest,
  context: EngineContext,
): Promise<ConvertResult> {
  const { to, options } = request;
  let dropped = 0;
  const density = densityOf(options['imageQuality']);
  const keepsLines = options['documentLook'] === 'exact' || options['textLayout'] === 'lines';
  const drop = async (): Promise<undefined> => {
    dropped += 1;
    return undefined;
  };
  const picturesOf = (index: number): PictureSource => {
    if (TEXT_ONLY.has(to)) return { stored: drop, drawn: drop };
    const { stored, drawn, ...rest } = pictureSource(document, index, density, context.signal);
    return to === 'docx' ? { stored, drawn, ...rest } : { stored, drawn };
  };
  const scans = await createScanReader(document, indexes, request, context);
  const [title, author] = [readProperty(document, 'Title'), readProperty(document, 'Author')];
  const analysis = await analyse(
    pagesOf(document, indexes, context, picturesOf, scans),
    { title, author },
    keepsLines ? 'exact' : 'editable',
  );
  context.signal.throwIfAborted();
  if (TEXT_ONLY.has(to) && isWordless(analysis.model)) throw new ConversionError('empty', 'no text on any page');
  const warnings = [...warningsOf(document, analysis), ...scans.warnings()];
  const write = DOCUMENT_WRITERS[to];
  const outputs = write ? [{ content: write(analysis.model) }] : sheetOutputs(textTables(analysis.model), to, 'table');
  const [first, ...rest] = outputs;
  if (!first) throw new ConversionError('empty', 'no table on any page');
  return { outputs: [first, ...rest], warnings: dropped > 0 ? [...warnings, { code: 'pictures-dropped' }] : warnings };
}

/** Reads the selected pages as slides. */
export async function readSlides(
  document: PdfDocument,
  indexes: readonly number[],
  request: ConvertRequest,
  context: EngineContext,
): Promise<ConvertResult> {
  const density = densityOf(request.options['imageQuality']);
  const picturesOf = (index: number): PictureSource => pictureSource(document, index, density, context.signal);
  const scans = await createScanReader(document, indexes, request, context);
  const deck = await slidesOf(pagesOf(document, indexes, context, picturesOf, scans), readProperty(document, 'Title'));
  context.signal.throwIfAborted();
  const warnings = [...(document.isRepaired ? [{ code: 'damaged-source' } as const] : []), ...scans.warnings()];
  return { outputs: [{ content: writePptx(deck) }], warnings };
}

/** Reads the selected pages as drawings, one file per page. */
export async function readVectors(
  document: PdfDocument,
  indexes: readonly number[],
  { signal, onProgress }: EngineContext,
): Promise<ConvertResult> {
  const outputs: EngineOutput[] = [];
  for (const [done, index] of indexes.entries()) {
    signal.throwIfAborted();
    const content = new Blob([await vectorPage(document, index, signal)], { type: 'image/svg+xml' });
    outputs.push(indexes.length === 1 ? { content } : { content, label: `page-${index + 1}` });
    onProgress((done + 1) / indexes.length);
  }
  const [first, ...rest] = outputs;
  if (!first) throw new ConversionError('empty', 'no page');
  return { outputs: [first, ...rest], warnings: document.isRepaired ? [{ code: 'damaged-source' }] : [] };
}

/** Reads the selected pages as sheets: one workbook, or a file per page. */
export async function readSheets(
  document: PdfDocument,
  indexes: readonly number[],
  request: ConvertRequest,
  context: EngineContext,
): Promise<ConvertResult> {
  const { to } = request;
  let dropped = 0;
  const drop = async (): Promise<undefined> => {
    dropped += 1;
    return undefined;
  };
  const scans = await createScanReader(document, indexes, request, context);
  const sheets: TextTable[] = [];
  let page = 0;
  for await (const content of pagesOf(document, indexes, context, () => ({ stored: drop, drawn: drop }), scans)) {
    const { model } = await analysePage(content);
    sheets.push(textSheet(model, `Page ${(indexes[page] ?? page) + 1}`));
    page += 1;
  }
  context.signal.throwIfAborted();
  if (sheets.every(({ rows }) => rows.length === 0)) throw new ConversionError('empty', 'no text on any page');
  const [first, ...rest] = sheetOutputs(sheets, to, 'page');
  if (!first) throw new ConversionError('empty', 'no page');
  const damage: readonly Warning[] = document.isRepaired ? [{ code: 'damaged-source' }] : [];
  const warnings = [...damage, ...scans.warnings()];
  return { outputs: [first, ...rest], warnings: dropped > 0 ? [...warnings, { code: 'pictures-dropped' }] : warnings };
}

/** Returns the text of every page with its layout, separated by form feeds. */
export async function readLayout(
  document: PdfDocument,
  indexes: readonly number[],
  request: ConvertRequest,
  context: EngineContext,
): Promise<ConvertResult> {
  const sheets: string[] = [];
  const scans = await createScanReader(document, indexes, request, context);
  const nothing: PictureSource = { stored: async () => undefined, drawn: async () => undefined };
  for await (const { content } of pagesOf(document, indexes, context, () => nothing, scans)) sheets.push(plainLayout(content));
  if (sheets.every((sheet) => sheet === '')) throw new ConversionError('empty', 'no text on any page');
  const content = new Blob([sheets.join('\f')], { type: 'text/plain;charset=utf-8' });
  const damage: readonly Warning[] = document.isRepaired ? [{ code: 'damaged-source' }] : [];
  return { outputs: [{ content }], warnings: [...damage, ...scans.warnings()] };
}

function pagesOf(
  document: PdfDocument,
  indexes: readonly number[],
  { signal, onProgress }: EngineContext,
  picturesOf: (index: number) => PictureSource,
  scans: ScanReader,
): AsyncGenerator<AnalysedPage, void, void> {
  const report = (pages: number): void => onProgress((pages / indexes.length) * ANALYSIS);
  async function* started(): AsyncGenerator<PageInProgress<AnalysedPage>, void, void> {
    for (const [done, index] of indexes.entries()) {
      signal.throwIfAborted();
      const pictures = picturesOf(index);
      const wanted = pictures.painted ? 'paintings' : 'places';
      const stored = await withWholePage(document, index, (page) => readPage(document, page, wanted).content);
      const page = { content: stored, pictures };
      const { canWait, finish, abandon } = await scans.start(index, page, (fraction) => report(done + fraction));
      yield {
        canWait,
        abandon,
        async finish() {
          const read = await finish();
          report(done + 1);
          return read;
        },
      };
    }
  }
  return inOrder(started());
}

function warningsOf({ isRepaired }: PdfDocument, { scannedPages }: Analysis): readonly Warning[] {
  return [
    ...(isRepaired ? [{ code: 'damaged-source' } as const] : []),
    ...(scannedPages > 0 ? [{ code: 'scanned-pages', params: { count: scannedPages } } as const] : []),
  ];
}
