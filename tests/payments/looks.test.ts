/** The reconciler's checks: refunds without a message, partial refunds, stalled refunds, and payments of other services. */
import { randomUUID } from 'node:crypto';
import { PaymentFault } from '@bakkum/payment/fault';
import { createPayments } from '@bakkum/payment/payments';
import type { PaymentClient } from '@bakkum/payment/provider';
import { dayReport } from '@bakkum/payment/report';
import { createDatabaseStore, PAYPAL_SHELF } from '@bakkum/payment-fake/store';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Bought, begun, checkoutOf, type Lab, openLab, paid, rawOf, spend } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab(inject('postgresFolder'));
});
afterAll(() => lab.close());
let moved = 0;
function travel(days: number): void {
  moved += days;
  lab.travel(days);
}
// Excludes payments of other tests from the checks.
beforeEach(() => lab.database.query("update payment.payments set checked_at = 'infinity' where state = 'captured'"));
afterEach(async () => {
  travel(-moved);
  lab.fake.faults.clear();
  lab.messages.length = 0;
  expect(await lab.violations()).toEqual([]);
});

const BACK = { capture: { status: 'REFUNDED', amount: { value: '20.00', currency_code: 'USD' } } };
const nothing = async (): Promise<void> => undefined;
const stateOf = async (id: string): Promise<unknown> =>
  (await lab.database.query('select state from payment.payments where id = $1', [id]))[0]?.['state'];
const told = (what: string, paymentId: string) =>
  lab.problems.filter((one) => one.what === what && one.paymentId === paymentId).map(({ detail }) => detail);
const looksAt = (orderId: string): number =>
  lab.fake.calls.filter((call) => call === `GET /v2/payments/captures/${orderId}C`).length;

async function aDayLater(): Promise<void> {
  travel(1.01);
  await lab.payments.reconcile();
}

/** A buyer with a captured payment whose messages never arrive. */
async function paidUntold(plan: 'monthly' | 'annual' = 'monthly', userId?: string): Promise<Bought> {
  const bought = await paid(lab, plan, userId);
  lab.messages.length = 0;
  return bought;
}

