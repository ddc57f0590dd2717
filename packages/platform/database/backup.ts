import { z } from 'zod';
import type { Database } from './database.ts';
import type { Row, Sql } from './sql.ts';

/**
 * A backup is text with one JSON value per line: a header that lists the applied migrations, then each table's name and rows,
 * then the number of rows. It fits every PostgreSQL with the same migrations.
 */
const head = z.object({
  bakkumBackup: z.literal(1),
  madeAt: z.iso.datetime(),
  migrations: z.record(z.string(), z.array(z.string())),
});
const tableLine = z.object({ table: z.string() });
const rowLine = z.object({ row: z.record(z.string(), z.unknown()) });
const endLine = z.object({ rows: z.number() });
const line = z.union([tableLine, rowLine, endLine]);

const FETCH_SIZE = 500;

/** The backup cannot be restored here; the message says why. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** Writes every table of these schemas line by line from one snapshot, while the server keeps running. */
export async function backUp(
  database: Database,
  schemas: readonly string[],
  write: (line: string) => Promise<void>,
): Promise<number> {
  return database.transaction(async (sql) => {
    await sql.query('set transaction isolation level repeatable read, read only');
    await write(JSON.stringify({ bakkumBackup: 1, madeAt: new Date().toISOString(), migrations: await migrationsIn(sql) }));
    let rows = 0;
    for (const table of await tablesOf(sql, schemas)) {
      await write(JSON.stringify({ table }));
      await sql.query(`declare backup no scroll cursor for select row_to_json(t)::text as row from ${table} t`);
      for (let batch = await fetchRows(sql); batch.length > 0; batch = await fetchRows(sql)) {
        for (const { row } of batch) await write(`{"row":${String(row)}}`);
        rows += batch.length;
      }
      await sql.query('close backup');
    }
    await write(JSON.stringify({ rows }));
    return rows;
  });
}

function fetchRows(sql: Sql): Promise<readonly Row[]> {
  return sql.query(`fetch ${FETCH_SIZE} from backup`);
}

/**
 * Fills the empty tables of these schemas from a backup, completely or not at all.
 * @throws BackupRefused when the migrations differ, a table has rows, or the backup is truncated
 */
export async function restore(database: Database, schemas: readonly string[], lines: AsyncIterable<string>): Promise<number> {
  return database.transaction(async (sql) => {
    const tables = await tablesOf(sql, schemas);
    const reader = lines[Symbol.asyncIterator]();
    await checkHead(sql, await reader.next());
    await checkEmpty(sql, tables);
    const rows = await fill(sql, tables, { [Symbol.asyncIterator]: () => reader });
    for (const table of tables) await continueNumbers(sql, table);
    return rows;
  });
}

async function checkHead(sql: Sql, first: IteratorResult<string>): Promise<void> {
  const given = head.safeParse(first.done ? undefined : parsedJson(first.value));
  if (!given.success) throw new BackupRefused('This file is not a Bakkum backup.');
  const here = await migrationsIn(sql);
  if (JSON.stringify(here) !== JSON.stringify(given.data.migrations)) {
    throw new BackupRefused('The backup was made by another version. Restore it with that version, then start this one.');
  }
}

async function checkEmpty(sql: Sql, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const found = await sql.query(`select from ${table} limit 1`);
    if (found.length > 0)
      throw new BackupRefused(`${table} has rows already. Restore into an empty database: another DATA_DIR or DATABASE_URL.`);
  }
}

async function fill(sql: Sql, tables: readonly string[], lines: AsyncIterable<string>): Promise<number> {
  let table: string | undefined;
  let waiting: unknown[] = [];
  let rows = 0;
  const flush = async (): Promise<void> => {
    if (table !== undefined && waiting.length > 0) await insert(sql, table, waiting);
    rows += waiting.length;
    waiting = [];
  };
  for await (const text of lines) {
    const given = line.safeParse(parsedJson(text));
    if (!given.success) throw new BackupRefused('The backup is damaged.');
    if ('row' in given.data) waiting.push(given.data.row);
    if (waiting.length >= FETCH_SIZE || !('row' in given.data)) await flush();
    if ('table' in given.data) table = tables.find((known) => known === ('table' in given.data ? given.data.table : undefined));
    if ('table' in given.data && table === undefined) throw new BackupRefused(`${given.data.table} is no table of this version.`);
    if ('rows' in given.data) {
      if (given.data.rows !== rows) throw new BackupRefused('The backup is damaged: rows are missing.');
      return rows;
    }
  }
  throw new BackupRefused('The backup breaks off.');
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function insert(sql: Sql, table: string, rows: readonly unknown[]): Promise<void> {
  await sql.query(
    `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)`,
    [JSON.stringify(rows)],
  );
}

/** Sets sequences to continue after the highest existing number. */
async function continueNumbers(sql: Sql, table: string): Promise<void> {
  const [schema, name] = table.split('.');
  const columns = await sql.query(
    "select column_name from information_schema.columns where table_schema = $1 and table_name = $2 and is_identity = 'YES'",
    [schema, name],
  );
  for (const { column_name: column } of columns) {
    const quoted = String(column);
    await sql.query(
      `select setval(pg_get_serial_sequence('${table}', '${quoted}'), coalesce(max(${quoted}), 1), count(*) > 0) from ${table}`,
    );
  }
}

/** Tables in dependency order: referenced tables come first. Unlogged tables are left out: they hold what a crash may lose. */
async function tablesOf(sql: Sql, schemas: readonly string[]): Promise<readonly string[]> {
  const values = [[...schemas]];
  const names = (
    await sql.query(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence <> 'u' order by 1`,
      values,
    )
  ).map(({ name }) => String(name));
  const references = await sql.query(
    `select distinct conrelid::regclass::text as name, confrelid::regclass::text as target from pg_constraint
     where contype = 'f' and connamespace::regnamespace::text = any($1) and conrelid <> confrelid`,
    values,
  );
  const ordered: string[] = [];
  const add = (name: string): void => {
    if (ordered.includes(name)) return;
    for (const reference of references) if (reference['name'] === name) add(String(reference['target']));
    ordered.push(name);
  };
  for (const name of names) add(name);
  return ordered;
}

async function migrationsIn(sql: Sql): Promise<Record<string, string[]>> {
  const tables = await sql.query(
    "select table_name as name from information_schema.tables where table_schema = 'migrations' order by 1",
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await sql.query(`select hash from migrations.${String(name)} order by id`);
    found[String(name)] = rows.map(({ hash }) => String(hash));
  }
  return found;
}
