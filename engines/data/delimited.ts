import { corrupt } from '@bakkum/conversion/errors';
import { jsonLine } from '@bakkum/data-tree/json-line';
import { uniqueNames } from '@bakkum/data-tree/tables';
import { isList, isTable, type Notes, realNumber, type Table, type Value, wholeNumber, wordsOf } from '@bakkum/data-tree/value';
import { readLines, writeRows } from '@bakkum/delimited-text/rows';

/** How a delimited table is read and written. */
export type Delimited = {
  /** Absent: detected as the separator that splits most lines alike. */
  readonly separator?: string;
  /** Converts cells to numbers and booleans if that loses nothing of their spelling. */
  readonly detectTypes: boolean;
};

/** Reads a table leniently (RFC 4180), with column names from the first line. */
export function readDelimited(text: string, { separator, detectTypes }: Delimited): Value {
  const [header, ...records] = readLines(text, separator);
  if (!header) throw corrupt('no line in it');
  const names = uniqueNames(
    header.map((cell, index) => cell.trim() || `column${index + 1}`),
    (name, count) => name + '_'.repeat(count - 1),
  );
  const width = records.reduce((most, record) => Math.max(most, record.length), names.length);
  const columns = Array.from({ length: width }, (_, index) => {
    const cells = records.map((record) => record[index] ?? '');
    return { name: names[index] ?? `column${index + 1}`, cells: detectTypes ? typedColumn(cells) : cells };
  });
  return records.map((_, row) => new Map(columns.map(({ name, cells }) => [name, cells[row] ?? null])));
}

/** Types a whole column: a single postal code with a leading zero makes all its cells text. */
function typedColumn(cells: readonly string[]): readonly Value[] {
  const values = cells.map(typed);
  const kinds = new Set(values.filter((value) => value !== null).map(kindOf));
  return kinds.size === 1 && !kinds.has('text') ? values : cells;
}

function kindOf(value: Value): 'truth' | 'number' | 'text' {
  if (typeof value === 'boolean') return 'truth';
  return typeof value === 'string' ? 'text' : 'number';
}

/** Converts to a number only if it would be written identically: no leading zeros and no excess digits. */
function typed(cell: string): Value {
  if (cell === '') return null;
  if (/^(?:true|false)$/i.test(cell)) return cell.toLowerCase() === 'true';
  if (/^-?(?:0|[1-9]\d{0,17})$/.test(cell)) return wholeNumber(BigInt(cell));
  if (/^-?(?:0|[1-9]\d{0,14})\.\d{1,15}$/.test(cell) && cell.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15) {
    const number = Number(cell);
    return String(number) === cell ? realNumber(number) : cell;
  }
  return cell;
}

type Row = ReadonlyMap<string, string>;

/** Writes columns in order of first appearance; nested tables become dotted columns, lists stay JSON in their cell. */
export function writeDelimited(value: Value, separator: string, notes: Notes): string {
  const rows = recordsOf(value, notes).map((record) => flatRow(record, notes));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return writeRows([names, ...rows.map((row) => names.map((name) => row.get(name) ?? ''))], separator);
}

function recordsOf(value: Value, notes: Notes): readonly Table[] {
  if (isList(value)) {
    if (value.every(isTable)) return value;
    notes.lose('structure-changed');
    return value.map((each) => (isTable(each) ? each : new Map([['value', each]])));
  }
  if (!isTable(value)) return [new Map([['value', value]])];
  const lists = [...value.values()].filter((child) => isList(child) && child.length > 0 && child.every(isTable));
  const [only] = lists;
  if (value.size === 1 && only !== undefined && isList(only)) return recordsOf(only, notes);
  return [value];
}

function flatRow(record: Table, notes: Notes): Row {
  const cells = new Map<string, string>();
  const add = (path: string, value: Value): void => {
    if (isTable(value) && value.size > 0) {
      notes.lose('structure-changed');
      for (const [key, child] of value) add(`${path}.${key}`, child);
    } else if (isList(value) || isTable(value)) {
      notes.lose('structure-changed');
      cells.set(path, jsonLine(value, notes));
    } else cells.set(path, wordsOf(value));
  };
  for (const [key, value] of record) add(key, value);
  return cells;
}
