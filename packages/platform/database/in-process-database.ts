import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Database, DatabaseUnavailable } from './database.ts';
import { applyMigrations, type Migrations } from './migrate.ts';
import { errorOfCommit, type Row, type Sql } from './sql.ts';

/**
 * PostgreSQL compiled to WebAssembly inside this process, for systems without a PostgreSQL on npm. Limited to one process,
 * slower, and the most recent commits may be lost in a power failure.
 */
export async function openInProcess(folder: string, migrations: readonly Migrations[]): Promise<Database> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = claim(folder);
  const { PGlite } = await import('@electric-sql/pglite');
  const client = await PGlite.create(dataOf(folder));
  const runnerOf = (runner: Pick<typeof client, 'query'>): Sql => ({
    query: async (text, values = []) => (await runner.query<Row>(text, [...values])).rows,
  });
  try {
    await applyMigrations({ ...runnerOf(client), runScript: async (text) => void (await client.exec(text)) }, migrations);
  } catch (error) {
    await client.close();
    release();
    throw error;
  }
  return {
    ...runnerOf(client),
    kind: 'in-process',
    transaction: async (work) => {
      const next: (() => void)[] = [];
      let isDone = false;
      try {
        const result = await client.transaction(async (transaction) => {
          const done = await work({ ...runnerOf(transaction), afterCommit: (work) => void next.push(work) });
          isDone = true;
          return done;
        });
        for (const work of next) work();
        return result;
      } catch (error) {
        throw isDone ? errorOfCommit(error) : error;
      }
    },
    run: async (text, values = []) => {
      if (values.length > 0) return (await client.query<Row>(text, [...values])).rows;
      return (await client.exec(text)).flatMap(({ rows }) => rows);
    },
    execute: async (text, values) => {
      const { rows, affectedRows = rows.length } = await client.query<Row>(text, [...values]);
      return { rows, affectedRows };
    },
    listen: (channel, listener) => {
      const listening = client.listen(channel, listener.onMessage);
      listening.then(listener.onConnected, listener.onLost);
      return { reconnect: () => undefined, close: async () => (await listening)() };
    },
    close: async () => {
      await client.close();
      release();
    },
  };
}

/** Whether an earlier run left data. */
export function hasInProcessData(folder: string): boolean {
  return existsSync(dataOf(folder));
}

function dataOf(folder: string): string {
  return path.join(folder, 'in-process');
}

/** A second process would silently lose its writes. */
function claim(folder: string): () => void {
  const file = path.join(folder, 'in-process.lock');
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const owner = Number(readFileSync(file, 'utf8'));
    if (isAlive(owner))
      throw new DatabaseUnavailable(`Process ${owner} uses ${folder} already. Stop it, or set DATA_DIR or DATABASE_URL.`);
    rmSync(file, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
