/** Plans are bought in won in a real browser, with the fake PortOne of demo mode: its script, its window, and the way back. */
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ask, member } from '../members.ts';
import { isAccessible, type JourneyLocale, siteJourney } from '../site-journey.ts';

const journey = siteJourney();
const { base, open, visit } = journey;

const WORDS = {
  en: {
    prefix: '',
    way: /^Korean card or wallet, ₩29,000/,
    pay: 'Pay ₩29,000',
    card: 'Pay by card',
    kakaopay: 'Pay with KakaoPay',
    close: 'Close the window',
    declined: 'The card is declined',
    paid: 'The payment succeeds',
    error: 'Payment error',
    notApproved: 'You didn’t approve the payment, so you weren’t charged.',
    notCharged: 'Your card or account was declined',
    retry: 'Try again',
    done: 'Payment complete',
    back: 'Go back without paying',
    cancelled: 'Payment was cancelled',
    slip: 'Card slip or cash receipt',
    refund: 'Refund',
    refundNow: 'Refund ₩29,000',
    refunded: 'Refunded',
  },
  ko: {
    prefix: '/ko',
    way: /^카드·간편결제, ₩29,000/,
    pay: '₩29,000 결제하기',
    card: '카드로 결제하기',
    kakaopay: '카카오페이로 결제하기',
    close: '결제창 닫기',
    declined: '카드 거절',
    paid: '결제 성공',
    error: '결제 오류',
    notApproved: '결제가 승인되지 않았어요.',
    notCharged: '카드나 계좌로 결제하지 못했어요.',
    retry: '다시 시도',
    done: '결제가 완료됐어요',
    back: '결제하지 않고 돌아가기',
    cancelled: '결제가 취소되었습니다',
    slip: '매출전표·현금영수증 보기',
    refund: '환불받기',
    refundNow: '₩29,000 환불받기',
    refunded: '환불됨',
  },
} as const;

/** From the checkout to our page with the payment window. */
async function toWindow(page: Page, locale: JourneyLocale): Promise<void> {
  const words = WORDS[locale];
  await page.getByRole('radio', { name: words.way }).check();
  await page.getByRole('button', { name: words.pay }).click();
  await page.waitForURL(/\/payment-window\?token=/);
}

/** Opens the window of a means of payment, and makes a choice in it. */
async function choose(page: Page, means: string, outcome: string): Promise<void> {
  await page.getByRole('button', { name: means }).click();
  await page.getByRole('dialog').getByRole('button', { name: outcome }).click();
  await page.waitForURL(/\/payment\?/);
}

describe.each(inject('languages'))('in %s, a buyer in won', (locale) => {
  const words = WORDS[locale];

  it('closes the window, is declined, pays, and gets a refund', async () => {
    const page = await open(locale, locale === 'en' ? 1280 : 390);
    const { email, password } = await member(journey, page, locale);
    await ask(page, 'POST', 'account/sign-in', { email, password });
    await visit(page, locale, '/payment?plan=monthly');
    // Won comes first where the reader reads Korean.
    const first = page.getByRole('radio').first();
    await first.waitFor();
    expect(await first.getAttribute('value')).toBe(locale === 'ko' ? 'portone' : 'paypal');
    expect(await first.isChecked()).toBe(true);
    await isAccessible(page);

    await toWindow(page, locale);
    await isAccessible(page);
    await page.getByRole('link', { name: words.back }).click();
    await page.getByText(words.cancelled).waitFor();
    await toWindow(page, locale);
    await choose(page, words.card, words.close);
    await page.getByRole('heading', { name: words.error }).waitFor();
    await page.getByText(words.notApproved).waitFor();
    await page.getByRole('button', { name: words.retry }).click();
    await toWindow(page, locale);
    await choose(page, words.kakaopay, words.declined);
    await page.getByText(words.notCharged).waitFor();
    await page.getByRole('button', { name: words.retry }).click();
    await toWindow(page, locale);
    await choose(page, words.card, words.paid);
    await page.getByRole('heading', { name: words.done }).waitFor();
    await page.waitForURL(`${base}${words.prefix}/ai-generator`);
    expect(await ask(page, 'GET', 'credits')).toMatchObject({ plan: 'monthly', current: 500 });

    await visit(page, locale, '/account');
    await page.locator('main a[href*="/account/receipt"]').click();
    await page.getByRole('link', { name: words.slip }).waitFor();
    await isAccessible(page);
    await visit(page, locale, '/account');
    await page.getByRole('button', { name: words.refund, exact: true }).click();
    await page.getByRole('button', { name: words.refundNow }).click();
    await page.getByText(words.refunded, { exact: true }).waitFor();
    expect(await ask(page, 'GET', 'credits')).toMatchObject({ plan: 'free', current: 10 });
    expect(journey.complaints).toEqual([]);
  });
});

