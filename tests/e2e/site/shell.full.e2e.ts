/** The house around the converter: pages, languages, themes, headers, offline. */

import { AxeBuilder } from '@axe-core/playwright';
import { LOCALES, localePath } from '@bakkum/i18n/locale';
import { MIN_DESCRIPTION_LENGTH } from '@bakkum/i18n/min-description-length';
import { BUILT_PAGES } from '@bakkum/site/pages';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { collectConsoleErrors, openHydrated, sharedBrowser, WATCHED_MS } from '../shared-browser.ts';

const base = inject('baseUrl');
const PAGES = ['/', '/converter', '/licenses'];
const KOREAN = PAGES.map((path) => (path === '/' ? '/ko' : `/ko${path}`));

const openContext = sharedBrowser();
let context: BrowserContext | undefined;
/** Console errors and warnings of a page. */
let complaints: string[] = [];

afterEach(async () => {
  await context?.close();
  context = undefined;
});

async function visit(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  context = await openContext({ locale: 'en-US', ...options });
  complaints = [];
  const page = await context.newPage();
  collectConsoleErrors(page, (complaint) => complaints.push(complaint));
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !/^(blob|data):/.test(request.url())) complaints.push(`request to ${request.url()}`);
  });
  await openHydrated(page, base + address);
  return page;
}

