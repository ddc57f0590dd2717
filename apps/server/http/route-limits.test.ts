import { once } from 'node:events';
import { connect } from 'node:net';
import { IMPORT_LIMITS } from '@bakkum/studio-options/imports';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createApi } from '../api.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import type { ApiApp } from './api-routes.ts';
import { LARGE_BODIES } from './requests/large-bodies.ts';
import { declaredLimits, limits, MAX_BODY_BYTES } from './route-limits.ts';

const ORIGIN = 'http://here.example';
const MINUTE_MS = 60_000;
const FILE = { bodyBytes: 'streamed', bodyMs: 60 * MINUTE_MS, mediaType: 'application/json' };
const JSON_TYPE = { bodyMs: 2 * MINUTE_MS, mediaType: 'application/json' };

/** Every route with its own limits. A new entry here is a decision: all other routes read at most 16 KiB. */
const DECLARED: Readonly<Record<string, object>> = {
  'POST /api/v1/convert': FILE,
  'POST /api/v1/upload': FILE,
  'POST /api/v1/uploads': FILE,
  'POST /api/v1/tus': FILE,
  'POST /api/v1/tus/:id': FILE,
  'PATCH /api/v1/tus/:id': FILE,
  'POST /api/mcp': { bodyBytes: 5_608_792, bodyMs: 2 * MINUTE_MS, mediaType: 'application/json' },
  'POST /api/images/imports': {
    bodyBytes: IMPORT_LIMITS.bytes,
    bodyMs: 10 * MINUTE_MS,
    mediaType: 'application/octet-stream',
  },
  'POST /api/images/:id/refine': { ...JSON_TYPE, bodyBytes: 1024 * 1024 },
  'POST /api/payments/events': { ...JSON_TYPE, bodyBytes: 256 * 1024 },
  'POST /api/payments/events/portone': { ...JSON_TYPE, bodyBytes: 256 * 1024 },
  'POST /demo/portone/window': { ...JSON_TYPE, bodyBytes: MAX_BODY_BYTES },
  'ALL /demo/paypal/checkoutnow': { ...JSON_TYPE, bodyBytes: MAX_BODY_BYTES },
  'ALL /demo/paypal/subscribe': { ...JSON_TYPE, bodyBytes: MAX_BODY_BYTES },
  'ALL /demo/paypal/automatic-payments': { ...JSON_TYPE, bodyBytes: MAX_BODY_BYTES },
};

let server: TestServer;
let api: ApiApp;
/** The conversion API checks the key before the body. */
let key: string;
/** Handlers of each route, by method and path. */
let routes: Map<string, ApiApp['routes']>;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
  key = await server.apiKey((await server.someone()).id);
  api = createApi(server.services, server.log);
  routes = Map.groupBy(
    api.routes.filter(({ path }) => !path.includes('*')),
    ({ method, path }) => `${method} ${path}`,
  );
});
afterAll(() => server.close());

/** Whether a request whose body has this size is refused because of it. The body itself is never sent. */
async function isRefused(route: string, bytes: number): Promise<boolean> {
  const [method = '', path = ''] = route.split(' ');
  const address = path.replaceAll(/:\w+/g, '0f8fad5b-d9cb-469f-a165-70867728950e');
  const mediaType = declaredLimits(routes.get(route) ?? [])?.mediaType ?? 'application/json';
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Length': String(bytes),
    'Content-Type': mediaType,
    Origin: ORIGIN,
    Host: new URL(ORIGIN).host,
  };
  const response = await api.request(address, { method: method === 'ALL' ? 'POST' : method, headers, body: '{}' });
  const text = await response.text();
  return text.includes('"too-large"') || text.includes('The body is too large.');
}

describe('routes', () => {
  it('have the limits of this list, or the defaults', () => {
    const found = [...routes].flatMap(([route, handlers]) => {
      const own = declaredLimits(handlers);
      return own ? [[route, own] as const] : [];
    });
    expect(Object.fromEntries(found)).toEqual(DECLARED);
  });

  it('refuse a larger body than that, all of them', async () => {
    const writing = [...routes.keys()].filter((route) => /^(POST|PUT|PATCH|DELETE|ALL) /.test(route));
    expect(writing.length).toBeGreaterThan(40);
    const wrong: string[] = [];
    for (const route of writing) {
      const limit = declaredLimits(routes.get(route) ?? [])?.bodyBytes ?? MAX_BODY_BYTES;
      const answers = limit === 'streamed' ? [] : [await isRefused(route, limit), await isRefused(route, limit + 1)];
      if (limit !== 'streamed' && (answers[0] || !answers[1])) wrong.push(`${route}: ${answers.join(' ')}`);
    }
    expect(wrong).toEqual([]);
  });

  it('read no large body without a declared length into memory', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(MAX_BODY_BYTES + 1));
        controller.close();
      },
    });
    const headers = { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/octet-stream', Origin: ORIGIN };
    const init: RequestInit & { readonly duplex: 'half' } = {
      method: 'POST',
      headers: { ...headers, Host: new URL(ORIGIN).host },
      body,
      duplex: 'half',
    };
    const asked = new Request(`${ORIGIN}/api/images/imports?name=a`, init);
    expect(await (await api.request(asked)).json()).toMatchObject({ error: { code: 'too-large' } });
  });

  it('read a few large bodies of one address at a time, also without authentication', async () => {
    const { host, port, origin } = new URL(server.url);
    const head = [
      'POST /api/images/0f8fad5b-d9cb-469f-a165-70867728950e/refine HTTP/1.1',
      `Host: ${host}`,
      `Origin: ${origin}`,
      'Idempotency-Key: one-of-many',
      'Content-Type: application/json',
      'Content-Length: 1000000',
    ].join('\r\n');
    // These requests declare their length and then stall.
    const stalled = Array.from({ length: LARGE_BODIES.runningPerSource + LARGE_BODIES.waitingPerSource + 1 }, () =>
      connect(Number(port), '127.0.0.1').setEncoding('utf8'),
    );
    const refused = Promise.race(stalled.map(async (socket) => String((await once(socket, 'data'))[0])));
    for (const socket of stalled) socket.write(`${head}\r\n\r\n`);
    expect(await refused).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After/i);
    expect((await fetch(`${server.url}/api/account/session`)).status).toBe(200);
    for (const socket of stalled) socket.destroy();
  });

  it('leave the size of files to the plan', async () => {
    expect(await isRefused('PATCH /api/v1/tus/:id', 1e12)).toBe(false);
  });

  it('cannot wait longer than the server does', () => {
    expect(() => limits({ bodyMs: 61 * MINUTE_MS })).toThrow(RangeError);
  });
});
