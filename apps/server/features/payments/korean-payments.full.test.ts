/** Payments in won over HTTP, with the fake PortOne of demo mode. */
import { randomUUID } from 'node:crypto';
import * as contract from '@bakkum/api-contract/billing/payments';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { audit } from '../../jobs/ledger-audit.ts';
import type { Services } from '../../services.ts';
import { startTestServer, type TestServer, type Visitor } from '../../test-server.ts';
import { LOOKS_PER_HOUR } from './service.ts';

let server: TestServer;
let services: Services;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'));
  ({ services } = server);
});
afterAll(async () => {
  expect((await audit(services, server.log)).violations).toEqual([]);
  await server.close();
});

const MONTHLY = { product: 'monthly', start: 'now', amount: '29000', locale: 'ko', way: 'portone' };

async function begun({ cookie }: Visitor, changes: object = {}): Promise<{ readonly id: string; readonly page: string }> {
  const response = await server.send(cookie, 'POST', 'payments', { ...MONTHLY, ...changes });
  const { paymentId, approveUrl = '' } = contract.checkoutResponse.parse(await response.json());
  return { id: paymentId, page: approveUrl };
}

/** Where the site leads a buyer who opens the payment window. */
function enter(cookie: string, id: string): Promise<Response> {
  return fetch(`${server.url}/api/payments/${id}/window`, { headers: { Cookie: cookie }, redirect: 'manual' });
}

/** Opens our page with the payment window. Cookies of the site do not reach it. */
async function open({ cookie }: Visitor, id: string): Promise<Response> {
  const location = (await enter(cookie, id)).headers.get('Location') ?? '';
  return fetch(location, { redirect: 'manual' });
}

const data = z.object({ requests: z.record(z.string(), z.record(z.string(), z.unknown())), returnUrl: z.string() });

/** The requests that the page passes to the SDK. */
async function dataOf(response: Response) {
  const [, json = ''] = /<script type="application\/json" id="payment">(.*?)<\/script>/.exec(await response.text()) ?? [];
  return data.parse(JSON.parse(json));
}

/** Acts as the SDK and the buyer. */
async function pay(request: object, outcome = 'paid'): Promise<Record<string, string>> {
  const address = `${server.url}/demo/portone/window`;
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ request, outcome }) });
  return z.record(z.string(), z.string()).parse(await response.json());
}

async function back({ cookie }: Visitor, id: string): Promise<contract.PaymentView> {
  const response = await server.send(cookie, 'POST', 'payments/return', { order: id });
  return contract.paymentResponse.parse(await response.json()).payment;
}

async function balanceOf({ cookie }: Visitor): Promise<unknown> {
  return (await server.send(cookie, 'GET', 'credits')).json();
}

