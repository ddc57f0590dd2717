import { randomUUID } from 'node:crypto';
import type { SoldPlan } from '@bakkum/api-contract/billing/payments';
import type { Sql } from '@bakkum/database/sql';
import { sqlState } from '@bakkum/database/sql';
import { z } from 'zod';
import { faultCode } from '../fault.ts';
import { decimalOf } from '../money.ts';
import { endOfPaidTime, unspentFree } from '../offers.ts';
import type { PaymentContext } from '../payment-context.ts';
import type { OrderRequest, ServiceSubscription, SubscriptionClient } from '../provider.ts';
import { type Terms, termsOf } from '../terms.ts';
import { expireSubscription, lockSubscription, noteStep, openSubscription, type Subscription } from './record.ts';
import { APPROVAL_LIFE_MS, syncSubscription } from './sync.ts';

const DAY_MS = 86_400_000;
/** Milliseconds before the end of the paid time at which the first charge is due, so that it arrives before the end. */
const LEAD_MS = DAY_MS;
/** Milliseconds after which a subscription without the service's answer is given up: its first charge would be in the past. */
export const UNANSWERED_MS = 10 * 60_000;
/** Maximum number of subscriptions started per user and hour. */
const SUBSCRIPTIONS_PER_HOUR = 10;
const HOUR_S = 3600;
const UNIQUE_VIOLATION = '23505';

/** What a subscription to a plan would cost, and when. */
export type RenewalOffer = {
  readonly terms: Terms;
  readonly planRef: string;
  /** Absent: as soon as the buyer has approved. */
  readonly firstChargeAt?: Date;
  readonly secondChargeAt: Date;
  readonly freeCreditsEnding: number;
};

/** Returns how a plan can renew; undefined where the operator has not set it up, or the user has a subscription. */
export async function renewalFor(
  context: PaymentContext,
  sql: Sql,
  userId: string,
  plan: SoldPlan,
): Promise<RenewalOffer | undefined> {
  const planRef = context.client.subscriptions?.plans[plan];
  if (!planRef || (await openCharging(context, sql, userId))) return undefined;
  const terms = termsOf(plan);
  const now = context.now();
  const paidUntil = await endOfPaidTime(sql, userId, now);
  const first = paidUntil && new Date(paidUntil.getTime() - LEAD_MS);
  const isLater = first !== undefined && first.getTime() > now.getTime() + UNANSWERED_MS;
  const start = isLater ? first : now;
  return {
    terms,
    planRef,
    ...(isLater && { firstChargeAt: first }),
    secondChargeAt: new Date(start.getTime() + terms.days * DAY_MS),
    freeCreditsEnding: paidUntil ? 0 : await unspentFree(context, sql, userId),
  };
}

async function openCharging(context: PaymentContext, sql: Sql, userId: string): Promise<boolean> {
  const open = await openSubscription(sql, userId, context.provider);
  return open !== undefined && open.activatedAt !== null;
}

export type Subscribe = {
  readonly userId: string;
  readonly plan: SoldPlan;
  /** The price that the buyer saw, a decimal string. */
  readonly amount: string;
  readonly locale: 'en' | 'ko';
  readonly addresses: Pick<OrderRequest, 'returnUrl' | 'cancelUrl'>;
};

export type Subscribed =
  /** The buyer has to approve at this URL. */
  | { readonly outcome: 'approve'; readonly subscriptionId: string; readonly approveUrl: string }
  /** The user already has a subscription. */
  | { readonly outcome: 'subscribed'; readonly subscriptionId: string }
  /** `price-changed`: the buyer saw another price. Nothing was agreed. */
  | { readonly outcome: 'price-changed' | 'unavailable' }
  | { readonly outcome: 'limited'; readonly retryAfterS: number };

/** Starts a subscription, or continues the one that waits for approval. Each user has at most one. */
export async function subscribe(context: PaymentContext, wish: Subscribe): Promise<Subscribed> {
  const service = context.client.subscriptions;
  if (!service) return { outcome: 'unavailable' };
  const open = await openSubscription(context.database, wish.userId, context.provider);
  const known = open && (await continueOpen(context, open, wish));
  if (known && 'outcome' in known) return known;
  const created = known ?? (await create(context, service, wish));
  return 'outcome' in created ? created : order(context, service, created, wish);
}

/** Continues an open subscription: returns its outcome, or itself where the service has not answered; undefined if it was given up. */
async function continueOpen(
  context: PaymentContext,
  open: Subscription,
  wish: Subscribe,
): Promise<Subscription | Subscribed | undefined> {
  const { id, state, activatedAt, approveUrl } = open;
  const current = open.serviceId === null ? open : await syncSubscription(context, id, 'buyer');
  if (current.state === 'ended') return undefined;
  if (activatedAt ?? current.activatedAt) return { outcome: 'subscribed', subscriptionId: id };
  const isSameWish = current.state === state && isSame(context, current, wish);
  if (isSameWish && state === 'created') return current;
  if (isSameWish && approveUrl) return { outcome: 'approve', subscriptionId: id, approveUrl };
  await giveUp(context, current);
  return undefined;
}

function isSame({ now }: PaymentContext, { plan, money, state, createdAt }: Subscription, wish: Subscribe): boolean {
  const age = now().getTime() - createdAt.getTime();
  return plan === wish.plan && decimalOf(money) === wish.amount && age < (state === 'created' ? UNANSWERED_MS : APPROVAL_LIFE_MS);
}