describe('returned money without a message', () => {
  it('is detected within a day, and booked as a refund the operator is notified of', async () => {
    const { userId, paymentId, orderId } = await paidUntold();
    await spend(lab, userId, 60);
    await lab.fake.change(orderId, BACK);
    travel(0.9);
    await lab.payments.reconcile();
    expect(await stateOf(paymentId)).toBe('captured');
    travel(0.2);
    await lab.payments.reconcile();
    expect(await stateOf(paymentId)).toBe('refunded');
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0, owed: 0, frozen: false });
    await aDayLater();
    expect(told('refund-not-told', paymentId)).toEqual([undefined]);
    expect(looksAt(orderId)).toBe(1);
    // The late message: a bank took the money.
    await lab.fake.tell(orderId, 'PAYMENT.CAPTURE.REVERSED');
    await lab.carry();
    expect(await stateOf(paymentId)).toBe('reversed');
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0, owed: 60, frozen: true });
  });

  it('is a reversal if an abandoned message reported one', async () => {
    const { userId, paymentId, orderId } = await paidUntold();
    await spend(lab, userId, 60);
    await lab.fake.tell(orderId, 'PAYMENT.CAPTURE.REVERSED');
    await lab.carry();
    await lab.database.query("update payment.events set state = 'failed', ended_at = now() where subject_id = $1", [
      `${orderId}C`,
    ]);
    await lab.fake.change(orderId, BACK);
    await aDayLater();
    expect(await stateOf(paymentId)).toBe('reversed');
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0, owed: 60, frozen: true });
  });

  it('is a reversal when a dispute was lost', async () => {
    const { userId, paymentId, orderId } = await paidUntold();
    await lab.fake.change(orderId, { ...BACK, dispute: { status: 'RESOLVED', outcome: 'RESOLVED_BUYER_FAVOUR' } });
    await aDayLater();
    expect(await stateOf(paymentId)).toBe('reversed');
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0, frozen: true });
    expect(told('refund-not-told', paymentId)).toEqual([]);
  });

  it.each([
    ['auth', 'refunded'],
    ['unknown', 'captured'],
  ] as const)('while disputes cannot be read (%s) is %s', async (code, state) => {
    const { paymentId, orderId } = await paidUntold();
    await lab.fake.change(orderId, BACK);
    const disputesOf = () => Promise.reject(new PaymentFault(code, ''));
    travel(1.01);
    await createPayments({ ...lab.context, client: { ...lab.client, disputesOf } }).reconcile();
    expect(await stateOf(paymentId)).toBe(state);
    await aDayLater();
    expect(await stateOf(paymentId)).toBe('refunded');
  });

  it('is checked for once per day, for 180 days', async () => {
    const { orderId } = await paidUntold();
    for (let times = 0; times < 3; times += 1) await lab.payments.reconcile();
    expect(looksAt(orderId)).toBe(0);
    await aDayLater();
    await lab.payments.reconcile();
    expect(looksAt(orderId)).toBe(1);
    travel(178);
    await lab.payments.reconcile();
    expect(looksAt(orderId)).toBe(2);
    await aDayLater();
    expect(looksAt(orderId)).toBe(2);
  });

  it('is checked for in the oldest payments first, a few per run, and a defect in one does not block the others', async () => {
    const many: Bought[] = [];
    for (let index = 0; index < 22; index += 1) many.push(await paidUntold());
    const [first] = many;
    if (!first) throw new Error('nobody paid');
    const readCapture: PaymentClient['readCapture'] = (id) =>
      id === `${first.orderId}C` ? Promise.reject(new Error('defect')) : lab.client.readCapture(id);
    const payments = createPayments({ ...lab.context, client: { ...lab.client, readCapture } });
    travel(1.01);
    expect(await payments.reconcile()).toMatchObject({ again: 20 });
    expect(many.map(({ orderId }) => looksAt(orderId))).toEqual([0, ...Array.from({ length: 19 }, () => 1), 0, 0]);
    expect(await payments.reconcile()).toMatchObject({ again: 2 });
    expect(many.slice(-2).map(({ orderId }) => looksAt(orderId))).toEqual([1, 1]);
    expect(told('payment-defect', first.paymentId)).toHaveLength(1);
  });

  it('waits while the service does not respond', async () => {
    const many = [await paidUntold(), await paidUntold(), await paidUntold()];
    const readCapture = () => Promise.reject(new PaymentFault('unavailable', ''));
    travel(1.01);
    const away = createPayments({ ...lab.context, client: { ...lab.client, readCapture } });
    expect(await away.reconcile()).toMatchObject({ again: 1 });
    expect(await lab.payments.reconcile()).toMatchObject({ again: 2 });
    expect(many.map(({ orderId }) => looksAt(orderId))).toEqual([0, 1, 1]);
    await aDayLater();
    expect(many.map(({ orderId }) => looksAt(orderId))).toEqual([1, 2, 2]);
  });

  it('is reported when the service no longer knows a capture', async () => {
    const { paymentId } = await paidUntold();
    travel(1.01);
    await createPayments({ ...lab.context, client: { ...lab.client, readCapture: async () => undefined } }).reconcile();
    expect(told('capture-not-there', paymentId)).toHaveLength(1);
    expect(await stateOf(paymentId)).toBe('captured');
  });
});

