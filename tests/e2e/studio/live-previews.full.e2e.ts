/** Watching an image while it is drawn. The services are fakes. */
import { studio as english } from '@bakkum/i18n/strings/studio/studio.en';
import { studio as korean } from '@bakkum/i18n/strings/studio/studio.ko';
import { type FakeImageServer, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Site, serveBuiltSite } from '../../built-site.ts';
import { fill } from '../fill.ts';
import { ask, member } from '../members.ts';
import { isAccessible, siteJourney } from '../site-journey.ts';

const KEY = 'test-key';
const WORDS = { en: english, ko: korean } as const;
const GENERATE = 'button[aria-describedby=generate-note]';

let fake: FakeImageServer;
let site: Site;
beforeAll(async () => {
  fake = await startFakeImageServer({ key: KEY });
  site = await serveBuiltSite({
    ...{ IMAGE_OPENAI_BASE: `${fake.url}/openai`, IMAGE_OPENAI_KEY: KEY },
    ...{ IMAGE_COMFYUI_BASE: `${fake.url}/comfyui`, IMAGE_MODELS: 'openai,comfyui' },
  });
});
afterAll(async () => {
  await site.close();
  await fake.close();
});
beforeEach(() => fake.reset());

const journey = siteJourney(() => site.baseUrl);

it.each([
  ['en', 390, 'light'],
  ['ko', 1280, 'dark'],
] as const)('shows an image while it is drawn, in %s at %i pixels, %s', async (locale, width, colorScheme) => {
  const words = WORDS[locale];
  const page = await journey.open(locale, width, colorScheme);
  const { email, password } = await member(journey, page, locale);
  await ask(page, 'POST', 'account/sign-in', { email, password });
  await journey.visit(page, locale, '/ai-generator');
  await page.locator(GENERATE).waitFor();
  const tiles = page.getByRole('region', { name: words.working });
  const preview = tiles.getByRole('img', { name: fill(words.tilePreview, { number: 1 }) });
  const announced = tiles.getByRole('status');

  // OpenAI streams unfinished images; the finished one replaces them.
  fake.faults.add('openai', { kind: 'late' });
  await page.locator('#prompt').fill('a red fox');
  await page.locator(GENERATE).click();
  await preview.waitFor();
  await tiles.getByText(words.preview, { exact: true }).waitFor();
  expect(await preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  const spoken = fill(words.batchDone, { done: 0, count: 1 });
  await isAccessible(page);
  const url = (await preview.getAttribute('src')) ?? '';
  // Previews are not announced.
  expect(await announced.textContent()).toBe(spoken);
  fake.release();
  await page.getByRole('article', { name: fill(words.imageAlt, { prompt: 'a red fox' }) }).waitFor();
  await tiles.waitFor({ state: 'detached' });
  expect(await page.evaluate(async (address) => (await fetch(address)).status, url)).toBe(404);

  // ComfyUI counts steps, and can be cancelled.
  fake.reset();
  fake.faults.add('comfyui', { kind: 'late' });
  if (width < 1024) await page.getByRole('button', { name: new RegExp(`^${words.settings}`) }).click();
  await page.getByLabel(words.model, { exact: true }).selectOption('comfyui');
  await page.getByText(words.modelPreview).waitFor();
  if (width < 1024) await page.keyboard.press('Escape');
  await page.locator('#prompt').fill('a blue cat');
  await page.locator(GENERATE).click();
  await preview.waitFor();
  await tiles.getByText(new RegExp(`^${fill(words.stepsDone, { done: '\\d+', total: 30 })}$`)).waitFor();
  await isAccessible(page);
  await tiles.getByRole('button', { name: words.cancel }).click();
  await tiles.waitFor({ state: 'detached' });
  expect(fake.jobs.map(({ state }) => state)).toEqual(['cancelled']);
  expect(journey.complaints).toEqual([]);
});
