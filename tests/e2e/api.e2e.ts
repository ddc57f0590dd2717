/** Programs' side of the site: keys made and taken back, the documentation, and requests tried from it. */
import { apiDocs as docsEn } from '@bakkum/i18n/strings/api-docs.en';
import { apiDocs as docsKo } from '@bakkum/i18n/strings/api-docs.ko';
import { apiKeys as keysEn } from '@bakkum/i18n/strings/api-keys.en';
import { apiKeys as keysKo } from '@bakkum/i18n/strings/api-keys.ko';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask, member } from './members.ts';
import { isAccessible, type JourneyLocale, PAGE_PATIENCE, siteJourney } from './site-journey.ts';

const journey = siteJourney();
const { open, visit } = journey;
const PATIENCE = { timeout: PAGE_PATIENCE };
const WORDS = { en: { keys: keysEn, docs: docsEn }, ko: { keys: keysKo, docs: docsKo } } as const;

async function signedIn(locale: JourneyLocale, width: number): Promise<Page> {
  const page = await open(locale, width);
  const { email, password } = await member(journey, page, locale);
  await ask(page, 'POST', 'account/sign-in', { email, password });
  return page;
}

describe.each(['en', 'ko'] as const)('in %s', (locale) => {
  const { keys, docs } = WORDS[locale];

  it('a key is made, shown once, tried on the documentation page, and revoked', async () => {
    const page = await signedIn(locale, 390);
    await visit(page, locale, '/account/api-keys');
    await page.getByText(keys.empty).waitFor();
    const make = page.getByRole('button', { name: keys.make, exact: true });
    await expect.poll(() => make.isEnabled(), PATIENCE).toBe(true);
    await make.click();
    await page.getByText(keys.nameRequired).waitFor();
    await page.fill('input[name=name]', 'CI');
    await make.click();
    const secret = page.getByTestId('secret');
    await secret.waitFor();
    const key = (await secret.textContent()) ?? '';
    expect(key).toMatch(/^bkm_[a-z0-9]{10}_/);
    await isAccessible(page);

    await visit(page, locale, '/resources/api');
    await page.getByRole('combobox', { name: docs.tryRequest, exact: true }).selectOption('jobs');
    await page.getByLabel(docs.tryKey).fill(key);
    await page.getByRole('button', { name: docs.trySend }).click();
    await page.getByRole('group', { name: docs.tryAnswer }).getByText('"jobs": []').waitFor();

    await visit(page, locale, '/account/api-keys');
    await page.getByRole('button', { name: keys.revokeNamed.replace('{name}', 'CI') }).click();
    await page.getByRole('button', { name: keys.revokeNow }).click();
    await page.getByText(keys.empty).waitFor();
    expect(await page.getByTestId('secret').count()).toBe(0);
    expect(journey.complaints).toEqual([]);
  });

  it('the documentation shows every endpoint, unfolds, and is accessible', async () => {
    const page = await open(locale, 360);
    // Until the server is up the page says that its endpoints come later.
    const isThere = async (): Promise<number> => {
      await visit(page, locale, '/resources/api');
      return page.locator('#convertFile').count();
    };
    await expect.poll(isThere, PATIENCE).toBe(1);
    await page.locator('#convertFile > summary').click();
    await page.locator('#convertFile').getByText('target_format').waitFor();
    const python = page.getByRole('tab', { name: 'Python' }).first();
    const choose = async (): Promise<string | null> => {
      await python.click();
      return python.getAttribute('aria-selected');
    };
    await expect.poll(choose, PATIENCE).toBe('true');
    await isAccessible(page);
    expect(journey.complaints).toEqual([]);
  });
});
