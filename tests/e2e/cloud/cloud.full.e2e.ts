/** More of files that leave the device: sent, kept through a reload, converted on the server, shared, taken back. */
import { cloud as cloudEn } from '@bakkum/i18n/strings/cloud/cloud.en';
import { conversion as conversionEn } from '@bakkum/i18n/strings/conversion/conversion.en';
import { contact as contactEn } from '@bakkum/i18n/strings/site/contact.en';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask, lettersTo, member } from '../members.ts';
import { isAccessible, type JourneyLocale, siteJourney } from '../site-journey.ts';
import { addDrawing, SVG, WORDS } from './cloud-pages.ts';

const journey = siteJourney();
const { open, visit } = journey;

type Credentials = { readonly email: string; readonly password: string };

/** Signs in next to the settings, in the dialog over the page. */
async function signInFromSettings(page: Page, locale: JourneyLocale, { email, password }: Credentials): Promise<void> {
  const { cloud, signIn } = WORDS[locale];
  const settings = page.getByRole('region', { name: cloud.settings });
  await settings.getByRole('button', { name: cloud.signIn, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: signIn.toSignInLink, exact: true }).click();
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await dialog.locator('button[type=submit]').click();
  // Waits until the limits of the account are loaded.
  const storage = settings.getByLabel(cloud.storage, { exact: true });
  await expect.poll(() => storage.locator('option[value=archive]').isDisabled()).toBe(false);
}

/** By the menu, which leads to the home page. */
async function signOutByMenu(page: Page, locale: JourneyLocale): Promise<void> {
  const { shell, prefix } = WORDS[locale];
  await page.getByRole('button', { name: shell.userMenu, exact: true }).click();
  await page.getByRole('dialog', { name: shell.userMenu }).getByRole('button', { name: shell.signOut, exact: true }).click();
  await page.waitForURL(`${journey.base}${prefix || '/'}`);
  await page.locator('header').getByRole('link', { name: shell.signIn, exact: true }).waitFor();
}

describe.each(['en', 'ko'] as const)('in %s', (locale) => {
  const { cloud, conversion } = WORDS[locale];

  it('an account stores a result in its archive with the chosen options and shares it by email', async () => {
    const page = await open(locale, 360);
    const [guest, owner] = [await member(journey, page, locale), await member(journey, page, locale)];
    await ask(page, 'POST', 'account/sign-in', owner);
    await addDrawing(journey, page, locale);
    const settings = page.getByRole('region', { name: cloud.settings });
    await settings.getByLabel(cloud.storage, { exact: true }).selectOption('archive');
    await settings.getByLabel(cloud.sharing, { exact: true }).selectOption('team');
    // Nothing is sent until the recipients are specified.
    await page.getByRole('button', { name: cloud.process }).click();
    await settings.getByText(cloud.peopleNeeded).waitFor();
    await settings.getByLabel(cloud.people).fill(guest.email);
    // This server has no backup storage, and the page says so.
    await settings.getByText(cloud.backupNone).waitFor();
    expect(await settings.getByRole('switch').isDisabled()).toBe(true);
    const row = page.locator('li[data-status=pending]');
    // As everywhere: popular formats first, and a typed extension is enough.
    const picker = row.getByRole('combobox', { name: conversion.convertToFor.replace('{name}', 'drawing.svg') });
    await picker.click();
    await picker.fill('jpg');
    await page.getByRole('option', { name: 'JPG' }).first().click();
    await expect.poll(() => picker.inputValue()).toBe('JPG');
    await row.getByRole('button', { name: conversion.optionsFor.replace('{name}', 'drawing.svg') }).click();
    const sheet = page.getByRole('dialog', { name: 'drawing.svg' });
    await sheet.locator('input[type=color]').first().fill('#ff0000');
    await isAccessible(page);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: cloud.process }).click();
    const done = page.locator('li[data-status=completed]');
    await done.getByText(cloud.untilDeleted).waitFor();
    await done.getByText(guest.email).waitFor();
    await isAccessible(page);
    await expect.poll(async () => (await lettersTo(page, guest.email)).some(({ text }) => text.includes(owner.email))).toBe(true);

    await ask(page, 'POST', 'account/sign-out');
    await visit(page, locale, '/home3#shared');
    // The page was this one already: going to a part of it loads nothing.
    await page.reload();
    await page.getByText(cloud.sharedSignIn).waitFor();
    await ask(page, 'POST', 'account/sign-in', guest);
    await page.reload();
    const shared = page.getByRole('region', { name: cloud.sharedHeading });
    await shared.getByText('drawing.jpg').waitFor();
    await isAccessible(page);
    const [file] = await Promise.all([page.waitForEvent('download'), shared.getByRole('link', { name: cloud.download }).click()]);
    expect(file.suggestedFilename()).toBe('drawing.jpg');
    await shared.getByRole('button', { name: cloud.sharedRemove.replace('{name}', 'drawing.jpg') }).click();
    await page.getByText(cloud.sharedNone).waitFor();
    expect(journey.complaints).toEqual([]);
  });
});

