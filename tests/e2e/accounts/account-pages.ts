/** Opens the account screens and acts on them as a signed-out visitor. */
import type { Page } from 'playwright-core';
import type { JourneyLocale as Locale, SiteJourney } from '../site-journey.ts';

export const PASSWORD = 'a short sentence';

/** Texts of the screens. */
export const WORDS = {
  en: {
    prefix: '',
    signUp: 'Create account',
    signIn: 'Sign in',
    checkMail: 'Check your email',
    openMailbox: 'Open the demo mailbox',
    confirmed: 'Your address is confirmed',
    toAccount: 'Go to your account',
    account: 'Account',
    menu: 'Your account',
    statement: 'Statement',
    signOut: 'Sign out',
    granted: 'Plan credits: Free',
    required: ['First name is required', 'Last name is required', 'Email is required', 'Password is required'],
    emailInvalid: 'Please enter a valid email',
    passwordShort: 'Password must be at least 8 characters',
    passwordsDiffer: 'Passwords do not match',
    wrong: 'The email address or password is incorrect.',
    send: 'Send link',
    chosen: 'Your password was changed',
    save: 'Save password',
    deleteStart: 'Delete account…',
    deleteNow: 'Delete permanently',
    deleted: 'Your account was deleted',
  },
  ko: {
    prefix: '/ko',
    signUp: '계정 만들기',
    signIn: '로그인',
    checkMail: '메일을 확인해 주세요',
    openMailbox: '데모 메일함 열기',
    confirmed: '이메일 주소를 확인했어요',
    toAccount: '내 계정으로 이동',
    account: '내 계정',
    menu: '내 계정 메뉴',
    statement: '크레딧 내역',
    signOut: '로그아웃',
    granted: '요금제 크레딧: 무료',
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

export const submit = (page: Page) => page.locator('main form button[type=submit]').first();
export const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor();

/** Of a journey: how it gets to a page. */
type Visits = Pick<SiteJourney, 'visit'>;

/** Follows the link of the newest mail to an address, from the mailbox page. */
export async function followMail({ visit }: Visits, page: Page, locale: Locale, email: string, path: string): Promise<void> {
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

export async function signIn({ visit }: Visits, page: Page, locale: Locale, email: string, password: string): Promise<void> {
  await visit(page, locale, '/sign-in');
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await submit(page).click();
}

/** An account that is confirmed, and signed in. */
export async function member({ visit }: Visits, page: Page, locale: Locale): Promise<string> {
  const email = `mina-${crypto.randomUUID()}@example.com`;
  await visit(page, locale, '/sign-in#create');
  await page.waitForSelector('input[name=firstName]');
  await fillSignUp(page, email);
  await submit(page).click();
  await heading(page, WORDS[locale].checkMail);
  await page.getByRole('link', { name: WORDS[locale].openMailbox }).waitFor();
  await followMail({ visit }, page, locale, email, '/verify-email');
  await heading(page, WORDS[locale].confirmed);
  return email;
}