async function giveUp(context: PaymentContext, { id }: Subscription): Promise<void> {
  await context.database.transaction(async (sql) => {
    const { state } = await lockSubscription(sql, id);
    if (state !== 'created' && state !== 'ordered') return;
    await expireSubscription(sql, id, { at: context.now(), who: 'buyer' });
  });
}

async function create(context: PaymentContext, service: SubscriptionClient, wish: Subscribe): Promise<Subscription | Subscribed> {
  const { database } = context;
  const retryAfterS = await waitOf(context, wish.userId);
  if (retryAfterS > 0) return { outcome: 'limited', retryAfterS };
  const offer = await renewalFor(context, database, wish.userId, wish.plan);
  if (!offer) return { outcome: 'unavailable' };
  if (decimalOf(offer.terms.money) !== wish.amount) return { outcome: 'price-changed' };
  if (!(await isAsAgreed(context, service, offer))) return { outcome: 'unavailable' };
  try {
    await insert(context, wish, offer);
  } catch (error) {
    // Another tab was faster.
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
  }
  const created = await openSubscription(database, wish.userId, context.provider);
  return created && isSame(context, created, wish) ? created : { outcome: 'price-changed' };
}

/** Compares the service's plan with ours: the buyer must not agree to another price than the one shown. */
export async function isAsAgreed(
  context: PaymentContext,
  service: SubscriptionClient,
  { planRef, terms: { money, days } }: Pick<RenewalOffer, 'planRef' | 'terms'>,
): Promise<boolean> {
  try {
    const plan = await service.readPlan(planRef);
    const isSameMoney = plan?.money.minor === money.minor && plan.money.currency === money.currency;
    if (plan?.active && isSameMoney && plan.days === days) return true;
    context.onProblem({ what: 'subscription-plan-differs', paymentId: '', detail: { plan: planRef } });
  } catch (error) {
    context.onProblem({ what: 'subscription-plan-not-read', paymentId: '', detail: { plan: planRef, fault: faultCode(error) } });
  }
  return false;
}

async function insert(context: PaymentContext, { userId, plan, locale }: Subscribe, offer: RenewalOffer): Promise<void> {
  const { money, credits, cycle, days } = offer.terms;
  const id = randomUUID();
  const at = context.now();
  await context.database.transaction(async (sql) => {
    await sql.query(
      `insert into payment.subscriptions
         (id, user_id, plan, plan_ref, amount, currency, credits, cycle, days, tax_basis_points, tax_name, locale, provider,
          first_charge_at, created_at, checked_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)`,
      [
        ...[id, userId, plan, offer.planRef, money.minor, money.currency, credits, JSON.stringify(cycle), days],
        ...[context.tax?.basisPoints, context.tax?.name, locale, context.provider, offer.firstChargeAt, at],
      ],
    );
    await noteStep(sql, id, {
      at,
      who: 'buyer',
      what: 'created',
      detail: { plan, amount: money.minor, currency: money.currency },
    });
  });
}

const recentRow = z.object({ count: z.number(), oldest: z.date().nullable() });

async function waitOf({ database, now }: PaymentContext, userId: string): Promise<number> {
  const hourAgo = new Date(now().getTime() - HOUR_S * 1000);
  const [row] = await database.query(
    'select count(*) as count, min(created_at) as oldest from payment.subscriptions where user_id = $1 and created_at > $2',
    [userId, hourAgo],
  );
  const { count, oldest } = recentRow.parse(row);
  if (!oldest || count < SUBSCRIPTIONS_PER_HOUR) return 0;
  return Math.max(1, Math.ceil((oldest.getTime() - hourAgo.getTime()) / 1000));
}

async function order(
  context: PaymentContext,
  service: SubscriptionClient,
  { id, planRef, locale, firstChargeAt }: Subscription,
  { addresses }: Subscribe,
): Promise<Subscribed> {
  let made: ServiceSubscription;
  try {
    const request = { subscriptionId: id, planId: planRef, locale, brand: context.brand, ...addresses };
    made = await service.create({ ...request, ...(firstChargeAt && { firstChargeAt }) });
  } catch (error) {
    const detail = { subscription: id, fault: faultCode(error), error: String(error) };
    context.onProblem({ what: 'subscription-not-made', paymentId: '', detail });
    return { outcome: 'unavailable' };
  }
  await context.database.transaction((sql) => adopt(context, sql, id, made));
  return made.approveUrl ? { outcome: 'approve', subscriptionId: id, approveUrl: made.approveUrl } : { outcome: 'unavailable' };
}

/** Stores the service's answer, or what a message says if the answer was lost. */
export async function adopt(context: PaymentContext, sql: Sql, id: string, made: ServiceSubscription): Promise<void> {
  const { state, serviceId } = await lockSubscription(sql, id);
  if (serviceId !== null) return;
  const at = context.now();
  // A subscription that was given up keeps its state. An approval revives it, or it is ended at the service.
  await sql.query(
    'update payment.subscriptions set state = $2, service_id = $3, approve_url = $4, checked_at = $5 where id = $1',
    [id, state === 'created' ? 'ordered' : state, made.id, made.approveUrl, at],
  );
  await noteStep(sql, id, { at, who: 'site', what: 'ordered', detail: { subscription: made.id } });
}
