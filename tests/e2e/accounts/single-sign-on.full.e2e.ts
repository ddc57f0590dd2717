/** People sign in with accounts of their organization, at a real OpenID provider. */
import { CLIENT, startTestProvider, type TestProvider } from '@bakkum/openid/test-issuer';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, type Site, serveBuiltSite } from '../../built-site.ts';
import { ask, member } from '../members.ts';
import { isAccessible, siteJourney } from '../site-journey.ts';

let provider: TestProvider;
let site: Site;
const journey = siteJourney(() => site.baseUrl);
const { open, visit } = journey;

beforeAll(async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  provider = await startTestProvider([`${origin}/api/account/single-sign-on/callback`]);
  site = await serveBuiltSite({
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    TRUSTED_PROXIES: '1',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Corp',
    OIDC_GROUPS: 'staff=pro',
    OIDC_ALLOW: provider.place,
  });
});
afterAll(async () => {
  await site.close();
  await provider.close();
});

const WORDS = {
  en: {
    button: 'Continue with Corp',
    heading: 'Ways to sign in',
    connected: 'Connected',
    groups: /^Your limits come from these groups: staff\./,
    canceled: 'You weren’t signed in because you canceled the sign-in at Corp.',
    taken: 'Your email address already has an account here.',
    connect: 'Connect Corp',
    password: 'Password',
    start: 'Delete account…',
    now: 'Delete permanently',
    deleted: 'Your account was deleted',
  },
  ko: {
    button: 'Corp 계정으로 계속하기',
    heading: '로그인 방법',
    connected: '연결됨',
    groups: /내 그룹\(staff\)의 한도가 적용돼요\./,
    canceled: 'Corp에서 로그인을 취소했어요.',
    taken: '이 이메일 주소로 만든 계정이 이미 있어요.',
    connect: 'Corp 계정 연결',
    password: '비밀번호',
    start: '계정 삭제…',
    now: '완전히 삭제',
    deleted: '계정을 삭제했어요',
  },
} as const;

/** Signs in and agrees on the pages of the provider. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.waitForURL(`${provider.issuer}/interaction/**`);
  await page.fill('input[name=login]', login);
  await page.fill('input[name=password]', 'any');
  await page.locator('button[type=submit]').click();
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' });
  await page.locator('button[type=submit]').click();
}

describe.each(['en', 'ko'] as const)('in %s, somebody of the organization', (locale) => {
  const words = WORDS[locale];
  const root = () => (locale === 'ko' ? `${site.baseUrl}/ko` : site.baseUrl);

  it('signs in, has the limits of the group, loses them with it, and deletes the account', async () => {
    const page = await open(locale, locale === 'en' ? 1280 : 360, locale === 'en' ? 'light' : 'dark');
    const login = `mina-${locale}`;
    const claims = { email: `${login}@corp.example`, email_verified: true, given_name: 'Mina', family_name: 'Kim' };
    provider.directory.set(login, { ...claims, groups: ['staff'] });
    await visit(page, locale, '/sign-in');
    await isAccessible(page);
    await page.getByRole('button', { name: words.button }).click();
    await signInAtProvider(page, login);
    await page.waitForURL(`${root()}/account`);
    await page.getByRole('heading', { name: words.heading }).waitFor();
    await page.getByText(words.connected, { exact: true }).waitFor();
    await page.getByText(words.groups).waitFor();
    await isAccessible(page);
    expect(await ask(page, 'GET', 'credits')).toMatchObject({ premium: true, plan: 'free' });
    provider.directory.set(login, { ...claims, groups: [] });
    await ask(page, 'POST', 'account/sign-out');
    // The browser is still signed in at the provider.
    const next = locale === 'ko' ? '/ko/formats' : '/formats';
    await visit(page, locale, `/sign-in?next=${next}`);
    await page.getByRole('button', { name: words.button }).click();
    await page.waitForURL(site.baseUrl + next);
    expect(await ask(page, 'GET', 'credits')).toMatchObject({ premium: false });
    await visit(page, locale, '/account');
    await page.getByText(words.connected, { exact: true }).waitFor();
    expect(await page.getByText(words.groups).count()).toBe(0);
    await page.getByRole('button', { name: words.start }).click();
    await page.getByRole('button', { name: words.now }).click();
    await page.getByRole('heading', { name: words.deleted }).waitFor();
  });

  it('sees why a sign-in failed, and connects an existing account', async () => {
    const page = await open(locale, locale === 'en' ? 360 : 1280, locale === 'en' ? 'dark' : 'light');
    const { email, password } = await member(journey, page, locale);
    provider.directory.set(email, { email, email_verified: true });
    await visit(page, locale, '/sign-in');
    await page.getByRole('button', { name: words.button }).click();
    await page.waitForURL(`${provider.issuer}/interaction/**`);
    await page.locator('a[href$="/abort"]').click();
    await page.getByText(words.canceled).waitFor();
    await page.getByRole('button', { name: words.button }).click();
    await signInAtProvider(page, email);
    await page.getByText(words.taken).waitFor();
    await isAccessible(page);
    await ask(page, 'POST', 'account/sign-in', { email, password });
    await visit(page, locale, '/account');
    const section = page.getByRole('region', { name: words.heading });
    await section.getByLabel(words.password, { exact: true }).fill(password);
    await section.getByRole('button', { name: words.connect }).click();
    await page.waitForURL(`${root()}/account`);
    await section.getByText(words.connected, { exact: true }).waitFor();
    await isAccessible(page);
    expect(await ask(page, 'GET', 'account/sign-in-methods')).toMatchObject({ password: true, service: { connected: true } });
  });
});
