/** A page whose scripts are slow to come: it can be read, and what is done on it meanwhile is not lost. */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type JourneyLocale, siteJourney } from './site-journey.ts';

const journey = siteJourney();
const PICTURES = path.resolve(import.meta.dirname, '../fixtures/images');

const WORDS = {
  en: { menu: 'Close menu', show: 'Open menu', choose: 'Choose files' },
  ko: { menu: '메뉴 닫기', show: '메뉴 열기', choose: '파일 선택' },
} as const;

/** A page that is there, and every script of ours kept back until it is let go. */
async function openWithoutScripts(locale: JourneyLocale, width: number, address: string) {
  const page = await journey.open(locale, width);
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  // The load event waits for the scripts.
  await page.goto(`${journey.base}${locale === 'ko' ? '/ko' : ''}${address}`, { waitUntil: 'domcontentloaded' });
  return { page, letGo };
}

const names = (page: Page): Promise<readonly string[]> => page.locator('li[data-status]').allInnerTexts();

describe.each(['en', 'ko'] as const)('in %s, before the scripts are there,', (locale) => {
  const words = WORDS[locale];

  it('files are chosen and dropped, and a button is pressed', async () => {
    const { page, letGo } = await openWithoutScripts(locale, 390, '/convert/png-to-jpg');
    await page.setInputFiles('[data-testid=files]', path.join(PICTURES, 'png.png'));
    const devtools = await page.context().newCDPSession(page);
    const data = { items: [], files: [path.join(PICTURES, 'gif.gif')], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, x: 200, y: 500, data });
    await page.getByRole('button', { name: words.show }).click();
    expect(await names(page)).toEqual([]);
    letGo();
    await expect.poll(async () => (await names(page)).join()).toMatch(/png\.png[^]*gif\.gif|gif\.gif[^]*png\.png/);
    await page.getByRole('button', { name: words.menu }).waitFor();
    expect(journey.complaints).toEqual([]);
  });

  it('a form is filled in', async () => {
    const { page, letGo } = await openWithoutScripts(locale, 390, '/sign-in');
    await page.fill('input[name=email]', 'demo@bakkum.example');
    await page.fill('input[name=password]', 'bakkum-demo');
    letGo();
    await page.locator('main form button[type=submit]').first().click();
    await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
    expect(journey.complaints).toEqual([]);
  });

  it('the chooser of files opens at once', async () => {
    const { page, letGo } = await openWithoutScripts(locale, 1280, '/converter');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: words.choose, exact: true }).click();
    await (await chooser).setFiles(path.join(PICTURES, 'png.png'));
    letGo();
    await page.locator('li[data-status]').waitFor();
    expect(journey.complaints).toEqual([]);
  });

  it('a prompt is written, and what this device kept of the last one stays', async () => {
    const { page, letGo } = await openWithoutScripts(locale, 390, '/ai-generator');
    await page.evaluate(() => localStorage.setItem('bakkum-studio-draft', JSON.stringify({ style: 'anime' })));
    await page.fill('#prompt', 'a lighthouse');
    letGo();
    await expect.poll(() => page.locator('input[name=style][value=anime]').isChecked()).toBe(true);
    const kept = (): Promise<string> => page.evaluate(() => localStorage.getItem('bakkum-studio-draft') ?? '');
    await expect.poll(kept).toContain('a lighthouse');
    expect(await kept()).toContain('"style":"anime"');
    expect(await page.inputValue('#prompt')).toBe('a lighthouse');
    expect(journey.complaints).toEqual([]);
  });

  it('formats are searched for', async () => {
    const { page, letGo } = await openWithoutScripts(locale, 1280, '/formats');
    const found = page.locator('main section li');
    const all = await found.count();
    await page.locator('main input').first().fill('hwp');
    letGo();
    await expect.poll(() => found.count()).toBeLessThan(all);
    expect(await page.locator('main input').first().inputValue()).toBe('hwp');
  });
});
