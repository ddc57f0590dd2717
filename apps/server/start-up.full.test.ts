import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TIMEOUT = { timeout: 120_000 };

/** Starts a worker, which needs no built website, and returns how it ended. */
async function start(environment: Record<string, string>): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'], SERVER_ROLE: 'worker', PORT: '0', DATA_DIR: path.join(folder, 'data'), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const output = await text(child.stderr);
  return { code: await ended, output };
}

/** A server that accepts connections and never answers. */
async function silentServer() {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

describe('a server whose database cannot be opened', () => {
  it.each([
    ['refuses connections', 'postgres://bakkum:hush@127.0.0.1:1/bakkum', '127.0.0.1:1/bakkum'],
    ['has an unknown host', 'postgres://bakkum:hush@database.invalid/bakkum', 'database.invalid/bakkum'],
    ['has no socket', 'postgres://bakkum:hush@/bakkum?host=/nowhere', '/nowhere/bakkum'],
    ['is not an address', 'postgres://bakkum:hush%ff@127.0.0.1/bakkum', '127.0.0.1/bakkum'],
  ])('names the variable in one line when it %s', TIMEOUT, async (_, url, place) => {
    const { code, output } = await start({ DATABASE_URL: url });
    expect([code, output.trim().split('\n').length]).toEqual([1, 1]);
    expect(output).toMatch(/^DATABASE_URL: cannot open the database at /);
    expect(output).toContain(place);
    expect(output).not.toContain('hush');
  });

  it('gives up on one that does not answer', TIMEOUT, async () => {
    const server = await silentServer();
    const { code, output } = await start({ DATABASE_URL: `postgres://bakkum:hush@127.0.0.1:${server.port}/bakkum` });
    server.close();
    expect(code).toBe(1);
    expect(output).toMatch(/^DATABASE_URL: .*does not answer\n$/);
  });
});

it('names DATA_DIR when it is not a folder', TIMEOUT, async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  for (const dataDir of [file, path.join(file, 'below')]) {
    const { code, output } = await start({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(output).toContain(`DATA_DIR: cannot write to ${dataDir}`);
    expect(output).not.toMatch(/^\s+at /m);
  }
});

it('names PORT when another program uses it', TIMEOUT, async () => {
  const server = await silentServer();
  const { code, output } = await start({ PORT: String(server.port), HOST: '127.0.0.1' });
  server.close();
  expect([code, output.includes(`PORT: another program uses ${server.port}`)]).toEqual([1, true]);
  expect(output).not.toMatch(/^\s+at /m);
});