describe('partially returned money', () => {
  const part = (value: string) => ({ value, currency_code: 'USD' });
  const partly = (...values: string[]) => ({
    capture: { status: 'PARTIALLY_REFUNDED', amount: part('20.00') },
    parts: values.map(part),
  });
  const rows = (paymentId: string) =>
    lab.database.query('select total, part from payment.part_refunds where payment_id = $1 order by total', [paymentId]);

  it('is booked and reported once, keeps credits and time, and the operator can refund the rest', async () => {
    const { userId, paymentId, orderId } = await paidUntold();
    await lab.fake.change(orderId, partly('10.00'));
    for (let times = 0; times < 3; times += 1) await lab.fake.tell(orderId, 'PAYMENT.CAPTURE.REFUNDED');
    for (const message of lab.messages.splice(0)) await lab.payments.receive(rawOf(message), nothing);
    await Promise.all([lab.payments.workInbox(), lab.payments.workInbox()]);
    expect(await rows(paymentId)).toEqual([{ total: 1000, part: 1000 }]);
    expect(told('partly-refunded', paymentId)).toEqual([{ sum: '10.00 USD' }]);
    const events = await lab.database.query('select state from payment.events where subject_id = $1', [`${orderId}C`]);
    expect(events).toEqual([{ state: 'done' }, { state: 'done' }, { state: 'done' }]);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500 });
    expect((await lab.payments.own(userId))[0]).toMatchObject({ payment: { state: 'captured' }, refundWay: 'ask' });

    await lab.payments.askRefund(userId, paymentId);
    await lab.fake.change(orderId, partly('10.00', '5.00'));
    await aDayLater();
    await aDayLater();
    expect(await rows(paymentId)).toEqual([
      { total: 1000, part: 1000 },
      { total: 1500, part: 500 },
    ]);
    expect(told('partly-refunded', paymentId)).toEqual([{ sum: '10.00 USD' }, { sum: '15.00 USD' }]);
    expect(told('payment-defect', paymentId)).toEqual([]);
    expect(await lab.payments.refundByOperator(paymentId)).toMatchObject({ state: 'completed', money: { minor: 500 } });
    expect(await stateOf(paymentId)).toBe('refunded');
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0, owed: 0 });
  });

  it('that turns out to be the full amount is booked as such by the next check', async () => {
    const { paymentId, orderId } = await paidUntold();
    await lab.fake.change(orderId, partly('12.00', '8.00'));
    await aDayLater();
    expect(await rows(paymentId)).toEqual([]);
    await lab.fake.change(orderId, BACK);
    await aDayLater();
    expect(await stateOf(paymentId)).toBe('refunded');
  });

  it('is left to the operator when the service does not report the amount', async () => {
    const { paymentId, orderId } = await paidUntold();
    await lab.fake.change(orderId, partly());
    await lab.fake.tell(orderId, 'PAYMENT.CAPTURE.REFUNDED');
    await lab.carry();
    expect(told('partly-refunded', paymentId)).toEqual([{ sum: 'unknown' }]);
    expect(await rows(paymentId)).toEqual([]);
  });
});

it('includes payments, full and partial refunds, and reversals in the daily report', async () => {
  // Later than in any other test, but before the certificate expires.
  travel(340);
  const from = lab.now();
  const kept = await paidUntold();
  const [refunded, reversed] = [await paidUntold(), await paidUntold('annual')];
  await lab.payments.refundByOperator(refunded.paymentId);
  await lab.fake.change(reversed.orderId, { capture: { ...BACK.capture, amount: { value: '200.00', currency_code: 'USD' } } });
  await lab.fake.tell(reversed.orderId, 'PAYMENT.CAPTURE.REVERSED');
  await lab.fake.change(kept.orderId, {
    capture: { status: 'PARTIALLY_REFUNDED', amount: { value: '20.00', currency_code: 'USD' } },
    parts: [{ value: '3.50', currency_code: 'USD' }],
  });
  await lab.fake.tell(kept.orderId, 'PAYMENT.CAPTURE.REFUNDED');
  await lab.carry();
  const begunOnly = await begun(lab);
  travel(0.5);
  const report = await dayReport(lab.database, from, lab.now());
  expect(report.sums).toEqual([{ currency: 'USD', captured: 24_000, refunded: 2350, taken: 20_000 }]);
  expect(report.states).toEqual({ captured: 1, ordered: 1, refunded: 1, reversed: 1 });
  expect(report.partly.map(({ id }) => id)).toEqual([kept.paymentId]);
  expect(report.open.map(({ id }) => id)).not.toContain(begunOnly.paymentId);
  const later = await dayReport(lab.database, lab.now(), new Date(lab.now().getTime() + 1000));
  expect(later.sums).toEqual([{ currency: 'USD', captured: 0, refunded: 0, taken: 0 }]);
  expect([later.states, later.partly]).toEqual([{}, []]);
});

