import { ConversionError } from '@bakkum/conversion/errors';
import { jsonLine } from './json-line.ts';
import { isList, isTable, Moment, type Notes, Real, type Table, type Value, wordsOf } from './value.ts';

/** Rows of named cells. `name` is set if the data has several tables or names its table. */
export type NamedRows = { readonly name?: string; readonly records: readonly Table[] };

/** Type of all non-empty cells of a column. */
export type ColumnKind = 'truth' | 'whole' | 'real' | 'text' | 'bytes' | 'instant' | 'date-time' | 'date' | 'time';

/** A column with one cell per row, `null` if empty. Integers are always `bigint`, numbers with a fraction always `number`. */
export type Column = { readonly name: string; readonly kind: ColumnKind; readonly cells: readonly Cell[] };
export type Cell = null | boolean | bigint | number | string | Moment | Uint8Array<ArrayBuffer>;

const isRows = (value: Value): value is readonly Table[] => isList(value) && value.length > 0 && value.every(isTable);

/**
 * Converts data to tables: a list of records is one table; a table of such lists is several, where lists without records have no
 * columns and are dropped. Anything else becomes a single row.
 */
export function tablesOf(value: Value, notes: Notes): readonly NamedRows[] {
  if (
    isTable(value) &&
    [...value.values()].some(isRows) &&
    [...value.values()].every((child) => isRows(child) || isEmptyList(child))
  )
    return [...value].flatMap(([name, child]) => (isRows(child) ? [{ name, records: child }] : []));
  if (isTable(value)) return [{ records: [value] }];
  if (isRows(value)) return [{ records: value }];
  if (!isEmptyList(value)) notes.lose('structure-changed');
  const cells = isList(value) ? value : [value];
  return [{ records: cells.map((each) => (isTable(each) ? each : new Map([['value', each]]))) }];
}

const isEmptyList = (value: Value): boolean => isList(value) && value.length === 0;

/** More cells would not fit in memory next to their file. */
const MAX_CELLS = 20_000_000;

/**
 * Columns in order of first appearance. Lists and tables in a cell become JSON (`structure-changed`); cells of mixed types become
 * text.
 */
export function columnsOf(records: readonly Table[], notes: Notes): readonly Column[] {
  const names = new Set<string>();
  for (const record of records) for (const name of record.keys()) names.add(name);
  assertCells(names.size, records.length);
  return [...names].map((name) => {
    const values = records.map((record) => record.get(name) ?? null);
    const kind = kindOfAll(values, notes);
    return { name, kind, cells: values.map((value) => cellOf(value, kind, notes)) };
  });
}

/** Errors: `too-large` for a table that would not fit in memory. */
export function assertCells(columns: number, rows: number): void {
  if (!(columns * rows <= MAX_CELLS)) throw new ConversionError('too-large', `${rows} rows of ${columns} columns`);
}

function kindOfAll(values: readonly Value[], notes: Notes): ColumnKind {
  const kinds = new Set(values.filter((value) => value !== null).map(kindOf));
  const [only = 'text'] = kinds;
  if (kinds.size <= 1) return only;
  if (kinds.size === 2 && kinds.has('whole') && kinds.has('real')) return 'real';
  notes.lose('types-changed');
  return 'text';
}

const INTEGER_LIMIT = 2n ** 63n;

function kindOf(value: Value): ColumnKind {
  if (typeof value === 'boolean') return 'truth';
  if (typeof value === 'bigint') return value < INTEGER_LIMIT && value >= -INTEGER_LIMIT ? 'whole' : 'text';
  if (typeof value === 'number') return Number.isInteger(value) && !Object.is(value, -0) ? 'whole' : 'real';
  if (value instanceof Real) return 'real';
  if (value instanceof Uint8Array) return 'bytes';
  return value instanceof Moment ? value.kind : 'text';
}

function cellOf(value: Value, kind: ColumnKind, notes: Notes): Cell {
  if (value === null) return null;
  if (isList(value) || isTable(value)) {
    notes.lose('structure-changed');
    return jsonLine(value, notes);
  }
  switch (kind) {
    case 'whole':
      return typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : null;
    case 'real':
      return value instanceof Real ? value.value : Number(value);
    case 'text':
      if (typeof value !== 'string') notes.lose('types-changed');
      return wordsOf(value);
    default:
      return value instanceof Real ? value.value : value;
  }
}

/** Makes repeated names distinct: `a`, `a (2)`, or as `spell` says. */
export function uniqueNames(
  names: readonly string[],
  spell: (name: string, count: number) => string = (name, count) => `${name} (${count})`,
): readonly string[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    let count = (counts.get(name) ?? 0) + 1;
    while (taken.has(count === 1 ? name : spell(name, count))) count += 1;
    counts.set(name, count);
    const unique = count === 1 ? name : spell(name, count);
    taken.add(unique);
    return unique;
  });
}
