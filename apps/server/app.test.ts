import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { EMPTY_LIVE } from '@bakkum/site/live';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import type { Backend, Readiness } from './backend.ts';
import type { Settings } from './config/settings.ts';
import { listStaticFiles } from './http/files/static-files.ts';
import type { RenderPage } from './http/pages.ts';
import { createLog } from './observability/log.ts';

const SCRIPT = 'let greeting = "안녕"';
let folder = '';
let rendered: string[] = [];
let lines: string[] = [];
let app: ReturnType<typeof createApp>;

let readiness: Readiness;
/** Fake backend. */
const backend: Backend = {
  api: () =>
    Promise.resolve(
      new Hono()
        .get('/api/hello', (context) => context.text('hello'))
        .get('/payment-window', (context) => context.text('window')),
    ),
  readiness: () => Promise.resolve(readiness),
  metrics: () => Promise.resolve('bakkum_mails{state="queued"} 3\n'),
  live: () => EMPTY_LIVE,
  servePages: () => undefined,
  opened: Promise.resolve(),
  close: () => Promise.resolve(),
};

function start(
  settings: Pick<Settings, 'mode'> &
    Partial<Pick<Settings, 'metricsToken' | 'origin' | 'paymentWindowOrigin' | 'trustedProxies'>>,
  parts: { backend?: Backend; pages?: boolean; pageScripts?: ReadonlySet<string> } = {},
) {
  return createApp({
    settings: {
      brand: 'Bakkum',
      origin: 'https://bakkum.example',
      originIsGiven: true,
      trustedProxies: 0,
      contact: { hours: { general: 24, technical: 12, billing: 6 } },
      images: {},
      imageModels: [],
      site: { social: [] },
      salesMissing: [],
      withdrawal: [],
      ...settings,
    },
    backend: parts.backend ?? backend,
    ...(parts.pages !== false && { render, files: listStaticFiles(folder) }),
    ...(parts.pageScripts && { pageScripts: parts.pageScripts }),
    log: createLog('debug', (line) => lines.push(line)),
  });
}

/** Renders of `/slow` wait until the test ends them. */
let slow: (() => void)[] = [];

const KNOWN = ['/', '/ko', '/converter', '/ko/converter', '/converter.data'];
/** One page of each kind of which there are many. */
const NUMEROUS = ['/convert/heic-to-jpg', '/formats/heic', '/articles/pdf-or-docx', '/tools/merge-pdf'];

