import type { Bytes } from '@bakkum/bytes/bytes';
import { append } from '@bakkum/bytes/long-lists';
import { ConversionError, type ConversionErrorCode } from '@bakkum/conversion/errors';
import { hasPassword } from '@bakkum/document-input/iwork/password';
import { decodeText, detectEncoding } from '@bakkum/document-input/text-encoding';
import { readDirectory } from '@bakkum/document-input/zip-directory';
import { isLockedWorkbook } from '@bakkum/document-office/admission';
import { type CellObject, type ParsingOptions, read, set_cptable, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import * as codepages from '@e965/xlsx/dist/cpexcel';
import { readNumbers2009 } from './numbers-2009.ts';

set_cptable(codepages);

/** Limit of a package's unpacked size; cells take several times that in memory. */
const MAX_UNPACKED_BYTES = 600_000_000;

/** Text formats in any encoding. */
const TEXT_BOOKS: ReadonlySet<string> = new Set(['slk', 'dif', 'fods']);

/** Default Windows code pages of formats that do not declare theirs. */
const CODEPAGES: Readonly<Record<string, number>> = {
  'euc-kr': 949,
  shift_jis: 932,
  gb18030: 936,
  big5: 950,
  'windows-1251': 1251,
  'utf-8': 65_001,
};
const DEFAULT_CODEPAGE = 1252;

/** Opens a workbook. Errors: `corrupt`, `too-large`, `encrypted`, `wrong-password`, `empty`. */
export function openWorkbook(bytes: Bytes, from: string, password: string): WorkBook {
  if (bytes.length === 0) throw new ConversionError('empty', 'zero bytes');
  assertBounded(bytes);
  if (from === 'numbers' && hasPassword(bytes)) throw new ConversionError('encrypted', 'it needs a password');
  const old = from === 'numbers' ? readNumbers2009(bytes) : undefined;
  if (old && old.SheetNames.length > 0) return old;
  const isText = TEXT_BOOKS.has(from);
  const book = parsed(isText ? decodeText(bytes) : bytes, {
    type: isText ? 'string' : 'array',
    dense: true,
    cellNF: true,
    cellHTML: false,
    codepage: codepageOf(bytes, from),
    ...(password === '' ? {} : { password }),
  });
  if (book.SheetNames.length === 0) throw new ConversionError('corrupt', 'no sheet in it');
  if (from === 'numbers') eachCell(book, roundDecimal);
  if (from === 'dif') eachCell(book, joinBytes);
  return book;
}

/** Adds the empty rows that some readers leave out and the writers of Excel's formats need. */
export function fillRows(book: WorkBook): void {
  for (const sheet of Object.values(book.Sheets)) {
    const rows = sheet['!data'];
    if (!rows || sheet['!ref'] === undefined) continue;
    const { e } = utils.decode_range(sheet['!ref']);
    for (let row = 0; row <= Math.min(e.r, LAST_ROW); row += 1) rows[row] ??= [];
  }
}

/** Of Excel, counted from 0. */
const LAST_ROW = 1_048_575;

function eachCell(book: WorkBook, mend: (cell: CellObject) => void): void {
  for (const { sheet } of sheetsOf(book))
    for (const row of sheet['!data'] ?? []) for (const cell of row ?? []) if (cell) mend(cell);
}

/** Numbers stores decimals, which the library converts in binary; 15 digits are exact. */
function roundDecimal(cell: CellObject): void {
  if (typeof cell.v === 'number') cell.v = Number(cell.v.toPrecision(15));
}

/** The library's DIF reader splits text into UTF-8 bytes; this joins them again. */
function joinBytes(cell: CellObject): void {
  if (typeof cell.v !== 'string') return;
  cell.v = new TextDecoder().decode(Uint8Array.from(cell.v, (letter) => letter.charCodeAt(0)));
  cell.w = cell.v;
}

function assertBounded(bytes: Bytes): void {
  const unpacked = readDirectory(bytes)?.reduce((sum, { size }) => sum + size, 0) ?? 0;
  if (unpacked > MAX_UNPACKED_BYTES) throw new ConversionError('too-large', `unpacks to ${unpacked} bytes`);
}

function parsed(given: Bytes | string, options: ParsingOptions): WorkBook {
  try {
    return read(given, options);
  } catch (error) {
    throw new ConversionError(codeOf(given, options), error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Why the library did not read a workbook; its errors have no code. */
function codeOf(given: Bytes | string, { password }: ParsingOptions): ConversionErrorCode {
  if (typeof given === 'string') return 'corrupt';
  const members = readDirectory(given)?.map(({ name }) => name) ?? [];
  if (isLockedWorkbook(given)) return password ? 'wrong-password' : 'encrypted';
  return members.some((name) => OLD_NUMBERS.has(name)) ? 'unsupported-feature' : 'corrupt';
}

/** Content of a document of Numbers 2008 and 2009. */
const OLD_NUMBERS: ReadonlySet<string> = new Set(['index.xml.gz', 'index.xml']);

/** Code page for non-ASCII text in files from before Unicode; a declaration in the file takes precedence. */
function codepageOf(bytes: Bytes, from: string): number {
  if (!['dbf', 'wk1', 'qpro', 'xls'].includes(from)) return DEFAULT_CODEPAGE;
  return CODEPAGES[detectEncoding(lettersOf(bytes))] ?? DEFAULT_CODEPAGE;
}

const SAMPLE = 262_144;

/** Extracts pairs of non-ASCII bytes separated by line ends, because numbers and lengths would distort encoding detection. */
function lettersOf(bytes: Bytes): Uint8Array {
  const letters: number[] = [];
  let run: number[] = [];
  for (const byte of bytes.subarray(0, SAMPLE)) {
    if (byte >= 0x80 || (run.length > 0 && byte >= 0x41)) run.push(byte);
    else {
      if (run.length >= 4) append(letters, [...run, 0x0a]);
      run = [];
    }
  }
  return new Uint8Array([...letters, ...run]);
}

/** Returns the sheets in order by name, including hidden ones. */
export function sheetsOf(book: WorkBook): readonly { readonly name: string; readonly sheet: WorkSheet }[] {
  return book.SheetNames.flatMap((name) => {
    const sheet = book.Sheets[name];
    return sheet?.['!ref'] === undefined ? [] : [{ name, sheet }];
  });
}

/** Whether a cell has a formula without a cached result, whose value would be missing. */
export function hasUncomputed(sheet: WorkSheet): boolean {
  return (sheet['!data'] ?? []).some((row) =>
    row?.some((cell) => cell?.f !== undefined && (cell.v === undefined || Number.isNaN(cell.v)) && cell.t !== 'z'),
  );
}
