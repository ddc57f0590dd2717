/** The studio with an image service, from the first order to the last credit. The services are fakes, configured as real ones are. */
import path from 'node:path';
import { personByEmail } from '@bakkum/accounts/person';
import { PACKS } from '@bakkum/api-contract/billing/plans';
import { createLedger } from '@bakkum/credits/ledger';
import { openDatabase } from '@bakkum/database/open-database';
import { signIn as signInEnglish } from '@bakkum/i18n/strings/account/sign-in.en';
import { signIn as signInKorean } from '@bakkum/i18n/strings/account/sign-in.ko';
import { credits as creditsEnglish } from '@bakkum/i18n/strings/billing/credits.en';
import { credits as creditsKorean } from '@bakkum/i18n/strings/billing/credits.ko';
import { packs as packsEnglish } from '@bakkum/i18n/strings/billing/packs.en';
import { packs as packsKorean } from '@bakkum/i18n/strings/billing/packs.ko';
import { conversion as conversionEnglish } from '@bakkum/i18n/strings/conversion/conversion.en';
import { conversion as conversionKorean } from '@bakkum/i18n/strings/conversion/conversion.ko';
import { studio as english } from '@bakkum/i18n/strings/studio/studio.en';
import { studio as korean } from '@bakkum/i18n/strings/studio/studio.ko';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type Site, serveBuiltSite } from '../../built-site.ts';
import { fill } from '../fill.ts';
import { decide, member } from '../members.ts';
import { contentOf } from '../shared-browser.ts';
import { isAccessible, siteJourney } from '../site-journey.ts';

const KEY = 'test-key';
const FILES = {
  png: { head: '89504e470d0a1a0a', ending: 'png' },
  jpeg: { head: 'ffd8ff', ending: 'jpg' },
  webp: { head: '52494646', ending: 'webp' },
} as const;

const WORDS = {
  en: {
    studio: english,
    credits: creditsEnglish,
    packs: packsEnglish,
    packPrice: '$5',
    conversion: conversionEnglish,
    signIn: signInEnglish,
    prefix: '',
    plan: 'Choose Monthly Pro',
    prompt: 'a red fox in a snowy forest',
    file: 'ai-image-a-red-fox-in-a-snowy-forest-digital-art-soft-nat',
    instructions: 'make the sky darker',
    variator: 'ideogram/ideogram-v3-turbo',
    // As the specification says it.
    alert: 'You have no credits remaining. Please upgrade your plan to continue generating images.',
  },
  ko: {
    studio: korean,
    credits: creditsKorean,
    packs: packsKorean,
    // Korean readers see won first, at the prices of demo mode.
    packPrice: '₩7,000',
    conversion: conversionKorean,
    signIn: signInKorean,
    prefix: '/ko',
    plan: '연간 프로 선택',
    prompt: '눈 내린 숲속의 붉은 여우',
    file: 'ai-image',
    instructions: '하늘을 더 어둡게 해 줘',
    // Of the others, most read no Korean.
    variator: 'openai/gpt-image-2.5-flare',
    alert: '남은 크레딧이 없어요. 이미지를 계속 만들려면 요금제를 업그레이드해 주세요.',
  },
} as const;

let fake: FakeImageServer;
let site: Site;
beforeAll(async () => {
  fake = await startFakeImageServer({ key: KEY });
  site = await serveBuiltSite(settingsFor(fake.url, KEY));
});
afterAll(async () => {
  await site.close();
  await fake.close();
});
beforeEach(() => fake.reset());

const journey = siteJourney(() => site.baseUrl);
const count = (found: Locator, expected: number) => expect.poll(() => found.count()).toBe(expected);

/** Waits for so many images. Only those near the screen are drawn, and each says how many there are. */
const inGallery = (page: Page, images: number) => page.locator(`li[aria-setsize="${images}"]`).first().waitFor();

/** Spends credits elsewhere, until so many are left. */
async function spendAllBut(left: number, email: string): Promise<void> {
  const database = await openDatabase({ folder: path.join(site.dataDir, 'postgres'), migrations: [], poolSize: 1 });
  try {
    const ledger = createLedger(database);
    const userId = (await personByEmail(database, email))?.id ?? '';
    const amount = (await ledger.balance(userId)).available - left;
    const order = { userId, key: `spent:${userId}`, request: '', purpose: 'images', amount, milliseconds: 60_000 } as const;
    const reserved = await ledger.reserve(order);
    if (!('holdId' in reserved)) throw new Error(`nothing is held: ${reserved.outcome}`);
    expect(await ledger.settle(reserved.holdId, amount)).toBe('done');
  } finally {
    await database.close();
  }
}

/** The first bytes of a file and the size of its image, as decoded by the browser. */
async function look(page: Page, file: Buffer, kind: keyof typeof FILES): Promise<readonly unknown[]> {
  const size = await page.evaluate(
    async ([base64, type]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const { width, height } = await createImageBitmap(new Blob([bytes], { type }));
      return [width, height];
    },
    [file.toString('base64'), `image/${kind}`] as const,
  );
  return [file.toString('hex').startsWith(FILES[kind].head), ...size];
}

