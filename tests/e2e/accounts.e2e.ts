/** Accounts in a real browser: from no account at all to none left, in both languages. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openAwake, WATCHED_MS } from './shared-browser.ts';
import { isAccessible, type JourneyLocale as Locale, siteJourney } from './site-journey.ts';

const journey = siteJourney();
const { base, open, visit } = journey;
const PASSWORD = 'a short sentence';
const NEW_PASSWORD = 'another short sentence';

const WORDS = {
  en: {
    prefix: '',
    signUp: 'Create account',
    signIn: 'Sign in',
    checkMail: 'Check your mail',
    openMailbox: 'Open the demo mailbox',
    confirmed: 'Your address is confirmed',
    account: 'Account',
    menu: 'Your account',
    statement: 'Statement',
    signOut: 'Sign out',
    granted: 'New credits of your plan: Free',
    required: ['First name is required', 'Last name is required', 'Email is required', 'Password is required'],
    emailInvalid: 'Please enter a valid email',
    passwordShort: 'Password must be at least 8 characters',
    passwordsDiffer: 'Passwords do not match',
    wrong: 'E-mail address or password is wrong.',
    send: 'Send the link',
    chosen: 'Your password is new',
    save: 'Save password',
    deleteStart: 'Delete account…',
    deleteNow: 'Delete for good',
    deleted: 'Your account is gone',
  },
  ko: {
    prefix: '/ko',
    signUp: '계정 만들기',
    signIn: '로그인',
    checkMail: '메일을 확인해 주세요',
    openMailbox: '데모 메일함 열기',
    confirmed: '이메일 주소를 확인했어요',
    account: '내 계정',
    menu: '내 계정 메뉴',
    statement: '크레딧 내역',
    signOut: '로그아웃',
    granted: '요금제 크레딧이 새로 채워졌어요: 무료',
    required: ['성을 입력해 주세요', '이름을 입력해 주세요', '이메일을 입력해 주세요', '비밀번호를 입력해 주세요'],
    emailInvalid: '올바른 이메일 주소를 입력해 주세요',
    passwordShort: '비밀번호는 8자 이상이어야 해요',
    passwordsDiffer: '비밀번호가 서로 달라요',
    wrong: '이메일 주소나 비밀번호가 맞지 않아요.',
    send: '링크 보내기',
    chosen: '비밀번호를 바꿨어요',
    save: '비밀번호 저장',
    deleteStart: '계정 삭제…',
    deleteNow: '완전히 삭제',
    deleted: '계정을 삭제했어요',
  },
} as const;

const submit = (page: Page) => page.locator('main form button[type=submit]').first();
const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor();

/** Follows the link of the newest mail to an address, from the mailbox page. */
async function followMail(page: Page, locale: Locale, email: string, path: string): Promise<void> {
  await visit(page, locale, '/demo/mail');
  const letter = page.locator('details', { hasText: email });
  await letter.locator(`a[href*="${path}#"]`).click();
}

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.fill('input[name=firstName]', '민아');
  await page.fill('input[name=lastName]', '김');
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', PASSWORD);
  await page.fill('input[name=confirmPassword]', PASSWORD);
}

async function signIn(page: Page, locale: Locale, email: string, password: string): Promise<void> {
  await visit(page, locale, '/sign-in');
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await submit(page).click();
}

/** An account that is confirmed. */
async function member(page: Page, locale: Locale): Promise<string> {
  const email = `mina-${crypto.randomUUID()}@example.com`;
  await visit(page, locale, '/sign-in#create');
  await page.waitForSelector('input[name=firstName]');
  await fillSignUp(page, email);
  await submit(page).click();
  await heading(page, WORDS[locale].checkMail);
  await page.getByRole('link', { name: WORDS[locale].openMailbox }).waitFor();
  await followMail(page, locale, email, '/verify-email');
  await heading(page, WORDS[locale].confirmed);
  return email;
}

describe.each(['en', 'ko'] as const)('in %s somebody', (locale) => {
  const words = WORDS[locale];

  it('creates an account, confirms it, signs in, reads the statement, signs out, and is gone', async () => {
    const page = await open(locale, 1280);
    const email = await member(page, locale);
    expect(new URL(page.url()).hash).toBe('');
    await isAccessible(page);
    await signIn(page, locale, email, PASSWORD);
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
    await signIn(page, locale, email, PASSWORD);
    await page.getByText(words.wrong).waitFor();
    expect(journey.complaints).toEqual([]);
  });

  it('gets a new password by mail', async () => {
    const page = await open(locale, 390);
    const email = await member(page, locale);
    await visit(page, locale, '/forgot-password');
    await isAccessible(page);
    await page.fill('input[name=email]', email);
    await page.getByRole('button', { name: words.send }).click();
    await heading(page, words.checkMail);
    await followMail(page, locale, email, '/reset-password');
    await page.waitForURL(/reset-password$/);
    await isAccessible(page);
    await page.fill('input[name=password]', NEW_PASSWORD);
    await page.fill('input[name=confirmPassword]', NEW_PASSWORD);
    await page.getByRole('button', { name: words.save }).click();
    await heading(page, words.chosen);
    await signIn(page, locale, email, NEW_PASSWORD);
    await page.waitForURL(`${base}${words.prefix}/account`);
    expect(journey.complaints).toEqual([]);
  });

  it('reads beside each field what is wrong, until it is edited', async () => {
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

it('lets one see the password, and keeps one signed in for as long as was asked for', async () => {
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

it('shows devices, and signs them out', async () => {
  const page = await open('en', 1280);
  const email = await member(page, 'en');
  await signIn(page, 'en', email, PASSWORD);
  await page.waitForURL(`${base}/account`);
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

it('moves an account to another address', async () => {
  const page = await open('en', 1280);
  const email = await member(page, 'en');
  await signIn(page, 'en', email, PASSWORD);
  await page.waitForURL(`${base}/account`);
  const moved = `moved-${crypto.randomUUID()}@example.com`;
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Change address' }) });
  await form.locator('input[name=email]').fill(moved);
  await form.locator('input[name=password]').fill(PASSWORD);
  await form.getByRole('button', { name: 'Change address' }).click();
  await page.getByText(`We have sent a link to ${moved}`).waitFor();
  await followMail(page, 'en', moved, '/change-email');
  await heading(page, 'Your address is changed');
  await page.getByRole('link', { name: 'To your account' }).click();
  await page.getByText(`Now: ${moved}`).waitFor();
  expect(journey.complaints).toEqual([]);
});

it('asks the server nothing for a stranger on the home page', async () => {
  const page = await open('en', 1280);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openAwake(page, `${base}/`);
  await page.waitForTimeout(WATCHED_MS);
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
});
