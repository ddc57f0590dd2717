import { buffer } from 'node:stream/consumers';
import { type Browser, chromium, type Download, type Page, type Response } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';

/** Where a page keeps what is done before it is awake: `document/early-acts.ts` of the site. */
const EARLY_ACTS = 'bakkumEarly';

/** How long a page that is awake is watched for what it asks for by itself. */
export const WATCHED_MS = 500;

/** The browser of this run, from before the first to after the last test of a file. Close every context that you open. */
export function sharedBrowser(): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'));
  });
  afterAll(() => browser.close());
  return () => browser;
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
