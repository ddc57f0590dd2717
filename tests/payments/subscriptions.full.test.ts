/** Subscriptions at the fake PayPal: every charge buys one period, and nobody is charged after the end. */
import { randomUUID } from 'node:crypto';
import { GRACE_DAYS } from '@bakkum/api-contract/billing/subscriptions';
import { evidenceOf } from '@bakkum/payment/money-report';
import { createPayments } from '@bakkum/payment/payments';
import { paidPeriods, unlinkBuyer } from '@bakkum/payment/report';
import { planInGrace } from '@bakkum/payment/subscriptions/report';
import { eventOf } from '@bakkum/payment-fake/messages';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { agree, begun, type Lab, openLab, paid, rawOf, spend, TRACES } from './lab.ts';
import { agreeTo, asked, cyclesOf, pass, rowOf, serviceOf, subscribed, subscriptionsOf, wishOf } from './subscription-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab(inject('postgresFolder'));
});
afterAll(() => lab.close());
afterEach(async () => {
  lab.fake.faults.clear();
  lab.messages.length = 0;
  expect(await lab.violations()).toEqual([]);
  // Others would be checked on every day that a test lets pass.
  await lab.database.query(
    `update payment.subscriptions set state = 'ended', ended_at = $1, end_asked_at = coalesce(end_asked_at, $1)
     where state in ('active', 'suspended')`,
    [lab.now()],
  );
});

const DAY_MS = 86_400_000;
const daysUntil = (moment: Date | null | undefined): number =>
  Math.round(((moment?.getTime() ?? 0) - lab.now().getTime()) / DAY_MS);
const callsTo = (end: string): number => lab.fake.calls.filter((call) => call.endsWith(end)).length;

