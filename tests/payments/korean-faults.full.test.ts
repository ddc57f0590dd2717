/** Kills the process at every point of a payment in won: afterwards there is one grant or none, and the books balance. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { killedIn } from './killed.ts';
import { type KoreanLab, openKoreanLab, ordered, paidInWon, pay } from './korean-lab.ts';
import { rawOf } from './lab.ts';

let lab: KoreanLab;
beforeAll(async () => {
  lab = await openKoreanLab(inject('postgresFolder'));
});
afterAll(() => lab.close());
afterEach(async () => {
  lab.messages.length = 0;
  expect(await lab.violations()).toEqual([]);
});

const MINUTES_15 = 15 / (24 * 60);

function killed(does: object, dies: object): Promise<void> {
  const { database, fake } = lab;
  return killedIn({ connection: database.connection, url: fake.url, service: { portone: { keys: fake.keys } }, does, dies });
}

async function stateOf(paymentId: string): Promise<unknown> {
  const [row] = await lab.database.query('select state from payment.payments where id = $1', [paymentId]);
  return row?.['state'];
}

/** Lets leases expire and runs the reconciler. */
async function later(): Promise<void> {
  for (let round = 1; round <= 2; round += 1) {
    lab.travel(MINUTES_15);
    await lab.payments.reconcile();
  }
  lab.travel(-2 * MINUTES_15);
}

const ONE_GRANT = { available: 500, total: 500 };

describe('killed while registering the amount', () => {
  it.each([
    ['before the call', { call: 'createOrder', when: 'before' }],
    ['after the call', { call: 'createOrder', when: 'after' }],
    ['before the order is stored', { transaction: 2 }],
  ])('%s: choosing the plan again continues the same payment', async (_, dies) => {
    const userId = randomUUID();
    await killed({ begin: userId }, dies);
    const [left] = await lab.database.query('select id, state from payment.payments where user_id = $1', [userId]);
    const { paymentId } = await ordered(lab, 'monthly', userId);
    expect(left).toEqual({ id: paymentId, state: 'created' });
    await pay(lab, paymentId);
    expect(await lab.payments.finish(paymentId)).toBe('captured');
    expect(await lab.ledger.balance(userId)).toMatchObject(ONE_GRANT);
  });
});

describe('killed after the buyer has paid', () => {
  const POINTS = [
    ['before the state is stored', { transaction: 1 }],
    ['before the payment is read', { call: 'capture', when: 'before' }],
    ['after the payment is read', { call: 'capture', when: 'after' }],
    ['before commit', { transaction: 2 }],
  ] as const;

  it.each(POINTS)('%s: the reconciler grants the credits', async (_, dies) => {
    const { userId, paymentId } = await ordered(lab);
    await pay(lab, paymentId);
    lab.messages.length = 0;
    await killed({ finish: paymentId }, dies);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
    await later();
    expect(await stateOf(paymentId)).toBe('captured');
    expect(await lab.ledger.balance(userId)).toMatchObject(ONE_GRANT);
  });

  it.each(POINTS)('%s: the message grants the credits at once', async (_, dies) => {
    const { userId, paymentId } = await ordered(lab);
    await pay(lab, paymentId);
    await killed({ finish: paymentId }, dies);
    await lab.carry();
    expect(await lab.ledger.balance(userId)).toMatchObject(ONE_GRANT);
  });
});

it('killed while processing a message: the message is processed again', async () => {
  const { userId, paymentId } = await ordered(lab);
  await pay(lab, paymentId);
  for (const message of lab.messages.splice(0)) await lab.payments.receive(rawOf(message), async () => undefined);
  await killed({ inbox: true }, { call: 'readOrder', when: 'after' });
  expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
  lab.travel(MINUTES_15);
  await lab.carry();
  lab.travel(-MINUTES_15);
  expect(await lab.ledger.balance(userId)).toMatchObject(ONE_GRANT);
});

describe('killed while refunding', () => {
  it.each([
    ['before the call', { call: 'refund', when: 'before' }],
    ['before its response is read', { call: 'refund', when: 'after' }],
    ['before commit', { transaction: 3 }],
  ])('%s: the money is returned once, and the credits are removed once', async (_, dies) => {
    const { userId, paymentId } = await paidInWon(lab);
    lab.messages.length = 0;
    await killed({ refund: [userId, paymentId] }, dies);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
    await later();
    expect(await stateOf(paymentId)).toBe('refunded');
    const refunds = await lab.database.query('select amount, state from payment.refunds where payment_id = $1', [paymentId]);
    expect(refunds).toEqual([{ amount: 29_000, state: 'completed' }]);
  });
});
