import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRunner, type JobResult } from '@bakkum/conversion/runner';
import type { WorkerLink } from '@bakkum/conversion/workers/worker-protocol';
import { descendantsOf, isAlive } from '@bakkum/native-programs/process-facts';
import { detectSandbox, sandboxCommandLine } from '@bakkum/native-programs/sandboxed-process';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileBlob } from './file-blobs.node.ts';
import { memoryWithin } from './machine-memory.node.ts';
import { openProcessHost, type ProcessHost } from './process-host.node.ts';
import type { Lease } from './process-leases.node.ts';
import { ConversionProcess, PROGRAM_FILES, type ProcessOptions } from './spawn-process.node.ts';

const NATIVE = { allowed: [], searchPath: '' };
const LIMITS = { fileBytes: 50_000_000, processorSeconds: 120, memoryBytes: 2 ** 32 };
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#08f"/></svg>';
const hosts: Record<'auto' | 'off', ProcessHost> = {
  auto: await openProcessHost('auto', NATIVE),
  off: await openProcessHost('off', NATIVE),
};
const walls = await detectSandbox(process.execPath, [...PROGRAM_FILES, process.execPath], tmpdir());
const DOCUMENT = path.resolve(import.meta.dirname, '../../../../tests/fixtures/documents/docx.docx');
const ARCHIVE = path.resolve(import.meta.dirname, '../../../../tests/fixtures/archives/pages.cb7');
const leases: Lease[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bakkum-process-'));
});
afterEach(async () => {
  await Promise.all(leases.splice(0).map(({ release }) => release()));
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => Promise.all(Object.values(hosts).map((host) => host.dispose())));

/** A process with folders of this test. */
const inOwnFolder = (options: Pick<ProcessOptions, 'sandbox' | 'canLimit' | 'limits'>) => {
  const place = mkdtempSync(path.join(folder, 'work-'));
  return new ConversionProcess({ ...options, folder: place, inputs: folder, heapMegabytes: 500 });
};

async function convert(
  host: ProcessHost,
  content: string | Buffer,
  [from, to]: [string, string],
  { signal, spawn }: { readonly signal?: AbortSignal; readonly spawn?: () => WorkerLink } = {},
): Promise<JobResult> {
  const lease = await host.lease('somebody', []);
  leases.push(lease);
  const file = path.join(spawn ? folder : lease.inputs, 'input');
  writeFileSync(file, content);
  const answer = host.planner.plan(from, to);
  if (!answer.ok) throw new Error('no plan');
  const [plan] = answer.plans;
  const runner = createRunner({
    spawn: spawn ?? lease.spawn,
    maxWorkers: 1,
    memoryBudgetBytes: host.memoryBytes,
    estimateBytes: host.estimateBytes,
    jobsPerWorker: 1,
  });
  const blob = await openFileBlob(file);
  const options = Object.fromEntries(Object.entries(host.planner.optionsOf(plan)).map(([name, field]) => [name, field.default]));
  return runner.run({ inputs: [blob], plans: answer.plans, options, ...(signal && { signal }) });
}

/** Returns whether a process with that folder among its arguments runs. */
function isAt(pid: number, place: string): boolean {
  try {
    return isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(place);
  } catch {
    return false; // it ended in the meantime
  }
}

describe.each(['auto', 'off'] as const)('with SANDBOX=%s', (setting) => {
  it('converts in a separate process', async () => {
    const result = await convert(hosts[setting], SVG, ['svg', 'png']);
    if (!result.ok) throw new Error(result.detail);
    const bytes = new Uint8Array(await result.files[0].blob.arrayBuffer());
    expect([...bytes.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  });

  it('gives the office document engine enough memory for its threads', async () => {
    const result = await convert(hosts[setting], readFileSync(DOCUMENT), ['docx', 'pdf']);
    expect(result).toMatchObject({ ok: true, attempts: [], plan: { steps: [{ engine: 'office' }] } });
  });

  it('ends a process that exceeds its memory limit', async () => {
    const { sandbox } = hosts[setting];
    const limits = { ...LIMITS, memoryBytes: 2 ** 20 };
    const spawn = () => inOwnFolder({ sandbox, canLimit: false, limits }).attempt(folder);
    expect(await convert(hosts[setting], SVG, ['svg', 'png'], { spawn })).toMatchObject({ ok: false, code: 'out-of-memory' });
  });

  it.runIf(process.platform === 'linux')('ends a process before large results are read', async () => {
    const running: boolean[] = [];
    const { sandbox } = hosts[setting];
    const spawn = () => {
      const link = inOwnFolder({ sandbox, canLimit: false, limits: LIMITS }).attempt(folder);
      const onMessage: typeof link.onMessage = (listener) =>
        link.onMessage((message) => {
          running.push(descendantsOf(process.pid).some((pid) => isAt(pid, folder)));
          listener(message);
        });
      return { ...link, onMessage };
    };
    // 6000 × 6000 pixels, uncompressed.
    const large = SVG.replaceAll('width="40" height="20"', 'width="6000" height="6000"');
    expect(await convert(hosts[setting], large, ['svg', 'bmp'], { spawn })).toMatchObject({ ok: true });
    expect([running[0], running.at(-1)]).toEqual([true, false]);
  });

  it('reports the error code of a damaged file', async () => {
    expect(await convert(hosts[setting], Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'), ['png', 'jpeg'])).toMatchObject({
      ok: false,
    });
  });

  it('stops when aborted', async () => {
    const stop = new AbortController();
    const running = convert(hosts[setting], SVG, ['svg', 'png'], { signal: stop.signal });
    stop.abort();
    expect(await running).toMatchObject({ ok: false, code: 'cancelled' });
  });
});

it('offers pairs that are proven in Node and planned here', () => {
  expect(hosts.auto.targetsOf('png')).toContain('jpeg');
  expect(hosts.auto.targetsOf('no-such-format')).toEqual([]);
});

it.runIf(walls.sandbox === 'bubblewrap')('the sandbox hides other files, the network and our environment variables', async () => {
  const server = createServer((_request, response) => response.end('reached'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const secret = path.join(mkdtempSync(path.join(tmpdir(), 'bakkum-secret-')), 'secret');
  writeFileSync(secret, 'secret');
  symlinkSync(secret, path.join(folder, 'link'));
  const tried = `
    const fs = require('node:fs'); const seen = {};
    const attempt = (name, work) => { try { seen[name] = String(work()); } catch (error) { seen[name] = error.code; } };
    attempt('file', () => fs.readFileSync(${JSON.stringify(secret)}));
    attempt('link', () => fs.readFileSync('link'));
    attempt('passwd', () => fs.readFileSync('/etc/passwd'));
    attempt('data', () => fs.readdirSync(${JSON.stringify(path.resolve(import.meta.dirname, '../../../../apps'))}));
    attempt('program', () => fs.writeFileSync(${JSON.stringify(path.join(import.meta.dirname, 'written'))}, ''));
    seen.variables = Object.keys(process.env).sort();
    const done = () => fs.writeFileSync('seen', JSON.stringify(seen));
    fetch('http://127.0.0.1:${(server.address() as AddressInfo).port}').then(() => { seen.network = 'reached'; done(); }, () => { seen.network = 'none'; done(); });`;
  const shut = {
    ...walls,
    program: process.execPath,
    arguments: ['-e', tried],
    folder,
    readable: [...PROGRAM_FILES, process.execPath],
  };
  const [program, ...args] = sandboxCommandLine({ ...shut, limits: { ...LIMITS, memoryBytes: 2 ** 32 } });
  const { status } = spawnSync(program, args, { cwd: folder, env: { PATH: '/usr/bin:/bin', SECRET: 'x' } });
  expect(status).toBe(0);
  expect(JSON.parse(await readFile(path.join(folder, 'seen'), 'utf8'))).toMatchObject({
    file: 'ENOENT',
    link: 'ENOENT',
    passwd: 'ENOENT',
    data: 'ENOENT',
    program: 'EROFS',
    network: 'none',
  });
  server.close();
});

it.skipIf(walls.sandbox === 'none')('a sandboxed process cannot change an input, which is the stored file', async () => {
  const [inputs, work, stored] = ['inputs', 'work', 'stored'].map((name) => path.join(folder, name)) as [string, string, string];
  for (const place of [inputs, work]) mkdirSync(place);
  writeFileSync(stored, 'stored');
  linkSync(stored, path.join(inputs, 'input'));
  const tried = `
    const fs = require('node:fs');
    const seen = {};
    const attempt = (name, act) => { try { act(); seen[name] = 'possible'; } catch (error) { seen[name] = error.code; } };
    const input = ${JSON.stringify(path.join(inputs, 'input'))};
    attempt('read', () => fs.readFileSync(input));
    attempt('write', () => fs.openSync(input, 'r+'));
    attempt('truncate', () => fs.truncateSync(input));
    attempt('mode', () => fs.chmodSync(input, 0o777));
    attempt('times', () => fs.utimesSync(input, 0, 0));
    attempt('link', () => fs.linkSync(input, 'link'));
    attempt('remove', () => fs.unlinkSync(input));
    fs.writeFileSync('seen', JSON.stringify(seen));`;
  const shut = { ...walls, program: process.execPath, arguments: ['-e', tried], folder: work };
  const readable = [...PROGRAM_FILES, process.execPath, inputs];
  const [program, ...args] = sandboxCommandLine({ ...shut, readable, limits: { ...LIMITS, memoryBytes: 2 ** 32 } });
  expect(spawnSync(program, args, { cwd: work, env: { PATH: '/usr/bin:/bin' } }).status).toBe(0);
  const refused = { write: 'EROFS', truncate: 'EROFS', mode: 'EROFS', times: 'EROFS', link: 'EXDEV', remove: 'EROFS' };
  expect(JSON.parse(await readFile(path.join(work, 'seen'), 'utf8'))).toEqual({ read: 'possible', ...refused });
  expect(readFileSync(stored, 'utf8')).toBe('stored');
});

it.skipIf(process.platform !== 'linux')('starts under a low-priority server without raising its priority', () => {
  const isRoot = process.getuid?.() === 0;
  const unprivileged = isRoot ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
  // Without a setup, the process loads its modules and exits.
  const program = [process.execPath, path.join(import.meta.dirname, 'process.node.ts')];
  const { status, stderr } = spawnSync('nice', ['-n', '15', ...unprivileged, ...program], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

it('respects the memory limit of its container', () => {
  expect([memoryWithin(12, 0), memoryWithin(12, 8), memoryWithin(12, 2 ** 63)]).toEqual([12, 8, 12]);
});

it('converts with a program that reads the constants of Node’s internals', async () => {
  const result = await convert(hosts.off, readFileSync(ARCHIVE), ['cb7', 'epub']);
  expect(result).toMatchObject({ ok: true, plan: { steps: [{ engine: 'seven-zip' }, { engine: 'comics' }] } });
});
