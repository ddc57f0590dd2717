/** Books the paid cycles of a subscription, each as a payment. */
import { randomUUID } from 'node:crypto';
import type { SoldPlan } from '@bakkum/api-contract/billing/payments';
import type { Sql } from '@bakkum/database/sql';
import { endOfPaidTime, periodFrom } from '../offers.ts';
import { booksOf, lockPerson, type PaymentContext, settlementOf } from '../payment-context.ts';
import type { Capture } from '../provider.ts';
import { type Actor, creditsRef, note, type Payment, paymentsWhere } from '../record.ts';
import { askEnd } from './ask-end.ts';
import { type CycleTerms, changesOf, lockSubscription, noteStep, type Subscription } from './record.ts';

/**
 * Books a charge of the service: its money buys the next period. A charge counts once, no matter how often it is reported, or by whom.
 * Returns whether it is new.
 */
export async function bookCycle(context: PaymentContext, subscriptionId: string, capture: Capture, who: Actor): Promise<boolean> {
  if (capture.state !== 'completed' && capture.state !== 'partly-back') return false;
  return context.database.transaction(async (sql) => {
    const subscription = await lockSubscription(sql, subscriptionId);
    if (await isKnown(sql, subscription, capture.id)) return false;
    const { userId, endAskedAt } = subscription;
    const terms = await termsFor(sql, subscription, capture);
    if (!terms) return refuse(context, sql, subscription, capture, 'mismatch');
    if (userId === null) return refuse(context, sql, subscription, capture, 'account');
    // The buyer had cancelled, but the cancellation reached the service too late.
    if (endAskedAt !== null && (capture.chargedAt ?? context.now()) > endAskedAt)
      return refuse(context, sql, subscription, capture, 'ended');
    await grant(context, sql, { subscription, terms, capture, userId, who });
    return true;
  });
}

async function isKnown(sql: Sql, { provider }: Subscription, captureId: string): Promise<boolean> {
  return (await paymentsWhere(sql, 'where provider = $1 and capture_id = $2', [provider, captureId])).length > 0;
}

/** Finds the agreed terms that a charge pays: the current ones, or earlier ones if it is reported late. */
async function termsFor(sql: Sql, subscription: Subscription, { money }: Capture): Promise<CycleTerms | undefined> {
  const fits = (minor: number): boolean => money.minor === minor && money.currency === subscription.money.currency;
  if (fits(subscription.money.minor)) return subscription;
  const earlier = (await changesOf(sql, subscription.id)).find(({ amount }) => fits(amount));
  return earlier && { ...earlier, money };
}

type Granted = {
  readonly subscription: Subscription;
  readonly terms: CycleTerms;
  readonly capture: Capture;
  readonly userId: string;
  readonly who: Actor;
};

async function grant(context: PaymentContext, sql: Sql, granted: Granted): Promise<void> {
  const { subscription, terms, capture, userId, who } = granted;
  const at = context.now();
  await lockPerson(sql, userId);
  const paidUntil = await endOfPaidTime(sql, userId, at);
  const lasting = paidUntil ? terms : withSpareDay(terms);
  const period = periodFrom(paidUntil ?? at, lasting.days);
  const payment = await insert(context, sql, subscription, { terms: lasting, capture, state: 'captured', problem: null });
  await sql.query('insert into payment.periods (payment_id, starts_at, ends_at) values ($1, $2, $3)', [
    payment.id,
    period.startsAt,
    period.endsAt,
  ]);
  const { plan, credits, cycle } = lasting;
  const outcome = await booksOf(context, sql).entitle({ userId, plan, ref: creditsRef(payment), credits, cycle, ...period });
  if (outcome !== 'added') throw new Error(`the credits of payment ${payment.id} are ${outcome}`);
  await sql.query('update payment.subscriptions set failing_since = null, retry_at = null where id = $1', [subscription.id]);
  await note(sql, payment.id, { at, who, what: 'captured', detail: { capture: capture.id, subscription: subscription.id } });
  await noteStep(sql, subscription.id, { at, who, what: 'charged', detail: { payment: payment.id, capture: capture.id } });
  await context.onCaptured(sql, { ...settlementOf(payment, userId, at, period), renews: subscription.endAskedAt === null });
}

const SPARE_DAYS = 1;

/**
 * A monthly cycle that follows no other lasts a day longer, so that the next charge, which comes some hours late, arrives before it
 * ends. A year stays as it is: a spare day would open a thirteenth cycle of credits.
 */
function withSpareDay(terms: CycleTerms): CycleTerms {
  if (!('days' in terms.cycle)) return terms;
  return { ...terms, days: terms.days + SPARE_DAYS, cycle: { days: terms.cycle.days + SPARE_DAYS } };
}

/** The amount differs, the account was deleted or the subscription has ended: grants nothing, alerts the operator, and refunds the charge. */
async function refuse(
  context: PaymentContext,
  sql: Sql,
  subscription: Subscription,
  capture: Capture,
  problem: 'mismatch' | 'account' | 'ended',
): Promise<boolean> {
  const at = context.now();
  const payment = await insert(context, sql, subscription, {
    terms: { ...subscription, money: capture.money },
    capture,
    state: 'failed',
    problem: problem === 'ended' ? 'subscription-ended' : 'mismatch',
  });
  await note(sql, payment.id, { at, who: 'site', what: 'failed', detail: { problem, capture: capture.id } });
  await noteStep(sql, subscription.id, { at, who: 'site', what: 'charge-refused', detail: { problem, capture: capture.id } });
  await sql.query(
    `insert into payment.refunds (id, payment_id, amount, currency, source, state, asked_at)
     values ($1, $2, $3, $4, 'mismatch', 'requested', $5)`,
    [randomUUID(), payment.id, capture.money.minor, capture.money.currency, at],
  );
  if (problem !== 'ended') await askEnd(context, sql, subscription.id, { who: 'site', why: problem });
  context.onProblem({ what: 'payment-mismatch', paymentId: payment.id, detail: { differing: [problem] } });
  return true;
}

type Inserted = {
  readonly terms: CycleTerms;
  readonly capture: Capture;
  readonly state: 'captured' | 'failed';
  readonly problem: string | null;
};

async function insert(context: PaymentContext, sql: Sql, subscription: Subscription, row: Inserted): Promise<Payment> {
  const { terms, capture, state, problem } = row;
  const { userId, locale, provider, tax, payerId } = subscription;
  const at = context.now();
  const plan: SoldPlan = terms.plan;
  const [inserted] = await paymentsWhere(sql, 'where id = $1', [
    await insertRow(sql, [
      ...[randomUUID(), userId, plan, terms.money.minor, capture.money.currency, terms.credits, JSON.stringify(terms.cycle)],
      ...[terms.days, locale, provider, state, capture.id, payerId, problem, at, tax?.basisPoints, tax?.name, subscription.id],
      state === 'captured' ? at : null,
    ]),
  ]);
  if (!inserted) throw new Error(`no payment for the charge ${capture.id}`);
  return inserted;
}

async function insertRow(sql: Sql, values: readonly unknown[]): Promise<string> {
  const [id] = values;
  await sql.query(
    `insert into payment.payments
       (id, user_id, plan, amount, currency, credits, cycle, days, locale, provider, state, capture_id, payer_id, problem,
        created_at, checked_at, tax_basis_points, tax_name, subscription_id, captured_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $18, $19)`,
    values,
  );
  return String(id);
}