/** The form of a message for one. */
function one(message: { readonly one?: string; readonly other: string }): string {
  return message.one ?? message.other;
}

async function downloaded(page: Page, press: Locator): Promise<{ readonly name: string; readonly content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press.click()]);
  return { name: download.suggestedFilename(), content: await contentOf(download) };
}

/** Each language on another screen. */
const SCREENS = { en: [1280, 'light'], ko: [360, 'dark'] } as const;

it.each(inject('languages'))('pays for, generates and refines images in %s', async (locale) => {
  const [width, colorScheme] = SCREENS[locale];
  const {
    studio: words,
    credits: creditWords,
    packs,
    packPrice,
    conversion,
    signIn,
    prefix,
    plan,
    prompt,
    file,
    instructions,
    variator,
    alert,
  } = WORDS[locale];
  const page = await journey.open(locale, width, colorScheme);
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
  const { email, password } = await member(journey, page, locale);

  // On phones the settings are folded, with the analysis of the prompt.
  const unfoldSettings = async (): Promise<void> => {
    if (width < 1024) await page.getByRole('button', { name: new RegExp(`^${words.settings}`) }).click();
  };
  // A visitor's prompt is still there after signing in and after buying a plan.
  await journey.visit(page, locale, '/ai-generator');
  await page.locator('#prompt').fill(prompt);
  await unfoldSettings();
  await page
    .getByText(fill(words.coveragePercent, { percent: 50 }))
    .first()
    .waitFor();
  await button(words.useEnhanced).click();
  await page
    .getByText(fill(words.coveragePercent, { percent: 100 }))
    .first()
    .waitFor();
  const written = await page.locator('#prompt').inputValue();
  await page.locator('header').getByRole('link', { name: signIn.signIn }).click();
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await button(signIn.signIn).click();
  await page.waitForURL(`${site.baseUrl}${prefix}/account`);
  await journey.visit(page, locale, '/ai-generator');
  await page.getByText(fill(words.creditsOf, { current: 10, total: 10 })).waitFor();
  await journey.visit(page, locale, '/pricing');
  await page.getByRole('link', { name: plan }).click();
  await decide(page, locale, 'pay');
  await page.waitForURL(`${site.baseUrl}${prefix}/ai-generator`);
  await page.getByText(fill(words.creditsOf, { current: 500, total: 500 })).waitFor();
  expect(await page.locator('#prompt').inputValue()).toBe(written);

  // Four at once: three come, the page is left and opened again, the last one comes.
  await unfoldSettings();
  await page.getByRole('radio', { name: /512 × 512/ }).check();
  await page.getByText(words.advanced).click();
  await page.getByLabel(words.batch).selectOption('4');
  // Stability reads no Korean. OpenAI would show a preview, which counts as an image below.
  if (locale === 'ko') fake.faults.add('openai', { kind: 'no-previews', late: true });
  else fake.faults.add('stability', { kind: 'late' });
  await button(
    fill(typeof words.generateCost === 'string' ? words.generateCost : words.generateCost.other, { count: 4 }),
  ).click();
  const tiles = page.getByRole('region', { name: words.working });
  const ready = tiles.getByRole('img');
  await count(ready, 3);
  await isAccessible(page);
  await page.reload();
  await count(ready, 3);
  await tiles.getByText(words.drawing).waitFor();
  fake.release();
  const cards = page.getByRole('article', { name: fill(words.imageAlt, { prompt: written }) });
  await inGallery(page, 4);
  await count(tiles, 0);
  await page.getByText(fill(words.creditsOf, { current: 496, total: 500 })).waitFor();

  await cards.first().getByRole('button', { name: words.refine }).click();
  const dialog = page.getByRole('dialog', { name: words.refineTitle });
  await dialog.getByText(words.refineEdit).waitFor();
  await dialog.getByLabel(words.instructions).fill(instructions);
  await isAccessible(page);
  await dialog.getByRole('button', { name: fill(one(words.refineCost), { count: 1 }) }).click();
  const refined = cards.filter({ hasText: fill(words.iteration, { number: 2 }) });
  await refined.waitFor();
  expect(fake.calls).toContain('openai POST images/edits');
  await page.getByText(fill(words.creditsOf, { current: 495, total: 500 })).waitFor();

  await refined.getByRole('button', { name: words.favourite, exact: true }).click();
  await refined.getByRole('button', { name: words.unfavourite }).waitFor();
  await refined.getByRole('button', { name: fill(words.rate.other, { count: 4 }) }).click();
  await refined.getByRole('button', { name: words.clearRating }).waitFor();

  // Two variations of it, by the keyboard with a strength where the model takes one.
  await refined.getByRole('button', { name: words.moreActions }).click();
  await page.getByRole('menuitem', { name: words.vary, exact: true }).click();
  const varying = page.getByRole('dialog', { name: words.varyTitle });
  await varying.getByLabel(words.model, { exact: true }).selectOption(variator);
  await varying.getByLabel(words.varyCount).selectOption('2');
  const strength = varying.getByRole('slider', { name: words.strength });
  if (locale === 'en') await strength.press('ArrowRight');
  else expect(await strength.count()).toBe(0);
  await isAccessible(page);
  await varying.getByRole('button', { name: fill(words.varyCost.other, { count: 2 }) }).click();
  await inGallery(page, 7);
  await page.getByText(fill(words.creditsOf, { current: 493, total: 500 })).waitFor();
  const varied = cards.filter({ hasText: fill(words.iteration, { number: 3 }) }).first();
  if (locale === 'en') {
    // 35 percent of change are 65 of Ideogram's weight.
    expect(fake.jobs.filter(({ order }) => order.strength === 65)).toHaveLength(2);
    await varied.getByRole('button', { name: words.moreActions }).click();
    await page.getByRole('menuitem', { name: words.details }).click();
    const details = page.getByRole('dialog', { name: words.details });
    await details.getByText(fill(words.strengthPercent, { percent: 35 })).waitFor();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'hidden' });
  }

  const newest = cards.first();
  await unfoldSettings();
  await page.getByText(words.advanced).click();
  for (const kind of ['png', 'jpeg', 'webp'] as const) {
    await page.getByLabel(words.format).selectOption(kind);
    const { name, content } = await downloaded(
      page,
      newest.getByRole('button', { name: fill(words.downloadAs, { format: kind.toUpperCase() }) }),
    );
    expect(name).toMatch(new RegExp(`^${file}-\\d{13}\\.${FILES[kind].ending}$`));
    expect(await look(page, content, kind)).toEqual([true, 512, 512]);
  }

  const menu = newest.getByRole('button', { name: words.moreActions });
  for (const [key, at] of [
    ['ArrowDown', 0],
    ['ArrowUp', -1],
  ] as const) {
    await menu.press(key);
    await page.getByRole('menuitem').nth(at).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await menu.and(page.locator(':focus')).waitFor();
  }
  await menu.click();
  await isAccessible(page);
  await page.getByRole('menuitem', { name: words.convert, exact: true }).click();
  await page.waitForURL(`${site.baseUrl}${prefix}/converter`);
  await page.locator('li[data-status=pending] input[role=combobox]').first().fill('PDF');
  await page
    .getByRole('option', { name: /^PDF\b/ })
    .first()
    .click();
  await page.getByRole('button', { name: conversion.convert, exact: true }).click();
  const done = page.locator('li[data-status=completed]');
  await done.waitFor();
  const pdf = await downloaded(
    page,
    page.getByRole('button', { name: fill(conversion.downloadNamed, { name: '' }).trim() }).first(),
  );
  expect(pdf.name).toMatch(new RegExp(`^${file}-\\d{13}\\.pdf$`));
  expect(pdf.content.toString('latin1', 0, 5)).toBe('%PDF-');
  expect(pdf.content.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);

  // The last four credits, and then none.
  await spendAllBut(4, email);
  await journey.visit(page, locale, '/ai-generator');
  await page.getByText(fill(words.creditsOf, { current: 4, total: 500 })).waitFor();
  await button(/· .*4/).click();
  await inGallery(page, 11);
  const told = page.getByRole('alert').filter({ hasText: alert });
  await told.waitFor();
  await page.getByText(fill(words.creditsOf, { current: 0, total: 500 })).waitFor();
  expect(await button(words.noCredits).isDisabled()).toBe(true);
  await told.getByRole('link', { name: words.seePlans }).waitFor();
  await isAccessible(page);

  // Buying the offered pack resumes the order.
  await told.getByText(packs.continues).waitFor();
  const { credits } = PACKS.pack100;
  await told.getByRole('link', { name: fill(packs.buy, { credits, price: packPrice }) }).click();
  await decide(page, locale, 'pay');
  await page.waitForURL(`${site.baseUrl}${prefix}/ai-generator`);
  await inGallery(page, 15);
  await page.getByText(fill(words.creditsOf, { current: 96, total: 600 })).waitFor();

  await journey.visit(page, locale, '/account/credits');
  const statement = page.getByRole('table', { name: creditWords.statementHeading });
  const order = statement.getByRole('row').nth(1);
  await order.getByText(written).waitFor();
  await order.getByText(fill(creditWords.purposeImages.other, { count: 4 })).waitFor();
  await order.getByText(fill(creditWords.stateSpent.other, { count: 4 })).waitFor();
  await statement.getByText(creditWords.originPack).waitFor();
  await statement.getByText(creditWords.entryReplaced).waitFor();
  await isAccessible(page);
  const csv = await downloaded(page, page.getByRole('link', { name: creditWords.statementFile }));
  expect(csv.name).toBe('credits.csv');
  expect(csv.content.toString('utf8')).toContain(`"${written}"`);
  await order.getByRole('link', { name: creditWords.imageOpen }).click();
  await page.getByRole('dialog', { name: words.details }).waitFor();
  expect(journey.complaints).toEqual([]);
});
