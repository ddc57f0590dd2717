/** A link to an image: created, opened without an account, reported, ended, and opened again. */
import { imageShare as pageEn } from '@bakkum/i18n/strings/studio/image-share.en';
import { imageShare as pageKo } from '@bakkum/i18n/strings/studio/image-share.ko';
import { studio as english } from '@bakkum/i18n/strings/studio/studio.en';
import { studio as korean } from '@bakkum/i18n/strings/studio/studio.ko';
import { expect, it } from 'vitest';
import { member } from '../members.ts';
import { openHydrated, sharedBrowser } from '../shared-browser.ts';
import { isAccessible, siteJourney } from '../site-journey.ts';

const journey = siteJourney();
const openContext = sharedBrowser();
const GENERATE = 'button[aria-describedby=generate-note]';
const WORDS = {
  en: { studio: english, page: pageEn, prompt: 'three cats under a tree', signIn: 'Sign in', language: 'en-US' },
  ko: { studio: korean, page: pageKo, prompt: '나무 아래 고양이 세 마리', signIn: '로그인', language: 'ko-KR' },
} as const;

it.each([
  ['en', 1280, 800, 'light'],
  ['ko', 390, 844, 'dark'],
] as const)('in %s at %i × %i pixels', async (locale, width, height, colorScheme) => {
  const { studio: words, page: shown, prompt, signIn, language } = WORDS[locale];
  const page = await journey.open(locale, width, colorScheme);
  await page.setViewportSize({ width, height });
  const { email, password } = await member(journey, page, locale);
  await journey.visit(page, locale, '/sign-in');
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.locator('main').getByRole('button', { name: signIn, exact: true }).click();
  await page.waitForURL(/\/account$/);
  await journey.visit(page, locale, '/ai-generator');
  await page.locator('#prompt').fill(prompt);
  await page.locator(GENERATE).click();

  // The card offers the link.
  const card = page.getByRole('article').filter({ has: page.getByRole('button', { name: words.moreActions }) });
  await card.getByRole('button', { name: words.moreActions }).click();
  await page.getByRole('menuitem', { name: words.share }).click();
  const sharing = page.getByRole('dialog', { name: words.shareTitle });
  await sharing.getByRole('button', { name: words.shareMake }).click();
  const address = (await sharing.getByTestId('share').textContent()) ?? '';
  await isAccessible(page);
  await page.keyboard.press('Escape');
  await sharing.waitFor({ state: 'hidden' });

  // Anyone can open it.
  const context = await openContext({ locale: language, viewport: { width, height }, colorScheme, serviceWorkers: 'block' });
  try {
    const visitor = await context.newPage();
    await openHydrated(visitor, address);
    const image = visitor.getByRole('img', { name: shown.alt });
    await image.waitFor();
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
    await visitor.getByText(shown.origin_design).waitFor();
    await visitor.getByRole('link', { name: shown.make }).waitFor();
    expect(await visitor.locator('main').textContent()).not.toContain(prompt);
    expect(await visitor.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    expect((await context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([]);
    await isAccessible(visitor);
    const saving = visitor.waitForEvent('download');
    await visitor.getByRole('link', { name: shown.download }).click();
    expect((await saving).suggestedFilename()).toBe('shared-image.png');
    await visitor.getByRole('button', { name: shown.report }).click();
    await visitor.getByLabel(shown.reason).selectOption('other');
    await isAccessible(visitor);
    await visitor.getByRole('button', { name: shown.sendReport }).click();
    await visitor.getByText(shown.reported).waitFor();

    // The viewer ends it; afterwards nobody can open it.
    await page
      .getByRole('region', { name: words.newest })
      .getByRole('button', { name: words.view.replace('{prompt}', prompt) })
      .click();
    await page.getByRole('dialog', { name: prompt }).getByRole('button', { name: words.share }).click();
    expect(await sharing.getByTestId('share').textContent()).toBe(address);
    await sharing.getByRole('button', { name: words.shareEnd }).click();
    await sharing.getByText(words.shareEnded).waitFor();
    await openHydrated(visitor, address);
    await visitor.getByText(shown.ended).waitFor();
    await isAccessible(visitor);
    await openHydrated(visitor, `${address}x`);
    await visitor.getByText(shown.none).waitFor();
  } finally {
    await context.close();
  }
  expect(journey.complaints).toEqual([]);
});
