import { randomUUID } from 'node:crypto';
import { PLANS } from '@bakkum/api-contract/billing/plans';
import { forgetTraces } from '@bakkum/payment/buyer-traces';
import { createPayments } from '@bakkum/payment/payments';
import type { PaymentClient } from '@bakkum/payment/provider';
import { dayReport, historyOf, paidPeriods, unlinkBuyer } from '@bakkum/payment/report';
import { signed } from '@bakkum/payment-fake/messages';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { agree, begun, checkoutOf, type Lab, openLab, paid, rawOf, spend, TRACES } from './lab.ts';

const DAY_MS = 86_400_000;
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

const nothing = async (): Promise<void> => undefined;
const stateOf = async (id: string): Promise<unknown> =>
  (await lab.database.query('select state, problem from payment.payments where id = $1', [id]))[0];
const grantsOf = async (userId: string): Promise<number> =>
  (
    await lab.database.query(
      'select e.id from credits.entitlements e join credits.accounts a on a.id = e.account_id where a.user_id = $1',
      [userId],
    )
  ).length;

const capturesOf = (orderId: string): number =>
  lab.fake.calls.filter((call) => call === `POST /v2/checkout/orders/${orderId}/capture`).length;

/** Opens a dispute of an order, or ends it with the outcome. */
async function disputed(orderId: string, outcome?: string): Promise<void> {
  const dispute = outcome ? { status: 'RESOLVED', outcome } : { status: 'WAITING_FOR_SELLER_RESPONSE' };
  await lab.fake.change(orderId, { dispute });
  await lab.fake.tell(orderId, `CUSTOMER.DISPUTE.${outcome ? 'RESOLVED' : 'CREATED'}`);
  await lab.carry();
}

describe('a purchase', () => {
  it('creates an order at our price, captures after approval, and grants a month of credits', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    expect(await lab.payments.finish(paymentId)).toBe('ordered');
    const back = new URL(await agree(lab.fake, orderId));
    expect([back.searchParams.get('token'), back.searchParams.get('id')]).toEqual([orderId, paymentId]);
    expect(await lab.payments.finish(paymentId)).toBe('captured');
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, total: 500, plan: 'monthly' });
    const [settlement] = lab.captured.filter((one) => one.paymentId === paymentId);
    expect(settlement).toMatchObject({ userId, product: 'monthly', money: { minor: 2000, currency: 'USD' } });
    expect((settlement?.endsAt.getTime() ?? 0) - (settlement?.startsAt.getTime() ?? 0)).toBe(30 * DAY_MS);
    const steps = (await historyOf(lab.database, paymentId)).map(({ what }) => what);
    expect(steps).toEqual(['created', 'ordered', 'capturing', 'ordered', 'capturing', 'captured']);
  });

  it('grants 500 credits in each of the twelve months of the annual plan, and none afterwards', async () => {
    const { userId } = await paid(lab, 'annual');
    let [granted, last] = [0, ''];
    for (let day = 0; day <= 366; day += 6) {
      const { total, resetsAt, plan } = await lab.ledger.balance(userId);
      if (plan === 'annual' && resetsAt && resetsAt.toISOString() !== last) granted += total;
      last = resetsAt?.toISOString() ?? '';
      lab.travel(6);
    }
    lab.travel(-372);
    expect(granted).toBe(12 * PLANS.annual.credits);
  });

  it('grants one cycle per thirty days, also across a short month', async () => {
    const { userId } = await paid(lab);
    lab.travel(29);
    expect(await lab.ledger.balance(userId)).toMatchObject({ total: 500, plan: 'monthly' });
    lab.travel(1.1);
    expect(await lab.ledger.balance(userId)).toMatchObject({ total: 0 });
    lab.travel(-30.1);
  });

  it('extends the paid period, for a renewal and for the other plan', async () => {
    const { userId } = await paid(lab);
    await paid(lab, 'annual', userId);
    await paid(lab, 'monthly', userId);
    const periods = await paidPeriods(lab.database, userId, lab.now());
    expect(periods.map(({ plan }) => plan)).toEqual(['monthly', 'annual', 'monthly']);
    expect(periods[1]?.startsAt).toEqual(periods[0]?.endsAt);
    expect(periods[2]?.startsAt).toEqual(periods[1]?.endsAt);
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, total: 500, plan: 'monthly' });
  });

  it('continues the open payment when the plan is chosen again, in ten tabs at once', async () => {
    const userId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => lab.payments.begin(checkoutOf(userId))));
    const ids = new Set(answers.map((answer) => ('paymentId' in answer ? answer.paymentId : answer.outcome)));
    expect(ids.size).toBe(1);
    expect((await begun(lab, 'monthly', userId)).paymentId).toBe([...ids][0]);
    expect((await begun(lab, 'annual', userId)).paymentId).not.toBe([...ids][0]);
  });

  it('limits payments to ten per user and hour', async () => {
    const userId = randomUUID();
    for (let index = 0; index < 10; index += 1) {
      const { paymentId } = await begun(lab, 'monthly', userId);
      await lab.database.query("update payment.payments set state = 'expired' where id = $1", [paymentId]);
    }
    expect(await lab.payments.begin(checkoutOf(userId))).toMatchObject({ outcome: 'limited' });
  });

  it('keeps a cancelled payment open, and finds it again', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    expect(await agree(lab.fake, orderId, 'cancel')).toContain(`cancelled=${paymentId}`);
    await lab.payments.noteCancelled(paymentId);
    expect((await begun(lab, 'monthly', userId)).paymentId).toBe(paymentId);
  });

  it('asks for another payment method after a decline', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    await agree(lab.fake, orderId, 'declined');
    expect(await lab.payments.finish(paymentId)).toBe('ordered');
    expect(await stateOf(paymentId)).toEqual({ state: 'ordered', problem: 'declined' });
    expect(await grantsOf(userId)).toBe(0);
    // A reload of the page; no other trigger captures a declined payment.
    lab.travel(0.01);
    await lab.payments.finish(paymentId);
    await lab.carry();
    await lab.payments.reconcile();
    expect(await stateOf(paymentId)).toEqual({ state: 'ordered', problem: 'declined' });
    expect(capturesOf(orderId)).toBe(1);
    expect(await lab.payments.begin(checkoutOf(userId))).toMatchObject({ outcome: 'approve', paymentId });
    await agree(lab.fake, orderId);
    expect(await lab.payments.finish(paymentId)).toBe('captured');
    expect(await grantsOf(userId)).toBe(1);
  });

  it('succeeds with another means of payment after two declines', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    for (const outcome of ['declined', 'declined', 'paid']) {
      expect(await lab.payments.begin(checkoutOf(userId))).toMatchObject({ outcome: 'approve', paymentId });
      await agree(lab.fake, orderId, outcome);
      await lab.payments.finish(paymentId);
    }
    expect(await stateOf(paymentId)).toEqual({ state: 'captured', problem: null });
    expect(await grantsOf(userId)).toBe(1);
  });

  it('sends a buyer back to the service when a decline happens while the plan is chosen again', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    await agree(lab.fake, orderId, 'declined');
    expect(await lab.payments.begin(checkoutOf(userId))).toMatchObject({ outcome: 'approve', paymentId });
    // Sent to approve again, and back without doing so: the earlier approval is not used again.
    expect(await lab.payments.begin(checkoutOf(userId))).toMatchObject({ outcome: 'approve', paymentId });
    expect(capturesOf(orderId)).toBe(1);
    lab.travel(0.01);
    lab.messages.length = 0;
    await lab.payments.reconcile();
    expect(capturesOf(orderId)).toBe(1);
    await agree(lab.fake, orderId);
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
    lab.travel(-0.01);
  });

  it('begins another payment when the declined one is old', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    await agree(lab.fake, orderId, 'declined');
    await lab.payments.finish(paymentId);
    lab.travel(0.2);
    const next = await begun(lab, 'monthly', userId);
    lab.travel(-0.2);
    expect(next.paymentId).not.toBe(paymentId);
    expect(await stateOf(paymentId)).toMatchObject({ state: 'expired' });
  });

  it('grants nothing for a payment under review until it completes', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    await agree(lab.fake, orderId, 'pending');
    expect(await lab.payments.finish(paymentId)).toBe('pending');
    expect(await grantsOf(userId)).toBe(0);
    for (let asked = 0; asked < 3; asked += 1) await lab.payments.finish(paymentId);
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
    expect(await grantsOf(userId)).toBe(1);
  });
});

