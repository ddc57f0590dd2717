/** Credits and payments: races, forged messages, and ways to be paid for nothing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { type Member, memberOf, PASSWORD, post, type Visitor } from './visitor.ts';

const base = inject('attackedUrl');
const RACERS = 12;
const balance = z.object({ current: z.number(), held: z.number() });
const checkout = z.object({ paymentId: z.string(), approveUrl: z.string() });
const payment = z.object({
  payment: z.object({ id: z.string(), state: z.string(), refund: z.object({ state: z.string() }).optional() }),
});

const creditsOf = async (visitor: Visitor) => balance.parse(await (await visitor.send('credits')).json()).current;

/** Begins a payment and approves it on the page of the fake service. Returns the order for the return. */
async function approved(member: Member): Promise<{ readonly id: string; readonly order: string }> {
  const answer = await member.send('payments', post({ product: 'monthly', start: 'now', amount: '20.00', locale: 'en' }));
  const { paymentId, approveUrl } = checkout.parse(await answer.json());
  const body = new URLSearchParams({ choice: 'pay', outcome: 'paid' });
  const { pathname, search } = new URL(approveUrl);
  const agreed = await fetch(base + pathname + search, { method: 'POST', body, redirect: 'manual' });
  return { id: paymentId, order: new URL(agreed.headers.get('Location') ?? '').searchParams.get('token') ?? '' };
}

async function bought(member: Member): Promise<string> {
  const { id, order } = await approved(member);
  await member.send('payments/return', post({ order }));
  return id;
}

const racing = <Result>(act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: RACERS }, (_, index) => act(index)));

describe('credits', () => {
  it('are added once, however many returns and reads race', async () => {
    const member = await memberOf(base);
    const before = await creditsOf(member);
    const { id, order } = await approved(member);
    const answers = await racing((index) =>
      index % 2 ? member.send('payments/return', post({ order })) : member.send(`payments/${id}`),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await expect.poll(() => creditsOf(member)).toBeGreaterThan(before);
    const added = (await creditsOf(member)) - before;
    await racing(() => member.send('payments/return', post({ order })));
    expect([added <= 500, (await creditsOf(member)) - before]).toEqual([true, added]);
  });

  it('are removed once when refunds race', async () => {
    const member = await memberOf(base);
    const before = await creditsOf(member);
    const id = await bought(member);
    await racing(() => member.send(`payments/${id}/refund`, post(undefined)));
    await expect
      .poll(async () => payment.parse(await (await member.send(`payments/${id}`)).json()).payment.refund?.state)
      .toBe('completed');
    expect(await creditsOf(member)).toBe(before);
  });

  it('are held for no more orders than they pay for', async () => {
    const member = await memberOf(base);
    const body = { prompt: 'a red barn', style: 'photorealistic', aspectRatio: '1:1', resolution: '512x512', count: 4 };
    await racing(() => member.send('images/generations', post(body, { 'Idempotency-Key': crypto.randomUUID() })));
    const { current, held } = balance.parse(await (await member.send('credits')).json());
    expect([current >= 0, held >= 0, current + held <= 10]).toEqual([true, true, true]);
  });

  it('are one order for one key, and a conflict for another body', async () => {
    const member = await memberOf(base);
    const key = crypto.randomUUID();
    const { batch: sample } = await (
      await member.send('images/generations', post(await order(member), { 'Idempotency-Key': key }))
    ).json();
    const again = await racing(async () =>
      (await member.send('images/generations', post(await order(member), { 'Idempotency-Key': key }))).json(),
    );
    expect(new Set(again.map(({ batch }) => batch?.id))).toEqual(new Set([sample?.id]));
    const other = await member.send(
      'images/generations',
      post({ ...(await order(member)), prompt: 'a blue barn' }, { 'Idempotency-Key': key }),
    );
    expect(other.status).toBe(409);
  });

  it('of the free plan do not come back with a new account at the same address', async () => {
    const member = await memberOf(base);
    expect(await creditsOf(member)).toBe(10);
    await member.send('account/delete', post({ password: PASSWORD }));
    const again = await memberOf(base, member.email);
    expect(await creditsOf(again)).toBe(0);
  });
});

async function order(member: Member): Promise<Readonly<Record<string, unknown>>> {
  expect((await member.send('images/studio')).status).toBe(200);
  return { prompt: 'a red barn', style: 'photorealistic', aspectRatio: '1:1', resolution: '512x512' };
}

describe('a refund', () => {
  it('at once is possible once for a person, whatever account they use', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const first = await memberOf(base, email);
    await first.send(`payments/${await bought(first)}/refund`, post(undefined));
    await first.send('account/delete', post({ password: PASSWORD }));
    const second = await memberOf(base, email);
    const id = await bought(second);
    await second.send(`payments/${id}/refund`, post(undefined));
    const { refund } = payment.parse(await (await second.send(`payments/${id}`)).json()).payment;
    expect(refund?.state).not.toBe('completed');
  });
});

