/**
 * Sends hostile files to the conversion API: no file of this machine is read, no network request is made, no worker is lost, and
 * memory stays within the limit of a conversion. Every run tries some. To try all of them, and optionally all files of a folder:
 *   HOSTILE=1 [HOSTILE_DIR=…] npm test -- unit tests/hostile/server.full.test.ts
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type JobView, jobView } from '@bakkum/api-contract/conversions/conversions';
import { NATIVE_TOOL_NAMES } from '@bakkum/native-programs/find-tools';
import { memoryOf } from '@bakkum/native-programs/memory-watch';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startConvertingServer, type TestServer } from '../../apps/server/test-server.ts';
import { allHostile, type Bait, fewHostile, type Hostile } from './server-files.ts';

const WHOLE = process.env['HOSTILE'] === '1' ? ['every file'] : [];
const givenFolder = process.env['HOSTILE_DIR'];
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-hostile-'));
const bait: { -readonly [Part in keyof Bait]: string } = { file: path.join(folder, 'secret.txt'), url: '' };
const SECRET = `secret-${randomUUID()}`;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';
const EMAIL = 'hostile@example.com';
/** Number of concurrent files. */
const CONCURRENCY = 2;
/** Memory limit in bytes: two conversions at their limit, and this process with its database. */
const MAX_BYTES = 14 * 1024 ** 3;
/** Memory growth allowed for the server itself over all files, in bytes. */
const SERVER_GROWTH = 1024 ** 3;
const HOUR_MS = 3_600_000;

let canary: Server;
let hits = 0;

