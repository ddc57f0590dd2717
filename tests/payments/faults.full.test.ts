/** Kills the process at every point: afterwards, recovery results in one grant or none, and in books that balance. */
import { randomUUID } from 'node:crypto';
import { decimalOf } from '@bakkum/payment/money';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { killedIn } from './killed.ts';
import { agree, type Bought, begun, checkoutOf, type Lab, openLab, paid, rawOf } from './lab.ts';
import { sequence } from './sequence.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab(inject('postgresFolder'));
});
afterAll(() => lab.close());
afterEach(async () => {
  lab.messages.length = 0;
  expect(await lab.violations()).toEqual([]);
});

const MINUTES_15 = 15 / (24 * 60);

/** Runs a step in another process and checks that it was killed. */
async function killed(does: object, dies: object): Promise<void> {
  const service = { paypal: { root: lab.fake.root } };
  await killedIn({ connection: lab.database.connection, url: lab.fake.url, service, does, dies });
}

async function stateOf(paymentId: string): Promise<unknown> {
  const [row] = await lab.database.query('select state from payment.payments where id = $1', [paymentId]);
  return row?.['state'];
}

async function grants(userId: string): Promise<number> {
  const rows = await lab.database.query(
    "select g.id from credits.grants g join credits.accounts a on a.id = g.account_id where a.user_id = $1 and g.source = 'plan'",
    [userId],
  );
  return rows.length;
}

/** Lets time pass and runs the reconciler until nothing changes. */
async function later(): Promise<void> {
  lab.travel(MINUTES_15);
  await lab.payments.reconcile();
  lab.travel(MINUTES_15);
  await lab.payments.reconcile();
  lab.travel(-2 * MINUTES_15);
}

async function expectOneGrant({ userId, paymentId, orderId }: Bought): Promise<void> {
  expect(await stateOf(paymentId)).toBe('captured');
  expect(await grants(userId)).toBe(1);
  const orders = lab.fake.calls.filter((call) => call === `POST /v2/checkout/orders/${orderId}/capture`);
  // The request may be repeated under the same id: the fake counts it once, as the service does.
  expect(orders.length).toBeLessThanOrEqual(2);
  await lab.carry();
  await lab.payments.finish(paymentId);
  expect(await grants(userId)).toBe(1);
}

describe('killed while creating an order', () => {
  it.each([
    ['before create', { call: 'createOrder', when: 'before' }],
    ['after create', { call: 'createOrder', when: 'after' }],
    ['before the order is stored', { transaction: 2 }],
  ])('%s: choosing the plan again continues the same payment', async (_, dies) => {
    const userId = randomUUID();
    await killed({ begin: userId }, dies);
    const [left] = await lab.database.query('select id, state from payment.payments where user_id = $1', [userId]);
    expect(left).toMatchObject({ state: 'created' });
    const bought = await begun(lab, 'monthly', userId);
    expect(bought.paymentId).toBe(left?.['id']);
    await agree(lab.fake, bought.orderId);
    await lab.payments.finish(bought.paymentId);
    await expectOneGrant(bought);
  });

  it('expires when the buyer does not return', async () => {
    const userId = randomUUID();
    await killed({ begin: userId }, { call: 'createOrder', when: 'after' });
    await later();
    const rows = await lab.database.query('select state from payment.payments where user_id = $1', [userId]);
    expect(rows).toEqual([{ state: 'expired' }]);
    expect(await grants(userId)).toBe(0);
  });
});

const POINTS = [
  ['after approval, before the state is stored', { transaction: 1 }],
  ['after approval, before the call', { call: 'capture', when: 'before' }],
  ['after the capture at the service, before its response is read', { call: 'capture', when: 'after' }],
  ['after capture, before commit', { transaction: 2 }],
] as const;

const REFUND_POINTS = [
  ['before the call', { call: 'refund', when: 'before' }],
  ['before its response is read', { call: 'refund', when: 'after' }],
  ['before commit', { transaction: 3 }],
] as const;