describe('a Korean checkout', () => {
  it('shows prices in won, opens the window, and grants credits once paid', async () => {
    const visitor = await server.someone();
    const offers = await server.send(visitor.cookie, 'GET', 'payments/offers?product=monthly&way=portone');
    expect(await offers.json()).toMatchObject({ offers: [{ amount: '29000', currency: 'KRW' }] });
    const { id } = await begun(visitor);
    const { requests } = await dataOf(await open(visitor, id));
    expect(Object.keys(requests)).toEqual(['card', 'kakaopay', 'tosspay']);
    expect(requests['card']).toMatchObject({ paymentId: id, totalAmount: 29_000, currency: 'KRW', payMethod: 'CARD' });
    expect(requests['kakaopay']).toMatchObject({ payMethod: 'EASY_PAY' });
    expect(await pay(requests['kakaopay'] ?? {})).not.toHaveProperty('code');
    expect(await back(visitor, id)).toMatchObject({
      ...{ state: 'captured', way: 'portone', test: true, amount: '29000', currency: 'KRW', refundWay: 'at-once' },
      receiptUrl: `https://receipts.example/cash/${id}`,
    });
    expect(await balanceOf(visitor)).toMatchObject({ plan: 'monthly', current: 500 });
    // The window of a payment that is paid leads to its state.
    expect((await enter(visitor.cookie, id)).headers.get('Location')).toBe(`/ko/payment?plan=monthly&payment=${id}`);
    const receipt = await fetch(`${server.url}/api/payments/${id}/receipt.pdf?locale=ko`, {
      headers: { Cookie: visitor.cookie },
    });
    expect(receipt.headers.get('Content-Type')).toBe('application/pdf');
  });

  it('is completed by the message alone', async () => {
    const visitor = await server.someone();
    const { id } = await begun(visitor, { product: 'pack100', amount: '7000' });
    const { requests } = await dataOf(await open(visitor, id));
    await pay(requests['card'] ?? {});
    await expect
      .poll(async () => (await services.payment?.payments.workInbox(), balanceOf(visitor)))
      .toMatchObject({ current: 110 });
  });

  it('grants nothing when the window is closed or opened for another amount', async () => {
    const visitor = await server.someone();
    const { id } = await begun(visitor);
    const { requests } = await dataOf(await open(visitor, id));
    expect(await pay(requests['card'] ?? {}, 'closed')).toHaveProperty('code');
    expect(await pay({ ...requests['card'], totalAmount: 100 })).toMatchObject({ code: 'AmountNotEqualToPredefined' });
    expect(await back(visitor, id)).toMatchObject({ state: 'ordered', problem: 'not-approved' });
    expect(await balanceOf(visitor)).toMatchObject({ plan: 'free' });
  });

  it('stores nothing for a window of a payment that was not ordered', async () => {
    const visitor = await server.someone();
    const { requests } = await dataOf(await open(visitor, (await begun(visitor)).id));
    const paymentId = randomUUID();
    expect(await pay({ ...requests['card'], paymentId })).toMatchObject({ code: 'PaymentNotFound' });
    const rows = await services.database.query('select from payment_stand_in.portone_payments where id = $1', [paymentId]);
    expect(rows).toHaveLength(0);
  });

  it('is separate from one through PayPal', async () => {
    const visitor = await server.someone();
    const wrong = await server.send(visitor.cookie, 'POST', 'payments', { ...MONTHLY, way: 'paypal' });
    expect(await wrong.json()).toMatchObject({ error: { code: 'price-changed' } });
    const won = await begun(visitor);
    const dollars = await begun(visitor, { way: 'paypal', amount: '20.00' });
    expect(dollars.id).not.toBe(won.id);
    const { requests } = await dataOf(await open(visitor, won.id));
    await pay(requests['card'] ?? {});
    await fetch(dollars.page, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'pay', outcome: 'paid' }),
      redirect: 'manual',
    });
    expect(await back(visitor, won.id)).toMatchObject({ state: 'captured', currency: 'KRW' });
    const payments = z.object({ payments: z.array(z.looseObject({ id: z.string(), currency: z.string() })) });
    const finished = await services.payment?.payments.finish(dollars.id);
    expect(finished).toBe('captured');
    const listed = payments.parse(await (await server.send(visitor.cookie, 'GET', 'payments')).json());
    expect(listed.payments.map(({ currency }) => currency).toSorted()).toEqual(['KRW', 'USD']);
    // Both periods count, one after the other, and one refund without review is given for both.
    expect(await (await server.send(visitor.cookie, 'POST', `payments/${won.id}/refund`)).json()).toMatchObject({
      payment: { refund: { state: 'asked' } },
    });
  });

  it('asks the payment service a limited number of times per buyer and hour', async () => {
    const visitor = await server.someone();
    const { id } = await begun(visitor);
    const statuses: number[] = [];
    for (let round = 0; round < 60; round += 1)
      statuses.push((await server.send(visitor.cookie, 'POST', 'payments/return', { order: id })).status);
    expect([statuses.slice(0, -1).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429]);
    expect((await server.send(visitor.cookie, 'POST', 'payments', MONTHLY)).status).toBe(429);
    expect((await server.send(visitor.cookie, 'GET', `payments/${id}`)).status).toBe(200);
  });

  it('shows a pending payment, and asks the payment service about it a limited number of times', async () => {
    const visitor = await server.someone();
    const { id } = await begun(visitor);
    const setState = (state: string) =>
      server.database.query('update payment.payments set state = $2 where id = $1', [id, state]);
    if (!services.payment) throw new Error('no payments');
    const finish = vi.spyOn(services.payment.payments, 'finish').mockResolvedValue('pending');
    try {
      await setState('pending');
      for (let look = 0; look < LOOKS_PER_HOUR + 5; look += 1)
        expect((await server.send(visitor.cookie, 'GET', `payments/${id}`)).status).toBe(200);
      expect(finish).toHaveBeenCalledTimes(LOOKS_PER_HOUR);
    } finally {
      finish.mockRestore();
      await setState('ordered');
    }
  });
});

