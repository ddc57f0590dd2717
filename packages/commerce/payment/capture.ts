import { randomUUID } from 'node:crypto';
import { CAPTURE_IN_PROGRESS, KNOWN_TO_SERVICE, OPEN, type PaymentState } from '@bakkum/api-contract/billing/payment-states';
import { isPackId } from '@bakkum/api-contract/billing/plans';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { faultCode, type PaymentFaultCode } from './fault.ts';
import { endOfPaidTime, offersFor, periodFrom } from './offers.ts';
import { booksOf, lockPerson, type PaymentContext, type Period, settlementOf } from './payment-context.ts';
import type { Order } from './provider.ts';
import { type Actor, creditsRef, listed, lockPayment, mismatches, note, type Payment } from './record.ts';
import { applyUpgrade, lockToReplace } from './upgrade.ts';

/** Milliseconds reserved for a capture; longer than a call to the service may take. */
const CAPTURE_LEASE_MS = 60_000;
/** Delay before a retry when the result of a capture is unknown. */
const RETRY_MS = 2000;
/** Milliseconds for which an order keeps its price. At some services, it can be paid at any time later. */
const PRICE_LIFE_MS = 24 * 3_600_000;

type Claim = { readonly to: 'capture' | 'look'; readonly payment: Payment } | { readonly to: 'leave'; readonly payment: Payment };

/**
 * Advances an open payment: captures the money once the buyer has approved, and grants the credits once it has arrived.
 * Safe to call at any time and concurrently; returns the resulting state.
 */
export async function finish(
  context: PaymentContext,
  paymentId: string,
  who: Actor,
  { expireOld = false }: { readonly expireOld?: boolean } = {},
): Promise<PaymentState> {
  const { to, payment } = await context.database.transaction((sql) => claim(context, sql, paymentId, who));
  if (to === 'leave') return payment.state;
  if (to === 'capture') return takeMoney(context, payment, who, expireOld);
  return lookAfter(context, payment, who, expireOld);
}

/** Stores the state before the service is called, so that a crash after this point is detected. */
async function claim(context: PaymentContext, sql: Sql, id: string, who: Actor): Promise<Claim> {
  const payment = await lockPayment(sql, id);
  const at = context.now();
  const isBusy = payment.leasedUntil !== null && payment.leasedUntil > at;
  const isFirst = payment.state === 'ordered';
  // After a decline, nothing is captured before the buyer was sent to choose another means of payment.
  const isDeclined = isFirst && payment.problem === 'declined';
  if (!KNOWN_TO_SERVICE.includes(payment.state) || isBusy || isDeclined) return { to: 'leave', payment };
  const leased = new Date(at.getTime() + CAPTURE_LEASE_MS);
  await sql.query('update payment.payments set state = $2, leased_until = $3, checked_at = $4 where id = $1', [
    id,
    isFirst ? 'capturing' : payment.state,
    leased,
    at,
  ]);
  if (isFirst) await note(sql, id, { at, who, what: 'capturing' });
  return { to: isFirst ? 'capture' : 'look', payment: { ...payment, state: isFirst ? 'capturing' : payment.state } };
}

async function takeMoney(context: PaymentContext, payment: Payment, who: Actor, expireOld: boolean): Promise<PaymentState> {
  let order: Order;
  try {
    order = await context.client.capture(payment.orderId ?? '', payment.id, payment.refusals);
  } catch (error) {
    return afterFault(context, payment, who, { fault: faultCode(error), error: String(error), expireOld });
  }
  return apply(context, payment.id, order, who);
}

/** Handles a payment whose capture was requested earlier: the service's state counts, and a repeated request is harmless. */
async function lookAfter(context: PaymentContext, payment: Payment, who: Actor, expireOld: boolean): Promise<PaymentState> {
  let order: Order | undefined;
  try {
    order = await context.client.readOrder(payment.orderId ?? '');
  } catch (error) {
    // A failure to read the order says nothing about the payment.
    return leave(context, payment, { fault: faultCode(error), error: String(error) });
  }
  if (order?.capture) return apply(context, payment.id, order, who);
  if (order?.state === 'approved') return takeMoney(context, payment, who, expireOld);
  const fault = order && order.state !== 'gone' ? 'not-approved' : 'gone';
  return afterFault(context, payment, who, { fault, error: '', expireOld });
}

type Failure = { readonly fault: PaymentFaultCode; readonly error: string; readonly expireOld: boolean };

