/** An API process, two workers and PostgreSQL, each restarted when it ends, as a service manager does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@bakkum/database/database';
import { ensurePostgres, stopPostgres } from '@bakkum/database/embedded-postgres';
import { openDatabase } from '@bakkum/database/open-database';
import { addKey } from '../people.ts';

const HERE = import.meta.dirname;
const ROOT = path.resolve(HERE, '../..');
const PORT = 3994;
const EMAIL = 'bench@example.com';
const AGAIN_MS = 500;
const START_TIMEOUT_MS = 120_000;

export const VICTIMS = ['api', 'worker 1', 'worker 2', 'PostgreSQL'] as const;
export type Victim = (typeof VICTIMS)[number];

export type Site = {
  readonly url: string;
  readonly data: string;
  readonly database: Database;
  readonly key: string;
  kill(victim: Victim): Promise<void>;
  /** Processes that ended without being killed. */
  readonly fallen: readonly string[];
  close(): Promise<void>;
};

/** @param reachable address and port of the webhook receiver */
export async function openSite(folder: string, reachable: string): Promise<Site> {
  const data = path.join(folder, 'data');
  const postgres = path.join(data, 'postgres');
  const { connection } = await ensurePostgres({ folder: postgres });
  const address = `postgres://${connection.user}@/${connection.database}?host=${encodeURIComponent(connection.host)}`;
  const fallen: string[] = [];
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATA_DIR: data,
    DATABASE_URL: address,
    SITE_SECRET: 'k'.repeat(40),
    OUTBOUND_ALLOW: reachable,
    API_ENTERPRISE: `${EMAIL}=1000000`,
    CONVERSIONS_AT_ONCE: '2',
    LOG_LEVEL: 'error',
    PORT: String(PORT),
  };
  const log = path.join(folder, 'log.txt');
  const api = keep(
    { name: 'api', args: [path.join(HERE, 'api-process.ts')], log, fallen },
    { ...environment, SERVER_ROLE: 'web' },
  );
  const url = `http://127.0.0.1:${PORT}`;
  await untilAnswers(url);
  const workers = (['worker 1', 'worker 2'] as const).map((name) =>
    keep({ name, args: ['apps/server/main.ts'], log, fallen }, { ...environment, SERVER_ROLE: 'worker', PORT: '0' }),
  );
  const database = await openDatabase({ url: address, folder: postgres, migrations: [], poolSize: 2, onLost: () => undefined });
  const processes = [api, ...workers];
  return {
    url,
    data,
    database,
    fallen,
    key: await addKey(database, EMAIL),
    async kill(victim) {
      if (victim !== 'PostgreSQL') return processes[VICTIMS.indexOf(victim)]?.kill();
      const { pid } = await ensurePostgres({ folder: postgres });
      process.kill(pid, 'SIGKILL');
      await wait(Math.random() * AGAIN_MS * 4);
      await ensurePostgres({ folder: postgres });
    },
    async close() {
      await Promise.all(processes.map((one) => one.close()));
      await database.close();
      await stopPostgres(postgres);
    },
  };
}

type Kept = { kill(): void; close(): Promise<void> };

type Program = {
  readonly name: Victim;
  readonly args: readonly string[];
  /** File for its output. */
  readonly log: string;
  readonly fallen: string[];
};

/** Starts a program and restarts it whenever it ends. */
function keep({ name, args, log, fallen }: Program, env: NodeJS.ProcessEnv): Kept {
  let child: ChildProcess;
  let isOver = false;
  let isKilled = false;
  const start = (): void => {
    isKilled = false;
    child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr?.on('data', (chunk: Buffer) => appendFileSync(log, chunk));
    child.once('exit', (code, signal) => {
      if (isOver) return;
      if (!isKilled) fallen.push(`${name}: ${code ?? signal ?? 'ended'}`);
      setTimeout(() => !isOver && start(), AGAIN_MS);
    });
  };
  start();
  return {
    kill() {
      isKilled = true;
      child.kill('SIGKILL');
    },
    async close() {
      isOver = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilAnswers(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const answers = await fetch(`${url}/api/v1/openapi.json`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return;
    await wait(100);
  }
  throw new Error('the API did not start in time');
}
