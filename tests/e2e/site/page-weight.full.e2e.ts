/** Bytes that a first visit transfers before a file is chosen. */
import type { Page, Request } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { openHydrated, sharedBrowser, WATCHED_MS } from '../shared-browser.ts';

const SCRIPT_BUDGET_BYTES = 130_000;
const STUDIO_BUDGET_BYTES = 155_000;
/** Style sheet and font of an English page, which the first paint waits for. */
const FIRST_PAINT_BUDGET_BYTES = 36_000;
/** The smallest size of scripts that must have a low priority: larger than the modules of most routes. */
const LARGE_BYTES = 20_000;
const openContext = sharedBrowser();

type Visit = { readonly page: Page; readonly bytes: ReadonlyMap<Request, number> };

/** Visits a page with an empty cache and passes on what it loaded. */
async function visit(path: string, judge: (visit: Visit) => Promise<void> | void): Promise<void> {
  const context = await openContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const sizes: Promise<readonly [Request, number]>[] = [];
    page.on('requestfinished', (request) => {
      const size = request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize);
      sizes.push(size.then((bytes) => [request, bytes] as const));
    });
    await openHydrated(page, inject('baseUrl') + path);
    await page.waitForTimeout(WATCHED_MS);
    await judge({ page, bytes: new Map(await Promise.all(sizes)) });
  } finally {
    await context.close();
  }
}

function bytesOf({ bytes }: Visit, types: readonly string[]): number {
  return [...bytes].filter(([request]) => types.includes(request.resourceType())).reduce((sum, [, size]) => sum + size, 0);
}

it.each([
  ['/', SCRIPT_BUDGET_BYTES],
  ['/converter', SCRIPT_BUDGET_BYTES],
  ['/ko', SCRIPT_BUDGET_BYTES],
  ['/home1', SCRIPT_BUDGET_BYTES],
  ['/ai-generator', STUDIO_BUDGET_BYTES],
])('loads few scripts for %s', async (path, budget) => {
  await visit(path, (seen) => {
    expect([...seen.bytes.keys()].filter((request) => request.resourceType() === 'script').length).toBeGreaterThan(5);
    expect(bytesOf(seen, ['script'])).toBeLessThan(budget);
  });
});

it.each(['/', '/pricing', '/ai-generator'])('loads few styles and fonts for %s', async (path) => {
  await visit(path, (seen) => {
    const bytes = bytesOf(seen, ['stylesheet', 'font']);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(FIRST_PAINT_BUDGET_BYTES);
  });
});

it('preloads each module of a page once, large ones at low priority', async () => {
  await visit('/ai-generator', async ({ page, bytes }) => {
    const preloads = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href, fetchPriority }) => ({
        href,
        fetchPriority,
      })),
    );
    const addresses = preloads.map(({ href }) => href);
    expect(addresses).toEqual([...new Set(addresses)]);
    const scripts = [...bytes].filter(([request]) => request.resourceType() === 'script');
    // React Router starts no module that was not preloaded, so that none waits for another.
    expect(scripts.map(([request]) => request.url()).filter((address) => !addresses.includes(address))).toEqual([]);
    const large = scripts.filter(([, size]) => size > LARGE_BYTES).map(([request]) => request.url());
    expect(large.length).toBeGreaterThan(0);
    const low = preloads.filter(({ fetchPriority }) => fetchPriority === 'low').map(({ href }) => href);
    expect(large.filter((address) => !low.includes(address))).toEqual([]);
  });
});