describe('subscribing', () => {
  it('charges at once, grants the cycle, and tells the next charge', async () => {
    const { userId, id } = await subscribed(lab);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, total: 500, plan: 'monthly' });
    const row = await rowOf(lab, id);
    expect(row).toMatchObject({ state: 'active', failingSince: null, endAskedAt: null });
    expect(row.payerId).not.toBeNull();
    expect(daysUntil(row.nextChargeAt)).toBe(30);
    expect(lab.captured.at(-1)).toMatchObject({ userId, product: 'monthly', renews: true });
  });

  it('gives a first month a spare day, so that the next charge arrives before it ends', async () => {
    const { userId } = await subscribed(lab);
    const [period] = await paidPeriods(lab.database, userId, lab.now());
    expect(daysUntil(period?.endsAt)).toBe(31);
    lab.travel(30.5);
    expect(await lab.ledger.balance(userId)).toMatchObject({ total: 500, plan: 'monthly' });
    lab.travel(-30.5);
  });

  it('waits with the first charge until the paid time is about to end', async () => {
    const { userId } = await paid(lab);
    const { id, serviceId } = await subscribed(lab, 'annual', userId);
    expect(await cyclesOf(lab, id)).toEqual([]);
    expect((await lab.fake.subscriptions.read(serviceId))?.sales).toEqual([]);
    expect(daysUntil((await rowOf(lab, id)).nextChargeAt)).toBe(29);
    await pass(lab, 30);
    expect(await cyclesOf(lab, id)).toMatchObject([{ product: 'annual', state: 'captured' }]);
    expect((await paidPeriods(lab.database, userId, lab.now())).map(({ plan }) => plan).at(-1)).toBe('annual');
    lab.travel(-30);
  });

  it('continues the same subscription in two tabs, and after a lost answer', async () => {
    const userId = randomUUID();
    lab.fake.faults.add({ on: 'create', kind: 'lost-answer' });
    expect(await subscriptionsOf(lab).subscribe(wishOf(userId))).toEqual({ outcome: 'unavailable' });
    const answers = await Promise.all([1, 2, 3].map(() => subscriptionsOf(lab).subscribe(wishOf(userId))));
    expect(new Set(answers.map((answer) => 'approveUrl' in answer && answer.approveUrl)).size).toBe(1);
  });

  it('refuses a second one, another price, and a plan that differs at the service', async () => {
    const { userId, id } = await subscribed(lab);
    expect(await subscriptionsOf(lab).subscribe(wishOf(userId, 'annual'))).toEqual({ outcome: 'subscribed', subscriptionId: id });
    expect(await subscriptionsOf(lab).subscribe({ ...wishOf(randomUUID()), amount: '1.00' })).toEqual({
      outcome: 'price-changed',
    });
    const service = serviceOf(lab);
    const client = { ...lab.client, subscriptions: { ...service, plans: { annual: service.plans.monthly ?? '' } } };
    const wrong = createPayments({ ...lab.context, client });
    expect(await wrong.subscriptions?.subscribe(wishOf(randomUUID(), 'annual'))).toEqual({ outcome: 'unavailable' });
    expect(lab.problems.at(-1)).toMatchObject({ what: 'subscription-plan-differs' });
  });

  it('notices an approval of one that was given up, and charges only the newer one', async () => {
    const first = await asked(lab);
    lab.travel(0.2);
    const second = await subscribed(lab, 'monthly', first.userId);
    expect(second.id).not.toBe(first.id);
    await agreeTo(first.approveUrl);
    await lab.carry();
    lab.travel(1.1);
    await lab.payments.reconcile(0);
    expect(await lab.fake.subscriptions.read(first.serviceId)).toMatchObject({ status: 'CANCELLED' });
    expect(await lab.fake.subscriptions.read(second.serviceId)).toMatchObject({ status: 'ACTIVE' });
    lab.travel(-1.3);
  });

  it('expires when the buyer cancels or stays away', async () => {
    const { id, userId, serviceId, approveUrl } = await asked(lab);
    expect(await agreeTo(approveUrl, 'cancel')).toContain('back=cancelled');
    await subscriptionsOf(lab).noteCancelled(userId, serviceId);
    lab.travel(0.2);
    await lab.payments.reconcile(0);
    expect(await rowOf(lab, id)).toMatchObject({ state: 'expired', activatedAt: null });
    expect(await subscriptionsOf(lab).own(userId)).toBeUndefined();
    lab.travel(-0.2);
  });

  it('ends free credits only when the money is there', async () => {
    const userId = randomUUID();
    await lab.ledger.entitle({ userId, plan: 'free', credits: 10, cycle: { days: 30 }, startsAt: lab.now() });
    expect(await subscriptionsOf(lab).renewal(userId, 'monthly')).toMatchObject({ freeCreditsEnding: 10 });
    const { approveUrl, serviceId } = await asked(lab, 'monthly', userId);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 10, plan: 'free' });
    await agreeTo(approveUrl);
    await subscriptionsOf(lab).returned(userId, serviceId);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, total: 500 });
  });
});