describe('a mismatch with the order', () => {
  it('in the amount grants nothing, is reported, and is refunded', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    await agree(lab.fake, orderId, 'other-amount');
    expect(await lab.payments.finish(paymentId)).toBe('failed');
    expect(await stateOf(paymentId)).toEqual({ state: 'failed', problem: 'mismatch' });
    expect(await grantsOf(userId)).toBe(0);
    expect(lab.problems).toContainEqual({ what: 'payment-mismatch', paymentId, detail: { differing: ['amount'] } });
    lab.travel(0.01);
    await lab.payments.reconcile();
    expect(lab.fake.calls).toContain(`POST /v2/payments/captures/${orderId}C/refund`);
    const [refund] = await lab.database.query('select state, amount from payment.refunds where payment_id = $1', [paymentId]);
    expect(refund).toEqual({ state: 'completed', amount: 1 });
  });

  it.each(['customId', 'invoiceId', 'amount'] as const)('in %s grants nothing', async (field) => {
    const { userId, paymentId, orderId } = await begun(lab);
    await agree(lab.fake, orderId);
    const amount = { value: '20.00', currency_code: 'EUR' };
    await lab.fake.change(orderId, field === 'amount' ? { amount } : { [field]: randomUUID() });
    expect(await lab.payments.finish(paymentId)).toBe('failed');
    expect(await grantsOf(userId)).toBe(0);
  });

  it('is not detected during a review, and is refunded once it completes', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    await agree(lab.fake, orderId, 'pending');
    await lab.fake.change(orderId, { invoiceId: 'ANOTHER' });
    expect(await lab.payments.finish(paymentId)).toBe('pending');
    for (let asked = 0; asked < 3; asked += 1) await lab.payments.finish(paymentId);
    expect(await stateOf(paymentId)).toEqual({ state: 'failed', problem: 'mismatch' });
    lab.travel(0.01);
    await lab.payments.reconcile();
    expect(lab.fake.calls).toContain(`POST /v2/payments/captures/${orderId}C/refund`);
    expect(await grantsOf(userId)).toBe(0);
  });

  it.each([400, 403, 422, 429, 500])('that cannot be checked (status %s) keeps its state', async (status) => {
    const { paymentId, orderId } = await begun(lab);
    await agree(lab.fake, orderId, 'pending');
    expect(await lab.payments.finish(paymentId)).toBe('pending');
    lab.fake.faults.add({ on: 'read', kind: 'status', status });
    expect(await lab.payments.finish(paymentId)).toBe('pending');
    expect(await stateOf(paymentId)).toEqual({ state: 'pending', problem: null });
  });

  it('is not shown to another user', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    expect(await lab.payments.find(randomUUID(), { orderId })).toBeUndefined();
    expect(await lab.payments.find(randomUUID(), { id: paymentId })).toBeUndefined();
    expect(await lab.payments.find(userId, { orderId })).toMatchObject({ id: paymentId });
    expect(await lab.payments.askRefund(randomUUID(), paymentId)).toEqual({ outcome: 'none' });
  });

  it('is refunded when the account was deleted during the capture', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    await agree(lab.fake, orderId, 'lost');
    expect(await lab.payments.finish(paymentId)).toBe('capturing');
    await unlinkBuyer(lab.database, userId, lab.now(), TRACES);
    lab.travel(0.01);
    await lab.payments.reconcile();
    expect(await stateOf(paymentId)).toEqual({ state: 'failed', problem: 'mismatch' });
    lab.travel(0.01);
    await lab.payments.reconcile();
    expect(lab.fake.calls).toContain(`POST /v2/payments/captures/${orderId}C/refund`);
  });
});

