import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, expect, inject } from 'vitest';
import { collectConsoleErrors, openHydrated, sharedBrowser } from './shared-browser.ts';

/** Refused requests are part of the journeys; how fast a font comes is not. */
const EXPECTED = /status of 4\d\d|Service Worker registration blocked|preloaded using link preload/;

export type JourneyLocale = 'en' | 'ko';

/** Pages of the built site for journeys of a member. */
export type SiteJourney = {
  readonly base: string;
  /** Console errors and warnings of this test's page. */
  readonly complaints: readonly string[];
  open(locale: JourneyLocale, width: number, colorScheme?: 'light' | 'dark'): Promise<Page>;
  /** @param path as in English */
  visit(page: Page, locale: JourneyLocale, path: string): Promise<unknown>;
};

/**
 * One browser for a file of journeys, and a fresh context for each.
 * @param address of the site, if not the shared one
 */
export function siteJourney(address = (): string => inject('baseUrl')): SiteJourney {
  const openContext = sharedBrowser();
  let context: BrowserContext | undefined;
  let complaints: string[] = [];

  afterEach(async () => {
    await context?.close();
    context = undefined;
  });

  return {
    get base() {
      return address();
    },
    get complaints() {
      return complaints;
    },
    async open(locale, width, colorScheme = 'light') {
      context = await openContext({
        locale: locale === 'ko' ? 'ko-KR' : 'en-US',
        viewport: { width, height: 900 },
        colorScheme,
        serviceWorkers: 'block',
      });
      complaints = [];
      const page = await context.newPage();
      collectConsoleErrors(page, (complaint) => {
        if (!EXPECTED.test(complaint)) complaints.push(complaint);
      });
      return page;
    },
    visit: (page, locale, path) => openHydrated(page, address() + (locale === 'ko' ? '/ko' : '') + path),
  };
}

/** Nothing against it for assistive technology, and nothing beyond its edge. */
export async function isAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}