describe('a renewal', () => {
  it('is granted once, whether a message or the reconciler reports it, and however often', async () => {
    const { userId, id, serviceId } = await subscribed(lab);
    lab.travel(30);
    await lab.fake.subscriptions.charge(serviceId);
    await Promise.all([lab.carry(), lab.payments.reconcile(0), subscriptionsOf(lab).returned(userId, serviceId)]);
    const [, second] = await cyclesOf(lab, id);
    await lab.fake.subscriptions.tell(second?.captureId ?? '', 'PAYMENT.SALE.COMPLETED');
    await lab.carry();
    expect(await cyclesOf(lab, id)).toHaveLength(2);
    lab.travel(1.5);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, total: 500, plan: 'monthly' });
    lab.travel(-31.5);
  });

  it('follows the period before it for a year, without a message, a gap or drift', async () => {
    const { userId, id } = await subscribed(lab);
    for (let month = 0; month < 12; month += 1) {
      lab.travel(30);
      await lab.payments.reconcile(0);
      expect(await lab.ledger.balance(userId)).toMatchObject({ plan: 'monthly', total: 500 });
    }
    const cycles = await cyclesOf(lab, id);
    expect(cycles).toHaveLength(13);
    const periods = await paidPeriods(lab.database, userId, lab.now());
    expect(daysUntil(periods.at(-1)?.endsAt)).toBe(31);
    lab.travel(-360);
  });

  it('is granted by a message that comes before the return', async () => {
    const { userId, id, approveUrl } = await asked(lab);
    await agreeTo(approveUrl);
    lab.messages.reverse();
    await lab.carry();
    expect(await cyclesOf(lab, id)).toMatchObject([{ state: 'captured' }]);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500 });
  });

  it('finds its subscription by our id when the answer to its creation was lost', async () => {
    const userId = randomUUID();
    lab.fake.faults.add({ on: 'create', kind: 'lost-answer' });
    await subscriptionsOf(lab).subscribe(wishOf(userId));
    const [row] = await lab.database.query('select id from payment.subscriptions where user_id = $1', [userId]);
    // The request id decides the service's id.
    const again = await serviceOf(lab).create({
      ...{
        subscriptionId: String(row?.['id']),
        planId: serviceOf(lab).plans.monthly ?? '',
        locale: 'ko',
        brand: 'Bakkum',
      },
      ...wishOf(userId).addresses,
    });
    await agreeTo(again.approveUrl ?? '');
    await lab.carry();
    expect(await rowOf(lab, String(row?.['id']))).toMatchObject({ state: 'active', serviceId: again.id });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500 });
  });

  it('grants nothing for another amount, refunds it and ends the subscription', async () => {
    const { userId, id, serviceId } = await subscribed(lab, 'monthly', undefined, 'other-amount');
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
    await lab.payments.reconcile(0);
    expect(await cyclesOf(lab, id)).toMatchObject([{ state: 'failed', problem: 'mismatch' }]);
    expect(await lab.fake.subscriptions.read(serviceId)).toMatchObject({ status: 'CANCELLED', sales: [{ state: 'refunded' }] });
    expect(await rowOf(lab, id)).toMatchObject({ state: 'ended', endedWhy: 'mismatch' });
  });

  it('ignores a sale of another subscription of the seller', async () => {
    const made = await serviceOf(lab).create({
      ...{
        subscriptionId: 'of-another-shop',
        planId: serviceOf(lab).plans.monthly ?? '',
        locale: 'en',
        brand: 'Other',
      },
      ...wishOf('').addresses,
    });
    await agreeTo(made.approveUrl ?? '');
    await lab.carry();
    const saleId = (await lab.fake.subscriptions.read(made.id))?.sales[0]?.id;
    const rows = await lab.database.query('select state from payment.events where subject_id = any($1::text[])', [
      [made.id, saleId],
    ]);
    expect(rows).toEqual([{ state: 'ignored' }, { state: 'ignored' }]);
  });
});

describe('a failed renewal', () => {
  it('keeps the plan in the grace period, tells the buyer once, and recovers', async () => {
    const { userId, id, serviceId } = await subscribed(lab, 'monthly', undefined, 'renewals-declined');
    lab.news.length = 0;
    await pass(lab, 33);
    expect(lab.news).toMatchObject([{ what: 'charge-failed', userId }]);
    expect(await planInGrace(lab.database, userId, lab.now())).toBe('monthly');
    expect(daysUntil((await rowOf(lab, id)).retryAt)).toBe(2);
    await lab.fake.subscriptions.change(serviceId, { behaviour: 'pays' });
    await pass(lab, 3);
    expect(await rowOf(lab, id)).toMatchObject({ state: 'active', failingSince: null, retryAt: null });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, plan: 'monthly' });
    expect(lab.news).toHaveLength(1);
    lab.travel(-36);
  });

  it('ends without a payment, at the service too', async () => {
    const { userId, id, serviceId } = await subscribed(lab, 'monthly', undefined, 'renewals-declined');
    lab.news.length = 0;
    await pass(lab, 30 + GRACE_DAYS - 1);
    expect(await planInGrace(lab.database, userId, lab.now())).toBe('monthly');
    await pass(lab, 2);
    expect(await rowOf(lab, id)).toMatchObject({ state: 'ended', endedBy: 'site', endedWhy: 'unpaid' });
    expect(await lab.fake.subscriptions.read(serviceId)).toMatchObject({ status: 'CANCELLED' });
    expect(await planInGrace(lab.database, userId, lab.now())).toBeUndefined();
    expect(lab.news.map(({ what }) => what)).toEqual(['charge-failed', 'ended']);
    lab.travel(-41);
  });
});

