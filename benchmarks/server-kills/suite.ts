import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLedger } from '@bakkum/credits/ledger';
import { CREDITS_MIGRATIONS } from '@bakkum/credits/migrations';
import type { Database } from '@bakkum/database/database';
import { openDatabase } from '@bakkum/database/open-database';
import { describeMachine } from '../machine.ts';
import { table } from '../markdown.ts';
import type { Suite } from '../suite.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const KILLS = 20;
const PORT = 3987;
const URL = `http://127.0.0.1:${PORT}`;
const START_TIMEOUT_MS = 120_000;
/** Minimum lifetime of a server in milliseconds; slightly longer each time, so that it is killed at different moments. */
const LIFE_MS = 1500;
const WRITERS = 4;

/** Everything acknowledged before a kill must exist afterwards. */
type Acknowledged = { readonly emails: string[]; readonly holds: string[] };

/** Kills the server 20 times during sign-ups and holds, every second time together with PostgreSQL. */
export const suite: Suite = {
  title: 'The server, killed',
  once: true,
  async run({ folder, say }) {
    const machine = describeMachine(['PostgreSQL 18 from npm, fsync on']);
    const done: Acknowledged = { emails: [], holds: [] };
    for (let kill = 1; kill <= KILLS; kill++) {
      await liveAndDie(folder, kill, done);
      say(`kill ${kill}: ${done.emails.length} sign-ups and ${done.holds.length} holds acknowledged so far`);
    }
    const database = await open(folder);
    try {
      const lost = await missing(database, done);
      const violations = await createLedger(database).violations();
      if (lost.length > 0 || violations.length > 0) throw new Error(JSON.stringify({ lost, violations }));
    } finally {
      await database.close();
    }
    const rows = [[String(KILLS), String(done.emails.length), String(done.holds.length), '0', '0']];
    return `${machine}\n${table(['kills', 'sign-ups', 'holds', 'lost', 'violations'], rows)}`;
  },
};

function open(folder: string): Promise<Database> {
  return openDatabase({ folder: path.join(folder, 'data', 'postgres'), migrations: [CREDITS_MIGRATIONS], poolSize: WRITERS });
}

async function liveAndDie(folder: string, kill: number, done: Acknowledged): Promise<void> {
  const server = spawn(process.execPath, [path.join(ROOT, 'apps/server/main.ts')], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(PORT), HOST: '127.0.0.1', DATA_DIR: path.join(folder, 'data') },
    stdio: 'ignore',
  });
  await untilReady(server);
  const database = await open(folder);
  const dying = new AbortController();
  const writers = Array.from({ length: WRITERS }, () => [
    signUps(done, dying.signal),
    holds(database, done, dying.signal),
  ]).flat();
  await wait(LIFE_MS + kill * 50);
  const postmaster = path.join(folder, 'data/postgres/data/postmaster.pid');
  server.kill('SIGKILL');
  if (kill % 2 === 0) process.kill(Number(readFileSync(postmaster, 'utf8').split('\n')[0]), 'SIGKILL');
  dying.abort();
  await Promise.all([once(server, 'exit'), ...writers]);
  await database.close();
}

async function untilReady(server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const ready = await fetch(`${URL}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await wait(50);
  }
  throw new Error('the server did not start in time');
}

/** Signs up users one after another until the server is gone. Client addresses differ, so that no rate limit applies. */
async function signUps(done: Acknowledged, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const email = `${randomUUID()}@example.com`;
    const body = JSON.stringify({ email, password: 'correct horse', firstName: 'A', lastName: 'B', locale: 'en' });
    const headers = { Origin: URL, 'Content-Type': 'application/json' };
    const status = await fetch(`${URL}/api/account/sign-up`, { method: 'POST', headers, body }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 202) done.emails.push(email);
    // Sign-ups from one address are limited; those acknowledged so far are enough.
    if (status === 429) return;
  }
}

async function holds(database: Database, done: Acknowledged, signal: AbortSignal): Promise<void> {
  const ledger = createLedger(database);
  const userId = randomUUID();
  const startsAt = new Date();
  while (!signal.aborted) {
    try {
      await ledger.entitle({ userId, plan: 'test', credits: 100_000, cycle: { months: 1 }, startsAt });
      const answer = await ledger.reserve({
        userId,
        key: randomUUID(),
        request: '',
        purpose: 'images',
        amount: 2,
        milliseconds: 3_600_000,
      });
      if ('holdId' in answer) done.holds.push(answer.holdId);
    } catch {
      return; // the database was killed
    }
  }
}

async function missing(database: Database, { emails, holds: ids }: Acknowledged): Promise<readonly string[]> {
  const people = await database.query(
    `select given from unnest($1::text[]) given where not exists (
       select from accounts.users u join accounts.credentials c on c.user_id = u.id where u.email = given
     )`,
    [emails],
  );
  const lost = await database.query(
    'select given from unnest($1::text[]) given where not exists (select from credits.holds where id = given::uuid)',
    [ids],
  );
  return [...people, ...lost].map(({ given }) => String(given));
}
