/** What a first visit transfers before a file is chosen. */
import { chromium } from 'playwright-core';
import { expect, inject, it } from 'vitest';

const SCRIPT_BUDGET_BYTES = 130_000;

it.each(['/', '/converter', '/ko', '/home1'])('loads few scripts for %s', async (path) => {
  const executablePath = process.env['BAKKUM_BROWSER'];
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        sizes.push(request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize));
    });
    await page.goto(inject('baseUrl') + path, { waitUntil: 'networkidle' });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(5);
    expect(bytes).toBeLessThan(SCRIPT_BUDGET_BYTES);
  } finally {
    await browser.close();
  }
});
