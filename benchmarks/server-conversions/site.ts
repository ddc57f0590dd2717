/** The product in production form: one process for the website and the API, one worker. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@bakkum/database/database';
import { openDatabase } from '@bakkum/database/open-database';
import { addKey, untilReady } from '../people.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PORT = 3993;
const URL = `http://127.0.0.1:${PORT}`;
const EMAIL = 'bench@example.com';
const START_TIMEOUT_MS = 120_000;
/** Longest wait of one request, in seconds. */
const WAIT_S = 20;

export type Site = {
  readonly web: number;
  readonly worker: number;
  /** Requests a conversion through the API and resolves once it has ended. @throws Error unless it succeeded */
  convert(file: Blob, name: string, to: string): Promise<void>;
  ask(address: string, init?: RequestInit): Promise<Response>;
  /** Number of transactions of the database so far, of all processes. */
  transactions(): Promise<number>;
  close(): Promise<void>;
};

/** @param folder an empty folder for the database and files */
export async function openSite(folder: string): Promise<Site> {
  const data = path.join(folder, 'data');
  const processes = [start('web', data), start('worker', data)];
  await untilReady(URL);
  const database = await openDatabase({ folder: path.join(data, 'postgres'), migrations: [], poolSize: 2 });
  const key = await addKey(database, EMAIL);
  await untilConverting(database);
  const ask = (address: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new globalThis.URL(address, `${URL}/api/v1/`), {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${key}` },
    });
  const [web = 0, worker = 0] = processes.map(({ pid }) => pid ?? 0);
  return {
    web,
    worker,
    ask,
    convert: (file, name, to) => convert(ask, file, name, to),
    async transactions() {
      const [row] = await database.query('select sum(xact_commit + xact_rollback) as n from pg_stat_database');
      return Number(row?.['n']);
    },
    async close() {
      await database.close();
      await Promise.all(processes.map(stop));
    },
  };
}

function start(role: 'web' | 'worker', data: string): ChildProcess {
  return spawn(process.execPath, ['apps/server/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SERVER_ROLE: role,
      PORT: role === 'web' ? String(PORT) : '0',
      HOST: '127.0.0.1',
      DATA_DIR: data,
      // A tier without the limits that are not measured here.
      API_ENTERPRISE: `${EMAIL}=1000000`,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilConverting(database: Database): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const found = await database.query("select from conversions.workers where seen_at > now() - interval '10 seconds'");
    if (found.length > 0) return;
    await wait(100);
  }
  throw new Error('the worker did not start in time');
}

async function convert(ask: Site['ask'], file: Blob, name: string, to: string): Promise<void> {
  const form = new FormData();
  form.append('target_format', to);
  form.append('file', file, name);
  const ordered = await ask('upload', { method: 'POST', body: form });
  if (!ordered.ok) throw new Error(`a job request got status ${ordered.status}: ${await ordered.text()}`);
  let job: { job_id: string; status: string } = await ordered.json();
  while (job.status === 'queued' || job.status === 'processing')
    job = await (await ask(`jobs/${job.job_id}?wait=${WAIT_S}`)).json();
  if (job.status !== 'completed') throw new Error(`${name} was not converted to ${to}: ${JSON.stringify(job)}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