describe.each([...PAGES, ...KOREAN])('%s', (address) => {
  it('hydrates without errors, cross-origin isolated, with its own metadata', async () => {
    const page = await visit(address);
    const locale = address.startsWith('/ko') ? 'ko' : 'en';
    expect(complaints).toEqual([]);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(await page.getAttribute('html', 'lang')).toBe(locale);
    expect(await page.title()).toMatch(/^.+ · Bakkum$/);
    const canonical = await page.getAttribute('link[rel=canonical]', 'href');
    expect(new URL(canonical ?? '').pathname).toBe(address);
    const languages = await page.$$eval('link[rel=alternate]', (links) => links.map((link) => link.getAttribute('hreflang')));
    expect(new Set(languages)).toEqual(new Set(['en', 'ko', 'x-default']));
    expect((await page.getAttribute('meta[name=description]', 'content'))?.length).toBeGreaterThan(30);
  });

  it.each([
    { width: 360, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
  ] as const)('is accessible and fits at $width px, $colorScheme', async ({ width, colorScheme }) => {
    const page = await visit(address, { viewport: { width, height: 800 }, colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});

it.each(LOCALES)(
  'every page is served with a title and a description of its own, and headings in order, in %s',
  async (locale) => {
    const pages: Awaited<ReturnType<typeof servedHead>>[] = [];
    // One after another: the server refuses pages of one visitor that wait too long for their turn.
    for (const { path } of BUILT_PAGES) pages.push(await servedHead(localePath(locale, path)));
    for (const { path, description, levels } of pages) {
      expect({ path, levels, top: levels.filter((level) => level === 1), first: levels[0] }).toMatchObject({
        top: [1],
        first: 1,
      });
      expect({ path, levels, skips: levels.filter((level, at) => level > (levels[at - 1] ?? level) + 1) }).toMatchObject({
        skips: [],
      });
      expect({ path, length: description.length >= MIN_DESCRIPTION_LENGTH[locale] }).toEqual({ path, length: true });
    }
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
    expect(new Set(pages.map(({ description }) => description)).size).toBe(pages.length);
  },
);

/** What is there before a script runs. */
async function servedHead(path: string) {
  const response = await fetch(base + path);
  expect([path, response.status]).toEqual([path, 200]);
  const html = await response.text();
  const [, title = ''] = /<title>([^<]*)/.exec(html) ?? [];
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
  return { path, title, description, levels: [...html.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level)) };
}

describe('links', () => {
  it('lead to pages that exist', async () => {
    for (const address of ['/', '/ko']) {
      const page = await visit(address);
      const links = await page.$$eval('a[href]', (anchors) => anchors.map((anchor) => (anchor as HTMLAnchorElement).href));
      for (const link of new Set(links))
        expect(`${(await fetch(link, { redirect: 'manual' })).status} ${link}`).toBe(`200 ${link}`);
      await context?.close();
    }
  });

  it.each([
    ['/convertr', '/converter', 'Page not found'],
    ['/articles/pdf-and-docx', '/articles/pdf-or-docx', 'Article not found'],
    ['/formats/docxx', '/formats/docx', 'Format not found'],
    ['/convert/pdf-to-dox', '/convert/pdf-to-docx', 'Conversion not found'],
  ])('to %s, which does not exist, say so and suggest %s', async (asked, near, heading) => {
    const page = await visit('/');
    const response = await page.goto(base + asked);
    expect([response?.status(), await page.textContent('h1')]).toEqual([404, heading]);
    expect(await page.locator(`main a[href="${near}"]`).count()).toBe(1);
    expect(await page.getAttribute('meta[name=robots]', 'content')).toBe('noindex');
  });

  it('to an unknown page show an error with the converter below', async () => {
    const page = await visit('/');
    await page.goto(`${base}/nothing-like-this`);
    expect(await page.locator('main [data-testid=files]').count()).toBe(1);
  });
});

describe('language', () => {
  it('follows the browser until one is chosen', async () => {
    const page = await visit('/converter', { locale: 'ko-KR' });
    expect(page.url()).toBe(`${base}/ko/converter`);
    await page.click('header a[hreflang=en]');
    // The address changes before the page is rendered again.
    await page.waitForSelector('html[lang=en]', { state: 'attached' });
    expect(page.url()).toBe(`${base}/converter`);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('bakkum-locale'))).toBe('en');
    await page.goto(`${base}/`);
    expect(page.url()).toBe(`${base}/`);
  });

  it('can be chosen before the page’s scripts have loaded', async () => {
    context = await openContext({ locale: 'ko-KR', serviceWorkers: 'block' });
    await context.route('**/assets/*.js', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(`${base}/converter`);
    expect(page.url()).toBe(`${base}/ko/converter`);
    await page.click('header a[hreflang=en]');
    await page.waitForURL(`${base}/converter`);
    await page.goto(`${base}/`);
    expect(page.url()).toBe(`${base}/`);
  });
});

it('keeps the page and its form when a file is dropped or a form is submitted before hydration', async () => {
  context = await openContext({ serviceWorkers: 'block' });
  await context.route('**/assets/*.js', (route) => route.abort());
  const page = await context.newPage();
  await page.goto(`${base}/sign-in`);
  await page.fill('input[name=email]', 'demo@bakkum.example');
  await page
    .locator('main form')
    .first()
    .evaluate((form) => form instanceof HTMLFormElement && form.requestSubmit());
  const devtools = await context.newCDPSession(page);
  const data = { items: [], files: [`${import.meta.dirname}/../../fixtures/images/gif.gif`], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 200, y: 500, data });
  await page.waitForTimeout(WATCHED_MS);
  expect([page.url(), await page.inputValue('input[name=email]')]).toEqual([`${base}/sign-in`, 'demo@bakkum.example']);
});

describe('appearance', () => {
  it('follows the device until chosen, and then persists', async () => {
    const page = await visit('/', { colorScheme: 'light' });
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();
    const toggle = page.getByRole('button', { name: /^Appearance/ });
    await toggle.click();
    await toggle.click();
    expect(await ground()).not.toBe(light);
    await page.reload();
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    expect(complaints).toEqual([]);
  });
});

describe('phone menu', () => {
  it('opens, closes with Escape, and closes on navigation', async () => {
    const page = await visit('/', { viewport: { width: 360, height: 740 } });
    const button = page.locator('button[aria-controls=menu]');
    await button.click();
    expect(await page.isVisible('#menu a')).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.isVisible('#menu a')).toBe(false);
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await button.click();
    await page.click('#menu a[href="/converter"]');
    await page.waitForURL(`${base}/converter`);
    await page.waitForSelector('#menu', { state: 'hidden' });
  });
});

describe('offline', () => {
  it('shows pages in the visited language', async () => {
    const page = await visit('/ko', { locale: 'ko-KR' });
    await page.waitForSelector('html[data-offline=ready]', { state: 'attached' });
    await context?.setOffline(true);
    await page.click('header nav a[href="/ko/converter"]');
    await page.waitForURL(`${base}/ko/converter`);
    await page.reload();
    expect(await page.textContent('h1')).toBe('파일 변환기');
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await page.goto(`${base}/ko/licenses`);
    expect(await page.textContent('h1')).toBe('오픈소스 라이선스');
  });
});