/** Returns the next state after each fault. Payments that keep their state are retried by the reconciler. */
async function afterFault(context: PaymentContext, payment: Payment, who: Actor, failure: Failure): Promise<PaymentState> {
  const { fault, error, expireOld } = failure;
  switch (fault) {
    case 'done-before': {
      const order = await context.client.readOrder(payment.orderId ?? '').catch((later: unknown) => void faultCode(later));
      return order?.capture ? apply(context, payment.id, order, who) : leave(context, payment, failure);
    }
    case 'not-approved':
      return move(context, payment, who, { to: expireOld ? 'expired' : 'ordered', problem: 'not-approved' });
    case 'declined':
      return move(context, payment, who, { to: 'ordered', problem: 'declined' });
    case 'gone':
      return move(context, payment, who, { to: 'expired', problem: 'gone' });
    case 'rejected':
      context.onProblem({ what: 'capture-rejected', paymentId: payment.id, detail: { error } });
      return move(context, payment, who, { to: 'failed', problem: 'rejected' });
    default:
      return leave(context, payment, failure);
  }
}

async function leave(
  { database, now, onProblem }: PaymentContext,
  payment: Payment,
  failure: Omit<Failure, 'expireOld'>,
): Promise<PaymentState> {
  const until = new Date(now().getTime() + RETRY_MS);
  await database.query(
    `update payment.payments set leased_until = $2 where id = $1 and state in ${listed(CAPTURE_IN_PROGRESS)}`,
    [payment.id, until],
  );
  onProblem({ what: 'capture-unanswered', paymentId: payment.id, detail: { fault: failure.fault, error: failure.error } });
  return payment.state;
}

type Move = { readonly to: PaymentState; readonly problem?: string };

async function move(
  context: PaymentContext,
  { id, refusals }: Payment,
  who: Actor,
  { to, problem }: Move,
): Promise<PaymentState> {
  return context.database.transaction(async (sql) => {
    const payment = await lockPayment(sql, id);
    // Another process has advanced the payment, or the next attempt has begun.
    if (!KNOWN_TO_SERVICE.includes(payment.state) || payment.refusals !== refusals) return payment.state;
    await setState(context, sql, id, to, problem);
    if (to === 'ordered') await sql.query('update payment.payments set refusals = refusals + 1 where id = $1', [id]);
    await note(sql, id, { at: context.now(), who, what: to, ...(problem && { detail: { problem } }) });
    return to;
  });
}

function setState(context: PaymentContext, sql: Sql, id: string, state: PaymentState, problem?: string) {
  const statement = 'update payment.payments set state = $2, problem = $3, leased_until = null, checked_at = $4 where id = $1';
  return sql.query(statement, [id, state, problem, context.now()]);
}

/** Expires an open payment whose capture was not requested; returns whether it was in state `from`. */
export async function expire(context: PaymentContext, id: string, from: 'created' | 'ordered'): Promise<boolean> {
  return context.database.transaction(async (sql) => {
    const { state } = await lockPayment(sql, id);
    if (state !== from) return false;
    await sql.query("update payment.payments set state = 'expired' where id = $1", [id]);
    await note(sql, id, { at: context.now(), who: 'site', what: 'expired' });
    return true;
  });
}

/** States in which money may still arrive, even after we stopped waiting for it. */
const WAITING: readonly PaymentState[] = [...OPEN, 'expired'];

/** Books the service's state of an order in one transaction. Repeated reports from any source count once. */
export async function apply(context: PaymentContext, paymentId: string, order: Order, who: Actor): Promise<PaymentState> {
  const { capture } = order;
  if (!capture) throw new Error('an order without a capture cannot be booked');
  return context.database.transaction(async (sql) => {
    const payment = await lockPayment(sql, paymentId);
    if (!WAITING.includes(payment.state)) return payment.state;
    // A pending capture cannot be refunded yet; amounts are compared once it completes.
    if (capture.state === 'pending') {
      await setState(context, sql, payment.id, 'pending');
      if (payment.state !== 'pending') await note(sql, payment.id, { at: context.now(), who, what: 'pending' });
      return 'pending';
    }
    const differing = mismatches(payment, order);
    if (differing.length > 0) return refuse(context, sql, payment, order, differing);
    if (payment.userId === null && capture.state === 'completed') return refuse(context, sql, payment, order, ['account']);
    if (capture.state === 'completed' && payment.userId !== null) return grant(context, sql, payment, order, payment.userId, who);
    await setState(context, sql, payment.id, 'failed', capture.state);
    await note(sql, payment.id, {
      at: context.now(),
      who,
      what: 'failed',
      detail: { capture: capture.id, state: capture.state },
    });
    return 'failed';
  });
}