describe('the end of a subscription', () => {
  it('keeps what is paid when the buyer cancels, and charges nothing more', async () => {
    const { userId, id, serviceId } = await subscribed(lab);
    lab.news.length = 0;
    expect(await subscriptionsOf(lab).cancel(userId)).toMatchObject({ state: 'ended', endedBy: 'buyer', endedWhy: 'cancelled' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, plan: 'monthly' });
    expect(lab.news).toMatchObject([{ what: 'ended', userId }]);
    await pass(lab, 32);
    await lab.carry();
    expect(await cyclesOf(lab, id)).toHaveLength(1);
    expect((await lab.fake.subscriptions.read(serviceId))?.sales).toHaveLength(1);
    expect(await planInGrace(lab.database, userId, lab.now())).toBeUndefined();
    expect(lab.news).toHaveLength(1);
    lab.travel(-32);
  });

  it('repeats a cancellation until the service answers, and refunds a charge in between', async () => {
    const { userId, id, serviceId } = await subscribed(lab);
    lab.fake.faults.add({ on: 'cancel', kind: 'lost-request' });
    expect(await subscriptionsOf(lab).cancel(userId)).toMatchObject({ state: 'active' });
    lab.travel(0.1);
    await lab.fake.subscriptions.charge(serviceId);
    await lab.carry();
    expect(await cyclesOf(lab, id)).toMatchObject([{ state: 'captured' }, { state: 'failed', problem: 'subscription-ended' }]);
    await lab.payments.reconcile(0);
    expect(await rowOf(lab, id)).toMatchObject({ state: 'ended', endedBy: 'buyer' });
    expect(await lab.fake.subscriptions.read(serviceId)).toMatchObject({
      status: 'CANCELLED',
      sales: [{ state: 'completed' }, { state: 'refunded' }],
    });
    lab.travel(-0.1);
  });

  it('counts one cancellation, however it is requested', async () => {
    const { userId, id } = await subscribed(lab);
    await Promise.all([1, 2, 3].map(() => subscriptionsOf(lab).cancel(userId)));
    await lab.carry();
    const rows = await lab.database.query(
      "select what from payment.subscription_history where subscription_id = $1 and what like 'end%' order by id",
      [id],
    );
    expect(rows).toEqual([{ what: 'end-asked' }, { what: 'ended' }]);
  });

  it('is noticed when it happens at the service, and an old message revives nothing', async () => {
    const { id, serviceId } = await subscribed(lab);
    await lab.fake.subscriptions.cancel(serviceId);
    await lab.carry();
    expect(await rowOf(lab, id)).toMatchObject({ state: 'ended', endedBy: 'service', endedWhy: 'cancelled' });
    await lab.fake.subscriptions.change(serviceId, { status: 'ACTIVE' });
    await lab.fake.subscriptions.tell(serviceId, 'BILLING.SUBSCRIPTION.ACTIVATED');
    await lab.carry();
    expect(await rowOf(lab, id)).toMatchObject({ state: 'ended' });
  });

  it('comes with the deletion of the account, and a later charge goes back', async () => {
    const { userId, id, serviceId } = await subscribed(lab);
    await lab.database.transaction(async (sql) => unlinkBuyer(sql, userId, lab.now(), TRACES));
    lab.travel(0.1);
    await lab.fake.subscriptions.charge(serviceId);
    await lab.carry();
    await lab.payments.reconcile(0);
    await lab.payments.reconcile(0);
    expect(await rowOf(lab, id)).toMatchObject({ state: 'ended', userId: null, payerId: null, endedWhy: 'account' });
    expect(await lab.fake.subscriptions.read(serviceId)).toMatchObject({
      sales: [{ state: 'completed' }, { state: 'refunded' }],
    });
    lab.travel(-0.1);
  });
});

