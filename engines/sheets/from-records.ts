import { type Cell, columnsOf, tablesOf } from '@bakkum/data-tree/tables';
import { Moment, type Notes, type Value, wordsOf } from '@bakkum/data-tree/value';
import { type CellObject, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';

/** Excel limits ("Excel specifications and limits"): rows per sheet, characters of its name. */
const MAX_ROWS = 1_048_576;
const MAX_NAME_LENGTH = 31;
/** Maximum characters of a cell. */
const MAX_TEXT = 32_767;
/** Digits a numeric cell keeps. */
const MAX_DIGITS = 15;
const DAY_MS = 86_400_000;
/** Day 0 of the workbook calendar. */
const EPOCH = Date.UTC(1899, 11, 30);

const FORMATS = {
  date: 'yyyy-mm-dd',
  time: 'hh:mm:ss',
  'date-time': 'yyyy-mm-dd hh:mm:ss',
  instant: 'yyyy-mm-dd hh:mm:ss',
} as const;

/** Converts data to a workbook: one sheet per table, with column names in the first row. */
export function workbookFrom(value: Value, notes: Notes): WorkBook {
  const book = utils.book_new();
  for (const [index, { name, records }] of tablesOf(value, notes).entries()) {
    const columns = columnsOf(records.slice(0, MAX_ROWS - 1), notes);
    if (records.length >= MAX_ROWS) notes.lose('structure-changed');
    const head = columns.map((column): CellObject => ({ t: 's', v: column.name }));
    const rows = records.slice(0, MAX_ROWS - 1).map((_, row) => columns.map(({ cells }) => cellFor(cells[row] ?? null, notes)));
    utils.book_append_sheet(book, sheetOf([head, ...rows]), sheetName(name ?? `Sheet${index + 1}`), true);
  }
  return book;
}

function sheetOf(rows: CellObject[][]): WorkSheet {
  const sheet: WorkSheet = utils.aoa_to_sheet([], { dense: true });
  sheet['!data'] = rows;
  const width = Math.max(1, rows[0]?.length ?? 1);
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length - 1, c: width - 1 } });
  return sheet;
}

function cellFor(cell: Cell, notes: Notes): CellObject {
  if (cell === null) return { t: 'z' };
  if (typeof cell === 'boolean') return { t: 'b', v: cell };
  if (typeof cell === 'number') return Number.isFinite(cell) ? { t: 'n', v: cell } : { t: 's', v: String(cell) };
  if (typeof cell === 'bigint')
    return String(cell).length > MAX_DIGITS ? { t: 's', v: String(cell) } : { t: 'n', v: Number(cell) };
  if (cell instanceof Moment) return momentCell(cell);
  const text = wordsOf(cell);
  if (text.length > MAX_TEXT) notes.lose('cells-cut');
  return { t: 's', v: text.slice(0, MAX_TEXT) };
}

function momentCell({ iso, kind }: Moment): CellObject {
  const time = Date.parse(
    kind === 'time' ? `1899-12-30T${iso}Z` : kind === 'date' ? `${iso}T00:00:00Z` : iso.replace(/(?:Z|[+-]\d\d:?\d\d)?$/, 'Z'),
  );
  const serial = (time - EPOCH) / DAY_MS;
  // The 1900 calendar has no earlier dates.
  return serial >= 0 ? { t: 'n', v: serial, z: FORMATS[kind] } : { t: 's', v: iso };
}

/** Removes characters a sheet name may not contain. */
function sheetName(name: string): string {
  const clean = name
    .replaceAll(/[:\\/?*[\]]/g, ' ')
    .replaceAll(/^'+|(?<!')'+$/g, '')
    .trim();
  return clean.slice(0, MAX_NAME_LENGTH) || 'Sheet';
}