describe.each(['en', 'ko'] as const)('without a page load, in %s', (locale) => {
  const { cloud } = WORDS[locale];

  it('files move to the account on sign-in, and disappear on sign-out', async () => {
    const page = await open(locale, 1280);
    const [mina, other] = [await member(journey, page, locale), await member(journey, page, locale)];
    await addDrawing(journey, page, locale);
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await signInFromSettings(page, locale, mina);
    await page.locator('li[data-status=pending]').waitFor();
    await page.getByRole('button', { name: cloud.process }).click();
    const done = page.locator('li[data-status=completed]');
    await done.waitFor();

    await signOutByMenu(page, locale);
    await page.goBack();
    await page.waitForURL(/home3/);
    await page.getByText(cloud.empty).waitFor();
    await signInFromSettings(page, locale, other);
    await page.getByText(cloud.empty).waitFor();
    expect(await page.locator('li[data-status]').count()).toBe(0);

    await signOutByMenu(page, locale);
    await page.goBack();
    await page.waitForURL(/home3/);
    await signInFromSettings(page, locale, mina);
    await done.getByText('drawing.svg').waitFor();
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
    expect(journey.complaints).toEqual([]);
  });
});

it('the Enterprise link opens a prefilled contact form', async () => {
  const page = await open('en', 1280);
  await visit(page, 'en', '/home3');
  await page.getByRole('link', { name: cloudEn.enterpriseUpgrade }).click();
  await expect.poll(() => page.getByLabel(contactEn.message).inputValue()).toBe(contactEn.enterpriseMessage);
});

it('an interrupted upload resumes, also after a reload', async () => {
  const page = await open('en', 1280);
  let isCut = true;
  const offsets: number[] = [];
  await page.route('**/api/v1/tus/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    offsets.push(Number(route.request().headers()['upload-offset']));
    return isCut ? route.abort('connectionreset') : route.continue();
  });
  await addDrawing(journey, page, 'en');
  await page.getByRole('button', { name: cloudEn.process }).click();
  await expect.poll(() => offsets.length).toBeGreaterThan(1);
  await page.getByRole('button', { name: cloudEn.pause }).click();
  await page.locator('li[data-status=paused]').waitFor();
  isCut = false;
  const resume = page.getByRole('button', { name: cloudEn.resume });
  await page.reload();
  await resume.click();
  await page.locator('li[data-status=completed]').waitFor();
});

it('a link that browsers cannot download is passed to the cloud page', async () => {
  const page = await open('en', 1280);
  await visit(page, 'en', '/home3#link=https%3A%2F%2Fexample.com%2Fa.pdf');
  await expect.poll(() => page.getByLabel(cloudEn.linkLabel).inputValue()).toBe('https://example.com/a.pdf');
});

it('the format is detected from the content, and one choice applies to all files', async () => {
  const page = await open('en', 1280);
  await visit(page, 'en', '/home3');
  const drawing = (name: string) => ({ name, mimeType: 'image/svg+xml', buffer: SVG });
  await page.setInputFiles('[data-testid=files]', [drawing('a.txt'), drawing('b.svg')]);
  const row = page.locator('li[data-status=pending]', { hasText: 'a.txt' });
  await row.getByText(conversionEn.reason_everywhere.replace('{to}', 'PNG').replace('{from}', 'SVG')).waitFor();
  await page.getByRole('combobox', { name: conversionEn.allTo }).fill('webp');
  await page.getByRole('option', { name: 'WebP' }).first().click();
  const inputs = page.locator('li[data-status=pending] input[role=combobox]');
  await expect
    .poll(() => inputs.evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value)))
    .toEqual(['WebP', 'WebP']);
  expect(journey.complaints).toEqual([]);
});

it('files that cannot be added are refused with the reason', async () => {
  const page = await open('en', 1280);
  await visit(page, 'en', '/home3');
  await page.setInputFiles('[data-testid=files]', { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) });
  await page.getByText(conversionEn.refused_empty.replace('{name}', 'empty.txt')).waitFor();
  expect(await page.locator('li[data-status]').count()).toBe(0);
});
