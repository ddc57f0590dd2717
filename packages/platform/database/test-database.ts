/** Databases for tests: one server per run, started by the first test that needs it, and one database per caller. */
import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database } from './database.ts';
import { type Connection, ensurePostgres } from './embedded-postgres.ts';
import { type Migrations, migrate, readMigrations } from './migrate.ts';
import { openPostgres } from './postgres-database.ts';

/** Test data need not survive a power failure. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];
const TEMPLATE_LOCK = 727_003;

export type TestDatabase = Database & {
  /** Settings for separate connections, for tests that a pool cannot cover. */
  readonly connection: Connection;
};

/** Creates an empty database with these migrations. `folder` holds the server of this run, which is started if needed. */
export async function createTestDatabase(
  folder: string,
  migrations: readonly Migrations[],
  poolSize = 24,
): Promise<TestDatabase> {
  const { connection: server } = await ensurePostgres({ folder, settings: SETTINGS });
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, async (client) => {
    const template = await templateFor(client, server, migrations);
    await client.query(`create database ${name} template ${template}`);
  });
  const connection = { ...server, database: name };
  const database = await openPostgres({ kind: 'embedded', connection, migrations: [], poolSize });
  return {
    ...database,
    connection,
    close: async () => {
      await database.close();
      await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** Copying a database is much faster than migrating one. */
async function templateFor(client: pg.Client, server: pg.ClientConfig, migrations: readonly Migrations[]): Promise<string> {
  const name = `template_${fingerprint(migrations)}`;
  await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await createTemplate(client, server, name, migrations);
    return name;
  } finally {
    await client.query(`select pg_advisory_unlock(${TEMPLATE_LOCK})`);
  }
}

/** Created under another name first, so that an interrupted run leaves no half-made template. */
async function createTemplate(client: pg.Client, server: pg.ClientConfig, name: string, migrations: readonly Migrations[]) {
  const draft = `${name}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}`);
  await onServer({ ...server, database: draft }, (inside) => migrate(inside, migrations));
  await client.query(`alter database ${draft} rename to ${name}`);
}

function fingerprint(migrations: readonly Migrations[]): string {
  const hash = createHash('sha256');
  for (const { name, folder } of migrations) {
    hash.update(name);
    for (const migration of readMigrations(folder)) hash.update(migration.name).update(migration.hash);
  }
  return hash.digest('hex').slice(0, 16);
}

async function onServer<Result>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
