import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describeMachine } from '../machine.ts';
import { table } from '../markdown.ts';
import { addPeople, PASSWORD, percentile, untilReady } from '../people.ts';
import type { Suite } from '../suite.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PORT = 3986;
const URL = `http://127.0.0.1:${PORT}`;
const SIGN_INS = 500;
/** Number of concurrent sign-ins: enough to keep password hashing busy. */
const CONCURRENCY = 8;
/** Number of concurrent readers, who do not sign in. */
const READERS = 4;
/** Longest wait of the readers, 95th percentile, in milliseconds. */
const P95_MS = 30;

/**
 * Signs in 500 users at once from as many addresses, while others use the site. Password hashing is slow on purpose; the metrics
 * cover everything else: reading the session, the credits, a page.
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
      await untilReady(URL);
      const emails = await addPeople(data, SIGN_INS);
      say(`${emails.length} users were added`);
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
      row('session, credits and page, without sign-ins', alone),
      row('session, credits and page, during sign-ins', reads),
      row('sign-in, including hashing and its queue', signIns),
    ],
  );
}

async function signInWhileOthersRead(emails: readonly string[]): Promise<Measured> {
  const [first = ''] = emails;
  const { cookie } = await signIn(first, 'reader');
  const alone: number[] = [];
  for (let time = 0; time < 100; time++) alone.push(await read(cookie, time));
  const signIns: number[] = [];
  const reads: number[] = [];
  const waiting = [...emails];
  const signers = Array.from({ length: CONCURRENCY }, async () => {
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
  if (!response.ok) throw new Error(`a reader got status ${response.status}`);
  return performance.now() - startedAt;
}

/** Signs in from a distinct client address, as a proxy reports it. */
async function signIn(email: string, from: string): Promise<{ readonly cookie: string; readonly milliseconds: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${URL}/api/account/sign-in`, {
    method: 'POST',
    headers: { Origin: URL, 'Content-Type': 'application/json', 'X-Forwarded-For': from },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`a sign-in got status ${response.status}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { cookie, milliseconds: performance.now() - startedAt };
}
