/** Plans are bought, refused, and given back in a real browser, with the fake PayPal of demo mode. */
import { describe, expect, inject, it } from 'vitest';
import { ask, decide, lettersTo, member, PAY } from '../members.ts';
import { isAccessible, siteJourney } from '../site-journey.ts';

const journey = siteJourney();
const { base, open, visit } = journey;

const WORDS = {
  en: {
    prefix: '',
    plan: 'monthly',
    choose: 'Choose Monthly Pro',
    renew: 'Extend Monthly Pro',
    freeEnds: 'You’ll lose your 10 unused free credits when the plan starts.',
    cancelled: 'Payment was cancelled',
    error: 'Payment error',
    retry: 'Try again',
    done: 'Payment complete',
    paid: 'Paid',
    receipt: 'Bakkum receipt',
    receiptMail: 'Your Bakkum receipt',
    refund: 'Refund',
    refundNow: 'Refund $20',
    refunded: 'Refunded',
    refundMail: 'Your Bakkum refund',
  },
  ko: {
    prefix: '/ko',
    plan: 'annual',
    choose: '연간 프로 선택',
    renew: '연간 프로 연장',
    freeEnds: '쓰지 않은 무료 크레딧 10개는 사라져요.',
    cancelled: '결제가 취소되었습니다',
    error: '결제 오류',
    retry: '다시 시도',
    done: '결제가 완료됐어요',
    paid: '결제 완료',
    receipt: 'Bakkum 영수증',
    receiptMail: 'Bakkum 결제 영수증',
    refund: '환불받기',
    refundNow: 'US$200 환불받기',
    refunded: '환불됨',
    refundMail: 'Bakkum 환불 안내',
  },
} as const;

describe.each(inject('languages'))('in %s, a customer', (locale) => {
  const words = WORDS[locale];

  it('cancels, is declined, tries again, pays, prints the receipt and gets a refund', async () => {
    const page = await open(locale, locale === 'en' ? 1280 : 390);
    const { email, password } = await member(journey, page, locale);
    await ask(page, 'POST', 'account/sign-in', { email, password });
    expect(await ask(page, 'GET', 'credits')).toMatchObject({ plan: 'free', current: 10 });
    await visit(page, locale, '/pricing');
    await isAccessible(page);
    await page.getByRole('link', { name: words.choose }).click();
    await page.getByRole('radio', { name: 'PayPal' }).check();
    await page.getByRole('button', { name: PAY[locale] }).waitFor();
    await page.getByText(words.freeEnds).waitFor();
    await isAccessible(page);

    await decide(page, locale, 'cancel');
    await page.getByText(words.cancelled).waitFor();
    await decide(page, locale, 'pay', 'declined');
    await page.getByRole('heading', { name: words.error }).waitFor();
    await isAccessible(page);
    await page.getByRole('button', { name: words.retry }).click();
    await decide(page, locale, 'pay', 'lost');
    // Shown only for a few seconds, so checked first.
    const done = page.getByRole('heading', { name: words.done });
    await page.locator('main', { has: done }).filter({ hasText: email }).waitFor();
    await page.waitForURL(`${base}${words.prefix}/ai-generator`);
    // Free credits end when a plan starts.
    expect(await ask(page, 'GET', 'credits')).toMatchObject({ plan: words.plan, current: 500, total: 500 });
    await expect.poll(async () => (await lettersTo(page, email)).map(({ subject }) => subject)).toContain(words.receiptMail);

    await visit(page, locale, '/pricing');
    await page.getByRole('link', { name: words.renew }).waitFor();
    await visit(page, locale, '/account');
    await page.getByText(words.paid, { exact: true }).waitFor();
    await isAccessible(page);
    await page.locator('main a[href*="/account/receipt"]').click();
    await page.getByRole('heading', { level: 1, name: words.receipt }).waitFor();
    await page.locator('main dl').waitFor();
    await isAccessible(page);

    await visit(page, locale, '/account');
    await page.getByRole('button', { name: words.refund, exact: true }).click();
    await page.getByRole('button', { name: words.refundNow }).click();
    await page.getByText(words.refunded, { exact: true }).waitFor();
    await expect.poll(async () => ask(page, 'GET', 'credits')).toMatchObject({ plan: 'free', current: 10 });
    await expect.poll(async () => (await lettersTo(page, email)).map(({ subject }) => subject)).toContain(words.refundMail);
    expect(journey.complaints).toEqual([]);
  });
});

it('switches from the monthly to the annual plan at once, for the difference', async () => {
  const page = await open('en', 1280);
  const { email, password } = await member(journey, page, 'en');
  await ask(page, 'POST', 'account/sign-in', { email, password });
  await visit(page, 'en', '/payment?plan=monthly');
  await decide(page, 'en', 'pay');
  await page.waitForURL(`${base}/ai-generator`);
  await visit(page, 'en', '/payment?plan=annual');
  await page.getByRole('radio', { name: 'Now, for $180' }).and(page.locator(':checked')).waitFor();
  await isAccessible(page);
  await page.getByRole('radio', { name: /for \$200/ }).check();
  await page.getByText(/^Your new plan starts on .*your credits won’t change/).waitFor();
  await page.getByRole('radio', { name: 'Now, for $180' }).check();
  await page.getByText('−$20').waitFor();
  await decide(page, 'en', 'pay');
  await page.waitForURL(`${base}/ai-generator`);
  expect(await ask(page, 'GET', 'credits')).toMatchObject({ plan: 'annual', current: 1000 });
  expect(journey.complaints).toEqual([]);
});

it('asks to sign in on the checkout page before paying', async () => {
  const page = await open('en', 1280);
  await visit(page, 'en', '/payment?plan=annual');
  const dialog = page.getByRole('dialog', { name: 'Create a free account' });
  await dialog.waitFor();
  await isAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign in to pay' }).click();
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.fill('input[name=email]', 'demo@bakkum.example');
  await page.fill('input[name=password]', 'bakkum-demo');
  await page.getByRole('dialog', { name: 'Sign in' }).locator('button[type=submit]').click();
  await page.getByRole('button', { name: PAY.en }).waitFor();
  expect(page.url()).toBe(`${base}/payment?plan=annual`);
  expect(journey.complaints).toEqual([]);
});
