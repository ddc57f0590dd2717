import { buffer } from 'node:stream/consumers';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Download,
  type Page,
  type Response,
} from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { browserInUse } from '../browser-harness/browser.ts';
import { applyMask } from '../browser-harness/mask.ts';
import { playwrightType } from '../browsers/playwright-browser.ts';

/** Milliseconds a hydrated page is watched for requests it makes without a user action. */
export const WATCHED_MS = 500;

/** Milliseconds after which an expected action of a page counts as hung. */
export const HANG_MS = 300_000;

/** Opens contexts in the browser of this run. Contexts left open by a file are closed after its last test. */
export function sharedBrowser(): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  let browser: Browser;
  beforeAll(async () => {
    const name = browserInUse();
    if (name === 'webkit') throw new TypeError('WebKit is not driven by Playwright');
    browser = await playwrightType(name).connect(inject('browserEndpoint'));
  });
  afterAll(() => browser.close());
  return async (options) => {
    const context = await browser.newContext(options);
    await applyMask(context);
    context.setDefaultTimeout(HANG_MS);
    return context;
  };
}

/** Waits until React has hydrated the page (`data-hydrated`, set in root.tsx). */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
}

/** Opens a page of the site and waits until it is hydrated. */
export async function openHydrated(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address);
  await untilHydrated(page);
  return response;
}

/** Reads a downloaded file. The browser stores it, because it runs in another process. */
export async function contentOf(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}

/** Collects errors and warnings of a page's console, and uncaught exceptions. */
export function collectConsoleErrors(
  page: Page,
  tell: (complaint: string) => void,
  levels: readonly string[] = ['error', 'warning'],
): void {
  page.on('console', (message) => {
    if (levels.includes(message.type())) tell(message.text());
  });
  page.on('pageerror', (error) => tell(error.message));
}
