/** Payments in won through PortOne: its window, messages, cancellations, chargebacks and disputes. */
import { randomUUID } from 'node:crypto';
import { createPayments } from '@bakkum/payment/payments';
import { historyOf, unlinkBuyer } from '@bakkum/payment/report';
import { OTHER_CHANNEL, withCancellation } from '@bakkum/payment-fake/portone/fake-portone';
import { createClient } from '@bakkum/provider-payment-portone/client';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type KoreanLab, openKoreanLab, ordered, paidInWon, pay, portOneClient, WON } from './korean-lab.ts';
import { checkoutOf, rawOf, spend, TRACES } from './lab.ts';

let lab: KoreanLab;
beforeAll(async () => {
  lab = await openKoreanLab(inject('postgresFolder'));
});
afterAll(() => lab.close());
afterEach(async () => {
  lab.fake.faults.clear();
  lab.messages.length = 0;
  expect(await lab.violations()).toEqual([]);
});

const stateOf = async (id: string): Promise<unknown> =>
  (await lab.database.query('select state, problem from payment.payments where id = $1', [id]))[0];
const refundsOf = (id: string) =>
  lab.database.query('select amount, source, state from payment.refunds where payment_id = $1', [id]);
const cancelsOf = (id: string): number => lab.fake.calls.filter((call) => call === `POST /payments/${id}/cancel`).length;

/** Cancels an amount on PortOne's console, or as a bank. */
async function cancelled(id: string, amount: number, trigger: 'CONSOLE' | 'CHARGEBACK' = 'CONSOLE'): Promise<void> {
  await lab.fake.change(id, (payment) => withCancellation(payment, { amount, trigger, at: lab.now() }));
  await lab.fake.tell(id, amount < 29_000 ? 'Transaction.PartialCancelled' : 'Transaction.Cancelled');
}