describe('a message of the payment service', () => {
  let reached = 0;
  const canary = createServer((_, response) => {
    reached += 1;
    response.end('x');
  });
  beforeAll(() => new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void canary.close());

  const event = JSON.stringify({
    id: 'WH-1',
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    resource: { id: 'x', amount: { value: '200.00' } },
  });
  const headers = (changes: Readonly<Record<string, string>> = {}) => ({
    'Content-Type': 'application/json',
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-transmission-id': 'a',
    'paypal-transmission-time': new Date().toISOString(),
    'paypal-transmission-sig': Buffer.alloc(256).toString('base64'),
    'paypal-cert-url': `http://127.0.0.1:${(canary.address() as AddressInfo).port}/cert.pem`,
    ...changes,
  });

  it.each([
    ['without a signature', () => ({ 'Content-Type': 'application/json' })],
    ['with a certificate elsewhere', () => headers()],
    [
      'with a certificate of a similar host',
      () => headers({ 'paypal-cert-url': 'https://api.paypal.com.elsewhere.example/cert' }),
    ],
    ['with a certificate by user info', () => headers({ 'paypal-cert-url': 'https://api.paypal.com@127.0.0.1/cert' })],
    ['with a certificate in a file', () => headers({ 'paypal-cert-url': 'file:///etc/ssl/cert.pem' })],
    [
      'with another algorithm',
      () => headers({ 'paypal-auth-algo': 'none', 'paypal-cert-url': 'http://paypal.invalid/demo/paypal/cert' }),
    ],
    ['with an old time', () => headers({ 'paypal-transmission-time': '2001-01-01T00:00:00Z' })],
  ])('%s is refused, and nothing is fetched', async (_, given) => {
    const answer = await fetch(`${base}/api/payments/events`, { method: 'POST', body: event, headers: given() });
    expect([answer.status, reached]).toEqual([422, 0]);
  });

  it('too large is refused before it is read', async () => {
    const body = 'x'.repeat(300 * 1024);
    expect((await fetch(`${base}/api/payments/events`, { method: 'POST', body, headers: headers() })).status).toBe(413);
  });

  it('does not exist beside the approval page, which has no routes of the service', async () => {
    const paths = ['v2/checkout/orders', 'v2/payments/captures/x/refund', 'v1/oauth2/token', 'cert'];
    const answers = await Promise.all(paths.map((path) => fetch(`${base}/demo/paypal/${path}`, { method: 'POST', body: '{}' })));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404));
  });
});

describe('a message of the Korean payment service', () => {
  const body = JSON.stringify({
    type: 'Transaction.Paid',
    timestamp: '2026-11-27T00:00:00Z',
    data: { storeId: 'store-fake', paymentId: crypto.randomUUID(), transactionId: 'x' },
  });
  const headers = (changes: Readonly<Record<string, string>> = {}) => ({
    'Content-Type': 'application/json',
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    ...changes,
  });
  const send = (given: Readonly<Record<string, string>>, content = body) =>
    fetch(`${base}/api/payments/events/portone`, { method: 'POST', body: content, headers: given });

  it.each([
    ['without a signature', { 'Content-Type': 'application/json' }],
    ['with another signature', headers()],
    ['with an empty signature', headers({ 'webhook-signature': '' })],
    ['with another version of signatures', headers({ 'webhook-signature': 'v2,AAAA' })],
    ['with thousands of signatures', headers({ 'webhook-signature': 'v1,AAAA '.repeat(1000) })],
    ['with an old time', headers({ 'webhook-timestamp': '1000000000' })],
    ['with a time that is no number', headers({ 'webhook-timestamp': 'now' })],
  ])('%s is refused', async (_, given) => {
    expect((await send(given)).status).toBe(422);
  });

  it('too large is refused before it is read', async () => {
    expect((await send(headers(), 'x'.repeat(300 * 1024))).status).toBe(413);
  });

  it('has no route next to the payment window', async () => {
    const paths = ['payments/x', 'payments/x/cancel', 'payments/x/pre-register'];
    const answers = await Promise.all(paths.map((path) => fetch(`${base}/demo/portone/${path}`, { method: 'POST', body: '{}' })));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404));
  });
});

it('a different amount in the payment window buys nothing', async () => {
  const member = await memberOf(base);
  const before = await creditsOf(member);
  const order = { product: 'monthly', start: 'now', amount: '29000', locale: 'ko', way: 'portone' };
  const { paymentId } = checkout.parse(await (await member.send('payments', post(order))).json());
  const request = { storeId: 'store-fake', channelKey: 'channel-key-fake-card', paymentId, orderName: 'x', payMethod: 'CARD' };
  const pay = async (amount: object, outcome: string): Promise<unknown> => {
    const content = JSON.stringify({ request: { ...request, ...amount }, outcome });
    return (await fetch(`${base}/demo/portone/window`, { method: 'POST', body: content })).json();
  };
  for (const amount of [
    { totalAmount: 1, currency: 'KRW' },
    { totalAmount: 29_000, currency: 'USD' },
    { totalAmount: -29_000, currency: 'KRW' },
  ])
    expect(await pay(amount, 'paid')).toMatchObject({ code: 'AmountNotEqualToPredefined' });
  await pay({ totalAmount: 29_000, currency: 'KRW' }, 'other-amount');
  await member.send('payments/return', post({ order: paymentId }));
  expect(await creditsOf(member)).toBe(before);
});