describe('concurrently', () => {
  it('100 captures of one order grant once', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    await agree(lab.fake, orderId);
    const states = await Promise.all(Array.from({ length: 100 }, () => lab.payments.finish(paymentId)));
    expect(states.every((state) => ['captured', 'capturing'].includes(state))).toBe(true);
    expect(await lab.payments.finish(paymentId)).toBe('captured');
    expect(await grantsOf(userId)).toBe(1);
    expect(lab.fake.calls.filter((call) => call === `POST /v2/checkout/orders/${orderId}/capture`)).toHaveLength(1);
    expect(lab.captured.filter((one) => one.paymentId === paymentId)).toHaveLength(1);
  });

  it('a repeated message, 25 buyer requests and the reconciler grant once', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    lab.fake.faults.add({ on: 'event', kind: 'twice' });
    await agree(lab.fake, orderId);
    await Promise.all([
      ...Array.from({ length: 25 }, () => lab.payments.finish(paymentId)),
      ...lab.messages.splice(0).map((message) => lab.payments.receive(rawOf(message), nothing)),
      lab.payments.workInbox(),
      lab.payments.workInbox(),
      lab.payments.reconcile(0),
    ]);
    await lab.carry();
    expect(await lab.payments.finish(paymentId)).toBe('captured');
    expect(await grantsOf(userId)).toBe(1);
  });

  it('two plans paid at once follow each other', async () => {
    const userId = randomUUID();
    const both = [await begun(lab, 'monthly', userId), await begun(lab, 'annual', userId)];
    for (const { orderId } of both) await agree(lab.fake, orderId);
    await Promise.all(both.map(({ paymentId }) => lab.payments.finish(paymentId)));
    expect(await paidPeriods(lab.database, userId, lab.now())).toHaveLength(2);
  });
});

describe('messages', () => {
  it('before the buyer returns complete the payment, which the return finds done', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    await agree(lab.fake, orderId);
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
    expect(await lab.payments.finish(paymentId)).toBe('captured');
    expect(await grantsOf(userId)).toBe(1);
  });

  it('count once, however often they arrive', async () => {
    const { paymentId, orderId, userId } = await begun(lab);
    await agree(lab.fake, orderId);
    const [message] = lab.messages.splice(0);
    if (!message) throw new Error('no message');
    const first = await Promise.all([
      lab.payments.receive(rawOf(message), nothing),
      lab.payments.receive(rawOf(message), nothing),
    ]);
    expect(first.toSorted()).toEqual(['known', 'received']);
    await lab.carry();
    expect(await lab.payments.receive(rawOf(message), nothing)).toBe('known');
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
    expect(await grantsOf(userId)).toBe(1);
  });

  it('count once when repeated during the processing and the capture', async () => {
    const { paymentId, orderId, userId } = await begun(lab);
    await agree(lab.fake, orderId);
    const [message] = lab.messages.splice(0);
    if (!message) throw new Error('no message');
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: PaymentClient = {
      ...lab.client,
      capture: async (...request) => {
        asked.resolve();
        await answered.promise;
        return lab.client.capture(...request);
      },
    };
    const payments = createPayments({ ...lab.context, client: slow });
    expect(await payments.receive(rawOf(message), nothing)).toBe('received');
    const first = payments.workInbox();
    await asked.promise;
    expect(await payments.receive(rawOf(message), nothing)).toBe('known');
    // While the first one waits, the second has nothing to process, and the buyer nothing to capture.
    expect(await payments.workInbox()).toBe(0);
    expect(await payments.finish(paymentId)).toBe('capturing');
    answered.resolve();
    expect(await first).toBe(1);
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
    expect(capturesOf(orderId)).toBe(1);
    expect(await grantsOf(userId)).toBe(1);
  });

  it('that arrive late and out of order do not revive a refunded payment', async () => {
    lab.fake.faults.add({ on: 'event', kind: 'late' });
    lab.fake.faults.add({ on: 'event', kind: 'late' });
    const { userId, paymentId } = await paid(lab);
    expect(await lab.payments.askRefund(userId, paymentId)).toMatchObject({ outcome: 'requested' });
    lab.fake.release();
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'refunded' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0, total: 0 });
  });

  it.each([
    ['CHECKOUT.ORDER.APPROVED', 'ordered'],
    ['PAYMENT.CAPTURE.COMPLETED', 'ordered'],
    ['PAYMENT.CAPTURE.REVERSED', 'ordered'],
  ])('about a %s that did not happen change nothing', async (type, state) => {
    const { userId, paymentId, orderId } = await begun(lab);
    await lab.fake.tell(orderId, type);
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject({ state });
    expect(await grantsOf(userId)).toBe(0);
  });

  it('about a reversal take nothing back while the money is here', async () => {
    const { userId, paymentId, orderId } = await paid(lab);
    await lab.fake.tell(orderId, 'PAYMENT.CAPTURE.REVERSED');
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, frozen: false });
  });
});

