import { ConversionError } from '@bakkum/conversion/errors';
import { type DataSource, dataEngine } from '@bakkum/data-tree/data-reader';
import { assertCells } from '@bakkum/data-tree/tables';
import { Moment, type Notes, realNumber, type Table, type Value, wholeNumber } from '@bakkum/data-tree/value';
import { protectionOf } from './encryption.ts';
import { type Database, openDatabase } from './program.ts';

/** The whole file and its rows are held in memory. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Converts tables of Access databases (Access 97 and later) to records. Forms, queries and macros are skipped. */
export const engine = dataEngine(() => read, MAX_BYTES);

async function read(source: DataSource): Promise<Value> {
  const database = await opened(source);
  const names = guarded(() => database.getTableNames());
  if (names.length === 0) throw new ConversionError('unsupported-feature', 'no table in it');
  const tables = names.map((name) => [name, guarded(() => recordsOf(database, name, source))] as const);
  const [only, ...others] = tables;
  return only && others.length === 0 ? only[1] : new Map<string, Value>(tables);
}

async function opened({ bytes, options }: DataSource): Promise<Database> {
  const password = typeof options['password'] === 'string' ? options['password'] : '';
  try {
    return await openDatabase(bytes, password);
  } catch (cause) {
    const code = {
      none: 'corrupt',
      password: password === '' ? 'encrypted' : 'wrong-password',
      unknown: 'unsupported-feature',
    } as const;
    throw new ConversionError(code[protectionOf(bytes)], cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The reader throws plain errors for damaged files; they become `corrupt`. */
function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof ConversionError || (cause instanceof Error && cause.name === 'AbortError')) throw cause;
    throw new ConversionError('corrupt', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const ROW_BATCH = 2000;

function recordsOf(database: Database, name: string, { notes, signal }: DataSource): readonly Table[] {
  const table = database.getTable(name);
  const columns = table.getColumns();
  assertCells(columns.length, table.rowCount);
  const records: Table[] = [];
  while (records.length < table.rowCount) {
    signal.throwIfAborted();
    const rows = table.getData({ rowOffset: records.length, rowLimit: ROW_BATCH });
    if (rows.length === 0) break;
    for (const row of rows)
      records.push(new Map(columns.map((column) => [column.name, valueOf(row[column.name], column.type, notes)])));
  }
  return records;
}

function valueOf(cell: unknown, type: string, notes: Notes): Value {
  if (cell === null || cell === undefined) return null;
  if (cell instanceof Date) return momentOf(cell);
  if (typeof cell === 'bigint') return wholeNumber(cell);
  if (typeof cell === 'number') return type === 'double' || type === 'float' ? realNumber(cell) : cell;
  if (cell instanceof Uint8Array) return Uint8Array.from(cell);
  if (Array.isArray(cell)) return attachments(cell, notes);
  if (type === 'currency' && typeof cell === 'string') return cell.replace(/(\.\d\d)0+$/, '$1');
  return typeof cell === 'boolean' || typeof cell === 'string' ? cell : null;
}

/** Access times have no time zone. A time of midnight is written as a date only. */
function momentOf(time: Date): Value {
  if (Number.isNaN(time.getTime())) return null;
  const iso = time.toISOString().replace(/(?:\.000)?Z$/, '');
  return iso.endsWith('T00:00:00') ? new Moment(iso.slice(0, 10), 'date') : new Moment(iso, 'date-time');
}

/** Only the names of files attached to a cell. */
function attachments(files: readonly unknown[], notes: Notes): Value {
  notes.lose('structure-changed');
  return files
    .map((file) =>
      typeof file === 'object' && file !== null && 'name' in file && typeof file.name === 'string' ? file.name : '',
    )
    .join(', ');
}