async function grant(
  context: PaymentContext,
  sql: Sql,
  payment: Payment,
  order: Order,
  userId: string,
  who: Actor,
): Promise<PaymentState> {
  const { capture, payerId, receiptUrl } = order;
  const at = context.now();
  await lockToReplace(sql, payment.id);
  await lockPerson(sql, userId);
  if (await hasOldPrice(context, sql, payment, userId)) return refuse(context, sql, payment, order, ['price']);
  if ((await applyUpgrade(context, sql, payment, userId)) === 'not-possible')
    return refuse(context, sql, payment, order, ['upgrade']);
  const period = await periodOf(sql, payment, userId, at);
  if (!isPackId(payment.product)) {
    await sql.query('insert into payment.periods (payment_id, starts_at, ends_at) values ($1, $2, $3)', [
      payment.id,
      period.startsAt,
      period.endsAt,
    ]);
  }
  await sql.query(
    `update payment.payments set state = 'captured', capture_id = $2, payer_id = $3, captured_at = $4, checked_at = $4,
       leased_until = null, problem = null, receipt_url = $5 where id = $1`,
    [payment.id, capture?.id, payerId, at, receiptUrl],
  );
  const ref = creditsRef({ provider: payment.provider, captureId: capture?.id ?? null });
  const { product, credits, cycle } = payment;
  const plan = isPackId(product) ? 'pack' : product;
  const outcome = await booksOf(context, sql).entitle({ userId, plan, ref, credits, cycle, ...period });
  if (outcome !== 'added') throw new Error(`the credits of payment ${payment.id} are ${outcome}`);
  await note(sql, payment.id, { at, who, what: 'captured', detail: { capture: capture?.id } });
  await context.onCaptured(sql, settlementOf(payment, userId, at, period));
  return 'captured';
}

/** Returns whether an order is paid so late that its price, or the deduction of its upgrade, no longer applies. */
async function hasOldPrice(context: PaymentContext, sql: Sql, payment: Payment, userId: string): Promise<boolean> {
  const { createdAt, product, money } = payment;
  const paidAt = await paymentTime(context, sql, payment);
  if (!paidAt || paidAt.getTime() - createdAt.getTime() <= PRICE_LIFE_MS) return false;
  const offers = await offersFor(context, sql, userId, product);
  return !offers.some((offer) => offer.money.minor === money.minor && offer.money.currency === money.currency);
}

const pendingStep = z.object({ at: z.date() });

/** When the buyer paid, if that may be late. Banks take days to settle a pending payment. */
async function paymentTime({ now }: PaymentContext, sql: Sql, { id, state }: Payment): Promise<Date | undefined> {
  if (state === 'capturing') return undefined;
  if (state !== 'pending') return now();
  const statement = "select at from payment.history where payment_id = $1 and what = 'pending' order by id desc limit 1";
  const [row] = await sql.query(statement, [id]);
  return pendingStep.parse(row).at;
}

/** Packs start now. Plans start now or after the period that is already paid for, so that no paid time is lost. */
async function periodOf(sql: Sql, { product, days }: Payment, userId: string, now: Date): Promise<Period> {
  const last = isPackId(product) ? undefined : await endOfPaidTime(sql, userId, now);
  return periodFrom(last ?? now, days);
}

/** The captured payment differs from the order, or its upgrade or price has ended: grants no credits, notifies the operator, and refunds the money. */
async function refuse(
  context: PaymentContext,
  sql: Sql,
  payment: Payment,
  { capture }: Order,
  differing: readonly string[],
): Promise<PaymentState> {
  const at = context.now();
  // The plan to be replaced or the price has changed since the order; the amount is right.
  const problem = ['upgrade', 'price'].some((one) => differing.includes(one)) ? 'plan-changed' : 'mismatch';
  const mayGoBack = capture?.state === 'completed' && !differing.includes('order') && !differing.includes('payment');
  await sql.query(
    `update payment.payments set state = 'failed', problem = $4, capture_id = $2, leased_until = null, checked_at = $3
     where id = $1`,
    [payment.id, mayGoBack ? capture.id : null, at, problem],
  );
  await note(sql, payment.id, {
    at,
    who: 'site',
    what: 'failed',
    detail: { problem, capture: capture?.id, differing },
  });
  if (mayGoBack) {
    await sql.query(
      `insert into payment.refunds (id, payment_id, amount, currency, source, state, asked_at)
       values ($1, $2, $3, $4, 'mismatch', 'requested', $5) on conflict do nothing`,
      [randomUUID(), payment.id, capture.money.minor, capture.money.currency, at],
    );
  }
  context.onProblem({ what: 'payment-mismatch', paymentId: payment.id, detail: { differing } });
  return 'failed';
}
