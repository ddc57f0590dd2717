/** A visitor writes a prompt, signs up in a dialog, confirms the address and gets the image. */
import { accountForms as formsEnglish } from '@bakkum/i18n/strings/account/account-forms.en';
import { accountForms as formsKorean } from '@bakkum/i18n/strings/account/account-forms.ko';
import { signIn as signInEnglish } from '@bakkum/i18n/strings/account/sign-in.en';
import { signIn as signInKorean } from '@bakkum/i18n/strings/account/sign-in.ko';
import { signInDialog as dialogEnglish } from '@bakkum/i18n/strings/account/sign-in-dialog.en';
import { signInDialog as dialogKorean } from '@bakkum/i18n/strings/account/sign-in-dialog.ko';
import { studio as english } from '@bakkum/i18n/strings/studio/studio.en';
import { studio as korean } from '@bakkum/i18n/strings/studio/studio.ko';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Site, serveBuiltSite } from '../../built-site.ts';
import { ask, lettersTo, member } from '../members.ts';
import { openHydrated } from '../shared-browser.ts';
import { isAccessible, type JourneyLocale, siteJourney } from '../site-journey.ts';

const KEY = 'test-key';
const PASSWORD = 'a short sentence';
const WORDS = {
  en: { studio: english, signIn: signInEnglish, dialog: dialogEnglish, forms: formsEnglish, prefix: '' },
  ko: { studio: korean, signIn: signInKorean, dialog: dialogKorean, forms: formsKorean, prefix: '/ko' },
} as const;
const CONFIRM = { en: 'Confirm email address', ko: '이메일 주소 확인' } as const;
const PROMPT = 'a red fox in a snowy forest';

let fake: FakeImageServer;
let site: Site;
beforeAll(async () => {
  fake = await startFakeImageServer({ key: KEY });
  site = await serveBuiltSite({ ...settingsFor(fake.url, KEY), TRUSTED_PROXIES: '1' });
});
afterAll(async () => {
  await site.close();
  await fake.close();
});
beforeEach(() => fake.reset());

const journey = siteJourney(() => site.baseUrl);
const newAddress = () => `mina-${crypto.randomUUID()}@example.com`;
const generate = (page: Page) => page.locator('button[aria-describedby=generate-note]');
const images = (page: Page) => page.getByRole('article');

/** Opens the dialog for a prompt and signs up there. */
async function signUp(page: Page, locale: JourneyLocale, email: string): Promise<void> {
  await journey.visit(page, locale, '/ai-generator');
  await page.locator('#prompt').fill(PROMPT);
  await generate(page).click();
  await submitCredentials(page, email);
  await page.getByRole('dialog', { name: WORDS[locale].dialog.checkMail }).waitFor();
}

async function submitCredentials(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=email]').fill(email);
  await dialog.locator('input[name=password]').fill(PASSWORD);
  await dialog.locator('button[type=submit]').click();
}

