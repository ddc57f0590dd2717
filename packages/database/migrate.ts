import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import type { Orm } from './database.ts';

/** A package's tables: a folder of drizzle migrations (`0000_name.sql` and `meta/_journal.json`). */
export type Migrations = {
  /** Names the table that remembers what was applied: lower-case letters and `_`. */
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
};

/** Any number nobody else uses. */
const LOCK = 727_001;

/**
 * Applies what is missing, each package's migrations in one transaction, in the order given. Processes that start at the
 * same time wait for each other. A lock belongs to a connection, so this takes one, and no pool.
 */
export async function migrate(client: pg.Client, packages: readonly Migrations[]): Promise<void> {
  await client.query(`select pg_advisory_lock(${LOCK})`);
  try {
    await applyAll(drizzle(client), packages);
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK})`);
  }
}

/** Without a lock, for a database that only this process can open. */
export async function applyAll(orm: Orm, packages: readonly Migrations[]): Promise<void> {
  for (const { name, folder } of packages) {
    await applyMigrations(orm, { migrationsFolder: folder, migrationsSchema: 'migrations', migrationsTable: name });
  }
}