describe('a forged message', () => {
  const body = (id: string) =>
    Buffer.from(
      `{"id":"WH-${randomUUID()}","event_type":"PAYMENT.CAPTURE.COMPLETED","summary":"xxxx","resource":{"id":"${id}C"}}`,
    );
  const parts = () => lab.fake.messageParts();
  const events = async (): Promise<number> => (await lab.database.query('select from payment.events')).length;

  it.each([
    ['bad signature', 'signature', () => ({ 'paypal-transmission-sig': Buffer.from('no').toString('base64') })],
    ['missing signature', 'signature', () => ({ 'paypal-transmission-sig': '' })],
    ['different algorithm', 'algorithm', () => ({ 'paypal-auth-algo': 'SHA1withRSA' })],
    ['different message id', 'signature', () => ({ 'paypal-transmission-id': randomUUID() })],
    [
      'certificate of another host',
      'certificate address',
      () => ({ 'paypal-cert-url': 'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1' }),
    ],
    [
      'certificate of another path',
      'certificate address',
      () => ({ 'paypal-cert-url': `${lab.fake.url}/v1/notifications/certs/../../checkoutnow` }),
    ],
    ['missing time', 'time', () => ({ 'paypal-transmission-time': '' })],
  ])('with a %s is rejected', async (_, why, change) => {
    const { orderId } = await begun(lab);
    const before = await events();
    const message = signed(body(orderId), parts());
    const forged = { ...message, headers: { ...message.headers, ...change() } };
    expect(await lab.payments.receive(rawOf(forged), nothing)).toBe('forged');
    expect(lab.problems.at(-1)).toEqual({ what: 'event-forged', paymentId: '', detail: { why } });
    expect(await events()).toBe(before);
  });

  it('without any header is rejected', async () => {
    const before = await events();
    expect(await lab.payments.receive(rawOf({ headers: {}, body: body('X') }), nothing)).toBe('forged');
    expect(await events()).toBe(before);
  });

  it('of another webhook, an old one, or with a changed body, is rejected', async () => {
    const { orderId } = await begun(lab);
    const old = new Date(lab.now().getTime() - 5 * DAY_MS);
    const message = signed(body(orderId), parts());
    const forged = [
      signed(body(orderId), { ...parts(), webhookId: 'ANOTHER' }),
      signed(body(orderId), { ...parts(), now: old }),
      { ...message, body: Buffer.from(`${message.body.toString()} `) },
    ];
    const before = await events();
    for (const one of forged) expect(await lab.payments.receive(rawOf(one), nothing)).toBe('forged');
    expect(lab.problems.slice(-3).map(({ detail }) => detail)).toEqual([
      { why: 'signature' },
      { why: 'time' },
      { why: 'signature' },
    ]);
    expect(await events()).toBe(before);
  });

  it('whose body has the same checksum passes the signature, and still changes nothing', async () => {
    const { crc32 } = await import('node:zlib');
    const mine = await begun(lab);
    const genuine = signed(body(mine.orderId), parts());
    const tries = Array.from({ length: 60 }, (_, number) =>
      Buffer.from(genuine.body.toString().replace('COMPLETED', 'REVERSED').replace('WH-', `W${number}-`)),
    );
    // Some of the checksums need bytes that are invalid in JSON.
    const forged = tries.map((body) => withSum(body, crc32(genuine.body), crc32)).find(isJson) ?? Buffer.alloc(0);
    expect(crc32(forged)).toBe(crc32(genuine.body));
    expect(await lab.payments.receive(rawOf({ ...genuine, body: forged }), nothing)).toBe('received');
    await lab.carry();
    expect(await stateOf(mine.paymentId)).toMatchObject({ state: 'ordered' });
    expect(await grantsOf(mine.userId)).toBe(0);
  });
});

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
}

/** Changes `xxxx` in the body so that it gets the wanted checksum: CRC-32 is linear, so four bytes are enough. */
function withSum(body: Buffer, wanted: number, crc32: (data: Buffer) => number): Buffer {
  const at = body.indexOf('xxxx');
  const sumWith = (bits: number): number => {
    body.writeUInt32LE(bits >>> 0, at);
    return crc32(body) >>> 0;
  };
  const zero = sumWith(0);
  const basis: { sum: number; bits: number }[] = [];
  for (let bit = 0; bit < 32; bit += 1) {
    let row = { sum: (sumWith((1 << bit) >>> 0) ^ zero) >>> 0, bits: (1 << bit) >>> 0 };
    for (const known of basis) if ((row.sum ^ known.sum) >>> 0 < row.sum) row = xor(row, known);
    if (row.sum !== 0) basis.push(row);
    basis.sort((one, other) => other.sum - one.sum);
  }
  let rest = { sum: (wanted ^ zero) >>> 0, bits: 0 };
  for (const known of basis) if ((rest.sum ^ known.sum) >>> 0 < rest.sum) rest = xor(rest, known);
  sumWith(rest.bits);
  return body;
}

function xor(one: { sum: number; bits: number }, other: { sum: number; bits: number }) {
  return { sum: (one.sum ^ other.sum) >>> 0, bits: (one.bits ^ other.bits) >>> 0 };
}

