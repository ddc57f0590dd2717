import type { Bytes } from '@bakkum/bytes/bytes';
import { type ConvertRequest, type ConvertResult, type Engine, type EngineOutput, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { DATA, dataOf, dataTree, lossNotes } from '@bakkum/data-tree/tree';
import { passwordOf } from '@bakkum/document-office/opening';
import { decryptPackage } from '@bakkum/document-office/package-encryption';
import { separatorOf } from '@bakkum/document-office/save-options';
import { savedTables } from '@bakkum/document-office/saved';
import { escapeHtml } from '@bakkum/markup/escape';
import { htmlPage } from '@bakkum/markup/html-page';
import { utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx';
import { isWhole } from './completeness.ts';
import { workbookFrom } from './from-records.ts';
import { isWrittenFormat, MEDIA_TYPES, SINGLE_TABLE, TEXT_TABLES, WRITERS } from './kinds.ts';
import { recordsOf } from './records.ts';
import { openTable, respelled } from './text-tables.ts';
import { fillRows, hasUncomputed, openWorkbook, sheetsOf } from './workbook.ts';

type Named = { readonly name: string; readonly sheet: WorkSheet };

/**
 * Converts cells, formulas and number formats of workbooks without their styling: used if no office engine is available, or if
 * only values are needed.
 */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    if (request.from === DATA) return fromRecords(request);
    const bytes = await readInput(request.inputs[0]);
    if (isTextTable(request.from) && isTextTable(request.to))
      return tableResult(respelled(bytes, separatorFor(request)), request);
    const book = await workbookOf(bytes, request, context.signal);
    context.signal.throwIfAborted();
    const { outputs, warnings } = resultOf(book, request);
    context.onProgress(1);
    return { outputs, warnings: isWhole(bytes, request.from) ? warnings : [...warnings, { code: 'damaged-source' }] };
  },
};

function fromRecords(request: ConvertRequest): ConvertResult {
  const notes = lossNotes();
  const book = workbookFrom(dataOf(request.inputs[0]), notes);
  if (book.SheetNames.length === 0) throw new ConversionError('empty', 'no row in it');
  return { ...only(writtenAs(book, request.to)), warnings: notes.warnings() };
}

const isTextTable = (format: string): boolean => TEXT_TABLES.includes(format);
const separatorFor = (request: ConvertRequest): string => separatorOf(request.to, request.options);

async function workbookOf(bytes: Bytes, { from, options }: ConvertRequest, signal: AbortSignal): Promise<WorkBook> {
  if (isTextTable(from)) return openTable(bytes);
  const password = passwordOf(options);
  const isSealed = ['xlsx', 'xlsb'].includes(from) && bytes[0] === 0xd0 && bytes[1] === 0xcf;
  return openWorkbook(isSealed ? await decryptPackage(bytes, password, signal) : bytes, from, password);
}

function resultOf(book: WorkBook, request: ConvertRequest): ConvertResult {
  const all = sheetsOf(book);
  const [first] = all;
  if (!first) return withoutCells(book, request);
  if (all.some(({ sheet }) => hasUncomputed(sheet))) throw new ConversionError('unsupported-feature', 'formulas nobody computed');
  const sheets = request.options['sheets'] === 'first' ? [first] : all;
  if (request.to === 'csv' || request.to === 'tsv') return tables(sheets, request);
  if (request.to === DATA) {
    const value = recordsOf(sheets, book.Workbook?.WBProps?.date1904 === true);
    return { outputs: [{ content: dataTree(value) }], warnings: [] };
  }
  if (request.to === 'html') return only(new Blob([pageOf(sheets)], { type: 'text/html' }));
  return SINGLE_TABLE.has(request.to) ? eachAlone(sheets, request.to) : only(writtenAs(book, request.to));
}

/** A workbook without a cell: its sheets in a document, nothing as data or as a single table. */
function withoutCells(book: WorkBook, request: ConvertRequest): ConvertResult {
  const sheets = book.SheetNames.map((name) => ({ name, sheet: {} }));
  if (isTextTable(request.to)) return tables(sheets, request);
  if (request.to === DATA || SINGLE_TABLE.has(request.to)) throw new ConversionError('empty', 'no sheet has a cell');
  const content = request.to === 'html' ? new Blob([pageOf(sheets)], { type: 'text/html' }) : writtenAs(book, request.to);
  return { ...only(content), warnings: [{ code: 'no-content' }] };
}

const only = (content: Blob): ConvertResult => ({ outputs: [{ content }], warnings: [] });

/** Writes a sheet as delimited text with values as displayed. */
function tables(sheets: readonly Named[], request: ConvertRequest): ConvertResult {
  const separator = separatorFor(request);
  const texts = sheets.map(({ name, sheet }) => {
    const text = utils.sheet_to_csv(sheet, { FS: separator, RS: '\r\n' });
    return { name, bytes: new TextEncoder().encode(withoutEmptyEnd(text, separator)) };
  });
  return savedTables(texts, request);
}

/** Removes trailing empty rows: sheets of old programs extend hundreds of rows past their last cell. */
function withoutEmptyEnd(text: string, separator: string): string {
  let end = text.length;
  while (end > 0 && ['\r', '\n', separator].includes(text.charAt(end - 1))) end -= 1;
  const lineEnd = text.indexOf('\r\n', end);
  return end === 0 ? '' : `${lineEnd < 0 ? text : text.slice(0, lineEnd)}\r\n`;
}

function tableResult(text: string, request: ConvertRequest): ConvertResult {
  return savedTables([{ name: '', bytes: new TextEncoder().encode(text) }], request);
}

function eachAlone(sheets: readonly Named[], to: string): ConvertResult {
  const outputs = sheets.map(({ name, sheet }): EngineOutput => {
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, name);
    const content = writtenAs(book, to);
    return sheets.length === 1 ? { content } : { content, label: name };
  });
  const [first, ...rest] = outputs;
  if (!first) throw new ConversionError('empty', 'no sheet has a cell');
  return { outputs: [first, ...rest], warnings: [] };
}

function writtenAs(book: WorkBook, to: string): Blob {
  if (!isWrittenFormat(to)) throw new RangeError(`not written: ${to}`);
  fillRows(book);
  const bytes: unknown = write(book, {
    type: 'array',
    bookType: WRITERS[to],
    compression: true,
  });
  if (!(bytes instanceof ArrayBuffer)) throw new ConversionError('internal', `no ${to} written`);
  return new Blob([bytes], { type: MEDIA_TYPES[to] ?? '' });
}

/** Writes one page with a heading and a table per sheet. */
function pageOf(sheets: readonly Named[]): string {
  const parts = sheets.map(
    ({ name, sheet }) => `<h2>${escapeHtml(name)}</h2>\n${utils.sheet_to_html(sheet, { header: '', footer: '' })}`,
  );
  return htmlPage({ title: sheets[0]?.name ?? '', body: parts.join('\n') });
}
