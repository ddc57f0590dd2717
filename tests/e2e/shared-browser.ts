import { type Browser, chromium, type Page, type Response } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
];

/** Where a page keeps what is done before it is awake: `document/early-acts.ts` of the site. */
const EARLY_ACTS = 'bakkumEarly';

/** How long a page that is awake is watched for what it asks for by itself. */
export const WATCHED_MS = 500;

/** One browser for a file of journeys, there from before the first to after the last. */
export function sharedBrowser(): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = process.env['BAKKUM_BROWSER'];
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args: FLAGS });
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
