import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { DatabaseUnavailable } from './database.ts';
import type { Sql } from './sql.ts';

/**
 * A package's migrations: a folder of SQL files named `0000_name.sql`, `0001_name.sql` and so on. A released file never changes.
 */
export type Migrations = {
  /** Name of the table that records applied migrations: lower-case letters and `_`. */
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
};

export type Migration = {
  /** File name without `.sql`. */
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the file, in hexadecimal. */
  readonly hash: string;
};

/** One connection outside a transaction. */
export type MigrationConnection = Sql & {
  /** Runs a text of several statements. */
  runScript(text: string): Promise<void>;
};

/** An advisory lock number that nothing else uses. */
const LOCK = 727_001;
const FILE = /^(\d{4})_\w+\.sql$/;
const REMEDY = 'or set DATA_DIR or DATABASE_URL to another database.';

/**
 * Applies missing migrations in the given order, each package's in one transaction. Processes that start at the same time wait
 * for each other. The lock belongs to a connection, so this takes a client rather than a pool.
 * @throws DatabaseUnavailable when the database is newer than this version, or was made from other files
 */
export async function migrate(client: pg.Client, packages: readonly Migrations[]): Promise<void> {
  const connection: MigrationConnection = {
    query: async (text, values = []) => (await client.query(text, [...values])).rows,
    runScript: async (text) => void (await client.query(text)),
  };
  await client.query(`select pg_advisory_lock(${LOCK})`);
  try {
    await applyMigrations(connection, packages);
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK})`);
  }
}

/** Applies migrations without a lock, for a database that only this process can open. */
export async function applyMigrations(connection: MigrationConnection, packages: readonly Migrations[]): Promise<void> {
  for (const { name, folder } of packages) await applyPackage(connection, name, readMigrations(folder));
}

/** The migrations of a folder, in the order they are applied. */
export function readMigrations(folder: string): readonly Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    if (Number(FILE.exec(file)?.[1]) !== index) {
      throw new Error(`${path.join(folder, file)}: migrations are numbered from 0000 without gaps, like 0000_name.sql`);
    }
    const text = readFileSync(path.join(folder, file), 'utf8');
    return { name: file.slice(0, -'.sql'.length), text, hash: createHash('sha256').update(text).digest('hex') };
  });
}

async function applyPackage(connection: MigrationConnection, name: string, migrations: readonly Migration[]): Promise<void> {
  await connection.runScript('begin');
  try {
    const table = `migrations.${name}`;
    const applied = await openRecord(connection, table);
    checkApplied(name, migrations, applied);
    for (const [index, { id, name: recorded }] of applied.entries()) {
      if (recorded === null) await connection.query(`update ${table} set name = $2 where id = $1`, [id, migrations[index]?.name]);
    }
    for (const migration of migrations.slice(applied.length)) await applyOne(connection, table, migration);
    await connection.runScript('commit');
  } catch (error) {
    await connection.runScript('rollback');
    throw error;
  }
}

const record = z.array(z.object({ id: z.number(), name: z.string().nullable(), hash: z.string() }));

/**
 * Applied migrations, oldest first. Versions of Bakkum that used drizzle-orm recorded a hash and a time but no name; the time is
 * kept, because those versions use it after a downgrade to decide which migrations are missing.
 */
async function openRecord({ query, runScript }: MigrationConnection, table: string): Promise<z.infer<typeof record>> {
  const columns = await query(
    'select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped',
    [table],
  );
  if (columns.length === 0) {
    await runScript(`create schema if not exists migrations;
      create table ${table} (id serial primary key, name text, hash text not null, created_at bigint)`);
    return [];
  }
  // Only if missing: its lock would wait for a running backup.
  if (!columns.some(({ name }) => name === 'name')) await runScript(`alter table ${table} add column name text`);
  return record.parse(await query(`select id, name, hash from ${table} order by id`));
}

function checkApplied(name: string, migrations: readonly Migration[], applied: z.infer<typeof record>): void {
  for (const [index, { hash, name: recorded }] of applied.entries()) {
    const migration = migrations[index];
    if (!migration) {
      const what = recorded ?? `number ${index}`;
      throw new DatabaseUnavailable(
        `The database is newer than this version: its migration ${what} of ${name} is unknown here. Start the newer version, ${REMEDY}`,
      );
    }
    if (hash !== migration.hash || (recorded !== null && recorded !== migration.name)) {
      throw new DatabaseUnavailable(
        `The database was made by a different version: its migration ${recorded ?? migration.name} of ${name} is not the one of this version. Start that version, ${REMEDY}`,
      );
    }
  }
}

async function applyOne(connection: MigrationConnection, table: string, { name, text, hash }: Migration): Promise<void> {
  try {
    await connection.runScript(text);
  } catch (cause) {
    throw new Error(`Migration ${name} of ${table} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  await connection.query(`insert into ${table} (name, hash, created_at) values ($1, $2, $3)`, [name, hash, Date.now()]);
}
