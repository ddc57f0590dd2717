/** Variations of a design, and the strength of an edit by a service, which is a fake. */
import { studio as english } from '@bakkum/i18n/strings/studio/studio.en';
import { studio as korean } from '@bakkum/i18n/strings/studio/studio.ko';
import { type FakeImageServer, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Site, serveBuiltSite } from '../../built-site.ts';
import { fill } from '../fill.ts';
import { ask, member } from '../members.ts';
import { isAccessible, type JourneyLocale, siteJourney } from '../site-journey.ts';

const KEY = 'test-key';
const WORDS = { en: english, ko: korean } as const;

let fake: FakeImageServer;
let site: Site;
beforeAll(async () => {
  fake = await startFakeImageServer({ key: KEY });
  site = await serveBuiltSite({ IMAGE_RECRAFT_BASE: `${fake.url}/recraft/v1`, IMAGE_RECRAFT_KEY: KEY });
});
afterAll(async () => {
  await site.close();
  await fake.close();
});
beforeEach(() => fake.reset());

const journey = siteJourney(() => site.baseUrl);

/** Opens the studio as a new member with one image. */
async function withImage(locale: JourneyLocale, width: number, colorScheme: 'light' | 'dark', model: string): Promise<Page> {
  const page = await journey.open(locale, width, colorScheme);
  const { email, password } = await member(journey, page, locale);
  await ask(page, 'POST', 'account/sign-in', { email, password });
  await page.evaluate(async (chosen) => {
    const order = { prompt: 'poster “Jazz Night” with a moon', aspectRatio: '1:1', resolution: '512x512', model: chosen };
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
    await fetch('/api/images/generations', { method: 'POST', headers, body: JSON.stringify(order) });
  }, model);
  await journey.visit(page, locale, '/ai-generator');
  await page.getByRole('region', { name: WORDS[locale].newest }).locator('figure img').waitFor();
  return page;
}

const cardsOf = (page: Page, locale: JourneyLocale) =>
  page.getByRole('article').filter({ has: page.getByRole('button', { name: WORDS[locale].moreActions }) });

it.each([
  ['en', 1280, 'light'],
  ['ko', 390, 'dark'],
] as const)('draws a design in another composition, in %s at %i pixels', async (locale, width, colorScheme) => {
  const words = WORDS[locale];
  const page = await withImage(locale, width, colorScheme, 'design');
  const newest = page.getByRole('region', { name: words.newest });
  await newest.getByRole('button', { name: words.vary, exact: true }).click();
  const varying = page.getByRole('dialog', { name: words.varyTitle });
  await varying.getByText(words.varyNote_redraw).waitFor();
  // The design studio takes no strength, and several images need a plan.
  expect(await varying.getByRole('slider').count()).toBe(0);
  expect(await varying.getByLabel(words.varyCount).inputValue()).toBe('1');
  await isAccessible(page);
  await varying.getByRole('button', { name: words.varyFree }).click();
  const version = cardsOf(page, locale).filter({ hasText: fill(words.iteration, { number: 2 }) });
  await version.waitFor();

  // The viewer offers it too. A model takes a strength and has a price.
  await newest.getByRole('button', { name: fill(words.view, { prompt: '' }).trim() }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.vary, exact: true }).click();
  await varying.getByLabel(words.model, { exact: true }).selectOption('recraft/recraftv4_1');
  await varying.getByRole('slider', { name: words.strength }).waitFor();
  await varying.getByText(fill(words.sentTo, { names: 'Recraft' })).waitFor();
  await isAccessible(page);
  await varying
    .getByRole('button', { name: fill('one' in words.varyCost ? words.varyCost.one : words.varyCost.other, { count: 1 }) })
    .click();
  await cardsOf(page, locale)
    .filter({ hasText: fill(words.iteration, { number: 3 }) })
    .waitFor();
  expect(fake.jobs.at(-1)?.order.strength).toBe(0.3);
  expect(journey.complaints).toEqual([]);
});

it.each([
  ['en', 390, 'dark'],
  ['ko', 1280, 'light'],
] as const)('changes an image as much as the slider says, in %s at %i pixels', async (locale, width, colorScheme) => {
  const words = WORDS[locale];
  const page = await withImage(locale, width, colorScheme, 'recraft/recraftv4_1');
  await cardsOf(page, locale).getByRole('button', { name: words.refine }).click();
  const refining = page.getByRole('dialog', { name: words.refineTitle });
  await refining.getByLabel(words.instructions).fill('in the rain');
  const strength = refining.getByRole('slider', { name: words.strength });
  expect(await strength.inputValue()).toBe('50');
  await strength.press('End');
  await strength.press('ArrowLeft');
  await refining.getByText(fill(words.strengthPercent, { percent: 95 })).waitFor();
  await isAccessible(page);
  await refining
    .getByRole('button', { name: fill('one' in words.refineCost ? words.refineCost.one : words.refineCost.other, { count: 1 }) })
    .click();
  await cardsOf(page, locale)
    .filter({ hasText: fill(words.iteration, { number: 2 }) })
    .waitFor();
  expect(fake.jobs.at(-1)?.order.strength).toBe(0.95);
  expect(journey.complaints).toEqual([]);
});
