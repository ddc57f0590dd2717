import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { downloadTarball } from './npm.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bakkum-npm-test-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('reports npm’s error code when the registry lacks the package', async () => {
  const asked: string[] = [];
  const registry = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const { port } = registry.address() as AddressInfo;
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}/`);
  try {
    const download = downloadTarball('engine', '1.0.0', folder, new AbortController().signal);
    await expect(download).rejects.toMatchObject({ name: 'DownloadError', code: 'E404' });
    expect(asked).toContain('/engine');
  } finally {
    registry.close();
  }
});

test('stops npm on abort', async () => {
  const abort = new AbortController();
  const silent = createServer(() => abort.abort());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}/`);
  try {
    await expect(downloadTarball('engine', '1.0.0', folder, abort.signal)).rejects.toMatchObject({ name: 'AbortError' });
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});