/** Fake website: shows the brand, has an inline script, and knows few paths. */
const render: RenderPage = async (request, site) => {
  const { pathname, search } = new URL(request.url);
  rendered.push(pathname + search);
  if (pathname.startsWith('/slow')) await new Promise<void>((resolve) => slow.push(resolve));
  if (pathname === '/explode') throw new Error('a defect');
  const known = [...KNOWN, ...NUMEROUS].includes(pathname);
  const html = `<!doctype html><title>${site.brand} ${site.origin}</title><script>${SCRIPT}</script>${'x'.repeat(2000)}`;
  return new Response(html, { status: known ? 200 : 404, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
};

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bakkum-client-'));
  mkdirSync(path.join(folder, 'assets'));
  mkdirSync(path.join(folder, '.vite'));
  writeFileSync(path.join(folder, 'assets/app-1a2b.js'), 'plain');
  writeFileSync(path.join(folder, 'assets/app-1a2b.js.br'), 'as brotli');
  writeFileSync(path.join(folder, 'assets/app-1a2b.js.gz'), 'as gzip');
  writeFileSync(path.join(folder, 'assets/codec-3c4d.wasm'), 'wasm');
  writeFileSync(path.join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(path.join(folder, '.vite/manifest.json'), '{}');
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(() => {
  rendered = [];
  slow = [];
  lines = [];
  readiness = { ready: true, problems: [] };
  app = start({ mode: 'demo' });
});

const get = async (address: string, headers: Record<string, string> = {}): Promise<Response> => app.request(address, { headers });

describe('the host of the payment window', () => {
  const settings = { mode: 'production', paymentWindowOrigin: 'https://pay.bakkum.example' } as const;
  const from = (Host: string, address: string, init: RequestInit = {}) =>
    Promise.resolve(start(settings).request(address, { ...init, headers: { Host, Cookie: 'bakkum-locale=ko' } }));

  it('serves the window', async () => {
    const response = await from('pay.bakkum.example', '/payment-window?token=x');
    expect([response.status, await response.text()]).toEqual([200, 'window']);
    expect(response.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  });

  it.each(['/', '/ko', '/converter', '/converter.data', '/assets/app-1a2b.js', '/favicon.svg', '/api/hello', '/healthz'])(
    'does not serve %s, which the site does',
    async (address) => {
      expect((await from('bakkum.example', address)).status).not.toBe(404);
      const response = await from('pay.bakkum.example', address);
      expect([response.status, response.headers.getSetCookie()]).toEqual([404, []]);
      expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    },
  );

  it.each(['/demo/portone/browser-sdk.js', '/sw.js', '/robots.txt', '/payment-window/', '/payment-windows', '//payment-window'])(
    'does not serve %s',
    async (address) => {
      expect((await from('pay.bakkum.example', `https://pay.bakkum.example${address}`)).status).toBe(404);
    },
  );

  it.each(['PAY.bakkum.example', 'pay.bakkum.example:443', 'pay.bakkum.example.', 'x@pay.bakkum.example'])(
    'is also recognized as %s',
    async (host) => {
      expect((await from(host, '/')).status).toBe(404);
    },
  );

  it('changes nothing for other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await from('pay.bakkum.example', '/payment-window', { method })).status).toBe(404);
  });
});

describe('every response', () => {
  it.each(['/', '/nowhere', '/assets/app-1a2b.js', '/healthz', '/?page=real-converter', '/explode'])(
    '%s carries the security headers',
    async (address) => {
      const { headers } = await get(address);
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    },
  );

  it('that is a script or style of a page has a policy, so it cannot be opened as a page', async () => {
    const site = start({ mode: 'demo' }, { pageScripts: new Set(['/assets/app-1a2b.js']) });
    const policies = ['/assets/app-1a2b.js', '/assets/codec-3c4d.wasm', '/'].map(async (address) =>
      (await site.request(address)).headers.get('Content-Security-Policy'),
    );
    const whole = expect.stringContaining("frame-ancestors 'none'");
    expect(await Promise.all(policies)).toEqual(['sandbox', whole, whole]);
  });

  it('is logged without queries, cookies or addresses', async () => {
    await get('/converter?file=secret.pdf', { Cookie: 'bakkum-locale=en', 'X-Forwarded-For': '203.0.113.9' });
    const events = lines.map((line): unknown => JSON.parse(line));
    expect(events.at(-1)).toMatchObject({ event: 'request', path: '/converter', status: 200 });
    expect(lines.join()).not.toMatch(/secret|203\.0\.113|bakkum-locale/);
  });

  it('requires https if the site uses it', async () => {
    const policy = async (site: ReturnType<typeof start>) => (await site.request('/')).headers.get('Strict-Transport-Security');
    expect(await policy(app)).toBe('max-age=31536000');
    expect(await policy(start({ mode: 'demo', origin: 'http://localhost:3000' }))).toBeNull();
  });

  it('to a path that cannot be decoded is refused and logged as JSON', async () => {
    for (const path of ['/%ff', '/ko/%E0%A4%A', '/api/%', '/converter%c3%28.data', '/%0a{"fake":1}', '/a%00']) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    expect(rendered).toEqual([]);
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject(Array(6).fill({ event: 'request', status: 404 }));
  });

  it('warns once of a proxy that is not trusted', async () => {
    const warnings = () => lines.filter((line) => line.includes('proxy-not-trusted')).length;
    await get('/');
    expect(warnings()).toBe(0);
    for (const header of ['X-Forwarded-For', 'Forwarded']) await get('/', { [header]: '203.0.113.9' });
    expect([warnings(), lines.join().includes('203.0.113')]).toEqual([1, false]);
    lines = [];
    await start({ mode: 'demo', trustedProxies: 1 }).request('/', { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    expect(warnings()).toBe(0);
  });
});

describe('pages', () => {
  it('are rendered once and cached compressed', async () => {
    const first = await get('/converter', { 'Accept-Encoding': 'gzip, br' });
    const second = await get('/converter', { 'Accept-Encoding': 'gzip' });
    expect(rendered).toEqual(['/converter']);
    expect(first.headers.get('Content-Encoding')).toBe('br');
    expect(second.headers.get('Content-Encoding')).toBe('gzip');
    const texts = [brotliDecompressSync(await first.arrayBuffer()), gunzipSync(await second.arrayBuffer())].map(String);
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain('Bakkum https://bakkum.example');
  });

  it('are rendered again when their live data changes', async () => {
    let edition = '1';
    app = start({ mode: 'demo' }, { backend: { ...backend, live: () => ({ ...EMPTY_LIVE, edition: () => edition }) } });
    await get('/converter');
    edition = '2';
    await get('/converter');
    await get('/converter');
    expect(rendered).toEqual(['/converter', '/converter']);
  });

  it('allow their own inline scripts', async () => {
    const { headers } = await get('/');
    expect(headers.get('Content-Security-Policy')).toMatch(/script-src 'self' 'wasm-unsafe-eval' 'sha256-[\w+/]+='/);
  });

  it('return 304 for a matching ETag', async () => {
    const etag = (await get('/')).headers.get('ETag') ?? '';
    const again = await get('/', { 'If-None-Match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('ignore parameters that they do not declare', async () => {
    for (const query of ['?utm_source=1', '?utm_source=2', '?quality=low', '', '?']) await get(`/converter${query}`);
    await get('/converter.data?_routes=root');
    await get('/converter.data?x=2');
    expect(rendered).toEqual(['/converter', '/converter.data']);
  });

  it.each(NUMEROUS)('at %s are cached and ignore parameters', async (path) => {
    for (const query of ['?utm_source=1', '?x=2', '']) await get(`${path}${query}`);
    expect(rendered).toEqual([path]);
  });

  it('are rendered with the parameters that they declare, each once', async () => {
    await get('/home2?text=b&utm=1&quality=low&quality=high');
    expect(rendered).toEqual(['/home2?quality=low&text=b']);
  });

  it('are not cached under an unknown path', async () => {
    const missing = await get('/nowhere?a=1');
    await get('/nowhere');
    expect(rendered).toEqual(['/nowhere', '/nowhere']);
    expect(missing.status).toBe(404);
  });

  it('return no body for HEAD', async () => {
    const response = await app.request('/converter', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('return 500 on failure and log the reason', async () => {
    const response = await get('/explode');
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error']);
    expect(lines.join()).toContain('a defect');
  });
});

describe('many renders at once', () => {
  /** Requests of one address, or of another. */
  const from = (address: string, path: string, headers: Record<string, string> = {}) =>
    Promise.resolve(
      app.request(path, { headers }, { incoming: { socket: { remoteAddress: address } } as unknown as IncomingMessage }),
    );

  it('wait for each other, and leave room for another visitor, cached pages and health checks', async () => {
    await get('/converter');
    const crowd = Array.from({ length: 20 }, (_, place) => from('203.0.113.1', `/slow${place}`));
    await expect.poll(() => slow.length).toBe(1);
    const other = await from('203.0.113.2', '/ko/converter');
    expect([other.status, (await get('/healthz')).status, (await get('/converter')).status]).toEqual([200, 200, 200]);
    expect(rendered).toEqual(['/converter', '/slow0', '/ko/converter']);
    for (let place = 0; place < crowd.length; place += 1) {
      await expect.poll(() => slow.length).toBe(place + 1);
      slow[place]?.();
    }
    expect((await Promise.all(crowd)).every(({ status }) => status === 404)).toBe(true);
  });

  it('are refused beyond the queue, in the language of the visitor', async () => {
    const crowd = Array.from({ length: 25 }, (_, place) => from('203.0.113.1', `/slow${place}`));
    await expect.poll(() => slow.length).toBe(1);
    const refused = await from('203.0.113.1', '/slow26');
    const korean = await from('203.0.113.1', '/ko/slow27');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '3']);
    expect([await refused.text(), await korean.text()]).toEqual([
      expect.stringContaining('very busy'),
      expect.stringMatching(/[가-힣]/),
    ]);
    for (let place = 0; place < crowd.length; place += 1) {
      await expect.poll(() => slow.length).toBe(place + 1);
      slow[place]?.();
    }
    await Promise.all(crowd);
  });
});

describe('language', () => {
  const korean = { 'Accept-Language': 'ko-KR,ko;q=0.9,en;q=0.8' };

  it('redirects a first visit with a Korean browser to the Korean page', async () => {
    const response = await get('/converter?from=heic', korean);
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/ko/converter?from=heic']);
    expect(response.headers.get('Vary')).toContain('Accept-Language');
    expect(response.headers.get('Vary')).toContain('Cookie');
  });

  it('prefers the stored choice over the browser', async () => {
    expect((await get('/', { ...korean, Cookie: 'bakkum-locale=en' })).status).toBe(200);
    const response = await get('/', { 'Accept-Language': 'en', Cookie: 'bakkum-locale=ko' });
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/ko']);
  });

  it('stores the language of a followed link on this site', async () => {
    const from = (referrer: string) => get('/converter', { ...korean, Cookie: 'bakkum-locale=ko', Referer: referrer });
    const chosen = await from('http://localhost/ko/converter');
    expect([chosen.status, chosen.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache']);
    expect(chosen.headers.get('Set-Cookie')).toMatch(/^bakkum-locale=en; Max-Age=31536000; Path=\/; SameSite=Lax$/);
    expect((await from('http://elsewhere.example/ko/converter')).status).toBe(302);
    expect((await from('http://localhost/')).status).toBe(302);
    expect((await from('nonsense')).status).toBe(302);
  });

  it('ignores requests by scripts, such as the service worker', async () => {
    const headers = { Cookie: 'bakkum-locale=en', Referer: 'http://localhost/service-worker.js', 'Sec-Fetch-Mode': 'cors' };
    expect((await get('/ko', headers)).headers.get('Set-Cookie')).toBeNull();
    expect((await get('/ko', { ...headers, 'Sec-Fetch-Mode': 'navigate' })).headers.get('Set-Cookie')).toContain('=ko;');
  });

  it('ignores a cookie with an unsupported language', async () => {
    expect((await get('/', { ...korean, Cookie: 'bakkum-locale=tlh' })).headers.get('Location')).toBe('/ko');
  });

  it('does not redirect Korean addresses, English browsers or files', async () => {
    const addresses = [
      get('/ko', { 'Accept-Language': 'en', Cookie: 'bakkum-locale=en' }),
      get('/', { 'Accept-Language': 'en-US' }),
    ];
    expect((await Promise.all(addresses)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await get('/sitemap.xml', korean)).headers.get('Location')).toBeNull();
    expect((await get('/converter.data', korean)).status).toBe(200);
  });

  it('sets Vary for caches', async () => {
    expect((await get('/')).headers.get('Vary')).toMatch(/Accept-Language, Cookie/);
  });
});

describe('page keys', () => {
  it.each([
    ['/?page=real-converter', '/converter'],
    ['/ko?page=real-converter', '/ko/converter'],
    ['/?page=real-converter&from=png', '/converter?from=png'],
    ['/?page=home', '/'],
    ['/real-converter', '/converter'],
    ['/help', '/resources/help'],
    ['/ko/articles', '/ko/resources'],
    ['/ko/real-converter', '/ko/converter'],
    ['/home', '/'],
    ['/converter/', '/converter'],
    ['//evil.example/', '/evil.example'],
  ])('%s → %s', async (address, target) => {
    const response = await app.request(new Request(`http://localhost${address}`));
    expect([response.status, response.headers.get('Location')]).toEqual([301, target]);
  });

  it.each(['/?page=nonsense', '/?page='])('%s shows home', async (address) => {
    expect((await get(address)).status).toBe(200);
  });
});

describe('files', () => {
  it('with a hash in their name are immutable, in the encoding of the build', async () => {
    const response = await get('/assets/app-1a2b.js', { 'Accept-Encoding': 'gzip, deflate, br' });
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect([response.headers.get('Content-Encoding'), await response.text()]).toEqual(['br', 'as brotli']);
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
  });

  it('are sent uncompressed without Accept-Encoding', async () => {
    expect(await (await get('/assets/app-1a2b.js', { 'Accept-Encoding': 'br;q=0' })).text()).toBe('plain');
  });

  it('without a hash are revalidated', async () => {
    const { headers } = await get('/favicon.svg');
    expect(headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
    expect((await get('/favicon.svg', { 'If-None-Match': headers.get('ETag') ?? '' })).status).toBe(304);
  });

  it('have a media type', async () => {
    expect((await get('/assets/codec-3c4d.wasm')).headers.get('Content-Type')).toBe('application/wasm');
  });

  it.each([
    '/.vite/manifest.json',
    '/assets/app-1a2b.js.br',
    '/assets/../../etc/passwd',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/assets/%zz',
  ])('%s is not a file of the site', async (address) => {
    expect((await get(address)).status).toBe(404);
  });
});

it('reports health', async () => {
  const response = await get('/healthz');
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
});

describe('health', () => {
  it('is ready when the database responds and the ledger is consistent', async () => {
    expect((await get('/readyz')).status).toBe(200);
    readiness = { ready: false, problems: ['ledger'] };
    const response = await get('/readyz');
    expect([response.status, await response.json()]).toEqual([503, { status: 'not ready', problems: ['ledger'] }]);
  });

  it('exposes metrics without personal data', async () => {
    await get('/converter');
    await get('/nowhere');
    const text = await (await get('/metrics')).text();
    expect(text).toContain('# TYPE bakkum_requests_total counter\nbakkum_requests_total{kind="page",status="2xx"} 1\n');
    expect(text).toContain('bakkum_requests_total{kind="page",status="4xx"} 1');
    expect(text).toMatch(/^bakkum_request_duration_seconds_bucket\{le="60",kind="page",status="2xx"\} 1$/m);
    expect(text).toContain('bakkum_request_duration_seconds_count{kind="page",status="4xx"} 1');
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(text).toContain('bakkum_mails{state="queued"} 3');
  });

  it('exposes metrics in production only with the token', async () => {
    expect((await start({ mode: 'production' }).request('/metrics')).status).toBe(404);
    const app = start({ mode: 'production', metricsToken: 'a token of the operator' });
    const ask = async (authorization: string) => (await app.request('/metrics', { headers: { authorization } })).status;
    expect([await ask('Bearer a token of the operator'), await ask('Bearer something else'), await ask('')]).toEqual([
      200, 404, 404,
    ]);
  });
});

describe('the API', () => {
  it('is forwarded to the backend', async () => {
    expect(await (await get('/api/hello')).text()).toBe('hello');
  });

  it('returns a problem while the backend cannot open; pages still load', async () => {
    const broken = start({ mode: 'demo' }, { backend: { ...backend, api: () => Promise.reject(new Error('no database')) } });
    const response = await broken.request('/api/hello', { headers: { 'Accept-Language': 'ko' } });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([503, 'application/problem+json']);
    expect(response.headers.get('Retry-After')).toBe('5');
    expect(await response.json()).toMatchObject({ error: { code: 'unavailable', message: expect.stringMatching(/[가-힣]/) } });
    expect((await broken.request('/')).status).toBe(200);
  });

  it('and pages are absent in a worker process', async () => {
    const worker = start({ mode: 'demo' }, { pages: false });
    const statuses = ['/healthz', '/readyz', '/', '/api/hello'].map(async (path) => (await worker.request(path)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404]);
  });
});