describe('refunds', () => {
  it('within seven days, with less than half spent: immediate, once per account, and the credits are removed', async () => {
    const { userId, paymentId } = await paid(lab);
    await spend(lab, userId, 249);
    expect((await lab.payments.own(userId))[0]).toMatchObject({ refundWay: 'at-once' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => lab.payments.askRefund(userId, paymentId)));
    expect(answers.filter(({ outcome }) => outcome === 'requested')).toHaveLength(1);
    expect(await stateOf(paymentId)).toMatchObject({ state: 'refunded' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0, total: 0, owed: 0 });
    expect(lab.refunded.filter((one) => one.paymentId === paymentId)).toHaveLength(1);
    const again = await paid(lab, 'monthly', userId);
    expect(await lab.payments.askRefund(userId, again.paymentId)).toEqual({ outcome: 'none' });
  });

  it('with half spent: decided by the operator', async () => {
    const { userId, paymentId } = await paid(lab);
    await spend(lab, userId, 250);
    expect(await lab.payments.askRefund(userId, paymentId)).toMatchObject({ outcome: 'asked' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 250 });
    expect(await lab.payments.refuseRefund(paymentId)).toBe(true);
    expect(await lab.payments.askRefund(userId, paymentId)).toMatchObject({ outcome: 'asked' });
    expect(await lab.payments.refundByOperator(paymentId)).toMatchObject({ state: 'completed' });
    expect(await lab.payments.refundByOperator(paymentId)).toBe('refunded');
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
  });

  describe('of a buyer who deleted the account', () => {
    const refunded = async (userId: string, buyer: string): Promise<void> => {
      const { paymentId } = await paid(lab, 'monthly', userId, buyer);
      expect(await lab.payments.askRefund(userId, paymentId)).toMatchObject({ outcome: 'requested' });
    };
    const buyerNamed = (name: string): string => `fake_paypal_buyer=${name.padEnd(16, '0')}`;
    const accountOf = (address: string): string => `${address}:${randomUUID()}`;

    it('need the operator when the same person pays from a new account', async () => {
      const first = randomUUID();
      await refunded(first, buyerNamed('mina'));
      await unlinkBuyer(lab.database, first, lab.now(), TRACES);
      const again = await paid(lab, 'monthly', undefined, buyerNamed('mina'));
      expect(await lab.payments.askRefund(again.userId, again.paymentId)).toMatchObject({ outcome: 'asked' });
      const other = await paid(lab, 'monthly', undefined, buyerNamed('jun'));
      expect(await lab.payments.askRefund(other.userId, other.paymentId)).toMatchObject({ outcome: 'requested' });
    });

    it('need the operator when the new account has the same address', async () => {
      const first = accountOf('mina@example.com');
      await refunded(first, buyerNamed('first'));
      await unlinkBuyer(lab.database, first, lab.now(), TRACES);
      const again = await paid(lab, 'monthly', accountOf('mina@example.com'), buyerNamed('second'));
      expect(await lab.payments.askRefund(again.userId, again.paymentId)).toMatchObject({ outcome: 'asked' });
    });

    it('are immediate again when the hashes have been removed', async () => {
      const first = accountOf('soo@example.com');
      await refunded(first, buyerNamed('soo'));
      await unlinkBuyer(lab.database, first, lab.now(), TRACES);
      const stored = async () =>
        JSON.stringify(await lab.database.query('select * from payment.payments where address_hash is not null'));
      expect(await stored()).not.toContain('soo@');
      lab.travel(365);
      await forgetTraces(lab.database, lab.now());
      expect(await stored()).toBe('[]');
      const again = await paid(lab, 'monthly', accountOf('soo@example.com'), buyerNamed('soo'));
      expect(await lab.payments.askRefund(again.userId, again.paymentId)).toMatchObject({ outcome: 'requested' });
      lab.travel(-365);
    });

    it('are immediate once when two accounts of one payer ask at the same time', async () => {
      const both = [
        await paid(lab, 'monthly', undefined, buyerNamed('twice')),
        await paid(lab, 'monthly', undefined, buyerNamed('twice')),
      ];
      const answers = await Promise.all(both.map(({ userId, paymentId }) => lab.payments.askRefund(userId, paymentId)));
      expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['asked', 'requested']);
    });
  });

  it('are refused after seven days', async () => {
    const { userId, paymentId } = await paid(lab);
    lab.travel(7);
    expect(await lab.payments.askRefund(userId, paymentId)).toEqual({ outcome: 'none' });
    lab.travel(-7);
  });

  it('need the operator when a later payment extends the plan', async () => {
    const { userId, paymentId } = await paid(lab);
    const later = await paid(lab, 'monthly', userId);
    expect(await lab.payments.askRefund(userId, paymentId)).toMatchObject({ outcome: 'asked' });
    expect((await lab.payments.own(userId)).find(({ payment }) => payment.id === later.paymentId)).toMatchObject({
      refundWay: 'none',
    });
  });

  it.each(['lost-answer', 'lost-request'] as const)('whose call has a %s are completed by the reconciler, once', async (kind) => {
    const { userId, paymentId, orderId } = await paid(lab);
    lab.fake.faults.add({ on: 'refund', kind });
    await lab.payments.askRefund(userId, paymentId);
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0 });
    lab.travel(0.01);
    await lab.payments.reconcile();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'refunded' });
    const calls = lab.fake.calls.filter((call) => call === `POST /v2/payments/captures/${orderId}C/refund`);
    expect(calls).toHaveLength(2);
    const rows = await lab.database.query('select state, amount, source from payment.refunds where payment_id = $1', [paymentId]);
    expect(rows).toEqual([{ state: 'completed', amount: 2000, source: 'buyer' }]);
    expect(lab.refunded.filter((one) => one.paymentId === paymentId)).toHaveLength(1);
  });

  it('pending at the service complete when the service confirms; refused ones wait for the operator', async () => {
    const { userId, paymentId, orderId } = await paid(lab);
    lab.fake.faults.add({ on: 'refund', kind: 'pending' });
    await lab.payments.askRefund(userId, paymentId);
    expect((await lab.payments.own(userId))[0]).toMatchObject({ refund: { state: 'pending' } });
    await lab.fake.change(orderId, { refund: { status: 'COMPLETED', requestId: '' } });
    lab.travel(0.01);
    await lab.payments.reconcile();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'refunded' });

    const other = await paid(lab);
    lab.fake.faults.add({ on: 'refund', kind: 'refused' });
    await lab.payments.askRefund(other.userId, other.paymentId);
    expect((await lab.payments.own(other.userId))[0]).toMatchObject({ refund: { state: 'failed' } });
    expect(await lab.payments.refundByOperator(other.paymentId)).toMatchObject({ state: 'completed' });
  });

  it("made on the service's page remove the credits too", async () => {
    const { userId, paymentId, orderId } = await paid(lab);
    const capture = { status: 'REFUNDED', amount: { value: '20.00', currency_code: 'USD' } };
    await lab.fake.change(orderId, { capture, refund: { status: 'COMPLETED', requestId: 'by-hand' } });
    await lab.fake.tell(orderId, 'PAYMENT.CAPTURE.REFUNDED');
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'refunded' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0, owed: 0, frozen: false });
  });
});