describe('a purchase in won', () => {
  it('registers our price, opens the window, and grants credits after PortOne confirms', async () => {
    const { userId, paymentId } = await ordered(lab);
    expect(await lab.payments.finish(paymentId)).toBe('ordered');
    expect(await pay(lab, paymentId)).toMatchObject({ paymentId });
    expect(await lab.payments.finish(paymentId)).toBe('captured');
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, plan: 'monthly' });
    const [settlement] = lab.captured.filter((one) => one.paymentId === paymentId);
    expect(settlement).toMatchObject({ money: WON.monthly });
    const [row] = await lab.database.query('select provider, currency, receipt_url from payment.payments where id = $1', [
      paymentId,
    ]);
    expect(row).toEqual({ provider: 'portone', currency: 'KRW', receipt_url: `https://receipts.example/${paymentId}` });
    await lab.carry();
    expect(await lab.payments.own(userId)).toHaveLength(1);
  });

  it.each(['kakaopay', 'tosspay'])('accepts %s, with a cash receipt', async (means) => {
    const { userId, paymentId } = await paidInWon(lab, 'pack100', undefined, { means });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 100 });
    const [row] = await lab.database.query('select receipt_url from payment.payments where id = $1', [paymentId]);
    expect(row).toEqual({ receipt_url: `https://receipts.example/cash/${paymentId}` });
  });

  it('is settled by the message when the buyer never returns, and once when both arrive', async () => {
    const { userId, paymentId } = await ordered(lab);
    lab.fake.faults.add({ on: 'event', kind: 'twice' });
    await pay(lab, paymentId);
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
    expect(await lab.payments.finish(paymentId)).toBe('captured');
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, total: 500 });
  });

  it('is settled by the reconciler when neither the buyer nor a message arrives', async () => {
    const { paymentId } = await ordered(lab);
    await pay(lab, paymentId);
    lab.messages.length = 0;
    await lab.payments.reconcile(0);
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
  });

  it('stays open when the buyer closes the window, and continues the same payment', async () => {
    const { userId, paymentId } = await ordered(lab);
    expect(await pay(lab, paymentId, { outcome: 'closed' })).toMatchObject({ code: 'PGProviderError' });
    expect(await lab.payments.finish(paymentId)).toBe('ordered');
    expect(await stateOf(paymentId)).toMatchObject({ problem: 'not-approved' });
    expect(await ordered(lab, 'monthly', userId)).toEqual({ userId, paymentId });
    await pay(lab, paymentId);
    expect(await lab.payments.finish(paymentId)).toBe('captured');
  });

  it('can be tried again after a decline, also without returning to the site', async () => {
    const { userId, paymentId } = await ordered(lab);
    await pay(lab, paymentId, { outcome: 'declined' });
    expect(await lab.payments.finish(paymentId)).toBe('ordered');
    expect(await stateOf(paymentId)).toMatchObject({ problem: 'declined' });
    await pay(lab, paymentId);
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500 });
  });

  it('waits for a pending payment', async () => {
    const { paymentId } = await ordered(lab);
    await pay(lab, paymentId, { outcome: 'pending' });
    expect(await lab.payments.finish(paymentId)).toBe('pending');
    for (let minute = 1; minute <= 4; minute += 1) {
      lab.travel(1 / 1440);
      await lab.payments.reconcile(0);
    }
    lab.travel(-4 / 1440);
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
  });

  it('refuses a different amount before the window opens', async () => {
    const { userId, paymentId } = await ordered(lab);
    const tampered = { totalAmount: 100 };
    expect(await pay(lab, paymentId, { tampered })).toMatchObject({ code: 'AmountNotEqualToPredefined' });
    const otherCurrency = { currency: 'USD' };
    expect(await pay(lab, paymentId, { tampered: otherCurrency })).toMatchObject({ code: 'AmountNotEqualToPredefined' });
    expect(await lab.payments.finish(paymentId)).toBe('ordered');
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
  });

  it('grants nothing and returns the money if a different amount was charged', async () => {
    const { userId, paymentId } = await ordered(lab);
    await pay(lab, paymentId, { outcome: 'other-amount' });
    expect(await lab.payments.finish(paymentId)).toBe('failed');
    expect(await stateOf(paymentId)).toEqual({ state: 'failed', problem: 'mismatch' });
    await lab.payments.reconcile(0);
    expect(await refundsOf(paymentId)).toEqual([{ amount: 100, source: 'mismatch', state: 'completed' }]);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
  });

  it('grants nothing for a payment through another channel, such as a test channel', async () => {
    const { userId, paymentId } = await ordered(lab);
    await pay(lab, paymentId, { tampered: { channelKey: OTHER_CHANNEL } });
    expect(await lab.payments.finish(paymentId)).toBe('failed');
    expect(await stateOf(paymentId)).toEqual({ state: 'failed', problem: 'mismatch' });
    await lab.payments.reconcile(0);
    expect(await refundsOf(paymentId)).toMatchObject([{ source: 'mismatch', state: 'completed' }]);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
  });

  it('grants nothing to another order that names the paid one', async () => {
    const paid = await paidInWon(lab);
    const other = await ordered(lab);
    expect(await pay(lab, other.paymentId, { tampered: { paymentId: paid.paymentId } })).toMatchObject({
      code: 'PaymentAlreadyPaid',
    });
    expect(await lab.payments.finish(other.paymentId)).toBe('ordered');
    expect(await lab.ledger.balance(other.userId)).toMatchObject({ available: 0 });
  });

  it('sells at the price in won only', async () => {
    const userId = randomUUID();
    expect(await lab.payments.begin(checkoutOf(userId))).toEqual({ outcome: 'price-changed' });
    expect((await lab.payments.offers(userId, 'annual'))[0]?.money).toEqual(WON.annual);
  });

  it('deducts the unused value of a plan that was paid in won', async () => {
    const { userId } = await paidInWon(lab);
    const [now] = await lab.payments.offers(userId, 'annual');
    expect(now).toMatchObject({ start: 'now', money: { minor: 261_000, currency: 'KRW' }, deduction: { minor: 29_000 } });
    await paidInWon(lab, 'annual', userId);
    expect(await lab.ledger.balance(userId)).toMatchObject({ plan: 'annual', available: 1000 });
  });

  it.each([29, 31])('deducts no value that was used up in the %i days before the payment', async (days) => {
    const { userId } = await paidInWon(lab);
    const { paymentId } = await ordered(lab, 'annual', userId);
    lab.travel(days);
    await lab.payments.reconcile(0);
    expect(await stateOf(paymentId)).toMatchObject({ state: 'expired' });
    await pay(lab, paymentId);
    await lab.carry();
    expect(await stateOf(paymentId)).toEqual({ state: 'failed', problem: 'plan-changed' });
    await lab.payments.reconcile(0);
    expect(await refundsOf(paymentId)).toMatchObject([{ amount: 261_000, state: 'completed' }]);
    lab.travel(-days);
  });

  it('deducts what was offered if the buyer paid in time and the bank settles days later', async () => {
    const { userId } = await paidInWon(lab);
    const { paymentId } = await ordered(lab, 'annual', userId);
    await pay(lab, paymentId, { outcome: 'pending' });
    expect(await lab.payments.finish(paymentId)).toBe('pending');
    for (let day = 1; day <= 4; day += 1) {
      lab.travel(1);
      await lab.payments.reconcile(0);
    }
    lab.travel(-4);
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
  });

  it('is not sold at an earlier price to buyers who kept the window open', async () => {
    const { userId, paymentId } = await ordered(lab);
    lab.travel(10);
    const dearer = createPayments({ ...lab.context, prices: { ...WON, monthly: { minor: 35_000, currency: 'KRW' } } });
    await pay(lab, paymentId);
    for (const message of lab.messages.splice(0)) await dearer.receive(rawOf(message), async () => undefined);
    await dearer.workInbox();
    expect(await stateOf(paymentId)).toEqual({ state: 'failed', problem: 'plan-changed' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
    const other = await ordered(lab);
    lab.travel(10);
    await pay(lab, other.paymentId);
    await lab.carry();
    expect(await stateOf(other.paymentId)).toMatchObject({ state: 'captured' });
    lab.travel(-20);
  });
});