type Sdk = { PortOne: { requestPayment(request: object): Promise<{ code?: string }> } };

it('who changes the amount in the browser is refused, and credits follow the message when the buyer never returns', async () => {
  const page = await open('ko', 1280);
  const { email, password } = await member(journey, page, 'ko');
  await ask(page, 'POST', 'account/sign-in', { email, password });
  await visit(page, 'ko', '/payment?plan=monthly');
  await toWindow(page, 'ko');
  const policy = await page.evaluate(async () => {
    const { headers } = await fetch(location.href);
    return [headers.get('Cross-Origin-Embedder-Policy'), headers.get('X-Frame-Options'), headers.get('Content-Security-Policy')];
  });
  expect(new URL(page.url()).host).not.toBe(new URL(base).host);
  expect(policy.slice(0, 2)).toEqual(['unsafe-none', 'DENY']);
  expect(policy[2]).toContain("frame-ancestors 'none'");
  const results = await page.evaluate(async () => {
    const { requests } = JSON.parse(document.getElementById('payment')?.textContent ?? '');
    const { PortOne } = window as unknown as Sdk;
    const tampered = await PortOne.requestPayment({ ...requests.card, totalAmount: 100 });
    const pay = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    const body = (outcome: string) => JSON.stringify({ request: requests.card, outcome });
    const send = async (outcome: string) => (await fetch('/demo/portone/window', { ...pay, body: body(outcome) })).json();
    await send('opened');
    return [tampered.code, (await send('paid')).code];
  });
  expect(results).toEqual(['AmountNotEqualToPredefined', undefined]);
  await visit(page, 'ko', '/account');
  await expect.poll(() => ask(page, 'GET', 'credits')).toMatchObject({ plan: 'monthly', current: 500 });
  expect(journey.complaints).toEqual([]);
});

/** What a script of the payment service does once it was taken over. It reports what it could read and write. */
async function attack(site: string): Promise<Record<string, unknown>> {
  const outcome = async (act: () => Promise<unknown>): Promise<unknown> =>
    act().catch((error: Error) => `refused: ${error.name}`);
  document.cookie = 'bakkum-signed-in=; Max-Age=0; path=/';
  document.cookie = 'stolen=1; path=/';
  localStorage.clear();
  const read = (init?: RequestInit) => fetch(`${site}/api/account/session`, { credentials: 'include', ...init });
  return {
    cookies: document.cookie,
    stored: Object.keys(localStorage),
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    files: await outcome(async () => {
      const names: string[] = [];
      for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
      return names;
    }),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    write: await outcome(async () => {
      for (const name of ['kept', 'pages']) await (await caches.open(name)).put('/', new Response('<script>evil()</script>'));
    }),
    overwrite: await outcome(
      () => new Promise((resolve) => indexedDB.deleteDatabase('kept').addEventListener('success', resolve)),
    ),
    api: await outcome(() => read()),
    blind: await outcome(() => read({ mode: 'no-cors', method: 'POST' })),
  };
}

it('a taken-over script of the payment service reaches nothing that the site keeps in the browser', async () => {
  const page = await open('ko', 1280);
  const { email, password } = await member(journey, page, 'ko');
  await ask(page, 'POST', 'account/sign-in', { email, password });
  await visit(page, 'ko', '/payment?plan=monthly');
  await page.evaluate(async () => {
    localStorage.setItem('kept', 'of the site');
    await (await caches.open('kept')).put('/', new Response('of the site'));
    await new Promise((resolve) => indexedDB.open('kept').addEventListener('success', resolve));
    await (await navigator.storage.getDirectory()).getFileHandle('kept', { create: true });
  });
  await page.route('**/demo/portone/browser-sdk.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.PortOne = {}; window.attacked = (${String(attack)})(${JSON.stringify(base)});`,
    }),
  );
  await toWindow(page, 'ko');
  const found = await page.evaluate(() => (window as unknown as { attacked: Promise<Record<string, unknown>> }).attacked);
  expect(found).toMatchObject({ cookies: 'stolen=1', stored: [], caches: [], databases: [], files: [], workers: 0 });
  for (const sent of ['api', 'blind']) expect(found[sent]).toMatch(/^refused/);

  await visit(page, 'ko', '/account');
  const kept = await page.evaluate(async () => ({
    stored: localStorage.getItem('kept'),
    cached: await (await caches.match('/'))?.text(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    cookies: document.cookie,
  }));
  expect(kept).toMatchObject({ stored: 'of the site', cached: 'of the site' });
  expect(kept.databases).toContain('kept');
  expect(kept.cookies).toContain('bakkum-signed-in=1');
  expect(kept.cookies).not.toContain('stolen');
});