describe('reversed payments', () => {
  it('by a reversal: removes remaining credits, records spent ones as debt, and freezes the account', async () => {
    const { userId, paymentId, orderId } = await paid(lab);
    await spend(lab, userId, 60);
    await lab.fake.change(orderId, { capture: { status: 'REFUNDED', amount: { value: '20.00', currency_code: 'USD' } } });
    // The message about the capture arrives late, after the reversal.
    await lab.fake.tell(orderId, 'PAYMENT.CAPTURE.COMPLETED');
    await lab.carry();
    await lab.fake.tell(orderId, 'PAYMENT.CAPTURE.REVERSED');
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'reversed' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0, owed: 60, frozen: true });
  });

  it.each(['pending', 'refused', undefined] as const)(
    'freezes the account and is recorded as debt, also after a refund that is %s',
    async (kind) => {
      const { userId, paymentId, orderId } = await paid(lab);
      await spend(lab, userId, 60);
      if (kind) lab.fake.faults.add({ on: 'refund', kind });
      await lab.payments.askRefund(userId, paymentId);
      await lab.fake.change(orderId, { capture: { status: 'REFUNDED', amount: { value: '20.00', currency_code: 'USD' } } });
      for (let time = 0; time < 2; time += 1) {
        await lab.fake.tell(orderId, 'PAYMENT.CAPTURE.REVERSED');
        await lab.carry();
      }
      expect(await stateOf(paymentId)).toMatchObject({ state: 'reversed' });
      expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0, owed: 60, frozen: true });
      expect(lab.problems.filter((one) => one.what === 'payment-reversed' && one.paymentId === paymentId)).toHaveLength(1);
    },
  );

  it.each([
    ['REVERSED', { state: 'reversed' }, { available: 0, frozen: true }],
    ['REFUNDED', { state: 'refunded' }, { available: 0, frozen: false }],
  ])('is booked once the capture shows it, when the message %s was faster', async (type, state, balance) => {
    const { userId, paymentId, orderId } = await paid(lab);
    await lab.carry();
    await lab.fake.tell(orderId, `PAYMENT.CAPTURE.${type}`);
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
    await lab.fake.change(orderId, { capture: { status: 'REFUNDED', amount: { value: '20.00', currency_code: 'USD' } } });
    lab.travel(0.01);
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject(state);
    expect(await lab.ledger.balance(userId)).toMatchObject(balance);
  });

  it('is reported when the capture never shows it', async () => {
    const { paymentId, orderId } = await paid(lab);
    await lab.carry();
    const before = lab.problems.length;
    await lab.fake.tell(orderId, 'PAYMENT.CAPTURE.REVERSED');
    await lab.carry();
    for (let time = 0; time < 7; time += 1) {
      lab.travel(0.2);
      await lab.carry();
    }
    lab.travel(-1.4);
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
    const type = 'PAYMENT.CAPTURE.REVERSED';
    expect(lab.problems.slice(before)).toContainEqual(
      expect.objectContaining({ what: 'event-given-up', detail: expect.objectContaining({ type, problem: 'still completed' }) }),
    );
  });

  it('is no problem when our own pending refund is not visible in the capture yet', async () => {
    const { userId, paymentId, orderId } = await paid(lab);
    lab.fake.faults.add({ on: 'refund', kind: 'pending' });
    await lab.payments.askRefund(userId, paymentId);
    await lab.fake.change(orderId, { capture: { status: 'COMPLETED', amount: { value: '20.00', currency_code: 'USD' } } });
    await lab.carry();
    const rows = await lab.database.query(
      "select state, problem from payment.events where subject_id = $1 and type = 'PAYMENT.CAPTURE.REFUNDED'",
      [`${orderId}C`],
    );
    expect(rows).toEqual([{ state: 'done', problem: null }]);
  });

  it('under dispute is refunded only by the operator', async () => {
    const { userId, paymentId, orderId } = await paid(lab);
    await lab.fake.change(orderId, { dispute: { status: 'WAITING_FOR_SELLER_RESPONSE' } });
    await lab.fake.tell(orderId, 'CUSTOMER.DISPUTE.CREATED');
    await lab.carry();
    expect((await lab.payments.own(userId))[0]).toMatchObject({ refundWay: 'ask' });
    expect(await lab.payments.askRefund(userId, paymentId)).toMatchObject({ outcome: 'asked' });
    // The bank is faster: the money already taken is not refunded a second time.
    await disputed(orderId, 'RESOLVED_BUYER_FAVOUR');
    expect(await lab.payments.refundByOperator(paymentId)).toBe('not-captured');
    expect(lab.fake.calls).not.toContain(`POST /v2/payments/captures/${orderId}C/refund`);
  });

  it.each([
    ['RESOLVED_SELLER_FAVOUR', { state: 'captured' }, { available: 500, frozen: false }],
    ['RESOLVED_BUYER_FAVOUR', { state: 'reversed' }, { available: 0, frozen: true }],
  ])('by a dispute freezes the account at once, and follows the outcome %s', async (outcome, state, balance) => {
    const { userId, paymentId, orderId } = await paid(lab);
    await lab.fake.change(orderId, { dispute: { status: 'WAITING_FOR_SELLER_RESPONSE' } });
    await lab.fake.tell(orderId, 'CUSTOMER.DISPUTE.CREATED');
    await lab.carry();
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 500, frozen: true });
    await lab.fake.change(orderId, { dispute: { status: 'RESOLVED', outcome } });
    await lab.fake.tell(orderId, 'CUSTOMER.DISPUTE.RESOLVED');
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject(state);
    expect(await lab.ledger.balance(userId)).toMatchObject(balance);
  });

  it('by a dispute that is won unfreezes the account, also when the payment was refunded meanwhile', async () => {
    const { userId, paymentId, orderId } = await paid(lab);
    await disputed(orderId);
    await lab.payments.refundByOperator(paymentId);
    await disputed(orderId, 'RESOLVED_SELLER_FAVOUR');
    expect(await stateOf(paymentId)).toMatchObject({ state: 'refunded' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 0, frozen: false });
  });

  it.each(['with its own dispute', 'without one'])('%s keeps the account frozen when another dispute is won', async (how) => {
    const { userId, orderId } = await paid(lab);
    const other = await paid(lab, 'annual', userId);
    await disputed(orderId);
    if (how === 'with its own dispute') await disputed(other.orderId);
    await lab.fake.change(other.orderId, {
      capture: { status: 'REFUNDED', amount: { value: '200.00', currency_code: 'USD' } },
    });
    await lab.fake.tell(other.orderId, 'PAYMENT.CAPTURE.REVERSED');
    await disputed(orderId, 'RESOLVED_SELLER_FAVOUR');
    if (how === 'with its own dispute') await disputed(other.orderId, 'RESOLVED_SELLER_FAVOUR');
    expect(await stateOf(other.paymentId)).toMatchObject({ state: 'reversed' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ frozen: true });
  });

  it('after a refund keeps the account frozen when another dispute is won', async () => {
    const { userId, paymentId, orderId } = await paid(lab);
    const other = await paid(lab, 'annual', userId);
    await lab.payments.refundByOperator(paymentId);
    await disputed(other.orderId);
    await lab.fake.tell(orderId, 'PAYMENT.CAPTURE.REVERSED');
    await disputed(other.orderId, 'RESOLVED_SELLER_FAVOUR');
    expect(await lab.ledger.balance(userId)).toMatchObject({ frozen: true });
  });

  it('freezes the account once in any payment state, and not again after the operator unfroze it', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    await agree(lab.fake, orderId, 'other-amount');
    await lab.payments.finish(paymentId);
    await lab.ledger.entitle({ userId, plan: 'free', credits: 10, cycle: { days: 30 }, startsAt: lab.now() });
    await lab.fake.change(orderId, { capture: { status: 'REFUNDED', amount: { value: '0.01', currency_code: 'USD' } } });
    await lab.fake.tell(orderId, 'PAYMENT.CAPTURE.REVERSED');
    await lab.carry();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'failed' });
    expect(await lab.ledger.balance(userId)).toMatchObject({ available: 10, owed: 0, frozen: true });
    await lab.ledger.setFrozen(userId, false);
    await lab.fake.tell(orderId, 'PAYMENT.CAPTURE.REVERSED');
    await lab.carry();
    expect(await lab.ledger.balance(userId)).toMatchObject({ frozen: false });
  });

  it('by two disputes unfreezes the account once both are won, also at the same time', async () => {
    const { userId, orderId } = await paid(lab);
    const other = await paid(lab, 'annual', userId);
    const both = [orderId, other.orderId];
    for (const one of both) await disputed(one);
    await disputed(orderId, 'RESOLVED_SELLER_FAVOUR');
    expect(await lab.ledger.balance(userId)).toMatchObject({ frozen: true });
    await lab.database.query("update payment.disputes set state = 'open', closed_at = null where id = any($1::text[])", [
      both.map((one) => `PP-D-${one}`),
    ]);
    const closed = await Promise.all(both.map((one) => lab.payments.closeDispute(`PP-D-${one}`, 'won')));
    expect(closed).toEqual([true, true]);
    expect(await lab.ledger.balance(userId)).toMatchObject({ frozen: false });
  });

  it.each(['RESOLVED_WITH_PAYOUT', 'SOMETHING_NEW', undefined])(
    'with an unclear outcome (%s) is left to the operator',
    async (outcome) => {
      const { userId, paymentId, orderId } = await paid(lab);
      await lab.fake.change(orderId, { dispute: { status: 'RESOLVED', ...(outcome && { outcome }) } });
      await lab.fake.tell(orderId, 'CUSTOMER.DISPUTE.RESOLVED');
      await lab.carry();
      const dispute = `PP-D-${orderId}`;
      expect(lab.problems).toContainEqual({
        what: 'dispute-unclear',
        paymentId,
        detail: { dispute, outcome: outcome ?? 'none' },
      });
      const line = expect.objectContaining({ id: dispute, paymentId, state: 'open' });
      expect((await dayReport(lab.database, new Date(0), new Date(1))).disputes).toContainEqual(line);
      expect(await lab.ledger.balance(userId)).toMatchObject({ frozen: true });
      expect(await lab.payments.closeDispute(dispute, 'won')).toBe(true);
      expect(await lab.payments.closeDispute(dispute, 'won')).toBe(false);
      expect(await lab.ledger.balance(userId)).toMatchObject({ frozen: false });
      expect((await dayReport(lab.database, new Date(0), new Date(1))).disputes).not.toContainEqual(line);
      // PayPal may extend the schemas; the operator handles values they do not contain yet.
      if (outcome === 'SOMETHING_NEW') expect(lab.unlike.splice(0)).toHaveLength(1);
    },
  );

  it('is reported when a lost dispute is won after all', async () => {
    const { paymentId, orderId } = await paid(lab);
    await disputed(orderId, 'ACCEPTED');
    await disputed(orderId, 'RESOLVED_SELLER_FAVOUR');
    expect(await stateOf(paymentId)).toMatchObject({ state: 'reversed' });
    expect(lab.problems).toContainEqual(expect.objectContaining({ what: 'dispute-won-after-all', paymentId }));
  });

  it('does not unfreeze an account that the operator froze during the dispute', async () => {
    const { userId, orderId } = await paid(lab);
    await disputed(orderId);
    await lab.database.query('select pg_sleep(0.005)');
    await lab.ledger.setFrozen(userId, true);
    await disputed(orderId, 'RESOLVED_SELLER_FAVOUR');
    expect(await lab.ledger.balance(userId)).toMatchObject({ frozen: true });
  });

  it('does not unfreeze an account that the operator froze', async () => {
    const { userId, orderId } = await paid(lab);
    await lab.ledger.setFrozen(userId, true);
    await lab.fake.change(orderId, { dispute: { status: 'RESOLVED', outcome: 'RESOLVED_SELLER_FAVOUR' } });
    await lab.fake.tell(orderId, 'CUSTOMER.DISPUTE.RESOLVED');
    await lab.carry();
    expect(await lab.ledger.balance(userId)).toMatchObject({ frozen: true });
  });
});

