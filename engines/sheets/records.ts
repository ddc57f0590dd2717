import { uniqueNames } from '@bakkum/data-tree/tables';
import { Moment, type Table, type Value } from '@bakkum/data-tree/value';
import { SSF, utils, type WorkSheet } from '@e965/xlsx';

/**
 * Converts rows to records named by the first row, grouped by sheet name if there are several. Numbers and booleans are typed,
 * dates are moments, an empty cell is `null`.
 * @param since1904 days are counted from 1904-01-01, as in workbooks of old Macs
 */
export function recordsOf(sheets: readonly { readonly name: string; readonly sheet: WorkSheet }[], since1904: boolean): Value {
  const read = sheets.map(({ name, sheet }) => [name, rowsOf(sheet, since1904)] as const);
  const [only] = read;
  return only && read.length === 1 ? only[1] : new Map(read);
}

function rowsOf(sheet: WorkSheet, since1904: boolean): readonly Table[] {
  const { s, e } = utils.decode_range(sheet['!ref'] ?? 'A1');
  const columns = Array.from({ length: e.c - s.c + 1 }, (_, index) => s.c + index);
  const names = uniqueNames(
    columns.map((column, index) => cellText(sheet, s.r, column) || `column${index + 1}`),
    (name, count) => `${name}_${count}`,
  );
  const rows = Array.from({ length: e.r - s.r }, (_, index) => s.r + 1 + index);
  return rows
    .map((row) => columns.map((column, index) => [names[index] ?? '', cellValue(sheet, row, column, since1904)] as const))
    .filter((entries) => entries.some(([, value]) => value !== null))
    .map((entries) => new Map(entries));
}

const cellAt = (sheet: WorkSheet, row: number, column: number) => sheet['!data']?.[row]?.[column];

function cellText(sheet: WorkSheet, row: number, column: number): string {
  const cell = cellAt(sheet, row, column);
  return cell?.w ?? String(cell?.v ?? '');
}

function cellValue(sheet: WorkSheet, row: number, column: number, since1904: boolean): Value {
  const cell = cellAt(sheet, row, column);
  if (cell === undefined || cell.t === 'z' || cell.v === undefined) return null;
  if (cell.t === 'e') return cell.w ?? null;
  if (typeof cell.v === 'number' && cell.z !== undefined && SSF.is_date(String(cell.z))) return momentOf(cell.v, since1904);
  return cell.v instanceof Date ? new Moment(cell.v.toISOString(), 'instant') : cell.v;
}

/** Converts a serial date to a date, a time of day, or both. */
function momentOf(serial: number, date1904: boolean): Moment {
  const { y, m, d, H, M, S } = SSF.parse_date_code(serial, { date1904 });
  const day = `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`;
  const time = `${two(H)}:${two(M)}:${two(Math.round(S))}`;
  if (serial < 1) return new Moment(time, 'time');
  return Number.isInteger(serial) ? new Moment(day, 'date') : new Moment(`${day}T${time}`, 'date-time');
}

const two = (count: number): string => String(count).padStart(2, '0');