describe('returned money', () => {
  it('is refunded once on request, and not at once to the same card with another account', async () => {
    const card = '9410-11**-****-7777';
    const first = await paidInWon(lab, 'monthly', undefined, { card });
    expect(await lab.payments.askRefund(first.userId, first.paymentId)).toMatchObject({ outcome: 'requested' });
    expect(await stateOf(first.paymentId)).toMatchObject({ state: 'refunded' });
    expect(await lab.ledger.balance(first.userId)).toMatchObject({ available: 0 });
    await lab.carry();
    expect(cancelsOf(first.paymentId)).toBe(1);
    await lab.database.transaction((sql) => unlinkBuyer(sql, first.userId, lab.now(), TRACES));
    const second = await paidInWon(lab, 'monthly', undefined, { card });
    expect(await lab.payments.askRefund(second.userId, second.paymentId)).toMatchObject({ outcome: 'asked' });
  });

  it('is refunded once per person without a card, also after deleting the account', async () => {
    const buying = { means: 'kakaopay' };
    const first = await paidInWon(lab, 'monthly', 'kim@example.com:1', buying);
    expect(await lab.payments.askRefund(first.userId, first.paymentId)).toMatchObject({ outcome: 'requested' });
    await lab.database.transaction((sql) => unlinkBuyer(sql, first.userId, lab.now(), TRACES));
    const second = await paidInWon(lab, 'monthly', 'kim@example.com:2', buying);
    expect(await lab.payments.askRefund(second.userId, second.paymentId)).toMatchObject({ outcome: 'asked' });
  });

  it('is reviewed if credits were used and nothing identifies the payer', async () => {
    const wallet = await paidInWon(lab, 'monthly', 'lee@example.com', { means: 'kakaopay' });
    const card = await paidInWon(lab, 'monthly', 'park@example.com', { card: '9410-11**-****-8888' });
    await spend(lab, wallet.userId, 1);
    await spend(lab, card.userId, 1);
    expect(await lab.payments.askRefund(wallet.userId, wallet.paymentId)).toMatchObject({ outcome: 'asked' });
    expect(await lab.payments.askRefund(card.userId, card.paymentId)).toMatchObject({ outcome: 'requested' });
  });

  it.each(['lost-answer', 'lost-request'] as const)('is cancelled once after a %s', async (kind) => {
    const { userId, paymentId } = await paidInWon(lab);
    lab.fake.faults.add({ on: 'refund', kind });
    await lab.payments.askRefund(userId, paymentId);
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
    await lab.payments.reconcile(0);
    expect(await stateOf(paymentId)).toMatchObject({ state: 'refunded' });
    expect(await refundsOf(paymentId)).toEqual([{ amount: 29_000, source: 'buyer', state: 'completed' }]);
  });

  it('completes a cancellation that PortOne performs later', async () => {
    const { userId, paymentId } = await paidInWon(lab);
    lab.fake.faults.add({ on: 'refund', kind: 'pending' });
    await lab.payments.askRefund(userId, paymentId);
    await lab.carry();
    expect(await refundsOf(paymentId)).toMatchObject([{ state: 'pending' }]);
    await lab.fake.change(paymentId, ({ cancellations }) => ({
      status: 'CANCELLED',
      cancellations: cancellations.map((one) => ({ ...one, status: 'SUCCEEDED' })),
    }));
    await lab.fake.tell(paymentId, 'Transaction.Cancelled');
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'refunded' });
    expect(await refundsOf(paymentId)).toMatchObject([{ state: 'completed' }]);
  });

  it('keeps the plan after a partial cancellation, and refunds the rest when the operator says so', async () => {
    const { userId, paymentId } = await paidInWon(lab);
    await cancelled(paymentId, 9000);
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500 });
    expect(lab.problems.filter((one) => one.paymentId === paymentId)).toMatchObject([
      { what: 'partly-refunded', detail: { sum: '9000 KRW' } },
    ]);
    expect(await lab.payments.refundByOperator(paymentId)).toMatchObject({ money: { minor: 20_000 }, state: 'completed' });
    expect(await stateOf(paymentId)).toMatchObject({ state: 'refunded' });
  });

  it('is booked as a refund when the operator cancels on the console', async () => {
    const { userId, paymentId } = await paidInWon(lab);
    await cancelled(paymentId, 29_000);
    await lab.carry();
    expect(await refundsOf(paymentId)).toEqual([{ amount: 29_000, source: 'service', state: 'completed' }]);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0, frozen: false });
  });

  it('freezes the account when a bank takes it, by message or by the daily check', async () => {
    const told = await paidInWon(lab);
    await cancelled(told.paymentId, 29_000, 'CHARGEBACK');
    await lab.carry();
    const untold = await paidInWon(lab);
    await cancelled(untold.paymentId, 29_000, 'CHARGEBACK');
    lab.messages.length = 0;
    lab.travel(1.01);
    await lab.payments.reconcile(0);
    lab.travel(-1.01);
    for (const { userId, paymentId } of [told, untold]) {
      expect(await stateOf(paymentId)).toMatchObject({ state: 'reversed' });
      expect(await lab.ledger.balance(userId)).toMatchObject({ frozen: true });
    }
  });

  it('freezes the account during a dispute, until the operator records its outcome', async () => {
    const { userId, paymentId } = await paidInWon(lab);
    const dispute = { status: 'UNRESOLVED', reason: 'fake', createdAt: '2026-11-27T00:00:00Z' } as const;
    await lab.fake.change(paymentId, () => ({ disputes: [dispute] }));
    await lab.fake.tell(paymentId, 'Transaction.DisputeCreated');
    await lab.carry();
    expect(await lab.ledger.balance(userId)).toMatchObject({ frozen: true });
    await lab.fake.change(paymentId, () => ({ disputes: [{ ...dispute, status: 'RESOLVED' }] }));
    await lab.fake.tell(paymentId, 'Transaction.DisputeResolved');
    await lab.carry();
    const told = lab.problems.filter((one) => one.paymentId === paymentId).map(({ what }) => what);
    expect(told).toEqual(['dispute-opened', 'dispute-unclear']);
    expect(await lab.payments.closeDispute(`${paymentId}.2026-11-27T00:00:00Z`, 'won')).toBe(true);
    expect(await lab.ledger.balance(userId)).toMatchObject({ frozen: false });
    const steps = (await historyOf(lab.database, paymentId)).map(({ what }) => what);
    expect(steps.filter((what) => what.startsWith('dispute'))).toEqual(['dispute-opened', 'dispute-won']);
  });
});

