import path from 'node:path';
import { conversion as englishWords } from '@bakkum/i18n/strings/conversion/conversion.en';
import { conversion as koreanWords } from '@bakkum/i18n/strings/conversion/conversion.ko';
import { errors as english } from '@bakkum/messages/errors.en';
import { errors as korean } from '@bakkum/messages/errors.ko';
import { warnings as englishWarnings } from '@bakkum/messages/warnings.en';
import { warnings as koreanWarnings } from '@bakkum/messages/warnings.ko';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import { collectConsoleErrors, openHydrated, sharedBrowser, untilHydrated } from '../shared-browser.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures/images');

/** The words of a language, by the beginning of its addresses. `alert` is the specification's own. */
export const WORDS = {
  '': {
    words: englishWords,
    errors: english,
    warnings: englishWarnings,
    alert: 'No valid files selected. Please ensure files are not empty and under 100MB.',
  },
  '/ko': {
    words: koreanWords,
    errors: korean,
    warnings: koreanWarnings,
    alert: '추가할 수 있는 파일이 없어요. 빈 파일이나 100MB를 넘는 파일은 추가할 수 없어요.',
  },
} as const;

/** Those of the languages that this project of tests goes through. */
export const prefixes = (): readonly (keyof typeof WORDS)[] =>
  inject('languages').map((language) => (language === 'ko' ? '/ko' : ''));

/** The beginning of a Windows program. */
export const PROGRAM = Buffer.concat([
  Buffer.from('MZ'),
  Buffer.alloc(58),
  Buffer.from([0x40, 0, 0, 0]),
  Buffer.from('PE\0\0'),
  Buffer.alloc(200),
]);

type Upload = Parameters<Page['setInputFiles']>[1];

/** A file that exists only in memory. */
export const bytes = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
export const fixture = (name: string): string => path.join(FIXTURES, name);

/** A page of the built site, a new one for each test. */
export type ConverterJourney = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors on the console of this test. */
  readonly complaints: readonly string[];
  open(address: string): Promise<unknown>;
  add(files: Upload): Promise<void>;
  /** Presses the button of the action bar that starts every file. */
  convertAll(): Promise<void>;
  /** Rows of the list in a state. */
  rows(status: string): Locator;
  /** Pickers of formats in rows of a state. They are drawn in turns, after a row's other choices. */
  pickers(status: string): Locator;
  /** Lets this journey ask another origin: one that a person typed. */
  allow(origin: string): void;
};

const FAILED = path.resolve(import.meta.dirname, '../../../.cache/test/failed');
/** A page that hangs gives no screenshot either, in milliseconds. */
const SCREENSHOT_TIMEOUT_MS = 10_000;

/** Prints the address where a journey failed, and saves a screenshot of the page. */
async function saveScreenshot(page: Page, name: string): Promise<void> {
  const file = path.join(FAILED, `${name.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80)}.png`);
  const result = await page.screenshot({ path: file, timeout: SCREENSHOT_TIMEOUT_MS }).then(
    () => file,
    (error: unknown) => `no screenshot: ${String(error)}`,
  );
  process.stderr.write(`failed at ${page.url()} (${result})\n`);
}

/** One browser for a file of journeys. After each, nothing may have been asked of another origin. */
export function converterJourney(device: BrowserContextOptions = {}): ConverterJourney {
  const openContext = sharedBrowser();
  let context: BrowserContext;
  let page: Page;
  let elsewhere: string[] = [];
  let allowed: string[] = [];
  let complaints: string[] = [];

  beforeEach(async () => {
    context = await openContext({ locale: 'en-US', ...device });
    page = await context.newPage();
    elsewhere = [];
    allowed = [];
    complaints = [];
    const origin = inject('baseUrl');
    context.on('request', (request) => {
      const isOurs = [origin, ...allowed].some((own) => request.url().startsWith(own));
      if (!isOurs && !/^(blob|data):/.test(request.url())) elsewhere.push(request.url());
    });
    collectConsoleErrors(page, (complaint) => complaints.push(complaint), ['error']);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await saveScreenshot(page, task.name);
    await context.close();
    expect(elsewhere, 'requests that left the origin').toEqual([]);
  });

  return {
    get page() {
      return page;
    },
    get context() {
      return context;
    },
    get complaints() {
      return complaints;
    },
    open: (address) => openHydrated(page, `${inject('baseUrl')}${address}`),
    async add(files) {
      await untilHydrated(page);
      await page.setInputFiles('[data-testid=files]', files);
    },
    convertAll: () => page.locator('section [data-next-step=convert]').click(),
    allow: (origin) => void allowed.push(`${origin}/`),
    rows: (status) => page.locator(`li[data-status=${status}]`),
    pickers: (status) => page.locator(`li[data-status=${status}] input[role=combobox]`),
  };
}