describe('money back', () => {
  it('refunds the running cycle through the sale, and ends the subscription', async () => {
    const { userId, id, serviceId } = await subscribed(lab);
    const [cycle] = await cyclesOf(lab, id);
    expect(await lab.payments.askRefund(userId, cycle?.id ?? '')).toMatchObject({ outcome: 'requested' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
    await lab.payments.reconcile(0);
    expect(await cyclesOf(lab, id)).toMatchObject([{ state: 'refunded' }]);
    expect(await rowOf(lab, id)).toMatchObject({ state: 'ended', endedWhy: 'refunded' });
    expect(await lab.fake.subscriptions.read(serviceId)).toMatchObject({ status: 'CANCELLED', sales: [{ state: 'refunded' }] });
  });

  it('books a refund of an earlier cycle and keeps the subscription', async () => {
    const { id } = await subscribed(lab);
    await pass(lab, 31);
    const [first] = await cyclesOf(lab, id);
    expect(await lab.payments.refundByOperator(first?.id ?? '')).toMatchObject({ state: 'completed' });
    await lab.carry();
    expect(await rowOf(lab, id)).toMatchObject({ state: 'active', endAskedAt: null });
    expect(await cyclesOf(lab, id)).toMatchObject([{ state: 'refunded' }, { state: 'captured' }]);
    lab.travel(-31);
  });

  it('freezes the account for a disputed cycle and takes it back when it is lost', async () => {
    const { userId, id, serviceId } = await subscribed(lab);
    await spend(lab, userId, 100);
    const [cycle] = await cyclesOf(lab, id);
    const saleId = cycle?.captureId ?? '';
    await lab.fake.subscriptions.changeSale(saleId, { dispute: { status: 'RESOLVED', outcome: 'RESOLVED_BUYER_FAVOUR' } });
    await lab.payments.receive(disputeMessage(saleId), async () => undefined);
    await lab.payments.workInbox();
    await lab.payments.reconcile(0);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0, owed: 100, frozen: true });
    expect(await cyclesOf(lab, id)).toMatchObject([{ state: 'reversed' }]);
    expect(await lab.fake.subscriptions.read(serviceId)).toMatchObject({ status: 'CANCELLED' });
  });

  it('finds a chargeback without a message', async () => {
    const { userId, id } = await subscribed(lab);
    const [cycle] = await cyclesOf(lab, id);
    await lab.fake.subscriptions.changeSale(cycle?.captureId ?? '', { state: 'refunded', reversed: true });
    await pass(lab, 2);
    expect(await cyclesOf(lab, id)).toMatchObject([{ state: 'reversed' }]);
    expect(await lab.ledger.balance(userId)).toMatchObject({ frozen: true });
    lab.travel(-2);
  });

  it('lists the subscription in the evidence of a cycle', async () => {
    const { id, serviceId } = await subscribed(lab);
    await lab.carry();
    const [cycle] = await cyclesOf(lab, id);
    expect(await evidenceOf(lab.database, cycle?.id ?? '')).toMatchObject({
      subscription: { number: `SUB-${id}`, serviceId, cycles: 1 },
      messages: expect.arrayContaining([expect.objectContaining({ type: 'BILLING.SUBSCRIPTION.ACTIVATED' })]),
    });
  });
});

function disputeMessage(saleId: string) {
  return rawOf(eventOf('CUSTOMER.DISPUTE.RESOLVED', { dispute_id: `PP-D-${saleId}` }, lab.fake.messageParts()));
}

