import type { ConvertRequest, ConvertResult, EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type Database, quoted, startProgram } from '@bakkum/data-sqlite/program';
import { type Column, columnsOf, type NamedRows, tablesOf } from '@bakkum/data-tree/tables';
import { dataOf, lossNotes } from '@bakkum/data-tree/tree';
import { Moment, type Notes, wordsOf } from '@bakkum/data-tree/value';

/** Table name if the data has none. */
const TABLE = 'data';

/** Writes one database table per data table. */
export async function writeDatabase(request: ConvertRequest, context: EngineContext): Promise<ConvertResult> {
  context.signal.throwIfAborted();
  const notes = lossNotes();
  const tables = tablesOf(dataOf(request.inputs[0]), notes);
  const program = await startProgram(context);
  const database = new program.Database();
  try {
    for (const [index, table] of tables.entries()) {
      context.signal.throwIfAborted();
      writeTable(database, table, notes);
      context.onProgress((index + 1) / tables.length);
    }
    const content = new Blob([database.export()], { type: 'application/vnd.sqlite3' });
    return { outputs: [{ content }], warnings: notes.warnings() };
  } finally {
    database.close();
  }
}

const TYPES: Readonly<Record<Column['kind'], string>> = {
  truth: 'INTEGER',
  whole: 'INTEGER',
  real: 'REAL',
  bytes: 'BLOB',
  text: 'TEXT',
  instant: 'TEXT',
  'date-time': 'TEXT',
  date: 'TEXT',
  time: 'TEXT',
};

/** Column limit of SQLite. */
const MAX_COLUMNS = 2000;

function writeTable(database: Database, { name = TABLE, records }: NamedRows, notes: Notes): void {
  const columns = columnsOf(records, notes);
  if (columns.length === 0 || columns.length > MAX_COLUMNS)
    throw new ConversionError('unsupported-feature', `${columns.length} columns`);
  const names = uniqueNames(columns);
  if (columns.some(({ kind }) => kind === 'truth')) notes.lose('types-changed');
  const described = columns.map(({ kind }, index) => `${quoted(names[index] ?? '')} ${TYPES[kind]}`);
  database.run(`CREATE TABLE ${quoted(tableName(name))} (${described.join(', ')})`);
  database.run('BEGIN');
  const statement = database.prepare(`INSERT INTO ${quoted(tableName(name))} VALUES (${columns.map(() => '?').join(', ')})`);
  for (let row = 0; row < records.length; row += 1) statement.run(columns.map(({ cells }) => stored(cells[row] ?? null, notes)));
  statement.free();
  database.run('COMMIT');
}

/** Names with this prefix are reserved by SQLite. */
const tableName = (name: string): string => (/^sqlite_/i.test(name) ? `_${name}` : name);

/** SQLite names are case-insensitive. */
function uniqueNames(columns: readonly Column[]): readonly string[] {
  const taken = new Set<string>();
  return columns.map(({ name }) => {
    let candidate = name || 'column';
    while (taken.has(candidate.toLowerCase())) candidate = `${candidate}_`;
    taken.add(candidate.toLowerCase());
    return candidate;
  });
}

function stored(cell: Column['cells'][number], notes: Notes): number | bigint | string | Uint8Array | null {
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  if (!(cell instanceof Moment)) return cell;
  notes.lose('types-changed');
  return wordsOf(cell);
}
