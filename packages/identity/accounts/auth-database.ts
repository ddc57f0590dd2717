import type { Database } from '@bakkum/database/database';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import {
  CamelCasePlugin,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';

/** The schema of the tables in `migrations/`; the plugin turns `emailVerified` into `email_verified`. */
const SCHEMA = 'accounts';

/** Names of better-auth's tables in the `accounts` schema. */
export const TABLES = { user: 'users', session: 'sessions', account: 'credentials', verification: 'verifications' } as const;

/**
 * better-auth's own PostgreSQL adapter over either kind of database. It runs without transactions: better-auth sends email inside
 * them, and the email reads the account on another connection, which would not see it yet.
 */
export function authAdapter(database: Pick<Database, 'execute'>, skewMs: () => number) {
  const kysely = new Kysely({ dialect: dialectOver(withDatabaseTime(database, skewMs)), plugins: [new CamelCasePlugin()] });
  return kyselyAdapter(kysely.withSchema(SCHEMA), { type: 'postgres' });
}

/**
 * Translates between the database's time and the system clock, which better-auth compares with. Otherwise a server whose clock is
 * ahead would end every session and delete it.
 */
function withDatabaseTime(database: Pick<Database, 'execute'>, skewMs: () => number): Pick<Database, 'execute'> {
  const shifted = (value: unknown, ms: number): unknown => (value instanceof Date ? new Date(value.getTime() + ms) : value);
  return {
    async execute(text, values) {
      const ms = skewMs();
      const { rows, affectedRows } = await database.execute(
        text,
        values.map((value) => shifted(value, -ms)),
      );
      const local = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shifted(value, ms)])));
      return { rows: local, affectedRows };
    },
  };
}

/** A Kysely dialect that sends PostgreSQL through the site's database, which owns the connection pool. */
function dialectOver(database: Pick<Database, 'execute'>): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driverOver(database),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function driverOver(database: Pick<Database, 'execute'>): Driver {
  const nothing = (): Promise<void> => Promise.resolve();
  const unsupported = (): Promise<void> => Promise.reject(new Error('Transactions run through Database.transaction'));
  const connection: DatabaseConnection = {
    async executeQuery<Result>({ sql, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] }) {
      const { rows, affectedRows } = await database.execute(sql, parameters);
      return { rows: rows as readonly Result[] as Result[], numAffectedRows: BigInt(affectedRows) };
    },
    streamQuery: () => {
      throw new Error('Rows are not streamed');
    },
  };
  return {
    init: nothing,
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: nothing,
    beginTransaction: unsupported,
    commitTransaction: unsupported,
    rollbackTransaction: unsupported,
    destroy: nothing,
  };
}
