import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
];

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