describe('the reconciler', () => {
  it('captures an approved payment whose buyer never returned', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    await agree(lab.fake, orderId);
    lab.messages.length = 0;
    lab.travel(0.01);
    await lab.payments.reconcile();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'captured' });
    expect(await grantsOf(userId)).toBe(1);
  });

  it('expires an unapproved payment after three hours, and captures no money afterwards', async () => {
    const { userId, paymentId, orderId } = await begun(lab);
    lab.travel(0.1);
    await lab.payments.reconcile();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'ordered' });
    lab.travel(0.1);
    await lab.payments.reconcile();
    expect(await stateOf(paymentId)).toMatchObject({ state: 'expired' });
    await agree(lab.fake, orderId);
    await lab.carry();
    expect(await lab.payments.finish(paymentId)).toBe('expired');
    expect(await grantsOf(userId)).toBe(0);
    expect((await begun(lab, 'monthly', userId)).paymentId).not.toBe(paymentId);
  });
});

it('the reconciler looks at payments whose money may have moved first, however many others are open', async () => {
  const { paymentId, orderId } = await begun(lab);
  await agree(lab.fake, orderId, 'pending');
  expect(await lab.payments.finish(paymentId)).toBe('pending');
  const others: string[] = [];
  for (let count = 0; count < 50; count += 1) others.push((await begun(lab)).paymentId);
  const { database } = lab;
  await database.query("update payment.payments set checked_at = checked_at - interval '1 hour' where id = any($1)", [others]);
  lab.travel(0.01);
  const looks = () => lab.fake.calls.filter((call) => call === `GET /v2/checkout/orders/${orderId}`).length;
  const before = looks();
  await lab.payments.reconcile();
  expect(looks()).toBe(before + 1);
  await database.query("update payment.payments set state = 'expired' where id = any($1)", [others]);
});

