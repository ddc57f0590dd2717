/** What goes wrong around the server: its clock, its end, its database, its settings. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SYSTEM_PATH } from '@bakkum/native-programs/sandbox';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startBuiltServer } from '../built-site.ts';
import { startOwnServer } from './own-server.ts';
import { exchange, requestText } from './raw-http.ts';
import type { Attacked } from './server.ts';
import { convert, ended, jobOf, memberOf, post, SVG, slowZip, visitorOf } from './visitor.ts';

const MAIN = path.resolve(import.meta.dirname, '../../apps/server/build/main.js');
const DAY_MS = 86_400_000;
/** The server looks for bubblewrap in the folders of the system, whatever its `PATH`. */
const HAS_SANDBOX = spawnSync('bwrap', ['--version'], { env: { PATH: SYSTEM_PATH } }).status === 0;

describe('a worker whose clock is wrong', () => {
  it.each([
    ['8 days ahead', 8 * DAY_MS],
    ['20 seconds ahead', 20_000],
    ['a day behind', -DAY_MS],
  ])('by %s destroys no result and takes no job of others', async (_, shift) => {
    const server = await startOwnServer({ CONVERSIONS_AT_ONCE: '2' });
    const member = await memberOf(server.baseUrl);
    const kept = await ended(member, (await convert(member, SVG, 'a.svg', 'png'))?.job_id ?? '');
    const running = await convert(member, slowZip(), 'slow.zip', '7z');
    await expect.poll(async () => (await jobOf(member, running?.job_id ?? '')).status).toBe('processing');
    const wrong = await startBuiltServer(
      server.dataDir,
      {
        SERVER_ROLE: 'worker',
        NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'wrong-clock.mjs')).href}`,
        ATTACK_CLOCK_MS: String(shift),
        TMPDIR: server.temporary,
      },
      '/healthz',
    );
    onTestFinished(() => wrong.stop());
    // Two further jobs would go to the wrong worker, if it took any.
    const others = await Promise.all(['b', 'c'].map((name) => convert(member, SVG, `${name}.svg`, 'png')));
    for (const job of others) expect((await ended(member, job?.job_id ?? '')).status).toBe('completed');
    expect((await member.send(`v1/download/${kept.job_id}`)).status).toBe(200);
    expect(await ended(member, running?.job_id ?? '')).toMatchObject({ status: 'completed', attempts: 1 });
  });
});

/** Files below a folder that contain a text. */
function filesWith(folder: string, text: string, except: readonly string[] = []): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: false }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (except.includes(entry.name)) return [];
    if (entry.isDirectory()) return filesWith(place, text);
    return entry.isFile() && readFileSync(place).includes(text) ? [place] : [];
  });
}

describe('a server that is killed', () => {
  it('leaves no file of a visitor behind', async () => {
    const marker = crypto.randomUUID();
    const first = await startOwnServer();
    const member = await memberOf(first.baseUrl);
    const job = await convert(member, slowZip(marker), 'slow.zip', '7z');
    await expect.poll(async () => (await jobOf(member, job?.job_id ?? '')).status).toBe('processing');
    await expect
      .poll(() => [first.temporary, first.dataDir].flatMap((each) => filesWith(each, marker, ['postgres', 'files'])).length)
      .toBeGreaterThan(0);
    const second = await first.restart('SIGKILL');
    const again = visitorOf(second.baseUrl);
    again.cookies.clear();
    for (const [name, value] of member.cookies) again.cookies.set(name, value);
    await again.send(`v1/jobs/${job?.job_id ?? ''}/cancel`, post(undefined));
    await again.send(`v1/jobs/${job?.job_id ?? ''}`, { method: 'DELETE' });
    await expect
      .poll(() => [second.temporary, second.dataDir].flatMap((each) => filesWith(each, marker, ['postgres'])))
      .toEqual([]);
  });
});

/** Ids of PostgreSQL's processes of a server. */
function postgresOf({ dataDir }: Attacked): readonly number[] {
  const [pid = ''] = readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
  const children = readdirSync('/proc').filter((each) => {
    try {
      return new RegExp(`^PPid:\\t${pid}$`, 'm').test(readFileSync(`/proc/${each}/status`, 'utf8'));
    } catch {
      return false; // it has ended, or is no process
    }
  });
  return [...children, pid].map(Number);
}

describe.runIf(process.platform === 'linux')('a database that hangs', () => {
  it('fails requests that need it, keeps pages, and is used again afterwards', async () => {
    const server = await startOwnServer();
    const member = await memberOf(server.baseUrl);
    const stopped = postgresOf(server);
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    try {
      const [ready, session, page] = await Promise.all([
        fetch(`${server.baseUrl}/readyz`),
        member.send('account/session'),
        fetch(`${server.baseUrl}/converter`),
      ]);
      expect([ready.status, session.status, page.status]).toEqual([503, 503, 200]);
    } finally {
      for (const pid of stopped) process.kill(pid, 'SIGCONT');
    }
    await expect.poll(async () => (await member.send('account/session')).status).toBe(200);
  });
});

/** Runs a server that must not start. */
function start(environment: Readonly<Record<string, string>>): Pick<SpawnSyncReturns<string>, 'status' | 'stderr'> {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'bakkum-refused-'));
  try {
    const env = { PATH: process.env['PATH'], PORT: '0', DATA_DIR, ...environment };
    return spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8' });
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
}

describe('a wrong setting', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'bakkum-setting-')), 'file');
  beforeAll(() => writeFileSync(file, ''));
  afterAll(() => rmSync(path.dirname(file), { recursive: true }));

  it.each([
    ['DATABASE_URL', { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }],
    ['DATA_DIR', { DATA_DIR: `${file}/data` }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://converter.example' }],
    ['SITE_SECRET', { SITE_SECRET: 'short' }],
  ])('of %s is named, without a stack or a password', (name, environment) => {
    const { status, stderr } = start(environment);
    expect([status, stderr.includes(name), /\n\s+at /.test(stderr), stderr.includes('secret@')]).toEqual([1, true, false, false]);
  });
});

describe('the log', () => {
  it('is one JSON object a line, whatever a request contains', async () => {
    const server = await startOwnServer({ LOG_LEVEL: 'debug', TRUSTED_PROXIES: '0' });
    const paths = ['/%E0%A4%A', '/%0a{"fake":1}', '/\u0001', '/%ff', '/a?b=%0d%0a', '/api/%E0%A4%A'];
    for (const each of paths) await exchange(server.baseUrl, requestText(server.baseUrl, `GET ${each}`));
    for (const header of ['X-Forwarded-For: 1.2.3.4', 'User-Agent: a\u001b[31mb'])
      await exchange(server.baseUrl, requestText(server.baseUrl, 'GET /', [header]));
    // Log output arrives later than the response.
    await expect.poll(() => server.log()).toContain('TRUSTED_PROXIES');
    const lines = server
      .log()
      .split('\n')
      .filter((line) => line !== '' && !line.includes(' is running at '));
    expect(lines.filter((line) => !isObject(line))).toEqual([]);
    expect(lines.filter((line) => line.includes('"fake":1'))).toEqual([]);
  });

  it.skipIf(HAS_SANDBOX)('warns that conversions run without a sandbox, where there is none', async () => {
    const server = await startOwnServer({ SANDBOX: 'auto' });
    const member = await memberOf(server.baseUrl);
    expect((await ended(member, (await convert(member, SVG, 'a.svg', 'png'))?.job_id ?? '')).status).toBe('completed');
    const warnings = server
      .log()
      .split('\n')
      .filter((line) => /sandbox/i.test(line) && /"level":"(warn|error)"/.test(line));
    expect(warnings.length).toBeGreaterThan(0);
  });
});

function isObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

describe('a site with https', () => {
  it('insists on it, with cookies that other schemes and subdomains cannot set', async () => {
    const server = await startOwnServer({ PUBLIC_ORIGIN: 'https://converter.example', DEMO_PUBLIC: 'on' });
    const visitor = visitorOf(server.baseUrl);
    const { email, password } = await (await visitor.send('demo')).json();
    const page = await fetch(server.baseUrl);
    expect(page.headers.get('Strict-Transport-Security')).toMatch(/max-age=\d{7,}/);
    const answer = await visitor.send('account/sign-in', post({ email, password }, { Origin: 'https://converter.example' }));
    const cookies = answer.headers.getSetCookie().filter((line) => /session_token|device/.test(line));
    expect(cookies.length).toBeGreaterThan(0);
    expect(cookies.filter((line) => !/^__(Secure|Host)-/.test(line) || !/; Secure/i.test(line))).toEqual([]);
  });
});
