import { createHash } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import type { Database, DatabaseKind, Keeping } from './database.ts';
import { createHangGuard, type HangGuard, type HangTimes } from './hang-guard.ts';
import { listen } from './listen.ts';
import { type Migrations, migrate } from './migrate.ts';
import { ConnectionLost, errorOfCommit, isStatementError, MayBeCommitted, type Row, type Sql } from './sql.ts';

const POOL_SIZE = 12;
/** Pool size for writes that do not wait for the disk, which are short. */
const FAST_WRITE_POOL_SIZE = 4;
/** Covers waiting for a free connection and opening one. An attempt that a hung server never answers keeps its place for this long. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Longer than the one-minute interval of an idle server's jobs: opening a connection costs PostgreSQL more than keeping it. */
const IDLE_CONNECTION_MS = 150_000;
/** No request takes longer; a statement that does is a defect and must not keep its locks. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A host disconnected within a transaction never ends it; its locks must not last until the network notices. */
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000;

export type PostgresOptions = {
  readonly kind: DatabaseKind;
  /** A connection string, or the socket folder and the rest. */
  readonly connection: pg.ClientConfig;
  readonly migrations: readonly Migrations[];
  /** Maximum connections for writes that wait for the disk. */
  readonly poolSize?: number;
  readonly hangTimes?: HangTimes;
  /** Called when an idle connection is lost. */
  readonly onLost?: (error: Error) => void;
  /** Called when the last connection is closed. */
  readonly afterClose?: () => Promise<void>;
};

/** Opens a database on a running PostgreSQL and applies its migrations. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { kind, connection, migrations, poolSize = POOL_SIZE, hangTimes, onLost, afterClose } = options;
  const guard = createHangGuard(connection, hangTimes);
  const told: HangGuard = (request) => guard(named(request));
  await migrateOnOneConnection(connection, migrations, told);
  const settings = {
    ...connection,
    max: poolSize,
    application_name: 'bakkum',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
  };
  const pool = new pg.Pool(settings);
  const hasty = new pg.Pool({
    ...settings,
    max: Math.min(poolSize, FAST_WRITE_POOL_SIZE),
    // https://www.postgresql.org/docs/18/wal-async-commit.html
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its types do not say so
    onConnect: (client) => client.query('set synchronous_commit = off'),
  });
  let closing = false;
  // The pool does not wait for its connections to close; the server may close the last of them.
  for (const one of [pool, hasty]) one.on('error', (error) => void (closing || onLost?.(error)));
  const poolFor = ({ safely = true }: Keeping = {}): pg.Pool => (safely ? pool : hasty);
  return {
    query: (text, values) =>
      onClient(
        pool,
        told,
        single((client) => runnerOf(client, told).query(text, values)),
      ),
    kind,
    transaction: (work, keeping) =>
      onClient(poolFor(keeping), told, (client, discard) => inTransaction({ client, told, discard }, work)),
    run: async (text, values, keeping) => {
      const result: unknown = await onClient(
        poolFor(keeping),
        told,
        single((client) => told(values && values.length > 0 ? client.query(text, [...values]) : client.query(text))),
      );
      return [result].flat().flatMap((part) => rowsOf.parse(part).rows);
    },
    execute: async (text, values) => {
      const { rows, rowCount } = await onClient(
        pool,
        told,
        single((client) => told(client.query<Row>(text, [...values]))),
      );
      return { rows, affectedRows: rowCount ?? 0 };
    },
    listen: (channel, listener) => listen({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }, channel, listener),
    close: async () => {
      closing = true;
      await Promise.all([pool.end(), hasty.end()]);
      await afterClose?.();
    },
  };
}

/** A text of several statements returns one result each. */
const rowsOf = z.object({ rows: z.array(z.record(z.string(), z.unknown())) });

async function migrateOnOneConnection(
  connection: pg.ClientConfig,
  migrations: readonly Migrations[],
  told: HangGuard,
): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A connection lost later also fails the running query.
  client.on('error', () => undefined);
  await told(client.connect());
  try {
    await told(migrate(client, migrations));
  } finally {
    await client.end();
  }
}

function runnerOf(client: pg.PoolClient, told: HangGuard): Sql {
  return {
    async query(text, values = []) {
      const name = values.length > 0 && { name: nameOf(text) };
      const { rows } = await told(client.query<Row>({ ...name, text, values: [...values] }));
      return rows;
    },
  };
}

/** Turns plain errors of the driver into `ConnectionLost`. Those of the server and of the system have a class or a code. */
async function named<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    const isPlain = error instanceof Error && error.constructor === Error && !('code' in error);
    throw isPlain ? new ConnectionLost(error.message, { cause: error }) : error;
  }
}

const names = new Map<string, string>();

/** A named statement is parsed and planned once per connection. Texts are constants in the code, so there are few. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  names.set(text, name);
  return name;
}

/** Gives up a connection instead of returning it to the pool. */
type Discard = (reason: Error) => void;

/** Lends a connection of the pool. */
async function onClient<Result>(
  pool: pg.Pool,
  told: HangGuard,
  work: (client: pg.PoolClient, discard: Discard) => Promise<Result>,
): Promise<Result> {
  const client = await connected(pool, told);
  let broken: Error | undefined;
  const lost: Discard = (error) => {
    broken = error;
  };
  // No other listener exists while the connection is on loan, and the running query reports its own error.
  client.on('error', lost);
  try {
    return await work(client, lost);
  } finally {
    client.off('error', lost);
    client.release(broken);
  }
}

/** Runs one statement. A connection stays in use after an error of the statement, and after no other. */
function single<Result>(request: (client: pg.PoolClient) => Promise<Result>) {
  return async (client: pg.PoolClient, discard: Discard): Promise<Result> => {
    try {
      return await request(client);
    } catch (error) {
      if (!isStatementError(error)) discard(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  };
}

async function connected(pool: pg.Pool, told: HangGuard): Promise<pg.PoolClient> {
  const connecting = pool.connect();
  try {
    return await told(connecting);
  } catch (error) {
    // The pool may still open it, for a request that has given up.
    connecting.then(
      (client) => client.release(),
      () => undefined,
    );
    throw error;
  }
}

async function inTransaction<Result>(
  { client, told, discard }: { readonly client: pg.PoolClient; readonly told: HangGuard; readonly discard: Discard },
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const next: (() => void)[] = [];
  const commit = async (): Promise<void> => {
    await told(client.query('commit'));
    for (const work of next) work();
  };
  try {
    await told(client.query('begin'));
    const result = await work({ ...runnerOf(client, told), afterCommit: (work) => void next.push(work) });
    await commit().catch((error: unknown) => {
      throw errorOfCommit(error);
    });
    return result;
  } catch (error) {
    // A connection that cannot roll back is discarded; the server rolls back when it is closed. One that hangs is not asked to.
    if (error instanceof ConnectionLost || error instanceof MayBeCommitted) discard(error);
    else await told(client.query('rollback')).catch(discard);
    throw error;
  }
}

const INT8 = 20;

/** `bigint` columns hold counts and ids far below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid !== INT8) return pg.types.getTypeParser(oid, format);
  return (text: string): number => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`A bigint of the database is too large: ${text}`);
    return value;
  };
}
