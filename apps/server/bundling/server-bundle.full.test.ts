/** Runs a worker from the server bundle and checks that it converts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { jobView } from '@bakkum/api-contract/conversions/conversions';
import type { RolldownOutput } from 'rolldown';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';
import { bundleServer } from './server-bundle.ts';

/** In the repository, not in the system's temporary folder: unbundled packages are resolved from there. */
const folder = mkdtempSync(path.join(import.meta.dirname, '../.build-test-'));
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';
let server: TestServer;
let worker: ChildProcess | undefined;

let bundled: RolldownOutput;

beforeAll(async () => {
  [server, bundled] = await Promise.all([startTestServer(inject('postgresFolder')), bundleServer(folder)]);
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function startWorker(): ChildProcess {
  const { databaseUrl = '', dataDir, secret = '' } = server.services.settings;
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SITE_SECRET: secret,
    SERVER_ROLE: 'worker',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
  };
  return spawn(process.execPath, [path.join(folder, 'main.js')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

it('converts as a worker and stops on SIGTERM', async () => {
  worker = startWorker();
  const headers = { Authorization: `Bearer ${await server.apiKey()}` };
  const ask = async (address: string, init: RequestInit = {}) => {
    const response = await fetch(`${server.url}/api/v1/${address}`, { ...init, headers });
    if (!response.ok) throw new Error(await response.text());
    return response;
  };
  const form = new FormData();
  form.append('target_format', 'png');
  form.append('file', new Blob([SVG]), 'drawing.svg');
  let job = jobView.parse(await (await ask('upload', { method: 'POST', body: form })).json());
  while (job.status === 'queued' || job.status === 'processing') {
    if (worker.exitCode !== null) throw new Error(`the worker ended with ${worker.exitCode}`);
    job = jobView.parse(await (await ask(`jobs/${job.job_id}?wait=20`)).json());
  }
  expect(job).toMatchObject({ status: 'completed', error: null });
  const png = Buffer.from(await (await ask(`download/${job.job_id}`)).arrayBuffer());
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 40, 20]);
  const ended = once(worker, 'exit');
  worker.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}, 120_000);

it('starts conversion processes from few files, without manifests of engines', () => {
  const chunks = new Map(bundled.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const loaded = new Set(['packages.core.registry.node.process.node.js']);
  for (const name of loaded)
    for (const imported of chunks.get(name)?.imports ?? []) if (chunks.has(imported)) loaded.add(imported);
  const modules = [...loaded].flatMap((name) => chunks.get(name)?.moduleIds ?? []);
  expect(modules.length).toBeGreaterThan(10);
  expect(modules.filter((module) => module.endsWith('/manifest.ts'))).toEqual([]);
  expect(loaded.size).toBeLessThan(12);
});
