/** Other account journeys in a real browser. */
import { describe, expect, it } from 'vitest';
import { openHydrated, WATCHED_MS } from '../shared-browser.ts';
import { isAccessible, siteJourney } from '../site-journey.ts';
import { followMail, heading, member, PASSWORD, signIn, submit, WORDS } from './account-pages.ts';

const journey = siteJourney();
const { base, open, visit } = journey;
const NEW_PASSWORD = 'another short sentence';

describe.each(['en', 'ko'] as const)('in %s, a visitor', (locale) => {
  const words = WORDS[locale];

  it('resets a password by email', async () => {
    const page = await open(locale, 390);
    const email = await member(journey, page, locale);
    await visit(page, locale, '/forgot-password');
    await isAccessible(page);
    await page.fill('input[name=email]', email);
    await page.getByRole('button', { name: words.send }).click();
    await heading(page, words.checkMail);
    await followMail(journey, page, locale, email, '/reset-password');
    await page.waitForURL(/reset-password$/);
    await isAccessible(page);
    await page.fill('input[name=password]', NEW_PASSWORD);
    await page.fill('input[name=confirmPassword]', NEW_PASSWORD);
    await page.getByRole('button', { name: words.save }).click();
    await heading(page, words.chosen);
    await signIn(journey, page, locale, email, NEW_PASSWORD);
    await page.waitForURL(`${base}${words.prefix}/account`);
    expect(journey.complaints).toEqual([]);
  });

  it('sees an error next to each invalid field until it is edited', async () => {
    const page = await open(locale, 390);
    await visit(page, locale, '/sign-in#create');
    await page.waitForSelector('input[name=firstName]');
    await submit(page).click();
    const wrong = page.locator('main [aria-invalid]');
    const described = await wrong.evaluateAll((fields) =>
      fields.map(
        (field) => document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent,
      ),
    );
    expect(described).toEqual(words.required);
    expect(await wrong.first().evaluate((field) => field === document.activeElement)).toBe(true);
    await isAccessible(page);
    await page.fill('input[name=email]', 'mina@');
    await page.fill('input[name=password]', 'short');
    await page.fill('input[name=confirmPassword]', 'other');
    expect(await wrong.count()).toBe(2);
    await submit(page).click();
    for (const text of [words.emailInvalid, words.passwordShort, words.passwordsDiffer]) await page.getByText(text).waitFor();
    await page.locator('main').getByRole('link', { name: words.signIn, exact: true }).click();
    await page.waitForSelector('input[name=firstName]', { state: 'detached' });
    expect(await page.inputValue('input[name=email]')).toBe('mina@');
    expect(journey.complaints).toEqual([]);
  });
});

it('shows the password on request and stays signed in for the chosen time', async () => {
  const page = await open('en', 1280);
  await visit(page, 'en', '/sign-in');
  const password = page.locator('input[name=password]');
  await password.fill('bakkum-demo');
  await page.getByRole('button', { name: 'Show password' }).click();
  await page.locator('input[name=password][type=text]').waitFor();
  expect(await password.inputValue()).toBe('bakkum-demo');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await page.locator('input[name=password][type=password]').waitFor();
  await page.fill('input[name=email]', 'demo@bakkum.example');
  await page.check('input[name=remember]');
  await submit(page).click();
  await page.waitForURL(`${base}/account`);
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name.endsWith('session_token'));
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect((session?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * 86_400);
});

it('lists devices and signs them out', async () => {
  const page = await open('en', 1280);
  const email = await member(journey, page, 'en');
  await visit(page, 'en', '/account');
  await page.locator('main').getByText('This device', { exact: true }).waitFor();
  const elsewhere = await fetch(`${base}/api/account/sign-in`, {
    method: 'POST',
    headers: { Origin: base, 'Content-Type': 'application/json', 'User-Agent': 'Mozilla/5.0 (iPhone) Version/26.0 Safari/604.1' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(elsewhere.status).toBe(200);
  await page.reload();
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await page.getByText('Signed out.').waitFor();
  const cookie = elsewhere.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const answer = await fetch(`${base}/api/account/session`, { headers: { Cookie: cookie } });
  expect(await answer.json()).toEqual({ person: null });
});

it('changes the email address of an account', async () => {
  const page = await open('en', 1280);
  await member(journey, page, 'en');
  await visit(page, 'en', '/account');
  const moved = `moved-${crypto.randomUUID()}@example.com`;
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Change address' }) });
  await form.locator('input[name=email]').fill(moved);
  await form.locator('input[name=password]').fill(PASSWORD);
  await form.getByRole('button', { name: 'Change address' }).click();
  await page.getByText(`We sent a link to ${moved}`).waitFor();
  await followMail(journey, page, 'en', moved, '/change-email');
  await heading(page, 'Your address was changed');
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await page.getByText(`Current: ${moved}`).waitFor();
  expect(journey.complaints).toEqual([]);
});

it('sends no account requests for signed-out visitors on the home page', async () => {
  const page = await open('en', 1280);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openHydrated(page, `${base}/`);
  await page.waitForTimeout(WATCHED_MS);
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
});
