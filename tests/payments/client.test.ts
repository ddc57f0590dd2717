/** PayPal's client over HTTP: its requests, and its reaction to each kind of failed response. */
import { randomUUID } from 'node:crypto';
import type { OrderRequest, PaymentClient } from '@bakkum/payment/provider';
import { FAKE_PAYPAL_KEYS } from '@bakkum/payment-fake/fake-paypal';
import { signed } from '@bakkum/payment-fake/messages';
import { type ServedFakePayPal, serveFakePayPal } from '@bakkum/payment-fake/serve';
import { createClient } from '@bakkum/provider-payment-paypal/client';
import { orderOf } from '@bakkum/provider-payment-paypal/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agree, clientOf, rawOf } from './lab.ts';

let fake: ServedFakePayPal;
let client: PaymentClient;
beforeAll(async () => {
  fake = await serveFakePayPal({});
  client = clientOf(fake.url, fake.root);
});
afterAll(() => fake.close());
beforeEach(() => fake.faults.clear());

const request = (changes: Partial<OrderRequest> = {}): OrderRequest => ({
  paymentId: randomUUID(),
  description: 'Pro',
  money: { minor: 2000, currency: 'USD' },
  locale: 'ko',
  brand: 'Bakkum',
  returnUrl: 'https://site.example/back',
  cancelUrl: 'https://site.example/cancelled',
  windowUrl: 'https://site.example/window',
  ...changes,
});

it("creates an order in the buyer's language, without card fields first, under a stable request id", async () => {
  const sent: { address: string; init: RequestInit }[] = [];
  const spying = createClient(
    { ...FAKE_PAYPAL_KEYS, base: fake.url },
    {
      fetch: (address, init) => {
        sent.push({ address, init });
        return fetch(address, init);
      },
    },
  );
  const wish = request();
  const [first, again] = [await spying.createOrder(wish), await spying.createOrder(wish)];
  expect(again.id).toBe(first.id);
  const orders = sent.filter(({ address }) => address.endsWith('/v2/checkout/orders'));
  expect(orders.map(({ init }) => new Headers(init.headers).get('PayPal-Request-Id'))).toEqual([
    `order-${wish.paymentId}`,
    `order-${wish.paymentId}`,
  ]);
  expect(JSON.parse(z.string().parse(orders[0]?.init.body))).toMatchObject({
    intent: 'CAPTURE',
    purchase_units: [{ custom_id: wish.paymentId, amount: { value: '20.00', currency_code: 'USD' } }],
    payment_source: { paypal: { experience_context: { locale: 'ko-KR', user_action: 'PAY_NOW', landing_page: 'LOGIN' } } },
  });
  // All requests share one access token.
  expect(sent.filter(({ address }) => address.endsWith('/oauth2/token'))).toHaveLength(1);
});

it('captures and refunds once per request id', async () => {
  const wish = request();
  const { id } = await client.createOrder(wish);
  await expect(client.capture(id, wish.paymentId, 0)).rejects.toMatchObject({ code: 'not-approved' });
  await agree(fake, id);
  const [first, again] = [await client.capture(id, wish.paymentId, 0), await client.capture(id, wish.paymentId, 0)];
  expect(first).toEqual(again);
  const captureId = first.capture?.id ?? '';
  expect(await client.refund(captureId, 'one', wish.money)).toMatchObject({ state: 'completed' });
  expect(await client.refund(captureId, 'one', wish.money)).toMatchObject({ state: 'completed' });
  await expect(client.refund(captureId, 'two', wish.money)).rejects.toMatchObject({ code: 'done-before' });
  expect(await client.readCapture(captureId)).toMatchObject({ state: 'gone-back' });
});

it('captures again after another means of payment was chosen; until then, the same request id is declined again', async () => {
  const wish = request();
  const { id } = await client.createOrder(wish);
  await agree(fake, id, 'declined');
  const declined = { code: 'declined' };
  await expect(client.capture(id, wish.paymentId, 0)).rejects.toMatchObject(declined);
  expect(await client.readOrder(id)).toMatchObject({ state: 'approved' });
  await expect(client.capture(id, wish.paymentId, 1)).rejects.toMatchObject(declined);
  await agree(fake, id);
  await expect(client.capture(id, wish.paymentId, 0)).rejects.toMatchObject(declined);
  expect(await client.capture(id, wish.paymentId, 2)).toMatchObject({ capture: { state: 'completed' } });
});

it('uses the completed capture when another one was declined', () => {
  const amount = { value: '20.00', currency_code: 'USD' };
  const captures = [
    { id: 'A', status: 'DECLINED', amount } as const,
    { id: 'B', status: 'COMPLETED', amount } as const,
    { id: 'C', status: 'FAILED', amount } as const,
  ];
  const orderWith = (some: typeof captures) =>
    orderOf({ id: 'O', status: 'COMPLETED', purchase_units: [{ payments: { captures: some } }] });
  expect(orderWith(captures).capture).toMatchObject({ id: 'B', state: 'completed' });
  expect(orderWith(captures.filter(({ id }) => id !== 'B')).capture).toMatchObject({ id: 'C', state: 'declined' });
});

