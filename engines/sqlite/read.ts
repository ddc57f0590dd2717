import { type ConvertRequest, type ConvertResult, type EngineContext, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Database, quoted, startProgram } from '@bakkum/data-sqlite/program';
import { assertCells } from '@bakkum/data-tree/tables';
import { dataTree } from '@bakkum/data-tree/tree';
import { Real, type Table, type Value, wholeNumber } from '@bakkum/data-tree/value';

const MAGIC = 'SQLite format 3\0';
/** SQLite holds the entire file in memory here. */
const MAX_BYTES = 1024 * 1024 * 1024;

/** Reads every table of a database as a list of records by name; only the records if there is a single table. */
export async function readDatabase(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  context.signal.throwIfAborted();
  const bytes = await readInput(request.inputs[0], MAX_BYTES);
  if (new TextDecoder('latin1').decode(bytes.subarray(0, MAGIC.length)) !== MAGIC)
    throw new ConversionError('corrupt', 'no database of SQLite');
  const program = await startProgram(context);
  const database = new program.Database(bytes);
  try {
    const tables = tablesOf(database, context);
    if (tables.length === 0) throw new ConversionError('unsupported-feature', 'no table in it');
    const [only, ...others] = tables;
    const value = only && others.length === 0 ? only[1] : new Map<string, Value>(tables);
    return { outputs: [{ content: dataTree(value) }], warnings: [] };
  } catch (cause) {
    if (cause instanceof ConversionError || context.signal.aborted) throw cause;
    throw new ConversionError('corrupt', cause instanceof Error ? cause.message : String(cause), { cause });
  } finally {
    database.close();
  }
}

/** Views are skipped: their data is in the tables, and a view can be made to compute without end. */
const TABLE_NAMES =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid";

type NamedTable = readonly [name: string, records: readonly Table[]];

function tablesOf(database: Database, { signal, onProgress }: EngineContext): readonly NamedTable[] {
  const names = rowsOf(database, TABLE_NAMES, signal).flatMap((row) => {
    const name = row.get('name');
    return typeof name === 'string' ? [name] : [];
  });
  return names.map((name, index) => {
    // Shadow tables of extensions and virtual tables of missing modules cannot be read.
    const records = rowsOf(database, `SELECT * FROM ${quoted(name)}`, signal);
    onProgress((index + 1) / names.length);
    return [name, records];
  });
}

function rowsOf(database: Database, sql: string, signal: AbortSignal): readonly Table[] {
  const statement = database.prepare(sql);
  try {
    const columns = statement.getColumnNames();
    const rows: Table[] = [];
    while (statement.step()) {
      const cells = statement.get(null, { useBigInt: true });
      rows.push(new Map(columns.map((column, index) => [column, valueOf(cells[index] ?? null)])));
      if (rows.length % 4096 !== 0) continue;
      signal.throwIfAborted();
      assertCells(columns.length, rows.length);
    }
    return rows;
  } finally {
    statement.free();
  }
}

/** Integers arrive as `bigint`, so a `number` is a real even if its fraction is zero. */
function valueOf(cell: number | bigint | string | Uint8Array | null): Value {
  if (typeof cell === 'bigint') return wholeNumber(cell);
  if (typeof cell === 'number') return Number.isInteger(cell) ? new Real(cell) : cell;
  return cell instanceof Uint8Array ? cell.slice() : cell;
}
