/** A plan renews, fails, recovers and is cancelled in a real browser, with the fake PayPal of demo mode. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask, lettersTo, member } from '../members.ts';
import { isAccessible, siteJourney } from '../site-journey.ts';

const journey = siteJourney();
const { open, visit } = journey;

const WORDS = {
  en: {
    renew: /Renew automatically, \$20 every 30 days/,
    once: /Pay once, \$20/,
    subscribe: 'Subscribe with PayPal',
    cancelled: 'Payment was cancelled',
    done: 'Subscription active',
    active: 'Renews automatically',
    failed: 'Payment failed',
    already: 'You already have a subscription',
    manage: 'Manage payment on the test service',
    change: 'Change to Annual Pro',
    annual: 'Annual Pro, $200 every 365 days',
    cancel: 'Cancel subscription',
    cancelNow: 'Cancel now',
    ended: 'The subscription was canceled. You won’t be charged again.',
    failedMail: 'We couldn’t renew your Bakkum plan',
    endedMail: 'Your Bakkum subscription has ended',
    receiptMail: 'Your Bakkum receipt',
  },
  ko: {
    renew: /자동 갱신, 30일마다 US\$20/,
    once: /1회 결제, US\$20/,
    subscribe: 'PayPal로 구독하기',
    cancelled: '결제가 취소되었습니다',
    done: '구독을 시작했어요',
    active: '자동 갱신 중',
    failed: '결제 실패',
    already: '이미 구독하고 있어요',
    manage: '모의 PayPal 결제 관리',
    change: '연간 프로 요금제로 변경',
    annual: '연간 프로, 365일마다 US$200',
    cancel: '구독 해지',
    cancelNow: '지금 해지',
    ended: '구독을 해지했어요. 다시 결제되지 않아요.',
    failedMail: 'Bakkum 요금제를 갱신하지 못했어요',
    endedMail: 'Bakkum 구독이 종료됐어요',
    receiptMail: 'Bakkum 결제 영수증',
  },
} as const;

/** Approves, or refuses, on the page of the fake. */
async function approve(page: Page, locale: string, choice: 'pay' | 'cancel'): Promise<void> {
  await page.waitForURL(/\/demo\/paypal\/subscribe/);
  expect(await page.locator('html').getAttribute('lang')).toBe(locale);
  await page.locator(`button[value=${choice}]`).click();
}

describe.each(['en', 'ko'] as const)('in %s, a subscriber', (locale) => {
  const words = WORDS[locale];

  it('chooses the renewal, is charged again, fails, recovers, changes the plan and cancels', async () => {
    const page = await open(locale, locale === 'en' ? 1280 : 390);
    const { email, password } = await member(journey, page, locale);
    await ask(page, 'POST', 'account/sign-in', { email, password });
    const subjects = async (): Promise<readonly string[]> => (await lettersTo(page, email)).map(({ subject }) => subject);
    const seeSubscription = async (state: string): Promise<void> => {
      await visit(page, locale, '/account');
      await page.getByText(state, { exact: true }).waitFor();
    };
    /** Performs a charge at the fake, as if its time had come. */
    const charge = async (choice: 'charge' | 'fail'): Promise<void> => {
      await page.getByRole('link', { name: words.manage }).click();
      await page.locator(`button[value=${choice}]`).click();
      await page.locator(`button[value=${choice}]`).waitFor();
    };

    await visit(page, locale, '/payment?plan=monthly');
    await page.getByRole('radio', { name: 'PayPal' }).check();
    // A single payment is the default.
    await page.getByRole('radio', { name: words.once }).and(page.locator(':checked')).waitFor();
    await page.getByRole('radio', { name: words.renew }).check();
    await isAccessible(page);
    await page.getByRole('button', { name: words.subscribe }).click();
    await approve(page, locale, 'cancel');
    await page.getByText(words.cancelled).waitFor();
    await page.getByRole('radio', { name: 'PayPal' }).check();
    await page.getByRole('radio', { name: words.renew }).check();
    await page.getByRole('button', { name: words.subscribe }).click();
    await approve(page, locale, 'pay');
    await page.getByRole('heading', { name: words.done }).waitFor();
    await isAccessible(page);
    expect(await ask(page, 'GET', 'credits')).toMatchObject({ plan: 'monthly', current: 500, total: 500 });

    await seeSubscription(words.active);
    await isAccessible(page);
    await charge('charge');
    await expect.poll(async () => ((await ask(page, 'GET', 'payments')) as { payments: object[] }).payments.length).toBe(2);
    await expect.poll(async () => (await subjects()).filter((subject) => subject === words.receiptMail).length).toBe(2);
    await visit(page, locale, '/payment?plan=monthly');
    await page.getByRole('radio', { name: 'PayPal' }).check();
    await page.getByText(words.already).waitFor();

    await seeSubscription(words.active);
    await charge('fail');
    await expect.poll(subjects).toContain(words.failedMail);
    await seeSubscription(words.failed);
    await isAccessible(page);
    await charge('charge');
    await expect.poll(async () => ((await ask(page, 'GET', 'payments')) as { payments: object[] }).payments.length).toBe(3);

    await seeSubscription(words.active);
    await page.getByRole('button', { name: words.change }).click();
    await approve(page, locale, 'pay');
    await page.getByRole('heading', { name: words.done }).waitFor();
    await visit(page, locale, '/account');
    await page.getByText(words.annual).waitFor();

    await page.getByRole('button', { name: words.cancel }).click();
    await page.getByRole('button', { name: words.cancelNow }).click();
    await page.getByText(words.ended).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('subscription');
    await isAccessible(page);
    await expect.poll(subjects).toContain(words.endedMail);
    expect(await ask(page, 'GET', 'credits')).toMatchObject({ plan: 'monthly', current: 500 });
    expect(journey.complaints).toEqual([]);
  });
});