/** The link of the newest email, under the host name of this test. */
async function linkFor(page: Page, email: string): Promise<string> {
  await expect.poll(async () => (await lettersTo(page, email)).length).toBeGreaterThan(0);
  const [letter] = await lettersTo(page, email);
  const { pathname, hash } = new URL(/\S+#token=\S+/.exec(letter?.text ?? '')?.[0] ?? '');
  return site.baseUrl + pathname + hash;
}

/** Credits and images of the account, once the first order is finished. */
async function hasOneImage(page: Page): Promise<void> {
  await images(page).first().waitFor();
  await expect.poll(() => ask(page, 'GET', 'credits')).toMatchObject({ current: 8, held: 0 });
  const { batches } = (await ask(page, 'GET', 'images/generations')) as { readonly batches: readonly object[] };
  expect(batches).toHaveLength(1);
}

describe.each([
  ['en', 1280, 'light'],
  ['ko', 360, 'dark'],
] as const)('in %s at %i pixels, a visitor', (locale, width, colorScheme) => {
  const { dialog, forms, prefix } = WORDS[locale];

  it('gets the image after signing up and confirming the address', async () => {
    const page = await journey.open(locale, width, colorScheme);
    const email = newAddress();
    await journey.visit(page, locale, '/ai-generator');
    await page.locator('#prompt').fill(PROMPT);
    await generate(page).click();
    const create = page.getByRole('dialog', { name: dialog.create });
    await create.locator('input[name=email]:focus').waitFor();
    await isAccessible(page);
    await page.keyboard.press('Escape');
    await create.waitFor({ state: 'detached' });
    await generate(page).and(page.locator(':focus')).waitFor();

    await generate(page).press('Enter');
    await create.locator('button[type=submit]').click();
    await create.getByText(forms.emailRequired).waitFor();
    await create.getByText(forms.passwordRequired).waitFor();
    await submitCredentials(page, email);
    const sent = page.getByRole('dialog', { name: dialog.checkMail });
    await sent.getByText(email).waitFor();
    await isAccessible(page);

    await sent.getByRole('link', { name: forms.openMailbox }).click();
    await page.waitForURL(`${site.baseUrl}${prefix}/demo/mail`);
    const confirm = page.getByRole('link', { name: CONFIRM[locale] });
    await confirm.waitFor();
    await isAccessible(page);
    await confirm.click();
    await page.waitForURL(`${site.baseUrl}${prefix}/ai-generator`);
    await hasOneImage(page);
    expect(await page.locator('#prompt').inputValue()).toBe(PROMPT);
    await page.reload();
    await hasOneImage(page);
    expect(journey.complaints).toEqual([]);
  });
});

it('runs the order once when two tabs wait for the confirmation', async () => {
  const page = await journey.open('en', 1280);
  const email = newAddress();
  await signUp(page, 'en', email);
  const other = await page.context().newPage();
  await openHydrated(other, await linkFor(page, email));
  await other.waitForURL(`${site.baseUrl}/ai-generator`);
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await hasOneImage(other);
  await hasOneImage(page);
  expect(journey.complaints).toEqual([]);
});

it('changes the address and resends the link', async () => {
  const page = await journey.open('en', 1280);
  const [first, second] = [newAddress(), newAddress()];
  const { dialog, signIn } = WORDS.en;
  await signUp(page, 'en', first);
  await page.getByRole('button', { name: signIn.resend }).click();
  await page.getByText(signIn.resent).waitFor();
  await page.getByRole('button', { name: dialog.changeEmail }).click();
  expect(await page.getByRole('dialog').locator('input[name=email]').inputValue()).toBe(first);
  await submitCredentials(page, second);
  await page.getByRole('dialog').getByText(second).waitFor();
  await page.goto(await linkFor(page, second));
  await hasOneImage(page);
});

it('signs in to an existing account and runs the order', async () => {
  const page = await journey.open('en', 1280);
  const { email } = await member(journey, page, 'en');
  await journey.visit(page, 'en', '/ai-generator');
  await page.locator('#prompt').fill(PROMPT);
  await generate(page).click();
  await page.getByRole('button', { name: WORDS.en.signIn.toSignInLink, exact: true }).click();
  await submitCredentials(page, email);
  await hasOneImage(page);
  expect(journey.complaints).toEqual([]);
});

it('does not run the order of one account for another', async () => {
  const page = await journey.open('en', 1280);
  const { email } = await member(journey, page, 'en');
  await signUp(page, 'en', newAddress());
  await ask(page, 'POST', 'account/sign-in', { email, password: PASSWORD });
  await journey.visit(page, 'en', '/ai-generator');
  await page.getByText('10 of 10 credits').waitFor();
  expect(await page.locator('#prompt').inputValue()).toBe(PROMPT);
  expect(await ask(page, 'GET', 'images/generations')).toMatchObject({ batches: [] });
});