describe('a storm', () => {
  it('of returns, messages, checks and refunds grants and refunds once', async () => {
    const buyers = await Promise.all(Array.from({ length: 8 }, () => ordered(lab, 'monthly')));
    await Promise.all(buyers.map(({ paymentId }) => pay(lab, paymentId)));
    const copies = lab.messages.splice(0).flatMap((message) => [message, message, message]);
    const nothing = async (): Promise<void> => undefined;
    await Promise.all([
      ...copies.map((message) => lab.payments.receive(rawOf(message), nothing)),
      ...buyers.flatMap(({ paymentId }) => [lab.payments.finish(paymentId), lab.payments.finish(paymentId)]),
      ...Array.from({ length: 4 }, () => lab.payments.reconcile(0)),
      ...Array.from({ length: 4 }, () => lab.payments.workInbox()),
    ]);
    lab.travel(1 / 24);
    await lab.payments.workInbox();
    await lab.payments.reconcile(0);
    for (const { userId } of buyers) expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, total: 500 });
    await Promise.all(
      buyers.flatMap(({ userId, paymentId }) => [
        lab.payments.askRefund(userId, paymentId),
        lab.payments.askRefund(userId, paymentId),
        lab.payments.refundByOperator(paymentId),
        lab.payments.reconcile(0),
      ]),
    );
    lab.travel(1 / 24);
    await lab.payments.reconcile(0);
    lab.travel(-2 / 24);
    for (const { userId, paymentId } of buyers) {
      expect(await stateOf(paymentId)).toMatchObject({ state: 'refunded' });
      expect(await refundsOf(paymentId)).toMatchObject([{ amount: 29_000, state: 'completed' }]);
      expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
    }
  });
});