beforeAll(async () => {
  writeFileSync(bait.file, SECRET);
  canary = createServer((_request, response) => {
    hits += 1;
    response.end(SECRET);
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  bait.url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/canary`;
});
afterAll(() => {
  canary.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Converts a file of the folder to three of its targets, which only the server knows. */
const ANY = '*';
function givenFiles(): readonly Hostile[] {
  if (givenFolder === undefined) return [];
  return readdirSync(givenFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(givenFolder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => [path.basename(file), new Uint8Array(readFileSync(file)), ANY] as const);
}

type Outcome = { readonly name: string; readonly to: string; readonly job?: JobView; readonly hasSecret: boolean };

describe.each([
  ['off', ''],
  ['auto', ''],
  ['auto', NATIVE_TOOL_NAMES.join()],
])('with SANDBOX=%s NATIVE_TOOLS=%s', (sandbox, programs) => {
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    server = await startConvertingServer(inject('postgresFolder'), {
      SANDBOX: sandbox,
      NATIVE_TOOLS: programs,
      PATH: process.env['PATH'] ?? '',
      CONVERSIONS_AT_ONCE: String(CONCURRENCY),
      API_ENTERPRISE: `${EMAIL}=1000000`,
    });
    key = await server.apiKey((await server.someone('en', EMAIL)).id);
  });
  afterAll(() => server.close());

  const ask = (address: string, init: RequestInit = {}) =>
    fetch(`${server.url}/api/v1/${address}`, { ...init, headers: { Authorization: `Bearer ${key}`, ...init.headers } });

  async function ended(answer: Response): Promise<JobView> {
    let job = jobView.parse(await answer.json());
    while (job.completed_at === null) job = jobView.parse(await (await ask(`jobs/${job.job_id}?wait=20`)).json());
    return job;
  }

  /** Result of a file; without a job when it was refused. */
  async function tried([name, content, to]: Hostile): Promise<Outcome> {
    const form = new FormData();
    form.append('target_format', to);
    form.append('file', new Blob([content]), name);
    const answer = await ask('upload', { method: 'POST', body: form });
    if (answer.status === 400) return { name, to, hasSecret: (await answer.text()).includes(SECRET) };
    const job = await ended(answer);
    const result = job.status === 'completed' ? Buffer.from(await (await ask(`download/${job.job_id}`)).arrayBuffer()) : '';
    await ask(`jobs/${job.job_id}`, { method: 'DELETE' });
    return { name, to, job, hasSecret: [result, JSON.stringify(job)].some((part) => part.includes(SECRET)) };
  }

  /** Chooses the first, the middle and the last target. */
  async function anyTargets([name, content]: Hostile): Promise<readonly Hostile[]> {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    const { format }: { format: string | null } = await (await ask('uploads', { method: 'POST', body: form })).json();
    const { formats }: { formats: { id: string; targets: string[] }[] } = await (await ask('formats')).json();
    const targets = formats.find(({ id }) => id === format)?.targets ?? [];
    const some = [targets[0], targets[Math.floor(targets.length / 2)], targets.at(-1)];
    return [...new Set(some)].flatMap((to) => (to === undefined ? [] : [[name, content, to] as const]));
  }

  /** Converts files sequentially in as many lanes as there are concurrent conversions. */
  async function all(files: readonly Hostile[]): Promise<readonly Outcome[]> {
    const waiting = [...files];
    const outcomes: Outcome[] = [];
    const row = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (next[2] === ANY) waiting.unshift(...(await anyTargets(next)));
        else outcomes.push(await tried(next));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY + 1 }, row));
    return outcomes;
  }

  async function harmless(files: readonly Hostile[]) {
    const before = { hits, bytes: process.memoryUsage().rss };
    let most = 0;
    const look = setInterval(() => {
      most = Math.max(most, memoryOf(process.pid));
    }, 250);
    const ends = await all(files);
    clearInterval(look);
    const names = (outcomes: readonly Outcome[]) =>
      outcomes.map(({ name, to, job }) => [name, to, job?.status, job?.error?.code]);
    expect(names(ends.filter(({ hasSecret }) => hasSecret))).toEqual([]);
    expect(hits).toBe(before.hits);
    expect(names(ends.filter(({ job }) => job && !['completed', 'error'].includes(job.status)))).toEqual([]);
    expect(names(ends.filter(({ job }) => job?.error?.code === 'WORKER_LOST'))).toEqual([]);
    const [after] = await all([['after.svg', SVG, 'png']]);
    expect(after?.job?.status).toBe('completed');
    expect(server.lines.filter((line) => /conversion-failed|request-failed|job-problem/.test(line))).toEqual([]);
    const grown = process.memoryUsage().rss - before.bytes;
    expect([most < MAX_BYTES, grown < SERVER_GROWTH], `${most} bytes in total, ${grown} of the server`).toEqual([true, true]);
    return { ends, most, grown };
  }

  it('reads no file, makes no request, and keeps working', { timeout: 300_000 }, async () => {
    const { ends } = await harmless(fewHostile(bait));
    expect(ends).toHaveLength(fewHostile(bait).length);
  });

  it.each(WHOLE)('withstands %s', { timeout: 4 * HOUR_MS }, async () => {
    const { ends, most, grown } = await harmless([...allHostile(bait), ...givenFiles()]);
    expect(ends.length).toBeGreaterThanOrEqual(allHostile(bait).length);
    const counts = Map.groupBy(ends, ({ job }) => job?.error?.code ?? job?.status ?? 'refused');
    const told = [...counts].map(([what, each]) => `${each.length} ${what}`).join(', ');
    const memory = `${Math.round(most / 1e6)} MB of memory at its peak, the server grew by ${Math.round(grown / 1e6)} MB`;
    const unexplained = ends.filter(({ job }) => job?.error?.code === 'INTERNAL').map(({ name, to }) => `${name} → ${to}`);
    process.stdout.write(
      `SANDBOX=${sandbox} NATIVE_TOOLS=${programs}: ${ends.length} tried: ${told}; ${memory}; unexplained: ${unexplained.join(', ')}\n`,
    );
  });

  it('sanitises file names', async () => {
    const { job } = await tried(['../../etc/passwd\u202e.svg', SVG, 'png']);
    expect(job).toMatchObject({ status: 'completed', original_filename: 'passwd.svg', converted_filename: 'passwd.png' });
  });
});
