import { buffer } from 'node:stream/consumers';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Page,
  type Response,
} from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';

/** Where a page keeps what is done before it is awake: `document/early-acts.ts` of the site. */
const EARLY_ACTS = 'bakkumEarly';

/** How long a page that is awake is watched for what it asks for by itself. */
export const WATCHED_MS = 500;

/** Milliseconds after which what a page is expected to do counts as hung. */
export const HANG_MS = 120_000;

/** Opens contexts in the browser of this run. What a file of journeys leaves open is closed after its last test. */
export function sharedBrowser(): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'));
  });
  afterAll(() => browser.close());
  return async (options) => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(HANG_MS);
    return context;
  };
}

/**
 * Opens a page and waits until it is awake. Before its first frame it asks for no script, so neither a silent network nor, outside
 * Chromium, its load event tells.
 */
export async function openAwake(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address);
  await page.waitForFunction((early) => Reflect.get(globalThis, early)?.isOver === true, EARLY_ACTS);
  return response;
}

/** Reads what a page handed over to be saved. The browser keeps the file: it runs elsewhere. */
export async function contentOf(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}

/** Tells what a page says on its console that a person should not have to read, and what it throws. */
export function hearComplaints(
  page: Page,
  tell: (complaint: string) => void,
  levels: readonly string[] = ['error', 'warning'],
): void {
  page.on('console', (message) => {
    if (levels.includes(message.type())) tell(message.text());
  });
  page.on('pageerror', (error) => tell(error.message));
}
