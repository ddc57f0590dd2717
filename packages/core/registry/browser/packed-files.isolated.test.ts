import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const PATHNAME = '/assets/engines/a-1.wasm';
const CONTENT = new TextEncoder().encode('content of the engine '.repeat(1000));
const PACKED = gzipSync(CONTENT);
const PARTS = [PACKED.subarray(0, 20), PACKED.subarray(20, 70), PACKED.subarray(70)];

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;
const request = vi.fn<Fetch>();

/** Loads the module as part of a copy that stores the file in these parts. */
async function loadWith(parts: readonly Uint8Array<ArrayBuffer>[]) {
  vi.stubGlobal('STATIC_COPY', { engines: 'all', packed: { [PATHNAME]: parts.length } });
  vi.stubGlobal('fetch', request);
  request.mockImplementation(async (url) => {
    const part = parts[Number(/\.(\d+)\.pack$/.exec(url)?.[1] ?? 0) - 1];
    return part ? new Response(part) : new Response('missing', { status: 404 });
  });
  return import('./packed-files.browser.ts');
}

beforeEach(() => {
  vi.resetModules();
  request.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

it('joins and unpacks the parts', async () => {
  const { fetchEngineFile, isPacked } = await loadWith(PARTS);
  const response = await fetchEngineFile(PATHNAME, { cache: 'no-store' });
  expect(response.headers.get('Content-Type')).toBe('application/wasm');
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(CONTENT);
  expect(request.mock.calls.map(([url]) => url)).toEqual([1, 2, 3].map((part) => `${PATHNAME}.${part}.pack`));
  expect(request.mock.calls.every(([, init]) => init?.cache === 'no-store')).toBe(true);
  expect([isPacked(PATHNAME), isPacked('/assets/engines/b.js')]).toEqual([true, false]);
});

it('fetches other files as they are', async () => {
  const { fetchEngineFile } = await loadWith(PARTS);
  request.mockResolvedValue(new Response('script'));
  expect(await (await fetchEngineFile('/assets/engines/soffice.js')).text()).toBe('script');
});

it('answers as the server does if the first part is missing', async () => {
  const { fetchEngineFile } = await loadWith(PARTS);
  request.mockResolvedValue(new Response('missing', { status: 404 }));
  expect((await fetchEngineFile(PATHNAME)).status).toBe(404);
});

it.each([
  ['a later part is missing', [PARTS[0], undefined, PARTS[2]]],
  ['a part is damaged', [PARTS[0], new Uint8Array(50), PARTS[2]]],
  ['the end is missing', [PARTS[0], PARTS[1]]],
])('fails while it is read if %s', async (_, parts) => {
  const { fetchEngineFile } = await loadWith(PARTS);
  request.mockImplementation(async (url) => {
    const part = parts[Number(/\.(\d+)\.pack$/.exec(url)?.[1] ?? 0) - 1];
    return part ? new Response(part) : new Response('missing', { status: 404 });
  });
  const response = await fetchEngineFile(PATHNAME);
  await expect(response.arrayBuffer()).rejects.toBeInstanceOf(Error);
});