describe('killed while capturing the money', () => {
  it.each(POINTS)('%s: the reconciler completes the payment', async (_, dies) => {
    const bought = await begun(lab);
    await agree(lab.fake, bought.orderId);
    lab.messages.length = 0;
    await killed({ finish: bought.paymentId }, dies);
    expect(await grants(bought.userId)).toBe(0);
    await later();
    await expectOneGrant(bought);
  });

  it.each(POINTS)("%s: the service's messages complete the payment", async (_, dies) => {
    const bought = await begun(lab);
    await agree(lab.fake, bought.orderId);
    await killed({ finish: bought.paymentId }, dies);
    // The lease of the killed process has expired.
    lab.travel(MINUTES_15);
    await lab.carry();
    lab.travel(-MINUTES_15);
    expect(await stateOf(bought.paymentId)).toBe('captured');
    await expectOneGrant(bought);
  });

  it.each(POINTS.slice(1, 3))('%s: the returning buyer completes the payment', async (_, dies) => {
    const bought = await begun(lab);
    await agree(lab.fake, bought.orderId);
    lab.messages.length = 0;
    await killed({ finish: bought.paymentId }, dies);
    lab.travel(MINUTES_15);
    await Promise.all(Array.from({ length: 5 }, () => lab.payments.finish(bought.paymentId)));
    lab.travel(MINUTES_15);
    await lab.payments.finish(bought.paymentId);
    lab.travel(-2 * MINUTES_15);
    expect(await stateOf(bought.paymentId)).toBe('captured');
    await expectOneGrant(bought);
  });
});

describe('killed while processing a message', () => {
  it.each([
    ['before the service is called', { call: 'capture', when: 'before' }],
    ['before commit', { transaction: 2 }],
  ])('%s: the message is processed again', async (_, dies) => {
    const bought = await begun(lab);
    await agree(lab.fake, bought.orderId);
    for (const message of lab.messages.splice(0)) await lab.payments.receive(rawOf(message), async () => undefined);
    await killed({ inbox: true }, dies);
    expect(await grants(bought.userId)).toBe(0);
    lab.travel(MINUTES_15);
    await lab.carry();
    lab.travel(-MINUTES_15);
    await expectOneGrant(bought);
  });
});

describe('killed while refunding', () => {
  it.each(REFUND_POINTS)('%s: the money is refunded once, and the credits are removed once', async (_, dies) => {
    const { userId, paymentId } = await paid(lab);
    lab.messages.length = 0;
    await killed({ refund: [userId, paymentId] }, dies);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
    await expectOneRefund(paymentId);
  });
});

async function expectOneRefund(paymentId: string): Promise<void> {
  await later();
  expect(await stateOf(paymentId)).toBe('refunded');
  const refunds = await lab.database.query('select state from payment.refunds where payment_id = $1', [paymentId]);
  expect(refunds).toEqual([{ state: 'completed' }]);
}

/** A pack beside a plan, and an annual plan that replaces a monthly one, whose credits remain. */
describe.each([
  { what: 'a pack', product: 'pack100', start: undefined, credits: 600, plan: 'monthly' },
  { what: 'an upgrade', product: 'annual', start: 'now', credits: 1000, plan: 'annual' },
] as const)('killed while $what is', ({ product, start, credits, plan }) => {
  it.each(POINTS)('bought, %s: its credits are granted once', async (_, dies) => {
    const { userId } = await paid(lab);
    const { paymentId, orderId } = await begun(lab, product, userId, start);
    await agree(lab.fake, orderId);
    lab.messages.length = 0;
    await killed({ finish: paymentId }, dies);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, plan: 'monthly' });
    await later();
    expect(await stateOf(paymentId)).toBe('captured');
    await lab.carry();
    await lab.payments.finish(paymentId);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: credits, plan });
  });

  it.each(REFUND_POINTS)('refunded, %s: the plan before it remains', async (_, dies) => {
    const { userId } = await paid(lab);
    const { paymentId } = await paid(lab, product, userId, '', start);
    lab.messages.length = 0;
    await killed({ refund: [userId, paymentId] }, dies);
    await expectOneRefund(paymentId);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, plan: 'monthly', owed: 0 });
  });
});

const BUYERS = 6;
const ROUNDS = 60;

