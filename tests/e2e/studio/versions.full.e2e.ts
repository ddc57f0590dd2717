/** Versions of a design: changed by instructions, enlarged, viewed and deleted with the keyboard, compared, and deleted together. */
import { studio as english } from '@bakkum/i18n/strings/studio/studio.en';
import { studio as korean } from '@bakkum/i18n/strings/studio/studio.ko';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fill } from '../fill.ts';
import { member } from '../members.ts';
import { isAccessible, siteJourney } from '../site-journey.ts';

const journey = siteJourney();
const GENERATE = 'button[aria-describedby=generate-note]';
const WORDS = {
  en: {
    studio: english,
    prompt: 'three cats under a tree',
    change: 'make it night',
    drawn: 'Drawn: cat × 3, tree, cat under tree, night',
    nothing: 'more emotional',
    signIn: 'Sign in',
  },
  ko: {
    studio: korean,
    prompt: '나무 아래 고양이 세 마리',
    change: '밤으로 바꿔 줘',
    drawn: '그린 요소: 나무, 고양이 × 3, 나무 아래 고양이, 밤',
    nothing: '더 감성적으로',
    signIn: '로그인',
  },
} as const;

/** Whether an element is in view as the page is, without scrolling. */
async function isInView(page: Page, found: Locator): Promise<boolean> {
  const box = await found.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

it.each([
  ['en', 1280, 800, 'light'],
  ['ko', 390, 844, 'dark'],
] as const)('of a design in %s at %i × %i pixels', async (locale, width, height, colorScheme) => {
  const { studio: words, prompt, change, drawn, nothing, signIn } = WORDS[locale];
  const page = await journey.open(locale, width, colorScheme);
  await page.setViewportSize({ width, height });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const { email, password } = await member(journey, page, locale);
  await journey.visit(page, locale, '/sign-in');
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.locator('main').getByRole('button', { name: signIn, exact: true }).click();
  await page.waitForURL(/\/account$/);
  await journey.visit(page, locale, '/ai-generator');
  await page.locator('#prompt').fill(prompt);
  await page.locator(GENERATE).click();
  const newest = page.getByRole('region', { name: words.newest });
  const large = newest.locator('figure img');
  await large.waitFor();

  // The order button and the newest image are in view.
  await page.evaluate(() => scrollTo(0, 0));
  expect([await isInView(page, page.locator(GENERATE)), await isInView(page, large)]).toEqual([true, true]);
  await isAccessible(page);

  // An instruction draws the design again; one that changes nothing says so.
  const refining = page.getByRole('dialog', { name: words.refineTitle });
  const refine = async (instructions: string): Promise<void> => {
    await newest.getByRole('button', { name: words.refine, exact: true }).click();
    await refining.getByText(words.refineDesign).waitFor();
    await refining.getByLabel(words.instructions).fill(instructions);
    await refining.getByRole('button', { name: words.refineFree }).click();
  };
  await refine(change);
  const cards = page.getByRole('article').filter({ has: page.getByRole('button', { name: words.moreActions }) });
  const changed = cards.filter({ hasText: fill(words.iteration, { number: 2 }) });
  await changed.getByText(drawn).waitFor();
  await refine(nothing);
  const told = page.locator('section[aria-labelledby=working] article');
  // The tile and the notice.
  await told.getByText(words.fault_unchanged).nth(1).waitFor();
  await told.getByText(words.unchangedHint).waitFor();
  await told.getByRole('button', { name: words.putAway }).click();

  // It is drawn again at twice the size.
  await newest.getByRole('button', { name: words.upscale, exact: true }).click();
  const enlarging = page.getByRole('dialog', { name: words.upscaleTitle });
  await enlarging.getByText(words.upscaleNote_redraw).waitFor();
  expect(await enlarging.getByText(words.upscaleNote_model).count()).toBe(0);
  await isAccessible(page);
  await enlarging.getByRole('button', { name: words.upscaleFree }).click();
  await cards
    .filter({ hasText: fill(words.iteration, { number: 3 }) })
    .getByText('2048 × 2048')
    .waitFor();

  // The viewer is used with the keyboard.
  await newest.getByRole('button', { name: fill(words.view, { prompt }) }).click();
  const viewer = page.getByRole('dialog', { name: prompt });
  await viewer.getByText('1 / 3').waitFor();
  await isAccessible(page);
  await page.keyboard.press('ArrowRight');
  await viewer.getByText('2 / 3').waitFor();
  await page.keyboard.press('f');
  await viewer.getByRole('button', { name: words.unfavourite }).waitFor();

  // The viewer itself shows the error.
  await page.route('**/api/images/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 404, json: { error: { code: 'not-found' } } })
      : route.continue(),
  );
  await page.keyboard.press('f');
  await viewer.getByRole('alert').waitFor();
  await viewer.getByRole('button', { name: words.unfavourite }).waitFor();
  await page.unroute('**/api/images/*');
  const closing = viewer.getByRole('alert').getByRole('button', { name: words.closeNotice });
  await closing.click();
  await closing.waitFor({ state: 'detached' });

  // Delete in the viewer, undo there: one deletion after the other, the last one first.
  const undo = viewer.getByRole('button', { name: words.restore });
  await page.keyboard.press('Delete');
  await viewer.getByText('2 / 2').waitFor();
  await undo.waitFor();
  await page.keyboard.press('Delete');
  await viewer.getByText('1 / 1').waitFor();
  await viewer
    .getByText(fill('one' in words.deletedBefore ? words.deletedBefore.one : words.deletedBefore.other, { count: 1 }))
    .waitFor();
  expect(await isInView(page, undo)).toBe(true);
  await isAccessible(page);
  await undo.click();
  await viewer.getByText('2 / 2').waitFor();
  await undo.click();
  await viewer.getByText('2 / 3').waitFor();
  await undo.waitFor({ state: 'detached' });
  // The focus is still in the dialog, so its keys work.
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'hidden' });

  // Any two are compared; those selected are deleted together, and restored together.
  await button(words.select).click();
  const select = page.getByRole('button', { name: fill(words.selectImage, { prompt }) });
  await select.nth(0).click();
  await select.nth(1).click();
  await button(words.compareTwo).click();
  const comparing = page.getByRole('dialog', { name: words.compareTwo });
  await comparing.getByRole('slider', { name: words.compareDivider }).waitFor();
  await page.keyboard.press('Escape');
  await comparing.waitFor({ state: 'hidden' });
  await page
    .getByText(fill(words.selected.other, { count: 2 }))
    .locator('..')
    .getByRole('button', { name: words.delete })
    .click();
  await page.getByText(fill(words.deleted.other, { count: 2 })).waitFor();
  await page.locator('li[aria-setsize="1"]').waitFor();
  await page
    .getByRole('status')
    .filter({ has: button(words.restore) })
    .getByRole('button', { name: words.restore })
    .click();
  await page.locator('li[aria-setsize="3"]').first().waitFor();
  expect(journey.complaints).toEqual([]);
});