it.each([
  [400, 'rejected'],
  [403, 'auth'],
  [404, 'gone'],
  [405, 'unknown'],
  [409, 'unknown'],
  [415, 'unknown'],
  [422, 'rejected'],
  [429, 'unavailable'],
  [503, 'unknown'],
] as const)('maps status %s of a capture to %s', async (status, code) => {
  const wish = request();
  const { id } = await client.createOrder(wish);
  fake.faults.add({ on: 'capture', kind: 'status', status });
  await expect(client.capture(id, wish.paymentId, 0)).rejects.toMatchObject({ code });
});

it('reports an unknown result for a request without a response', async () => {
  for (const fault of [{ kind: 'lost-answer' }, { kind: 'lost-request' }, { kind: 'status', status: 500 }] as const) {
    fake.faults.add({ on: 'create', ...fault });
    await expect(client.createOrder(request())).rejects.toMatchObject({ code: 'unknown' });
  }
});

it('reports that nothing was sent when the connection is refused, or without a token', async () => {
  const nobody = await serveFakePayPal({});
  await nobody.close();
  await expect(clientOf(nobody.url, fake.root).createOrder(request())).rejects.toMatchObject({ code: 'unavailable' });
  fake.faults.add({ on: 'token', kind: 'lost-answer' });
  await expect(clientOf(fake.url, fake.root).reach()).rejects.toMatchObject({ code: 'unavailable' });
});

it('reports invalid keys without showing them', async () => {
  const wrong = createClient({ ...FAKE_PAYPAL_KEYS, secret: 'another-secret', base: fake.url });
  const error: unknown = await wrong.reach().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'auth' });
  expect(JSON.stringify(error) + String(error)).not.toContain('another-secret');
});

it('returns nothing for an unknown id, and requests no other path', async () => {
  expect(await client.readOrder('NOTTHERE')).toBeUndefined();
  const before = fake.calls.length;
  await expect(client.readOrder('../../v1/oauth2/token')).rejects.toMatchObject({ code: 'gone' });
  expect(fake.calls).toHaveLength(before);
});

it('parses amounts exactly, or not at all', async () => {
  const { id } = await client.createOrder(request());
  await agree(fake, id);
  await fake.change(id, { amount: { value: '20', currency_code: 'USD' } });
  await expect(client.capture(id, randomUUID(), 0)).rejects.toMatchObject({ code: 'unknown' });
});

it('rejects signatures of a root that is not public, and certificates from other hosts', async () => {
  const body = Buffer.from('{"id":"WH-1","event_type":"X","resource":{"id":"1"}}');
  const message = signed(body, fake.messageParts());
  expect(await client.check(rawOf(message))).toMatchObject({ outcome: 'genuine' });
  const asked: string[] = [];
  const real = createClient(
    { ...FAKE_PAYPAL_KEYS, base: fake.url },
    {
      fetch: async (address) => {
        asked.push(address);
        if (address.includes('/certs/')) return fetch(`${fake.url}/v1/notifications/certs/CERT-1`);
        return Response.json({ access_token: 'token', expires_in: 60, verification_status: 'FAILURE' });
      },
    },
  );
  expect(await real.check(rawOf(message))).toEqual({ outcome: 'forged', why: 'certificate address' });
  expect(asked).toEqual([]);
  const address = 'https://api.paypal.com/v1/notifications/certs/CERT-1';
  const elsewhere = { ...message, headers: { ...message.headers, 'paypal-cert-url': address } };
  expect(await real.check(rawOf(elsewhere))).toEqual({ outcome: 'forged', why: 'chain' });
  expect(asked[0]).toBe(address);
});

describe('a message whose certificates lead to no root', () => {
  const body = Buffer.from('{"id":"WH-1","event_type":"X","resource":{"id":"1", "note":"\\u00e9"}}');
  const verifications = () => fake.calls.filter((call) => call.endsWith('/verify-webhook-signature'));
  // Each client reads a certificate once a second.
  const ours = () => clientOf(fake.url, fake.root);
  const message = () => signed(body, { ...fake.messageParts(), leafOnly: true });

  it('is verified by PayPal, which gets the event as it was signed', async () => {
    const before = verifications().length;
    expect(await ours().check(rawOf(message()))).toMatchObject({ outcome: 'genuine', event: { id: 'WH-1' } });
    expect(verifications()).toHaveLength(before + 1);
  });

  it('is refused without asking PayPal if its signature is wrong', async () => {
    const before = verifications().length;
    const { headers } = message();
    const other = { headers, body: Buffer.from('{"id":"WH-2","event_type":"X","resource":{"id":"1"}}') };
    expect(await ours().check(rawOf(other))).toEqual({ outcome: 'forged', why: 'signature' });
    expect(verifications()).toHaveLength(before);
  });

  it('is refused if PayPal does not confirm it', async () => {
    const paypal = { base: fake.url, ...FAKE_PAYPAL_KEYS };
    const denying = createClient(paypal, {
      roots: [fake.root],
      fetch: async (address, init) => {
        const answer = await fetch(address, init);
        return address.endsWith('/verify-webhook-signature') ? Response.json({ verification_status: 'FAILURE' }) : answer;
      },
    });
    expect(await denying.check(rawOf(message()))).toEqual({ outcome: 'forged', why: 'chain' });
  });

  it('is left to be sent again while PayPal does not answer', async () => {
    fake.faults.add({ on: 'read', kind: 'status', status: 503 });
    await expect(ours().check(rawOf(message()))).rejects.toMatchObject({ code: 'unknown' });
  });
});