it('keeps the books balanced in a storm of plans, packs, upgrades, refunds, disputes and lost answers', async () => {
  const next = sequence(11);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => paid(lab)));
  const orders = new Map(buyers.map(({ paymentId, orderId }) => [paymentId, orderId]));
  const FAULTS = [
    { on: 'read', kind: 'lost-answer' },
    { on: 'capture', kind: 'lost-request' },
    { on: 'capture', kind: 'lost-answer' },
    { on: 'refund', kind: 'lost-request' },
    { on: 'refund', kind: 'lost-answer' },
    { on: 'refund', kind: 'pending' },
    { on: 'event', kind: 'twice' },
    { on: 'event', kind: 'late' },
  ] as const;
  const buy = async (userId: string): Promise<void> => {
    const product = pick(['monthly', 'annual', 'pack100', 'pack500'] as const);
    const offers = await lab.payments.offers(userId, product);
    if (offers.length === 0) return;
    const { start, money } = pick(offers);
    const answer = await lab.payments.begin({ ...checkoutOf(userId, product), start, amount: decimalOf(money) });
    if (answer.outcome !== 'approve') return;
    const [row] = await lab.database.query('select order_id from payment.payments where id = $1', [answer.paymentId]);
    orders.set(answer.paymentId, String(row?.['order_id']));
    await agree(lab.fake, String(row?.['order_id']), pick(['paid', 'paid', 'pending', 'declined', 'lost', 'cancel']));
    await lab.payments.finish(answer.paymentId);
  };
  const own = async (userId: string): Promise<string> => pick(await lab.payments.own(userId)).payment.id;
  const ACTIONS = [
    buy,
    buy,
    async (userId) => void (await lab.payments.finish(await own(userId))),
    async (userId) => void (await lab.payments.askRefund(userId, await own(userId))),
    async (userId) => void (await lab.payments.refundByOperator(await own(userId))),
    async (userId) => {
      const { available } = await lab.ledger.balance(userId);
      const amount = Math.max(1, Math.ceil(available * next()));
      const order = { userId, key: randomUUID(), request: '', purpose: 'images', amount, milliseconds: 60_000 } as const;
      const hold = await lab.ledger.reserve(order);
      if ('holdId' in hold) await lab.ledger.settle(hold.holdId, amount);
    },
    async (userId) => {
      const orderId = orders.get(await own(userId)) ?? '';
      await lab.fake.change(orderId, {
        dispute: {
          status: 'RESOLVED',
          outcome: pick(['RESOLVED_SELLER_FAVOUR', 'RESOLVED_SELLER_FAVOUR', 'RESOLVED_BUYER_FAVOUR']),
        },
      });
      await lab.fake.tell(orderId, 'CUSTOMER.DISPUTE.RESOLVED');
    },
    async () => lab.carry(),
    async () => void (await lab.payments.reconcile(0)),
    async () => lab.fake.release(),
  ] as const satisfies readonly ((userId: string) => Promise<void>)[];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (next() < 0.4) lab.fake.faults.add(pick(FAULTS));
    await Promise.all(buyers.map(({ userId }) => pick(ACTIONS)(userId)));
    lab.travel(next() * 2);
    expect(await lab.violations()).toEqual([]);
  }
  lab.fake.faults.clear();
  lab.fake.release();
  for (let day = 0; day < 15; day += 1) {
    lab.travel(1);
    await lab.carry();
    await lab.payments.reconcile(0);
  }
  const settled = await lab.database.query(
    "select id, state from payment.payments where user_id = any($1) and state <> 'expired'",
    [buyers.map(({ userId }) => userId)],
  );
  // Money is kept or went back on both sides. A lost dispute takes it, with or without a refund.
  const AT_SERVICE: Readonly<Record<string, readonly string[]>> = {
    captured: ['completed'],
    // Declined, or paid back because the plan that it replaced had changed.
    failed: ['declined', 'gone-back'],
    refunded: ['gone-back'],
    reversed: ['completed', 'gone-back'],
  };
  const unlike: object[] = [];
  for (const { id, state } of settled) {
    const capture = (await lab.client.readOrder(orders.get(String(id)) ?? ''))?.capture?.state;
    if (!AT_SERVICE[String(state)]?.includes(capture ?? 'none')) unlike.push({ id, state, capture });
  }
  expect(unlike).toEqual([]);
  expect(settled.map(({ state }) => state)).toEqual(expect.arrayContaining(['captured', 'refunded']));
});