describe('messages', () => {
  const BODY = (storeId: string): string =>
    JSON.stringify({
      type: 'Transaction.Paid',
      timestamp: '2026-11-27T00:00:00Z',
      data: { storeId, paymentId: randomUUID(), transactionId: 'x' },
    });

  it('are accepted once', async () => {
    const message = rawOf(lab.fake.signed(BODY(lab.fake.keys.storeId)));
    const nothing = async (): Promise<void> => undefined;
    expect(await lab.payments.receive(message, nothing)).toBe('received');
    expect(await lab.payments.receive(message, nothing)).toBe('known');
  });

  it('are refused when altered, replayed later, of another store, or not signed', async () => {
    const { fake, client } = lab;
    const good = fake.signed(BODY(fake.keys.storeId));
    const altered = { ...good, body: Buffer.from(good.body.toString().replace('Paid', 'Cancelled')) };
    const minutes = (count: number): Date => new Date(lab.now().getTime() + count * 60_000);
    const unsigned = { ...good, headers: { ...good.headers, 'webhook-signature': 'v1,' } };
    const otherId = { ...good, headers: { ...good.headers, 'webhook-id': 'msg_other' } };
    const cases = [
      [altered, 'signature'],
      [unsigned, 'signature'],
      [otherId, 'signature'],
      [fake.signed(BODY(fake.keys.storeId), minutes(-6)), 'time'],
      [fake.signed(BODY(fake.keys.storeId), minutes(6)), 'time'],
      [fake.signed(BODY('store-other')), 'store'],
      [fake.signed('not json'), 'body'],
      [{ headers: {}, body: good.body }, 'id'],
    ] as const;
    for (const [message, why] of cases) expect(await client.check(rawOf(message))).toEqual({ outcome: 'forged', why });
    expect(await client.check(rawOf(good))).toMatchObject({ outcome: 'genuine' });
  });

  it('of unknown kinds are ignored', async () => {
    const body = JSON.stringify({
      type: 'BillingKey.Issued',
      timestamp: '2026-11-27T00:00:00Z',
      data: { storeId: lab.fake.keys.storeId, billingKey: 'b' },
    });
    expect(await lab.client.check(rawOf(lab.fake.signed(body)))).toMatchObject({
      outcome: 'genuine',
      event: { subject: { kind: 'other' } },
    });
  });
});

