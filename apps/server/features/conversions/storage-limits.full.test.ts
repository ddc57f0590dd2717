import { randomUUID } from 'node:crypto';
import { CONVERSION_LIMITS } from '@bakkum/api-contract/conversions/tiers';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { startBackend } from '../../backend.ts';
import { startTestServer, type TestServer } from '../../test-server.ts';

/** More than any disk has: nothing may be stored. */
const NO_ROOM = { DISK_RESERVE_MB: '1000000000' };
const open: TestServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function start(environment: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer(inject('postgresFolder'), environment);
  open.push(server);
  return server;
}

/** Uploads a file as a page does. Without a cookie, each request is a new visitor at the same address. */
function upload(server: TestServer, bytes: number, cookie = ''): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'photo.png');
  return fetch(`${server.url}/api/v1/uploads`, { method: 'POST', body, headers: { Origin: server.url, Cookie: cookie } });
}

/** Reserves room by starting a resumable upload. */
function reserve(server: TestServer, bytes: number): Promise<Response> {
  const headers = { Origin: server.url, 'Tus-Resumable': '1.0.0', 'Upload-Length': String(bytes) };
  return fetch(`${server.url}/api/v1/tus`, { method: 'POST', headers });
}

const codeOf = async (response: Response): Promise<unknown> => [response.status, (await response.json()).error.code];

describe('a disk that is full up to its reserve', () => {
  it('refuses files, but people can still sign up, sign in and read', async () => {
    const server = await start(NO_ROOM);
    expect(await codeOf(await upload(server, 100))).toEqual([507, 'INSUFFICIENT_STORAGE']);
    const { cookie } = await server.someone();
    expect(await codeOf(await upload(server, 100, cookie))).toEqual([507, 'INSUFFICIENT_STORAGE']);
    expect((await server.send(cookie, 'GET', 'account/session')).status).toBe(200);
    expect(await server.services.disk.state()).toBe('critical');
  });

  it('returns an error in the requested language', async () => {
    const server = await start(NO_ROOM);
    const body = new FormData();
    body.append('file', new Blob(['a']), 'a.txt');
    const headers = { Origin: server.url, 'Accept-Language': 'ko' };
    const answer = await fetch(`${server.url}/api/v1/uploads`, { method: 'POST', body, headers });
    expect((await answer.json()).title).toContain('저장할 공간이 없어요');
  });

  it('shows in the readiness of the process', async () => {
    const { settings } = (await start(NO_ROOM)).services;
    const backend = startBackend(
      { ...settings, role: 'web' },
      { error: () => undefined, info: () => undefined, debug: () => undefined },
    );
    await backend.opened;
    await expect.poll(() => backend.readiness()).toEqual({ ready: false, problems: ['disk'] });
    await backend.close(0);
  });
});

describe('a visitor without an account', () => {
  const { storedBytes, fileBytes } = CONVERSION_LIMITS.anonymous;

  it('shares one allowance per network address, regardless of cookies', async () => {
    const server = await start();
    const outcomes: number[] = [];
    for (let count = 0; count <= storedBytes / fileBytes; count += 1) outcomes.push((await reserve(server, fileBytes)).status);
    expect(outcomes.filter((status) => status === 201)).toHaveLength(Math.floor(storedBytes / fileBytes));
    expect(await codeOf(await reserve(server, fileBytes))).toEqual([403, 'STORAGE_FULL']);
    const { cookie } = await server.someone();
    expect((await upload(server, 100, cookie)).status).toBe(201);
  });

  it('shares a total with all others, which accounts do not use', async () => {
    const server = await start({ ANONYMOUS_STORAGE_MB: '1' });
    expect((await upload(server, 900_000)).status).toBe(201);
    expect(await codeOf(await reserve(server, 200_000))).toEqual([507, 'INSUFFICIENT_STORAGE']);
    const { cookie } = await server.someone();
    expect((await upload(server, 2_000_000, cookie)).status).toBe(201);
  });

  it('keeps files when signing in, which then count for the account', async () => {
    const server = await start();
    const sent = await upload(server, 1000);
    const { upload_id: id } = await sent.json();
    const visitor = sent.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const { cookie } = await server.someone('en', `${randomUUID()}@example.com`);
    const seen = await server.send(`${cookie}; ${visitor}`, 'GET', `v1/uploads/${id}`);
    expect(seen.status).toBe(200);
    expect(await server.database.query('select from conversions.uploads where place is not null')).toEqual([]);
  });
});
