/** What tells of the site itself: its status, the proof that nothing leaves, readers' ratings, and the count of visits. */
import { AxeBuilder } from '@axe-core/playwright';
import { SERVICE_IDS, type StatusBoard } from '@bakkum/api-contract/status';
import { status as english } from '@bakkum/i18n/strings/site/status.en';
import { status as korean } from '@bakkum/i18n/strings/site/status.ko';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { converterJourney, fixture } from '../conversion/converter-journey.ts';
import { HANG_MS, openHydrated } from '../shared-browser.ts';

const journey = converterJourney();
const base = inject('baseUrl');

const readBoard = async (): Promise<StatusBoard> => (await fetch(`${base}/status/board.json`)).json() as Promise<StatusBoard>;

describe.each([
  ['', english],
  ['/ko', korean],
] as const)('at "%s"', (language, words) => {
  test('the status page shows real checks, fits a phone screen and is accessible', async () => {
    const { page } = journey;
    await expect.poll(async () => (await readBoard()).checkedAt).toBeDefined();
    await page.setViewportSize({ width: 360, height: 800 });
    await journey.open(`${language}/status`);
    await page.getByRole('heading', { name: words.title, level: 1 }).waitFor();
    for (const id of SERVICE_IDS) await page.getByRole('heading', { name: words[`service-${id}`], exact: true }).waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const feed = await fetch(`${base}${language}/status/feed.atom`);
    expect([feed.status, await feed.text()]).toEqual([200, expect.stringContaining('<feed xmlns')]);
  });

  test('a conversion on the proof page sends nothing', async () => {
    const { page } = journey;
    await journey.open(`${language}/how-it-works`);
    // From the next load on, the service worker sees every request.
    await page.locator('html[data-offline=ready]').waitFor({ state: 'attached' });
    await page.reload();
    await journey.add(fixture('png.png'));
    await expect.poll(() => journey.rows('pending').count()).toBe(1);
    await journey.convertAll();
    await expect.poll(() => journey.rows('completed').count()).toBe(1);
    const figures = page.locator('[aria-labelledby=proof] dd');
    await expect.poll(async () => Number(await figures.first().innerText())).toBeGreaterThan(0);
    await expect.poll(async () => (await figures.allInnerTexts()).slice(1)).toEqual(['0', language ? '0바이트' : '0 bytes']);
  });
});

test('an article is rated with one click, and the rating persists', async () => {
  const { page } = journey;
  await journey.open('/articles/pdf-or-docx');
  const four = page.getByRole('button', { name: '4 stars out of 5' });
  // Clicks before hydration do nothing; a reader counts only once.
  const press = async (): Promise<string | null> => {
    await four.click();
    return four.getAttribute('aria-pressed');
  };
  await expect.poll(press).toBe('true');
  await page.locator('[aria-labelledby=rate]').getByText('4.0 (1)').waitFor();
  await page.reload();
  await expect.poll(() => four.getAttribute('aria-pressed')).toBe('true');
});

describe('visits', () => {
  const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';

  /** A regular browser, and the events it sends to the server. */
  async function person(): Promise<{ context: BrowserContext; page: Page; told: () => string }> {
    const context = await journey.context.browser()?.newContext({ locale: 'en-US', userAgent: AGENT, serviceWorkers: 'block' });
    if (!context) throw new Error('there is no browser');
    context.setDefaultTimeout(HANG_MS);
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });
      // What is sent while a page goes away is not seen from here otherwise.
      Navigator.prototype.sendBeacon = (address, body) => {
        if (body instanceof Blob) void body.text().then((text) => fetch(address, { method: 'POST', body: text }));
        return true;
      };
    });
    const bodies: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/api/analytics')) bodies.push(request.postData() ?? '');
    });
    return { context, page: await context.newPage(), told: () => bodies.join('\n') };
  }

  async function convertOne(page: Page): Promise<void> {
    await openHydrated(page, `${base}/converter`);
    await page.setInputFiles('[data-testid=files]', fixture('png.png'));
    await page.locator('section [data-next-step=convert]').click();
    await expect.poll(() => page.locator('li[data-status=completed]').count()).toBe(1);
  }

  const leave = (page: Page): Promise<unknown> => page.evaluate(() => dispatchEvent(new Event('pagehide')));

  test('are reported without file names, and end when the page is closed', async () => {
    const { context, page, told } = await person();
    await convertOne(page);
    await expect.poll(told).toMatch(/"event":"conversion_completed","label":"png-to-\w+"/);
    await leave(page);
    await expect.poll(told).toContain('session_end');
    expect(told()).toContain('session_start');
    expect(told()).toContain('page_view');
    expect(told()).not.toContain('png.png');
    await context.close();
  });

  test('are not reported if the browser asks not to be tracked', async () => {
    const { context, page, told } = await person();
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }));
    await convertOne(page);
    await leave(page);
    await page.waitForTimeout(4000); // longer than events are batched, so any report would have been sent
    expect(told()).toBe('');
    await context.close();
  });
});
