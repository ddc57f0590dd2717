/** The product in production form: one process for the website and the API, one worker. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@bakkum/database/database';
import { ensurePostgres } from '@bakkum/database/embedded-postgres';
import { openDatabase } from '@bakkum/database/open-database';
import { SERVER_FLAGS } from '../../scripts/server-flags.mjs';
import { addKey, untilReady } from '../people.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** As `npm start` runs it. Its conversion processes start in a third of the time that those of the sources take. */
const BUNDLE = 'apps/server/build/main.js';
const PORT = 3993;
/** Accounts with API keys. Each may convert as many files at once as the workers allow. */
export const OWNERS = 24;
const emailOf = (owner: number): string => `bench-${owner}@example.com`;
const START_TIMEOUT_MS = 120_000;
/** Longest wait of one request, in seconds. */
const WAIT_S = 20;

export type Site = {
  readonly web: number;
  readonly worker: number;
  readonly database: Database;
  /** Sends a file of an account to be converted and receives the result. Returns the id of its job. @throws Error unless it succeeded */
  convert(file: Blob, name: string, to: string, owner?: number): Promise<string>;
  /** When jobs were created, started and ended, in milliseconds since 1970, in the order of the ids. */
  momentsOf(ids: readonly string[]): Promise<readonly Moments[]>;
  /** Uploads a file as a job, waits for its end and downloads the result, in three requests. @throws Error unless it succeeded */
  convertInSteps(file: Blob, name: string, to: string): Promise<void>;
  ask(address: string, init?: RequestInit, owner?: number): Promise<Response>;
  /** Number of transactions of the database so far, of all processes. */
  transactions(): Promise<number>;
  close(): Promise<void>;
};

export type Moments = { readonly created: number; readonly started: number; readonly ended: number };

/** Settings of a site, and a number that distinguishes its port. */
export type SiteOptions = { readonly environment?: NodeJS.ProcessEnv; readonly place?: number };

/** @param folder an empty folder for the database and files */
export async function openSite(folder: string, { environment = {}, place = 0 }: SiteOptions = {}): Promise<Site> {
  const data = path.join(folder, 'data');
  const port = PORT + place;
  const url = `http://127.0.0.1:${port}`;
  const start = (role: 'web' | 'worker'): ChildProcess =>
    startProcess({ SERVER_ROLE: role, PORT: role === 'web' ? String(port) : '0', DATA_DIR: data, ...environment });
  // Started first, so that it counts statements.
  await ensurePostgres({ folder: path.join(data, 'postgres'), settings: ['shared_preload_libraries=pg_stat_statements'] });
  const website = start('web');
  await untilReady(url);
  const processes = [website, start('worker')];
  const database = await openDatabase({ folder: path.join(data, 'postgres'), migrations: [], poolSize: 2 });
  const keys: string[] = [];
  for (let owner = 0; owner < OWNERS; owner += 1) keys.push(await addKey(database, emailOf(owner)));
  await untilConverting(database);
  const ask: Site['ask'] = (address, init = {}, owner = 0) =>
    fetch(new URL(address, `${url}/api/v1/`), {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${keys[owner] ?? ''}` },
    });
  const [web = 0, worker = 0] = processes.map(({ pid }) => pid ?? 0);
  return {
    web,
    worker,
    database,
    ask,
    convert: (file, name, to, owner) => convert(ask, file, name, to, owner),
    convertInSteps: (file, name, to) => convertInSteps(ask, file, name, to),
    async momentsOf(ids) {
      const rows = await database.query(
        'select j.created_at, j.started_at, j.ended_at from unnest($1::uuid[]) with ordinality as wanted (id, at) join conversions.jobs j on j.id = wanted.id order by at',
        [ids],
      );
      return rows.map((row) => ({
        created: timeOf(row['created_at']),
        started: timeOf(row['started_at']),
        ended: timeOf(row['ended_at']),
      }));
    },
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

/** Milliseconds since 1970, of a date of the database. */
function timeOf(value: unknown): number {
  return value instanceof Date ? value.getTime() : Number.NaN;
}

function startProcess(environment: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [...SERVER_FLAGS, BUNDLE], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      // A tier without the limits that are not measured here.
      API_ENTERPRISE: Array.from({ length: OWNERS }, (_, owner) => `${emailOf(owner)}=1000000`).join(','),
      // Compressing the website's files would take a core for minutes.
      LOG_LEVEL: 'error',
      ...environment,
      PRECOMPRESS: 'off',
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

async function convert(ask: Site['ask'], file: Blob, name: string, to: string, owner = 0): Promise<string> {
  const query = new URLSearchParams({ to, filename: name });
  const answer = await ask(`convert?${query.toString()}`, { method: 'POST', body: file }, owner);
  const id = answer.headers.get('Location')?.split('/').at(-1) ?? '';
  if (answer.status === 202) await finish(ask, await answer.json(), owner);
  else if (answer.status !== 200) throw new Error(`${name} was not converted to ${to}: ${answer.status} ${await answer.text()}`);
  else await answer.arrayBuffer();
  return id;
}

async function convertInSteps(ask: Site['ask'], file: Blob, name: string, to: string): Promise<void> {
  const form = new FormData();
  form.append('target_format', to);
  form.append('file', file, name);
  const ordered = await ask('upload', { method: 'POST', body: form });
  if (!ordered.ok) throw new Error(`a job request got status ${ordered.status}: ${await ordered.text()}`);
  await finish(ask, await ordered.json(), 0);
}

type Job = { readonly job_id: string; readonly status: string };

/** Waits for a job and downloads its result. */
async function finish(ask: Site['ask'], ordered: Job, owner: number): Promise<void> {
  let job = ordered;
  while (job.status === 'queued' || job.status === 'processing')
    job = await (await ask(`jobs/${job.job_id}?wait=${WAIT_S}`, {}, owner)).json();
  if (job.status !== 'completed') throw new Error(`a file was not converted: ${JSON.stringify(job)}`);
  const result = await ask(`download/${job.job_id}`, {}, owner);
  if (!result.ok) throw new Error(`a result got status ${result.status}`);
  await result.arrayBuffer();
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
