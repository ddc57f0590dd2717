/** Bytes that a first visit transfers before a file is chosen. */
import { expect, inject, it } from 'vitest';
import { openHydrated, sharedBrowser, WATCHED_MS } from '../shared-browser.ts';

const SCRIPT_BUDGET_BYTES = 130_000;
const openContext = sharedBrowser();

it.each(['/', '/converter', '/ko', '/home1'])('loads few scripts for %s', async (path) => {
  // Nothing is in its cache.
  const context = await openContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        sizes.push(request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize));
    });
    await openHydrated(page, inject('baseUrl') + path);
    await page.waitForTimeout(WATCHED_MS);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(5);
    expect(bytes).toBeLessThan(SCRIPT_BUDGET_BYTES);
  } finally {
    await context.close();
  }
});
