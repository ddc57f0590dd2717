/** PayPal and PortOne side by side: periods, refunds and upgrades of one person over both. */
import { randomUUID } from 'node:crypto';
import { type AllPayments, allServices } from '@bakkum/payment/all-services';
import { createPayments, type Payments } from '@bakkum/payment/payments';
import type { PaymentClient } from '@bakkum/payment/provider';
import { paidPeriods } from '@bakkum/payment/report';
import { type ServedFakePortOne, serveFakePortOne } from '@bakkum/payment-fake/serve';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { ordered, pay, portOneClient, WON } from './korean-lab.ts';
import { agree, begun, type Lab, openLab } from './lab.ts';

let lab: Lab;
let fake: ServedFakePortOne;
let client: PaymentClient;
let korean: Payments;
let all: AllPayments;

beforeAll(async () => {
  lab = await openLab(inject('postgresFolder'));
  fake = await serveFakePortOne({ now: lab.now });
  client = portOneClient(fake.url, fake.keys, lab.now);
  korean = createPayments({ ...lab.context, client, provider: 'portone', prices: WON });
  all = allServices(
    lab.database,
    new Map([
      ['paypal', lab.payments],
      ['portone', korean],
    ]),
  );
});
afterAll(async () => {
  await fake.close();
  await lab.close();
});
afterEach(async () => {
  lab.messages.length = 0;
  expect(await lab.violations()).toEqual([]);
});

/** Pays at one of the services, without returning to the site. */
async function paidAt(service: 'paypal' | 'portone', userId: string, product: 'monthly' | 'annual' = 'monthly'): Promise<string> {
  if (service === 'paypal') {
    const { paymentId, orderId } = await begun(lab, product, userId);
    await agree(lab.fake, orderId);
    return paymentId;
  }
  const { paymentId } = await ordered({ payments: korean }, product, userId);
  await pay({ client, fake, database: lab.database }, paymentId);
  return paymentId;
}

it('grants consecutive periods to buyers who pay at both at once', async () => {
  const people = Array.from({ length: 6 }, () => randomUUID());
  const paid: string[] = [];
  for (const userId of people) paid.push(await paidAt('paypal', userId), await paidAt('portone', userId));
  await Promise.all([...paid, ...paid].map((id) => all.finish(id)));
  lab.travel(1 / 24);
  await all.reconcile(0);
  lab.travel(-1 / 24);
  for (const userId of people) {
    const [first, second, ...others] = await paidPeriods(lab.database, userId, lab.now());
    expect([second?.startsAt, others]).toEqual([first?.endsAt, []]);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, total: 500 });
  }
});

it('refunds once without review for both together, whichever comes first', async () => {
  for (const order of [
    ['paypal', 'portone'],
    ['portone', 'paypal'],
  ] as const) {
    const userId = randomUUID();
    const ids: string[] = [];
    for (const service of order) {
      const id = await paidAt(service, userId);
      expect(await all.finish(id)).toBe('captured');
      ids.push(id);
    }
    // The later period continues the earlier one, so only it is refunded at once.
    const [first = '', last = ''] = ids;
    expect(await all.askRefund(userId, last)).toMatchObject({ outcome: 'requested' });
    expect(await all.askRefund(userId, first)).toEqual({ outcome: 'none' });
    const own = await all.own(userId);
    expect(own.map(({ payment }) => payment.state).toSorted()).toEqual(['captured', 'refunded']);
    expect(own.map(({ refundWay }) => refundWay)).toEqual(['none', 'none']);
  }
});

it('deducts nothing of a plan that was paid in another currency', async () => {
  const userId = randomUUID();
  await all.finish(await paidAt('paypal', userId));
  expect((await lab.payments.offers(userId, 'annual')).map(({ start }) => start)).toEqual(['now', 'after']);
  expect((await korean.offers(userId, 'annual')).map(({ start }) => start)).toEqual(['after']);
});

it('finds, finishes and refunds a payment at the service it was made with', async () => {
  const userId = randomUUID();
  const id = await paidAt('portone', userId);
  expect((await all.find(userId, { orderId: id }))?.provider).toBe('portone');
  expect(await all.find(randomUUID(), { orderId: id })).toBeUndefined();
  expect(await all.finish(id)).toBe('captured');
  expect(await all.askRefund(userId, randomUUID())).toEqual({ outcome: 'none' });
  const paypalOnly = allServices(lab.database, new Map([['paypal', lab.payments]]));
  expect(await paypalOnly.refundByOperator(id)).toBe('elsewhere');
  expect(await paypalOnly.askRefund(userId, id)).toEqual({ outcome: 'none' });
  expect((await paypalOnly.own(userId)).map(({ refundWay }) => refundWay)).toEqual(['none']);
  expect(await all.refundByOperator(id)).toMatchObject({ money: { minor: 29_000, currency: 'KRW' }, state: 'completed' });
});
