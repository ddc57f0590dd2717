/** Credit packs and upgrades, with the fake PayPal: money, credits and periods always agree. */
import { PACKS, PLANS } from '@bakkum/api-contract/billing/plans';
import { paidPeriods } from '@bakkum/payment/report';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { agree, begun, checkoutOf, type Lab, openLab, paid, spend } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab(inject('postgresFolder'));
});
afterAll(() => lab.close());
afterEach(async () => {
  lab.fake.faults.clear();
  lab.messages.length = 0;
  expect(await lab.violations()).toEqual([]);
});

const wayOf = async (userId: string, paymentId: string) =>
  (await lab.payments.own(userId)).find(({ payment }) => payment.id === paymentId)?.refundWay;

async function disputed(orderId: string, outcome: string): Promise<void> {
  await lab.fake.change(orderId, { dispute: { status: 'RESOLVED', outcome } });
  await lab.fake.tell(orderId, 'CUSTOMER.DISPUTE.RESOLVED');
  await lab.carry();
}

it('prices a credit of a pack no lower than in a plan, and lower in the larger pack', () => {
  const { pack100, pack500 } = PACKS;
  const each = (price: string, credits: number): number => Number(price) / credits;
  const ofPlan = each(PLANS.monthly.sale?.price ?? '', PLANS.monthly.credits);
  expect(each(pack500.price, pack500.credits)).toBeGreaterThan(ofPlan);
  expect(each(pack100.price, pack100.credits)).toBeGreaterThan(each(pack500.price, pack500.credits));
});

describe('a pack', () => {
  it('grants credits once however often it is reported, with a plan or another pack', async () => {
    const { userId } = await paid(lab);
    const bought = await begun(lab, 'pack100', userId);
    await agree(lab.fake, bought.orderId);
    await Promise.all(Array.from({ length: 20 }, () => lab.payments.finish(bought.paymentId)));
    await lab.fake.tell(bought.orderId, 'PAYMENT.CAPTURE.COMPLETED');
    await lab.carry();
    await paid(lab, 'pack500', userId);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 1100, plan: 'monthly' });
    expect(await paidPeriods(lab.database, userId, lab.now())).toMatchObject([{ plan: 'monthly' }]);
  });

  it('stays when a plan ends or changes', async () => {
    const { userId } = await paid(lab);
    await paid(lab, 'pack100', userId);
    lab.travel(31);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 100 });
    await paid(lab, 'annual', userId);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 600, plan: 'annual' });
    lab.travel(-31);
  });

  it('is refunded within seven days only as a whole, and once per person', async () => {
    const { userId, paymentId } = await paid(lab, 'pack100');
    expect(await wayOf(userId, paymentId)).toBe('at-once');
    await spend(lab, userId, 1);
    expect(await wayOf(userId, paymentId)).toBe('none');
    expect(await lab.payments.askRefund(userId, paymentId)).toEqual({ outcome: 'none' });
    const other = await paid(lab, 'pack500', userId);
    expect(await wayOf(userId, other.paymentId)).toBe('at-once');
    expect(await lab.payments.askRefund(userId, other.paymentId)).toMatchObject({ outcome: 'requested' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 99, owed: 0 });
    const third = await paid(lab, 'pack100', userId);
    expect(await wayOf(userId, third.paymentId)).toBe('none');
    lab.travel(7);
    const late = await paid(lab, 'pack100');
    lab.travel(7);
    expect(await wayOf(late.userId, late.paymentId)).toBe('none');
    lab.travel(-14);
  });

  it('is not refunded at once to a payer who had a refund with another account', async () => {
    const buyer = 'fake_paypal_buyer=pack-buyer-00000';
    const first = await paid(lab, 'pack100', undefined, buyer);
    await lab.payments.askRefund(first.userId, first.paymentId);
    const second = await paid(lab, 'pack100', undefined, buyer);
    expect(await wayOf(second.userId, second.paymentId)).toBe('ask');
  });

  it('is revoked after a lost dispute, and spent credits are owed', async () => {
    const { userId, orderId } = await paid(lab, 'pack500');
    await spend(lab, userId, 120);
    await disputed(orderId, 'RESOLVED_BUYER_FAVOUR');
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0, owed: 120, frozen: true });
  });
});

