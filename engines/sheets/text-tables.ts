import { readRows, writeRows } from '@bakkum/delimited-text/rows';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { type CellObject, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';

/** A number without loss of spelling: no leading zero, no more digits than a double holds. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
const MAX_DIGITS = 15;

/** Opens delimited text as a workbook with one sheet. Postal codes and long numbers stay text. */
export function openTable(bytes: Uint8Array<ArrayBuffer>): WorkBook {
  const rows = readRows(decodeText(bytes)).map((row) => row.map(cellOf));
  const sheet: WorkSheet = utils.aoa_to_sheet([], { dense: true });
  sheet['!data'] = rows;
  const width = rows.reduce((most, row) => Math.max(most, row.length), 1);
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: Math.max(0, rows.length - 1), c: width - 1 } });
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Sheet1');
  return book;
}

function cellOf(text: string): CellObject {
  if (text === '') return { t: 'z' };
  const digits = text.replaceAll(/\D/g, '').length;
  return PLAIN_NUMBER.test(text) && digits <= MAX_DIGITS ? { t: 'n', v: Number(text) } : { t: 's', v: text };
}

/** Rewrites cells unchanged with other separators. */
export function respelled(bytes: Uint8Array<ArrayBuffer>, separator: string): string {
  return writeRows(readRows(decodeText(bytes)), separator);
}
