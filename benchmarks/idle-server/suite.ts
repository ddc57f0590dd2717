import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPostgres } from '@bakkum/database/postgres-database';
import type { Sql } from '@bakkum/database/sql';
import { SERVER_FLAGS } from '../../scripts/server-flags.mjs';
import { describeMachine } from '../machine.ts';
import { table } from '../markdown.ts';
import type { Suite } from '../suite.ts';
import { hasChild, processTimes } from './processes.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PORT = 3988;
const START_TIMEOUT_MS = 120_000;
/** Milliseconds after which startup work is over: the first round of checks, the first scheduled jobs. */
const SETTLE_MS = 90_000;
const WINDOW_MS = 60_000;
const WINDOWS = 3;

/** Measures a server without visitors: web, worker and scheduler in one process, with its own PostgreSQL. */
export const suite: Suite = {
  title: 'An idle server',
  once: true,
  async run({ folder, say }) {
    if (process.platform !== 'linux') throw new Error('Processor time is read from /proc, which only Linux has.');
    const machine = describeMachine(['PostgreSQL 18 from npm']);
    const data = path.join(folder, 'data');
    const server = start(data);
    try {
      await untilReady(server);
      say(`started; measurement begins in ${SETTLE_MS / 1000} s`);
      await wait(SETTLE_MS);
      await untilCompressed(server);
      return `${machine}\n${await measure(server, data, say)}`;
    } finally {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
    }
  },
};

function start(data: string): ChildProcess {
  return spawn(process.execPath, [...SERVER_FLAGS, path.join(ROOT, 'apps/server/build/main.js')], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(PORT), HOST: '127.0.0.1', DATA_DIR: data },
    stdio: 'ignore',
  });
}

async function untilReady(server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const isReady = await fetch(`http://127.0.0.1:${PORT}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await wait(200);
  }
  throw new Error('the server did not start in time');
}

/** A new data folder has no compressed copies of large files yet; a child process makes them. */
async function untilCompressed({ pid = 0 }: ChildProcess): Promise<void> {
  while (hasChild(pid, 'compress-assets')) await wait(1000);
}

type Sample = { readonly at: number; readonly transactions: number; readonly seconds: ReadonlyMap<string, number> };

async function measure({ pid = 0 }: ChildProcess, data: string, say: (line: string) => void): Promise<string> {
  const postmaster = Number(readFileSync(path.join(data, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  const connection = { host: path.join(data, 'postgres/socket'), user: 'bakkum', database: 'postgres' };
  const database = await openPostgres({ kind: 'external', connection, migrations: [], poolSize: 1 });
  try {
    const samples = [await sample(database, [pid, postmaster])];
    while (samples.length <= WINDOWS) {
      await wait(WINDOW_MS);
      samples.push(await sample(database, [pid, postmaster]));
      say(`window ${samples.length - 1} of ${WINDOWS} measured`);
    }
    return report(samples);
  } finally {
    await database.close();
  }
}

async function sample(database: Sql, pids: readonly number[]): Promise<Sample> {
  const [row] = await database.query(
    'select (xact_commit + xact_rollback)::bigint as count from pg_stat_database where datname = current_database()',
  );
  const seconds = new Map<string, number>();
  for (const { name, seconds: more } of processTimes(pids)) seconds.set(name, (seconds.get(name) ?? 0) + more);
  return { at: performance.now(), transactions: Number(row?.['count']), seconds };
}

function report(samples: readonly Sample[]): string {
  const windows = samples.slice(1).map((now, index) => ({ now, before: samples[index] ?? now }));
  const names = [...new Set(samples.flatMap(({ seconds }) => [...seconds.keys()]))].toSorted();
  const percent = (read: (one: Sample) => number): string[] =>
    windows.map(({ now, before }) => ((100_000 * (read(now) - read(before))) / (now.at - before.at)).toFixed(2));
  const total = ({ seconds }: Sample): number => [...seconds.values()].reduce((sum, value) => sum + value, 0);
  const transactions = windows.map(({ now, before }) =>
    ((1000 * (now.transactions - before.transactions)) / (now.at - before.at)).toFixed(2),
  );
  return [
    `CPU time in percent of one core, in windows of ${WINDOW_MS / 1000} s that begin ${SETTLE_MS / 1000} s after the server has started, or when its files\nare compressed:\n`,
    table(
      ['', ...windows.map((_, index) => `window ${index + 1}`)],
      [
        ...names.map((name) => [name, ...percent(({ seconds }) => seconds.get(name) ?? 0)]),
        ['**all**', ...percent(total)],
        ['**transactions per second**', ...transactions],
      ],
    ),
  ].join('\n');
}
