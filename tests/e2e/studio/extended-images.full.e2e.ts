/** Versions by a service: an image is extended, and a background is removed. The service is a fake. */
import { studio as english } from '@bakkum/i18n/strings/studio/studio.en';
import { studio as korean } from '@bakkum/i18n/strings/studio/studio.ko';
import { type FakeImageServer, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Site, serveBuiltSite } from '../../built-site.ts';
import { fill } from '../fill.ts';
import { ask, member } from '../members.ts';
import { contentOf } from '../shared-browser.ts';
import { isAccessible, type JourneyLocale, siteJourney } from '../site-journey.ts';

const KEY = 'test-key';
const WORDS = { en: english, ko: korean } as const;

let fake: FakeImageServer;
let site: Site;
beforeAll(async () => {
  fake = await startFakeImageServer({ key: KEY });
  site = await serveBuiltSite({ IMAGE_STABILITY_BASE: `${fake.url}/stability`, IMAGE_STABILITY_KEY: KEY });
});
afterAll(async () => {
  await site.close();
  await fake.close();
});
beforeEach(() => fake.reset());

const journey = siteJourney(() => site.baseUrl);

/** Opens the studio as a new member, with one image of 512 × 512 pixels. */
async function withImage(locale: JourneyLocale, width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await journey.open(locale, width, colorScheme);
  const { email, password } = await member(journey, page, locale);
  await ask(page, 'POST', 'account/sign-in', { email, password });
  await page.evaluate(async () => {
    const order = { prompt: 'a red fox', aspectRatio: '1:1', resolution: '512x512' };
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
    await fetch('/api/images/generations', { method: 'POST', headers, body: JSON.stringify(order) });
  });
  await journey.visit(page, locale, '/ai-generator');
  await page.getByRole('region', { name: WORDS[locale].newest }).locator('figure img').waitFor();
  return page;
}

async function choose(page: Page, locale: JourneyLocale, action: 'extend' | 'background'): Promise<void> {
  await page.getByRole('button', { name: WORDS[locale].moreActions }).first().click();
  await page.getByRole('menuitem', { name: WORDS[locale][action] }).click();
}

/** Opacity of the corner and of the middle of a PNG. */
function opacityOf(page: Page, png: Buffer): Promise<readonly (number | undefined)[]> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
    pen?.drawImage(image, 0, 0);
    const at = (x: number, y: number): number | undefined => pen?.getImageData(x, y, 1, 1).data[3];
    return [at(1, 1), at(image.width >> 1, image.height >> 1)];
  }, png.toString('base64'));
}

it.each([
  ['en', 1280, 'light'],
  ['ko', 390, 'dark'],
] as const)('extends an image to another shape, in %s at %i pixels', async (locale, width, colorScheme) => {
  const words = WORDS[locale];
  const page = await withImage(locale, width, colorScheme);
  await choose(page, locale, 'extend');
  const extending = page.getByRole('dialog', { name: words.extendTitle });
  await extending.getByText(words.extendNote_model).waitFor();
  await isAccessible(page);

  // By a shape, and by the keyboard with the pixels of one side.
  await extending.getByLabel(words.extendShape).selectOption('16:9');
  await extending.getByText(fill(words.extendSize, { size: '910 × 512' })).waitFor();
  await extending.getByLabel(words.extend_left).fill('0');
  await extending.getByText(fill(words.extendSize, { size: '711 × 512' })).waitFor();
  await extending.getByLabel(words.extendWords).fill('a wide beach');
  await extending.getByRole('button', { name: fill(words.extendCost.other, { count: 2 }) }).click();

  const cards = page.getByRole('article').filter({ has: page.getByRole('button', { name: words.moreActions }) });
  const version = cards.filter({ hasText: fill(words.iteration, { number: 2 }) });
  await version.getByText('711 × 512').waitFor();
  expect(fake.calls.at(-1)).toBe('stability POST v2beta/stable-image/edit/outpaint');
  expect(fake.jobs.at(-1)?.order.prompt).toBe('a wide beach');
  expect(journey.complaints).toEqual([]);
});

it('orders an extension once, at a price that was shown', async () => {
  const words = english;
  const page = await withImage('en', 1280, 'light');
  await choose(page, 'en', 'extend');
  const extending = page.getByRole('dialog', { name: words.extendTitle });
  await extending.getByText(fill(words.sentTo, { names: 'Stability AI' })).waitFor();

  // The price of the new edges is not known.
  await page.route('**/api/images/*/extenders?*', (route) => route.abort());
  await extending.getByLabel(words.extend_left).fill('200');
  const again = extending.getByRole('button', { name: words.tryAgain });
  await again.waitFor();
  expect(await extending.getByRole('button', { name: words.extend, exact: true }).isDisabled()).toBe(true);
  await page.unroute('**/api/images/*/extenders?*');
  await again.click();

  // The server takes the order, but its answers are lost.
  await extending.getByLabel(words.extendWords).fill('a wide beach');
  await page.route('**/api/images/*/extend', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const order = extending.getByRole('button', { name: fill(words.extendCost.other, { count: 2 }) });
  await order.click();
  await extending.getByRole('alert').waitFor();
  expect(await extending.getByLabel(words.extendWords).inputValue()).toBe('a wide beach');
  await page.unroute('**/api/images/*/extend');
  await order.click();
  await extending.waitFor({ state: 'detached' });
  const version = page.getByRole('article').filter({ hasText: fill(words.iteration, { number: 2 }) });
  await version.getByText('798 × 512').waitFor();
  expect(fake.calls.filter((call) => call.endsWith('edit/outpaint'))).toHaveLength(1);
});

it.each([
  ['en', 390, 'dark'],
  ['ko', 1280, 'light'],
] as const)('removes the background of an image, in %s at %i pixels', async (locale, width, colorScheme) => {
  const words = WORDS[locale];
  const page = await withImage(locale, width, colorScheme);
  await choose(page, locale, 'background');
  const removing = page.getByRole('dialog', { name: words.backgroundTitle });
  await removing.getByText(words.backgroundNote_model).waitFor();
  await removing.getByText(fill(words.sentTo, { names: 'Stability AI' })).waitFor();
  await isAccessible(page);
  await removing.getByRole('button', { name: fill(words.backgroundCost.other, { count: 3 }) }).click();

  const cards = page.getByRole('article').filter({ has: page.getByRole('button', { name: words.moreActions }) });
  const version = cards.filter({ hasText: fill(words.iteration, { number: 2 }) });
  await version.locator('img.checkered').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    version.getByRole('button', { name: fill(words.downloadAs, { format: 'PNG' }) }).click(),
  ]);
  expect(await opacityOf(page, await contentOf(download))).toEqual([0, 255]);
  // It is not offered again.
  await version.getByRole('button', { name: words.moreActions }).click();
  await page.getByRole('menuitem', { name: words.extend }).waitFor();
  expect(await page.getByRole('menuitem', { name: words.background }).count()).toBe(0);
  expect(journey.complaints).toEqual([]);
});
