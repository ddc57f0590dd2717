import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createPasswords } from '@bakkum/accounts/password';
import { openDatabase } from '@bakkum/database/open-database';
import { describeMachine } from '../machine.ts';
import { table } from '../markdown.ts';
import type { Suite } from '../suite.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PORT = 3986;
const URL = `http://127.0.0.1:${PORT}`;
const SIGN_INS = 500;
/** Under way at once: enough that hashing never rests. */
const AT_ONCE = 8;
/** Readers beside them, who sign in nowhere. */
const READERS = 4;
const START_TIMEOUT_MS = 120_000;
const PASSWORD = 'correct horse';
/** What the others may wait at most, nineteen times of twenty. */
const P95_MS = 30;

/**
 * 500 people sign in at once, from as many addresses, while others use the site. Hashing a password is meant to be dear; the
 * figures are those of everything else: reading who is signed in, the credits, a page.
 */
export const suite: Suite = {
  title: 'Sign-ins under load',
  once: true,
  async run({ folder, say }) {
    const machine = describeMachine(['PostgreSQL 18 from npm, fsync on']);
    const data = path.join(folder, 'data');
    const server = spawn(process.execPath, [path.join(ROOT, 'apps/server/main.ts')], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(PORT),
        HOST: '127.0.0.1',
        DATA_DIR: data,
        TRUSTED_PROXIES: '1',
      },
      stdio: 'ignore',
    });
    try {
      await untilReady();
      const emails = await addPeople(data);
      say(`${emails.length} people are there`);
      const measured = await signInWhileOthersRead(emails);
      const p95 = percentile(measured.reads, 0.95);
      if (p95 > P95_MS) say(`p95 of everything but hashing is ${p95.toFixed(1)} ms, more than ${P95_MS} ms`);
      return `${machine}\n${reportOf(measured)}`;
    } finally {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    }
  },
};

type Measured = { readonly signIns: readonly number[]; readonly reads: readonly number[]; readonly alone: readonly number[] };

function reportOf({ signIns, reads, alone }: Measured): string {
  const row = (name: string, times: readonly number[]) => [
    name,
    String(times.length),
    ...[0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1)),
  ];
  return table(
    ['request', 'times', 'p50 ms', 'p95 ms', 'p99 ms'],
    [
      row('session, credits and page, nobody signing in', alone),
      row('session, credits and page, meanwhile', reads),
      row('sign-in, hashing and its queue included', signIns),
    ],
  );
}

async function untilReady(): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const ready = await fetch(`${URL}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await wait(50);
  }
  throw new Error('the server did not get ready');
}

/** People with confirmed addresses, written straight into the database: signing up is not what is measured. */
async function addPeople(data: string): Promise<readonly string[]> {
  const hash = await createPasswords().hash(PASSWORD);
  const emails = Array.from({ length: SIGN_INS }, () => `${randomUUID()}@example.com`);
  const database = await openDatabase({ folder: path.join(data, 'postgres'), migrations: [], poolSize: 1 });
  try {
    await database.query(
      `with person as (
         insert into accounts.users (name, email, email_verified, first_name, last_name, locale)
         select 'A B', given, true, 'A', 'B', 'en' from unnest($1::text[]) given returning id
       ) insert into accounts.credentials (user_id, account_id, provider_id, password)
         select id, id::text, 'credential', $2 from person`,
      [emails, hash],
    );
  } finally {
    await database.close();
  }
  return emails;
}

async function signInWhileOthersRead(emails: readonly string[]): Promise<Measured> {
  const [first = ''] = emails;
  const { cookie } = await signIn(first, 'reader');
  const alone: number[] = [];
  for (let time = 0; time < 100; time++) alone.push(await read(cookie, time));
  const signIns: number[] = [];
  const reads: number[] = [];
  const waiting = [...emails];
  const signers = Array.from({ length: AT_ONCE }, async () => {
    for (let email = waiting.pop(); email !== undefined; email = waiting.pop())
      signIns.push((await signIn(email, email)).milliseconds);
  });
  let over = false;
  const readers = Array.from({ length: READERS }, async () => {
    for (let time = 0; !over; time++) {
      reads.push(await read(cookie, time));
      await wait(20);
    }
  });
  await Promise.all(signers);
  over = true;
  await Promise.all(readers);
  return { signIns, reads, alone };
}

const READ = ['/api/account/session', '/api/credits', '/converter'];

async function read(cookie: string, time: number): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(URL + READ[time % READ.length], { headers: { Cookie: cookie } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`a reader was answered ${response.status}`);
  return performance.now() - startedAt;
}

/** Each from an address of their own, as a proxy would say. */
async function signIn(email: string, from: string): Promise<{ readonly cookie: string; readonly milliseconds: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${URL}/api/account/sign-in`, {
    method: 'POST',
    headers: { Origin: URL, 'Content-Type': 'application/json', 'X-Forwarded-For': from },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`a sign-in was answered ${response.status}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { cookie, milliseconds: performance.now() - startedAt };
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