describe('the client', () => {
  it.each([
    [400, 'rejected'],
    [401, 'auth'],
    [403, 'auth'],
    [404, 'gone'],
    [409, 'not-approved'],
    [429, 'unavailable'],
    [502, 'unknown'],
    [500, 'unknown'],
  ] as const)('maps status %s of a cancellation to %s', async (status, code) => {
    const { paymentId } = await paidInWon(lab);
    lab.fake.faults.add({ on: 'refund', kind: 'status', status });
    const money = { minor: 29_000, currency: 'KRW' };
    await expect(lab.client.refund(paymentId, randomUUID(), money)).rejects.toMatchObject({ code });
  });

  it('reports whether PortOne answers and accepts the secret, without showing it', async () => {
    await lab.client.reach();
    const wrong = portOneClient(lab.fake.url, { ...lab.fake.keys, secret: 'another-secret' });
    const error: unknown = await wrong.reach().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'auth' });
    expect(JSON.stringify(error) + String(error)).not.toContain('another-secret');
  });

  it('requests no other path', async () => {
    const before = lab.fake.calls.length;
    await expect(lab.client.readOrder('../payments')).rejects.toMatchObject({ code: 'gone' });
    expect(lab.fake.calls).toHaveLength(before);
  });

  it('treats a 404 from a proxy as no answer', async () => {
    const fetch = async (): Promise<Response> => new Response('<html>', { status: 404 });
    const client = createClient({ ...lab.fake.keys, base: 'https://portone.example' }, { fetch });
    await expect(client.readOrder(randomUUID())).rejects.toMatchObject({ code: 'unknown' });
  });

  it('opens the window with the script and channels that are set up', () => {
    const { storeId, secret, webhookSecret, card } = lab.fake.keys;
    const scripts = 'js.tosspayments.com, evil.example; script-src *';
    const client = createClient({ storeId, secret, webhookSecret, card, scripts, base: 'https://portone.example' });
    const request = {
      paymentId: randomUUID(),
      description: 'Pro',
      money: WON.monthly,
      locale: 'ko',
      returnUrl: 'https://site.example',
    } as const;
    const found = client.window?.(request);
    expect(found?.means.map(({ means }) => means)).toEqual(['card']);
    expect(found?.script).toBe('https://cdn.portone.io/v2/browser-sdk.js');
    expect(found?.sources.scripts).toEqual(['https://cdn.portone.io', 'https://js.tosspayments.com']);
    expect(JSON.stringify(found)).not.toContain(secret);
  });
});
