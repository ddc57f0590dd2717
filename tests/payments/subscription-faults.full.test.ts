/** Renewals survive every crash, and any mix of renewals, cancellations, refunds and lost answers leaves balanced books. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { killedIn } from './killed.ts';
import { type Lab, openLab } from './lab.ts';
import { sequence } from './sequence.ts';
import { agreeTo, asked, cyclesOf, rowOf, subscribed, subscriptionsOf, wishOf } from './subscription-lab.ts';

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

async function killed(does: object, dies: object): Promise<void> {
  const service = { paypal: { root: lab.fake.root } };
  await killedIn({ connection: lab.database.connection, url: lab.fake.url, service, does, dies });
}

/** Lets time pass, and runs the reconciler and what is left in the inbox. */
async function later(): Promise<void> {
  lab.travel(MINUTES_15);
  await lab.payments.reconcile(0);
  await lab.payments.reconcile(0);
  await lab.carry();
  lab.travel(-MINUTES_15);
}

const CALLS = [
  ['before it is called', 'before'],
  ['before its answer is used', 'after'],
] as const;

describe('killed while subscribing', () => {
  it.each(CALLS)('at create, %s: subscribing again continues the same subscription', async (_, when) => {
    const userId = randomUUID();
    await killed({ subscribe: userId }, { subscriptions: 'create', when });
    const { id, approveUrl, serviceId } = await asked(lab, 'monthly', userId);
    const rows = await lab.database.query('select id from payment.subscriptions where user_id = $1', [userId]);
    expect(rows).toEqual([{ id }]);
    await agreeTo(approveUrl);
    await subscriptionsOf(lab).returned(userId, serviceId);
    expect(await cyclesOf(lab, id)).toMatchObject([{ state: 'captured' }]);
  });
});

describe('killed while a charge is booked', () => {
  const POINTS: readonly (readonly [string, object])[] = [
    ...CALLS.map(([name, when]) => [`read, ${name}`, { subscriptions: 'read', when }] as const),
    ...CALLS.map(([name, when]) => [`charges, ${name}`, { subscriptions: 'charges', when }] as const),
    ['the state is stored', { transaction: 1 }],
    ['the cycle is stored', { transaction: 2 }],
  ];
  it.each(POINTS)('at %s: the reconciler grants it once', async (_, dies) => {
    const { userId, id, serviceId, approveUrl } = await asked(lab);
    await agreeTo(approveUrl);
    await killed({ returned: [userId, serviceId] }, dies);
    await later();
    expect(await cyclesOf(lab, id)).toMatchObject([{ state: 'captured' }]);
    await lab.carry();
    expect(await cyclesOf(lab, id)).toHaveLength(1);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, total: 500 });
  });

  it.each([1, 2, 3])('at step %s of a message about a renewal: it is granted once', async (transaction) => {
    const { id, serviceId } = await subscribed(lab);
    lab.messages.length = 0;
    await lab.fake.subscriptions.charge(serviceId);
    for (const message of lab.messages.splice(0))
      await lab.payments.receive(
        { headers: new Headers(message.headers), body: new Uint8Array(message.body) },
        async () => undefined,
      );
    await killed({ inbox: true }, { transaction });
    await later();
    await lab.carry();
    expect(await cyclesOf(lab, id)).toHaveLength(2);
  });
});

describe('killed while cancelling', () => {
  const POINTS: readonly (readonly [string, object])[] = [
    ...CALLS.map(([name, when]) => [`cancel, ${name}`, { subscriptions: 'cancel', when }] as const),
    ['read, before its answer is used', { subscriptions: 'read', when: 'after' }],
  ];
  it.each(POINTS)('at %s: the reconciler ends it', async (_, dies) => {
    const { userId, id, serviceId } = await subscribed(lab);
    await killed({ cancel: userId }, dies);
    await later();
    expect(await rowOf(lab, id)).toMatchObject({ state: 'ended', endedBy: 'buyer', endedWhy: 'cancelled' });
    expect(await lab.fake.subscriptions.read(serviceId)).toMatchObject({ status: 'CANCELLED' });
  });
});

const SUBSCRIBERS = 6;
const ROUNDS = 60;

it('keeps the books balanced in a storm of renewals, failures, cancellations, refunds and lost answers', async () => {
  const next = sequence(7);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  const subscribers = await Promise.all(Array.from({ length: SUBSCRIBERS }, () => subscribed(lab)));
  const FAULTS = [
    { on: 'read', kind: 'lost-answer' },
    { on: 'cancel', kind: 'lost-request' },
    { on: 'cancel', kind: 'lost-answer' },
    { on: 'refund', kind: 'lost-answer' },
    { on: 'event', kind: 'twice' },
    { on: 'event', kind: 'late' },
  ] as const;
  const ACTIONS = [
    async ({ serviceId }) => lab.fake.subscriptions.charge(serviceId),
    async ({ serviceId }) => {
      await lab.fake.subscriptions.change(serviceId, { behaviour: pick(['pays', 'renewals-declined'] as const) });
      await lab.fake.subscriptions.charge(serviceId);
    },
    async ({ userId, serviceId }) => void (await subscriptionsOf(lab).returned(userId, serviceId)),
    async ({ userId }) => {
      const answer = await subscriptionsOf(lab).changePlan(wishOf(userId, pick(['monthly', 'annual'] as const)));
      if (answer.outcome === 'approve') await agreeTo(answer.approveUrl);
    },
    async ({ id, userId }) => {
      const cycle = (await cyclesOf(lab, id)).at(-1);
      if (cycle && next() < 0.3) await lab.payments.askRefund(userId, cycle.id);
    },
    async ({ userId }) => void (next() < 0.2 && (await subscriptionsOf(lab).cancel(userId))),
    async () => lab.carry(),
    async () => void (await lab.payments.reconcile(0)),
    async () => lab.fake.release(),
  ] as const satisfies readonly ((one: (typeof subscribers)[number]) => Promise<void>)[];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (next() < 0.4) lab.fake.faults.add(pick(FAULTS));
    await Promise.all(subscribers.map((one) => pick(ACTIONS)(one)));
    lab.travel(next() * 4);
    expect(await lab.violations()).toEqual([]);
  }
  lab.fake.faults.clear();
  lab.fake.release();
  await lab.carry();
  for (let day = 0; day < 15; day += 1) {
    lab.travel(1);
    await lab.payments.reconcile(0);
    await lab.carry();
  }
  for (const { id, serviceId } of subscribers) {
    const [row, service] = [await rowOf(lab, id), await lab.fake.subscriptions.read(serviceId)];
    expect({ id, ended: row.state === 'ended' }).toEqual({ id, ended: service?.status === 'CANCELLED' });
    const cycles = await cyclesOf(lab, id);
    // Every charge is one payment, and what was refused went back.
    expect(new Set(cycles.map(({ captureId }) => captureId))).toEqual(new Set(service?.sales.map((sale) => sale.id)));
    expect(cycles).toHaveLength(service?.sales.length ?? -1);
    const kept = cycles.filter(({ state }) => state === 'captured').map(({ captureId }) => captureId);
    const paid = service?.sales.filter(({ state }) => state === 'completed').map((sale) => sale.id);
    expect(new Set(kept)).toEqual(new Set(paid));
  }
});