describe('stalled refunds', () => {
  /** Creates refunds to which the service does not respond, older than any other. */
  async function stuck(count: number): Promise<void> {
    await lab.database.query(
      `with p as (
         insert into payment.payments (id, plan, amount, currency, credits, cycle, days, locale, provider, state, capture_id,
           created_at, captured_at, checked_at)
         select gen_random_uuid(), 'monthly', 2000, 'USD', 500, '{"days":30}', 30, 'en', 'paypal', 'failed', 'STUCK' || gen_random_uuid(), $2, $2, $2
         from generate_series(1, $1) n returning id
       ) insert into payment.refunds (id, payment_id, amount, currency, source, state, asked_at)
         select gen_random_uuid(), id, 2000, 'USD', 'mismatch', 'requested', $2 from p`,
      [count, new Date(lab.now().getTime() - 86_400_000)],
    );
  }

  it.each([
    ['without a response', new PaymentFault('unavailable', '')],
    ['that cause an error', new Error('defect')],
  ])('%s do not block others', async (_, error) => {
    await stuck(50);
    const { userId, paymentId } = await paidUntold();
    lab.fake.faults.add({ on: 'refund', kind: 'lost-request' });
    await lab.payments.askRefund(userId, paymentId);
    const refund: PaymentClient['refund'] = (captureId, ...rest) =>
      captureId.startsWith('STUCK') ? Promise.reject(error) : lab.client.refund(captureId, ...rest);
    const payments = createPayments({ ...lab.context, client: { ...lab.client, refund } });
    for (let times = 0; times < 2; times += 1) {
      travel(0.01);
      await payments.reconcile();
    }
    expect(await stateOf(paymentId)).toBe('refunded');
    await lab.database.query(
      "update payment.refunds set state = 'refused', ended_at = now() where state = 'requested' and source = 'mismatch'",
    );
  });
});

describe('a payment with another service', () => {
  /** Payments with another service, which only allows these requests. */
  function elsewhere(allowed: Partial<PaymentClient> = {}) {
    const client = new Proxy(lab.client, {
      get: (_, name) => Reflect.get(allowed, name) ?? (() => Promise.reject(new Error(`asked: ${String(name)}`))),
    });
    return createPayments({ ...lab.context, provider: 'stand-in', client });
  }

  it('is not requested from the configured one', async () => {
    const [open, back] = [await begun(lab), await paidUntold()];
    lab.fake.faults.add({ on: 'refund', kind: 'pending' });
    await lab.payments.askRefund(back.userId, back.paymentId);
    travel(1.01);
    const before = lab.problems.length;
    const other = elsewhere();
    expect(await other.reconcile(0)).toEqual({ looked: 0, settled: 0, refunds: 0, again: 0, subscriptions: 0 });
    const event = `insert into payment.events (provider, id, type, subject_kind, subject_id, body, received_at, due_at)
      values ('stand-in', $1, 'PAYMENT.REFUND.COMPLETED', $2, $3, '', $4, $4)`;
    await lab.database.query(event, [randomUUID(), 'refund', `${back.orderId}R`, lab.now()]);
    await lab.database.query(event, [randomUUID(), 'order', open.orderId, lab.now()]);
    expect(await other.workInbox()).toBe(2);
    expect(await other.refundByOperator(back.paymentId)).toBe('elsewhere');
    expect((await other.own((await paidUntold()).userId))[0]).toMatchObject({
      payment: { state: 'captured' },
      refundWay: 'none',
    });
    expect(lab.problems.slice(before)).toEqual([]);
  });

  it('does not prevent new payments with the configured one', async () => {
    const open = await begun(lab);
    const { createOrder } = lab.client;
    const answer = await elsewhere({ createOrder }).begin(checkoutOf(open.userId));
    expect(answer).toMatchObject({ outcome: 'approve' });
    expect(answer).not.toMatchObject({ paymentId: open.paymentId });
    expect(await begun(lab, 'monthly', open.userId)).toEqual(open);
  });
});

it('creates the tables of the fake once, also when processes start at the same time', async () => {
  const stores = await Promise.all(Array.from({ length: 8 }, () => createDatabaseStore(lab.database, PAYPAL_SHELF)));
  expect(await Promise.all(stores.map((store) => store.read('X')))).toEqual(stores.map(() => undefined));
});