it('answers a refund of an unknown payment like one of another user', async () => {
  const [buyer, stranger] = [await server.someone(), await server.someone()];
  const { id } = await begun(buyer);
  for (const unknown of [id, randomUUID()]) {
    const response = await server.send(stranger.cookie, 'POST', `payments/${unknown}/refund`);
    expect(await response.json()).toMatchObject({ error: { code: 'refund-not-possible' } });
  }
});

describe('the page of the payment window', () => {
  it('has another origin than the site, and neither reads nor sets its cookies', async () => {
    const buyer = await server.someone();
    const { id } = await begun(buyer);
    const location = (await enter(buyer.cookie, id)).headers.get('Location') ?? '';
    expect(new URL(location).origin).toBe(server.url.replace('127.0.0.1', 'localhost'));
    const responses = await Promise.all(['', buyer.cookie].map((Cookie) => fetch(location, { headers: { Cookie } })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
    expect((await fetch(location.replace('localhost', '127.0.0.1'))).status).toBe(404);
  });

  it('opens for the buyer only', async () => {
    const [buyer, stranger] = [await server.someone(), await server.someone()];
    const { id } = await begun(buyer);
    const responses = [
      await enter(stranger.cookie, id),
      await enter('', id),
      await enter(buyer.cookie, randomUUID()),
      await enter(buyer.cookie, 'x'),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 401, 404, 404]);
    const [absent] = responses;
    expect(await absent?.text()).toContain('href="/pricing"');
  });

  it('allows scripts of the service, and no requests to this server but to the fake', async () => {
    const visitor = await server.someone();
    const { id } = await begun(visitor);
    const response = await open(visitor, id);
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/=]+'; /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(response.headers.get('Cross-Origin-Embedder-Policy')).toBe('unsafe-none');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  it('shows a brand and an order without letting them become markup', async () => {
    const visitor = await server.someone();
    const { id } = await begun(visitor);
    const html = await (await open(visitor, id)).text();
    expect(html.match(/<script/g)).toHaveLength(3);
    expect(html).toContain('월간 프로');
    expect(html).toContain('₩29,000');
  });
});

it('refuses messages that PortOne did not sign, and counts genuine ones once', async () => {
  const { portone } = services.payment?.fakes ?? {};
  if (!portone) throw new Error('no fake');
  const body = JSON.stringify({
    type: 'Transaction.Paid',
    timestamp: new Date().toISOString(),
    data: { storeId: portone.keys.storeId, paymentId: randomUUID(), transactionId: 'x' },
  });
  const { headers } = portone.signed(body);
  const post = (changes: object) =>
    fetch(`${server.url}/api/payments/events/portone`, { method: 'POST', headers: { ...headers, ...changes }, body });
  expect((await post({ 'webhook-signature': 'v1,AAAA' })).status).toBe(422);
  expect((await post({ 'webhook-timestamp': '1' })).status).toBe(422);
  expect((await post({})).status).toBe(200);
  expect((await post({})).status).toBe(200);
});

it('logs a limited number of forged messages', async () => {
  const before = server.lines.filter((line) => line.includes('event-forged')).length;
  const address = `${server.url}/api/payments/events/portone`;
  const answers = await Promise.all(Array.from({ length: 60 }, () => fetch(address, { method: 'POST', body: '{}' })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
  const lines = server.lines.filter((line) => line.includes('event-forged'));
  expect(lines.length).toBeGreaterThan(before);
  expect(lines.length).toBeLessThanOrEqual(20);
});
