/** Image services in the studio: translating a prompt, queueing, refining, comparing, boards and export. The services are fakes. */
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
const GENERATE = 'button[aria-describedby=generate-note]';

let fake: FakeImageServer;
let editing: Site;
let plain: Site;
beforeAll(async () => {
  fake = await startFakeImageServer({ key: KEY });
  editing = await serveBuiltSite({ IMAGE_OPENAI_BASE: `${fake.url}/openai`, IMAGE_OPENAI_KEY: KEY });
  plain = await serveBuiltSite({
    ...{ IMAGE_RECRAFT_BASE: `${fake.url}/recraft/v1`, IMAGE_RECRAFT_KEY: KEY },
    ...{ IMAGE_CHAT_BASE: `${fake.url}/openai`, IMAGE_CHAT_KEY: KEY, IMAGE_CHAT_MODEL: 'gpt-5-mini' },
  });
});
afterAll(async () => {
  await editing.close();
  await plain.close();
  await fake.close();
});
beforeEach(() => fake.reset());

const onEditing = siteJourney(() => editing.baseUrl);
const onPlain = siteJourney(() => plain.baseUrl);

/** Opens the studio as a new member. */
async function openStudio(journey: typeof onPlain, locale: JourneyLocale, width: number): Promise<Page> {
  const page = await journey.open(locale, width);
  const { email, password } = await member(journey, page, locale);
  await ask(page, 'POST', 'account/sign-in', { email, password });
  await journey.visit(page, locale, '/ai-generator');
  await page.locator(GENERATE).waitFor();
  return page;
}

it.each([
  ['en', 390],
  ['ko', 1280],
] as const)('translates a prompt, shows the original and undoes it, in %s at %i pixels', async (locale, width) => {
  const words = WORDS[locale];
  const page = await openStudio(onPlain, locale, width);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const prompt = page.locator('#prompt');
  await prompt.fill('눈 속의 여우');
  await page.getByText(words.translateOffer).waitFor();
  await isAccessible(page);
  await button(words.translate).click();
  await button(words.translateUndo).waitFor();
  expect(await prompt.inputValue()).toBe('snow in the fox');
  await page.locator('del', { hasText: '눈 속의 여우' }).waitFor();
  await page.locator('ins', { hasText: 'snow in the fox' }).waitFor();
  await isAccessible(page);
  await button(words.translateUndo).click();
  await button(words.translate).waitFor();
  expect(await prompt.inputValue()).toBe('눈 속의 여우');

  // The translation is drawn.
  await button(words.translate).click();
  await button(words.translateUndo).waitFor();
  await page.locator(GENERATE).click();
  await page.getByRole('article', { name: fill(words.imageAlt, { prompt: 'snow in the fox' }) }).waitFor();
  expect(fake.jobs.map(({ order }) => order.prompt)).toEqual(['snow in the fox']);

  // A painted part is changed alone, which takes no strength.
  await button(words.refine).first().click();
  const refining = page.getByRole('dialog', { name: words.refineTitle });
  const strength = refining.getByRole('slider', { name: words.strength });
  await strength.waitFor();
  await refining.getByLabel(words.instructions).fill('a red hat');
  const send = refining.getByRole('button', { name: new RegExp(`^${words.refineTitle}`, 'i') });
  const canvas = refining.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  const { x, y, width: wide, height: high } = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + wide / 2, y + high / 2);
  await page.mouse.down();
  await page.mouse.move(x + wide * 0.6, y + high * 0.6);
  await page.mouse.up();
  await strength.waitFor({ state: 'hidden' });
  await send.click();
  await page.getByText(fill(words.iteration, { number: 2 })).waitFor();
  expect(fake.calls).toContain('recraft POST v1/images/inpaint');
  expect(onPlain.complaints).toEqual([]);
});

