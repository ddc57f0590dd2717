import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { splitLocale, withoutTrailingSlashes } from '@bakkum/i18n/locale';
import { EMPTY_LIVE } from '@bakkum/site/live';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { readSettings } from '../../config/settings.ts';
import { createLog } from '../../observability/log.ts';
import { MAX_ADDRESS_LENGTH, MAX_PATH_LENGTH } from './long-addresses.ts';
import { requestListener } from './request-listener.ts';

/** Paths that reached the application or its middleware. */
const seen: string[] = [];
const backend = {
  api: () => Promise.resolve({ fetch: () => new Response('{}') }),
  live: () => EMPTY_LIVE,
  servePages: () => undefined,
  opened: Promise.resolve(),
  readiness: () => Promise.resolve({ ready: true, problems: [] }),
  metrics: () => Promise.resolve(''),
  close: () => Promise.resolve(),
};
const log = createLog('error', () => undefined);
const app = createApp({ settings: readSettings({}), log, backend, render: () => Promise.resolve(new Response('page')) });
const server = createServer(
  // Like Vite in the development server, which sees requests before the app.
  requestListener(app.fetch, (given, _response, next) => {
    seen.push(given.url ?? '');
    next();
  }),
);

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Sends the address as it is; `fetch` would rewrite it. */
function get(path: string, headers: Record<string, string> = {}): Promise<{ status: number; policy: string; body: string }> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part) => {
        body += part;
      });
      const policy = String(response.headers['content-security-policy']);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, policy, body }));
    });
    sent.on('error', reject).end();
  });
}

describe('a long address', () => {
  it.each([
    ['15,000 slashes', '/'.repeat(15_000)],
    ['a path of one character too many', `/${'a'.repeat(MAX_PATH_LENGTH)}`],
    ['many short parts', '/a'.repeat(2000)],
    ['a long query', `/?q=${'a'.repeat(MAX_ADDRESS_LENGTH)}`],
  ])('is refused before any work: %s', async (_, path) => {
    seen.length = 0;
    const { status, policy, body } = await get(path);
    expect([status, JSON.parse(body).error.code, seen]).toEqual([414, 'address-too-long', []]);
    // A frame of the payment window could show the response.
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('is explained in the language of the client', async () => {
    expect((await get('/'.repeat(5000), { 'Accept-Language': 'ko' })).body).toContain('주소가 너무 길어요');
  });

  it('does not affect ordinary ones', async () => {
    expect((await get(`/${'a'.repeat(MAX_PATH_LENGTH - 1)}`)).status).toBe(200);
    expect((await get(`/?q=${'a'.repeat(4000)}`)).status).toBe(200);
  });
});

it('trims slashes from the end only', () => {
  expect(['/a//', '//', '', '/a', 'a/b/'].map(withoutTrailingSlashes)).toEqual(['/a', '', '', '/a', 'a/b']);
  expect(splitLocale('/ko/converter///')).toEqual({ locale: 'ko', path: '/converter' });
});

it.each(['main.ts', 'dev.ts', 'api-server.ts'])('%s refuses long addresses', async (program) => {
  const source = await readFile(new URL(`../../${program}`, import.meta.url), 'utf8');
  expect(source).toContain('requestListener(');
  expect(source).not.toContain('getRequestListener');
});
