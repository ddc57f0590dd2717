import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { settingsFor } from '@bakkum/image-stand-in/stand-in';
import { describeMachine } from '../machine.ts';
import { table } from '../markdown.ts';
import { addPeople, PASSWORD, percentile, untilReady } from '../people.ts';
import type { Suite } from '../suite.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PORT = 3987;
const STAND_IN_PORT = 3988;
const URL = `http://127.0.0.1:${PORT}`;
/** Number of users; set a smaller one to test the suite itself. */
const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 200);
/**
 * Milliseconds the service takes per image: at ten orders per second that means 25 at a time, of the 32 it generates in parallel.
 */
const DRAWING_MS = 2500;
/** Milliseconds within which all users order. */
const SPREAD_MS = 20_000;
/** Milliseconds between opening the pages and the first order. */
const SETTLE_MS = 5000;
const KEY = 'stand-in-key';
/** Bytes of a PostgreSQL page. */
const BLOCK_BYTES = 8192;
const PAUSE_MS = 50;
/** Maximum delay we may add to the response to an order, 95th percentile, in milliseconds. */
const P95_MS = 150;

/**
 * 200 users who are signed in and have the page open order an image each within twenty seconds; a service takes two and a half
 * for each. Measures our share: the response time of an order, and the time beyond generation until the page knows about the
 * image.
 */
export const suite: Suite = {
  title: 'Orders of images under load',
  once: true,
  async run({ folder, say }) {
    const machine = describeMachine(['PostgreSQL 18 from npm, fsync on']);
    const data = path.join(folder, 'data');
    const standIn = start(['packages/image-stand-in/main.ts', '--port', String(STAND_IN_PORT), '--latency', String(DRAWING_MS)]);
    const server = start(['apps/server/main.ts'], {
      NODE_ENV: 'production',
      PORT: String(PORT),
      HOST: '127.0.0.1',
      DATA_DIR: data,
      TRUSTED_PROXIES: '1',
      ...settingsFor(`http://127.0.0.1:${STAND_IN_PORT}`, KEY),
    });
    try {
      await untilReady(URL);
      const emails = await addPeople(data, PEOPLE);
      const cookies = await signInAll(emails);
      say(`${cookies.length} people are signed in`);
      const people = await Promise.all(cookies.map(lookOn));
      await wait(SETTLE_MS);
      const { result: measured, writes } = await watchDisk(folder, () =>
        Promise.all(people.map((person, index) => orderOne(person, (index * SPREAD_MS) / PEOPLE))),
      );
      const answers = measured.map(({ answer }) => answer);
      const p95 = percentile(answers, 0.95);
      if (p95 > P95_MS) say(`p95 of an answer is ${p95.toFixed(1)} ms, more than ${P95_MS} ms`);
      return `${machine}\n${reportOf(measured, writes)}`;
    } finally {
      await Promise.all([stop(server), stop(standIn)]);
    }
  },
};

type Measured = { readonly answer: number; readonly beyond: number; readonly state: string };

function reportOf(measured: readonly Measured[], writes: readonly number[]): string {
  const row = (name: string, times: readonly number[]) => [
    name,
    ...[0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1)),
  ];
  const done = measured.filter(({ state }) => state === 'done').length;
  const rows = [
    row(
      'answer to an order',
      measured.map(({ answer }) => answer),
    ),
    row(
      'order to image on the page, without the drawing',
      measured.map(({ beyond }) => beyond),
    ),
    row('8 KiB written and synced on the same disk meanwhile', writes),
  ];
  return `${done} of ${measured.length} images were drawn by the service.\n\n${table(['what', 'p50 ms', 'p95 ms', 'p99 ms'], rows)}`;
}

function start([program = '', ...options]: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
  const env = { ...process.env, ...environment };
  return spawn(process.execPath, [path.join(ROOT, program), ...options], { cwd: ROOT, env, stdio: 'ignore' });
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function signInAll(emails: readonly string[]): Promise<readonly string[]> {
  const cookies: string[] = [];
  for (const [index, email] of emails.entries()) {
    const response = await fetch(`${URL}/api/account/sign-in`, {
      method: 'POST',
      headers: { Origin: URL, 'Content-Type': 'application/json', 'X-Forwarded-For': `10.0.${index >> 8}.${index & 255}` },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    if (!response.ok) throw new Error(`signing in answers ${response.status}`);
    cookies.push(
      response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    );
  }
  return cookies;
}

/**
 * Measures the disk latency in milliseconds while something runs, by small synced writes, for which each order waits several
 * times. When the disk stalls, every order does, and disks of shared machines stall.
 */
async function watchDisk<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly writes: readonly number[] }> {
  const file = await open(path.join(folder, 'disk'), 'w');
  const ended = new AbortController();
  const watching = writeUntil(file, ended.signal);
  try {
    const result = await work();
    ended.abort();
    return { result, writes: await watching };
  } finally {
    ended.abort();
    await watching;
    await file.close();
  }
}

async function writeUntil(file: FileHandle, signal: AbortSignal): Promise<readonly number[]> {
  const block = Buffer.alloc(BLOCK_BYTES, 1);
  const times: number[] = [];
  while (!signal.aborted) {
    const begun = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one after another is what is measured
    await file.write(block, 0, BLOCK_BYTES, 0);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await file.datasync();
    times.push(performance.now() - begun);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await wait(PAUSE_MS);
  }
  return times;
}

type Person = { readonly cookie: string; readonly events: Response };

async function lookOn(cookie: string): Promise<Person> {
  return { cookie, events: await fetch(`${URL}/api/images/events`, { headers: { Cookie: cookie } }) };
}

async function orderOne({ cookie, events }: Person, after: number): Promise<Measured> {
  await wait(after);
  const begun = performance.now();
  const response = await fetch(`${URL}/api/images/generations`, {
    method: 'POST',
    headers: { Origin: URL, Cookie: cookie, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ prompt: 'a red fox in the snow', style: 'anime', aspectRatio: '1:1', resolution: '512x512' }),
  });
  const answer = performance.now() - begun;
  if (response.status !== 202) throw new Error(`an order is answered ${response.status}`);
  const state = await endOf(events);
  return { answer, beyond: performance.now() - begun - DRAWING_MS, state };
}

/** Reads the stream until the order has ended and returns its outcome. */
async function endOf(events: Response): Promise<string> {
  let text = '';
  for await (const part of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    const ended = /"endedAt":"[^"]*","state":"(\w+)"/.exec(text);
    if (ended) return ended[1] ?? '';
  }
  throw new Error('the stream ended');
}