it('continues with the others when one cannot be parsed', async () => {
  const [odd, good] = [await begun(lab), await begun(lab)];
  for (const { orderId } of [odd, good]) await agree(lab.fake, orderId);
  await lab.fake.change(odd.orderId, { amount: { value: '20', currency_code: 'USD' } });
  lab.travel(0.01);
  await lab.payments.reconcile();
  expect(await stateOf(odd.paymentId)).toMatchObject({ state: 'capturing' });
  expect(await stateOf(good.paymentId)).toMatchObject({ state: 'captured' });
  const defect = (): Promise<never> => Promise.reject(new Error('defect'));
  const broken = createPayments({ ...lab.context, client: { ...lab.client, readOrder: defect, readCapture: defect } });
  lab.travel(0.01);
  await broken.reconcile();
  for (const message of lab.messages.splice(0)) await broken.receive(rawOf(message), nothing);
  await broken.workInbox();
  expect(lab.problems).toContainEqual(expect.objectContaining({ what: 'payment-defect', paymentId: odd.paymentId }));
  const [left] = await lab.database.query("select count(*)::int as count from payment.events where problem = 'defect'");
  expect(left?.['count']).toBeGreaterThan(0);
});

it('keeps the history', async () => {
  const { paymentId } = await begun(lab);
  await expect(lab.database.query("update payment.history set what = 'x' where payment_id = $1", [paymentId])).rejects.toThrow(
    'append-only',
  );
  await expect(lab.database.query('update payment.payments set amount = 1 where id = $1', [paymentId])).rejects.toThrow(
    'append-only',
  );
});