describe('an upgrade', () => {
  it('deducts the smaller share of time and credits', async () => {
    const { userId } = await paid(lab);
    await spend(lab, userId, 125);
    const [byCredits] = await lab.payments.offers(userId, 'annual');
    expect(byCredits).toMatchObject({ start: 'now', money: { minor: 18_500 }, deduction: { daysLeft: 30, creditsLeft: 375 } });
    lab.travel(20.5);
    const [byTime] = await lab.payments.offers(userId, 'annual');
    expect(byTime).toMatchObject({ money: { minor: 19_334 }, deduction: { minor: 666, daysLeft: 10, creditsLeft: 375 } });
    lab.travel(9.4);
    expect((await lab.payments.offers(userId, 'annual'))[0]).toMatchObject({ deduction: { minor: 66, daysLeft: 1 } });
    lab.travel(-29.9);
    await spend(lab, userId, 375);
    expect(await lab.payments.offers(userId, 'annual')).toMatchObject([{ start: 'after', money: { minor: 20_000 } }]);
  });

  it('ends the old plan at once and keeps its credits until their expiry', async () => {
    const { userId, paymentId } = await paid(lab);
    const upgraded = await paid(lab, 'annual', userId, '', 'now');
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 1000, plan: 'annual' });
    expect(await paidPeriods(lab.database, userId, lab.now())).toMatchObject([{ plan: 'annual' }]);
    expect(await wayOf(userId, paymentId)).toBe('none');
    expect(await wayOf(userId, upgraded.paymentId)).toBe('at-once');
    expect(await lab.payments.refundByOperator(paymentId)).toBe('replaced');
    lab.travel(30.5);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, plan: 'annual' });
    lab.travel(-30.5);
  });

  it('resumes the old plan when it is refunded', async () => {
    const { userId, paymentId } = await paid(lab);
    const upgraded = await paid(lab, 'annual', userId, '', 'now');
    expect(await lab.payments.askRefund(userId, upgraded.paymentId)).toMatchObject({ outcome: 'requested' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, plan: 'monthly', owed: 0 });
    expect(await paidPeriods(lab.database, userId, lab.now())).toMatchObject([{ plan: 'monthly' }]);
    expect(await lab.payments.refundByOperator(paymentId)).toMatchObject({ state: 'completed' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
  });

  it('grants nothing and is refunded if the old plan was refunded before the payment', async () => {
    const { userId, paymentId } = await paid(lab);
    const { paymentId: upgradeId, orderId } = await begun(lab, 'annual', userId, 'now');
    await lab.payments.askRefund(userId, paymentId);
    await agree(lab.fake, orderId);
    expect(await lab.payments.finish(upgradeId)).toBe('failed');
    await lab.payments.reconcile(0);
    const [own] = (await lab.payments.own(userId)).filter(({ payment }) => payment.id === upgradeId);
    expect(own).toMatchObject({ payment: { problem: 'plan-changed' }, refund: { state: 'completed' } });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
  });

  it('and a simultaneous refund of the old plan do not both succeed', async () => {
    for (let round = 0; round < 5; round++) {
      const { userId, paymentId } = await paid(lab);
      const { paymentId: upgradeId, orderId } = await begun(lab, 'annual', userId, 'now');
      await agree(lab.fake, orderId);
      const [state, refund] = await Promise.all([lab.payments.finish(upgradeId), lab.payments.askRefund(userId, paymentId)]);
      expect([state, refund.outcome]).toBeOneOf([
        ['captured', 'none'],
        ['failed', 'requested'],
      ]);
      await lab.payments.reconcile(0);
      expect(await lab.violations()).toEqual([]);
    }
  });

  it('refunded while its old plan is being refunded gives one refund, without a deadlock', async () => {
    for (let round = 0; round < 5; round++) {
      const { userId, paymentId } = await paid(lab);
      const upgraded = await paid(lab, 'annual', userId, '', 'now');
      const [upgrade, old] = await Promise.all([
        lab.payments.askRefund(userId, upgraded.paymentId),
        lab.payments.askRefund(userId, paymentId),
        lab.payments.refundByOperator(upgraded.paymentId),
      ]);
      // The old plan can be refunded only once the upgrade is, and the buyer has one refund: so only if the operator was first.
      const isOldRefunded = old.outcome === 'requested';
      if (isOldRefunded) expect(upgrade).toEqual({ outcome: 'none' });
      await lab.payments.reconcile(0);
      expect(await lab.ledger.balance(userId)).toMatchObject(
        isOldRefunded ? { available: 0 } : { available: 500, plan: 'monthly' },
      );
      expect(await lab.violations()).toEqual([]);
    }
  });

  it('is replaced when the buyer chooses the later start, and the price must match the one shown', async () => {
    const { userId } = await paid(lab);
    const now = await begun(lab, 'annual', userId, 'now');
    expect(await lab.payments.begin({ ...checkoutOf(userId, 'annual'), amount: '180.01' })).toEqual({ outcome: 'price-changed' });
    const after = await begun(lab, 'annual', userId, 'after');
    expect(after.paymentId).not.toBe(now.paymentId);
    await agree(lab.fake, now.orderId);
    expect(await lab.payments.finish(now.paymentId)).toBe('expired');
    await agree(lab.fake, after.orderId);
    expect(await lab.payments.finish(after.paymentId)).toBe('captured');
    expect(await paidPeriods(lab.database, userId, lab.now())).toMatchObject([{ plan: 'monthly' }, { plan: 'annual' }]);
  });
});