it.each([
  ['en', 1280, 'make it night'],
  ['ko', 390, '밤으로 바꿔 줘'],
] as const)(
  'queues three images, refines one, compares, and exports a board, in %s at %i pixels',
  async (locale, width, instructions) => {
    const words = WORDS[locale];
    const page = await openStudio(onEditing, locale, width);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const cards = page.getByRole('article').filter({ has: page.getByRole('button', { name: words.moreActions }) });

    // Three orders wait together, and each has its image in the end.
    fake.faults.add('openai', { kind: 'late' }, 3);
    const prompts = ['a red fox', 'a green frog', 'a blue whale'];
    for (const prompt of prompts) {
      await page.locator('#prompt').fill(prompt);
      await page.locator(GENERATE).click();
      await page.locator('section[aria-labelledby=working] article', { hasText: prompt }).waitFor();
    }
    await expect.poll(() => fake.jobs.length).toBe(3);
    expect(await page.locator('section[aria-labelledby=working] article').count()).toBe(3);
    await isAccessible(page);
    fake.release();
    const images = page.getByRole('article');
    for (const prompt of prompts)
      await images.and(page.getByRole('article', { name: fill(words.imageAlt, { prompt }) })).waitFor();
    await expect.poll(() => page.locator('section[aria-labelledby=working] article').count()).toBe(0);

    // The instruction goes to the model as an edit of this very image, and the result is another one.
    const newest = page.getByRole('region', { name: words.newest });
    const before = await newest.locator('figure img').getAttribute('src');
    await newest.getByRole('button', { name: words.refine, exact: true }).click();
    const refining = page.getByRole('dialog', { name: words.refineTitle });
    await refining.getByLabel(words.instructions).fill(instructions);
    await refining.getByRole('button', { name: new RegExp(`^${words.refineTitle}`, 'i') }).click();
    await expect.poll(() => newest.locator('figure img').getAttribute('src')).not.toBe(before);
    const edit = fake.jobs.at(-1)?.order;
    expect([edit?.prompt, (edit?.picture?.byteLength ?? 0) > 1000]).toEqual([instructions, true]);
    await images.filter({ hasText: fill(words.iteration, { number: 2 }) }).waitFor();

    // Both versions on top of each other.
    await newest.getByRole('button', { name: words.refine, exact: true }).click();
    await refining.getByText(words.compare).click();
    const divider = refining.getByRole('slider', { name: words.compareDivider });
    await divider.focus();
    await divider.press('ArrowRight');
    expect(await divider.inputValue()).toBe('51');
    await refining.getByText(fill(words.historyStep, { number: 2, instructions })).waitFor();
    await isAccessible(page);
    await page.keyboard.press('Escape');
    await refining.waitFor({ state: 'hidden' });

    // Two of them on a board, and as one file.
    await button(words.select).click();
    for (const prompt of prompts.slice(0, 2)) {
      const choice = button(fill(words.selectImage, { prompt }));
      // Rows far from the screen are not drawn.
      await expect
        .poll(async () => {
          if ((await choice.count()) > 0) return true;
          await page.mouse.wheel(0, 500);
          return false;
        })
        .toBe(true);
      await choice.last().click();
    }
    await button(words.newBoard).click();
    await page.getByLabel(words.boardName).fill('Animals');
    await button(words.create).click();
    await page
      .getByRole('option', { name: fill(words.boardCount, { name: 'Animals', count: 2 }) })
      .waitFor({ state: 'attached' });
    await isAccessible(page);
    const [download] = await Promise.all([page.waitForEvent('download'), button(words.zip).click()]);
    const zip = await contentOf(download);
    expect(zip.toString('latin1').split('PK\u0001\u0002')).toHaveLength(3);
    await button(words.selectDone).click();
    await page
      .getByLabel(words.boards, { exact: true })
      .selectOption({ label: fill(words.boardCount, { name: 'Animals', count: 2 }) });
    await expect.poll(() => cards.count()).toBe(2);
    expect(onEditing.complaints).toEqual([]);
  },
);
