/** An account in a real browser, from none at all to none left. */
import { describe, expect, inject, it } from 'vitest';
import { isAccessible, siteJourney } from '../site-journey.ts';
import { heading, member, PASSWORD, signIn, submit, WORDS } from './account-pages.ts';

const journey = siteJourney();
const { base, open, visit } = journey;

describe.each(inject('languages'))('in %s, a visitor', (locale) => {
  const words = WORDS[locale];

  it('creates an account, is signed in by confirming it, reads the statement, signs out and deletes it', async () => {
    const page = await open(locale, 1280);
    const email = await member(journey, page, locale);
    expect(new URL(page.url()).hash).toBe('');
    await isAccessible(page);
    await page.getByRole('link', { name: words.toAccount }).click();
    await page.waitForURL(`${base}${words.prefix}/account`);
    await page.locator('main').getByText(email).first().waitFor();
    await page.getByText('/ 10', { exact: true }).waitFor();
    await isAccessible(page);
    await page.getByRole('button', { name: words.menu }).click();
    const menu = page.getByRole('dialog', { name: words.menu });
    await menu.getByText('10 / 10').waitFor();
    expect(await menu.textContent()).toContain(email);
    await isAccessible(page);
    await menu.getByRole('link', { name: words.statement }).click();
    await page.getByText(words.granted).waitFor();
    await isAccessible(page);
    await page.getByRole('button', { name: words.menu }).click();
    await menu.getByRole('button', { name: words.signOut }).click();
    await page.locator('header').getByRole('link', { name: words.signIn }).waitFor();
    await visit(page, locale, '/account');
    await page.waitForURL(/sign-in\?next=/);
    await page.fill('input[name=email]', email);
    await page.fill('input[name=password]', PASSWORD);
    await submit(page).click();
    await page.getByRole('button', { name: words.deleteStart }).click();
    await page.fill('form:has(button:text-is("' + words.deleteNow + '")) input', PASSWORD);
    await page.getByRole('button', { name: words.deleteNow }).click();
    await heading(page, words.deleted);
    await signIn(journey, page, locale, email, PASSWORD);
    await page.getByText(words.wrong).waitFor();
    expect(journey.complaints).toEqual([]);
  });
});