describe('a change of plan', () => {
  it('begins with the next charge, once the buyer has approved it', async () => {
    const { userId, id, serviceId } = await subscribed(lab);
    const answer = await subscriptionsOf(lab).changePlan(wishOf(userId, 'annual'));
    if (answer.outcome !== 'approve') throw new Error(answer.outcome);
    expect(await rowOf(lab, id)).toMatchObject({ plan: 'monthly' });
    await agreeTo(answer.approveUrl);
    await subscriptionsOf(lab).returned(userId, serviceId);
    expect(await rowOf(lab, id)).toMatchObject({ plan: 'annual', money: { minor: 20_000 } });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, plan: 'monthly' });
    await pass(lab, 32);
    expect(await cyclesOf(lab, id)).toMatchObject([
      { product: 'monthly', money: { minor: 2000 } },
      { product: 'annual', money: { minor: 20_000 } },
    ]);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, plan: 'annual' });
    lab.travel(-32);
  });

  it('changes nothing without approval, and grants an old charge that is reported late', async () => {
    const { userId, id, serviceId } = await subscribed(lab);
    await subscriptionsOf(lab).changePlan(wishOf(userId, 'annual'));
    await pass(lab, 30);
    expect(await cyclesOf(lab, id)).toMatchObject([{ product: 'monthly' }, { product: 'monthly' }]);
    await lab.fake.subscriptions.charge(serviceId);
    const answer = await subscriptionsOf(lab).changePlan(wishOf(userId, 'annual'));
    if (answer.outcome !== 'approve') throw new Error(answer.outcome);
    await agreeTo(answer.approveUrl);
    await lab.carry();
    expect((await cyclesOf(lab, id)).map(({ product }) => product)).toEqual(['monthly', 'monthly', 'monthly']);
    expect(await rowOf(lab, id)).toMatchObject({ plan: 'annual' });
    lab.travel(-30);
  });
});

describe('an upgrade that is paid at once', () => {
  it('deducts the running cycle once, and ends the subscription', async () => {
    const { userId, id, serviceId } = await subscribed(lab);
    const offers = await lab.payments.offers(userId, 'annual');
    expect(offers).toMatchObject([{ start: 'now', deduction: { minor: 2000 } }]);
    expect(await lab.payments.offers(userId, 'monthly')).toEqual([]);
    const bought = await begun(lab, 'annual', userId, 'now');
    await agree(lab.fake, bought.orderId);
    expect(await lab.payments.finish(bought.paymentId)).toBe('captured');
    await lab.payments.reconcile(0);
    expect(await rowOf(lab, id)).toMatchObject({ state: 'ended', endedWhy: 'replaced' });
    expect(await lab.fake.subscriptions.read(serviceId)).toMatchObject({ status: 'CANCELLED' });
    const [cycle] = await cyclesOf(lab, id);
    expect(await lab.payments.refundByOperator(cycle?.id ?? '')).toBe('replaced');
  });

  it('grants nothing if a renewal came first', async () => {
    const { userId, serviceId } = await subscribed(lab);
    const bought = await begun(lab, 'annual', userId, 'now');
    await lab.fake.subscriptions.charge(serviceId);
    await lab.carry();
    await agree(lab.fake, bought.orderId);
    expect(await lab.payments.finish(bought.paymentId)).toBe('failed');
    await lab.payments.reconcile(0);
    expect(lab.refunded).not.toContainEqual(expect.objectContaining({ paymentId: bought.paymentId }));
    expect(callsTo('/refund')).toBeGreaterThan(0);
  });
});

it('ignores forged messages about subscriptions', async () => {
  const { serviceId, id } = await subscribed(lab);
  const { headers, body } = eventOf('BILLING.SUBSCRIPTION.CANCELLED', { id: serviceId }, lab.fake.messageParts());
  const forged = Buffer.from(body.toString().replace('CANCELLED', 'SUSPENDED'));
  const message = { headers: new Headers(headers), body: new Uint8Array(forged) };
  expect(await lab.payments.receive(message, async () => undefined)).toBe('forged');
  expect(await rowOf(lab, id)).toMatchObject({ state: 'active' });
});

it('creates plans at the service once', async () => {
  const wanted = {
    monthly: { name: 'Monthly', money: { minor: 2500, currency: 'USD' }, days: 30 },
    annual: { name: 'Annual', money: { minor: 25_000, currency: 'USD' }, days: 365 },
  };
  const service = serviceOf(lab);
  const first = await service.createPlans(wanted);
  const again = await service.createPlans(wanted);
  expect(again).toEqual(first);
  expect(await service.readPlan(first.annual)).toEqual({
    ...{ id: first.annual, days: 365, active: true },
    money: { minor: 25_000, currency: 'USD' },
  });
});
