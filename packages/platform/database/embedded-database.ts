import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './database.ts';
import { ensurePostgres, stopPostgres } from './embedded-postgres.ts';
import { createHangGuard } from './hang-guard.ts';
import type { Migrations } from './migrate.ts';
import { openPostgres } from './postgres-database.ts';

/** Shared lock held by every process that uses the server; a process that can get it exclusively is the last one. */
const PRESENCE_LOCK = 727_002;
const RESTART_PAUSE_MS = 500;

export type EmbeddedDatabaseOptions = {
  readonly folder: string;
  readonly migrations: readonly Migrations[];
  /** Server settings, `name=value`. */
  readonly settings?: readonly string[];
  readonly poolSize?: number;
  /** Called when the server was lost and is being restarted. */
  readonly onLost?: (error: Error) => void;
};

/** Opens the database in the PostgreSQL from npm, starting it if needed. If the server ends while in use, it is restarted. */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<Database> {
  const { folder, migrations, poolSize, onLost } = options;
  const { connection } = await ensurePostgres(options);
  const presence = await announce(connection, options);
  const leave = async (): Promise<void> => {
    if (await presence.leave()) await stopPostgres(folder);
  };
  try {
    return await openPostgres({
      kind: 'embedded',
      connection,
      migrations,
      ...(poolSize !== undefined && { poolSize }),
      ...(onLost && { onLost }),
      afterClose: leave,
    });
  } catch (error) {
    await leave();
    throw error;
  }
}

type Presence = {
  /** Releases the presence and returns whether no other process is left. */
  leave(): Promise<boolean>;
};

/** Keeps one connection open: it shows others that the server is in use, and shows this process when the server ends. */
async function announce(connection: pg.ClientConfig, options: EmbeddedDatabaseOptions): Promise<Presence> {
  const guard = createHangGuard(connection);
  let leaving = false;
  let returning: Promise<void> = Promise.resolve();
  let client = await connect();
  return { leave };

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client(connection);
    fresh.on('error', (error) => void (leaving || options.onLost?.(error)));
    fresh.once('end', () => {
      if (!leaving) returning = comeBack();
    });
    await fresh.connect();
    await fresh.query(`select pg_advisory_lock_shared(${PRESENCE_LOCK})`);
    return fresh;
  }

  async function comeBack(): Promise<void> {
    try {
      await ensurePostgres(options);
      client = await connect();
    } catch (error) {
      options.onLost?.(error instanceof Error ? error : new Error(String(error)));
      await wait(RESTART_PAUSE_MS, undefined, { ref: false });
      if (!leaving) await comeBack();
    }
  }

  async function leave(): Promise<boolean> {
    leaving = true;
    await returning;
    try {
      await guard(client.query(`select pg_advisory_unlock_shared(${PRESENCE_LOCK})`));
      const { rows } = await guard(client.query<{ alone: boolean }>(`select pg_try_advisory_lock(${PRESENCE_LOCK}) as alone`));
      return rows[0]?.alone ?? false;
    } catch {
      return false; // The server is gone; there is nothing to stop.
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
