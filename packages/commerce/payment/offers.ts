/** Current price and start of a purchase. */
import type { Product, Start } from '@bakkum/api-contract/billing/payments';
import { isPackId } from '@bakkum/api-contract/billing/plans';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { booksOf, type PaymentContext, type Period } from './payment-context.ts';
import type { Money } from './provider.ts';
import { chargingSubscription } from './subscriptions/record.ts';
import { termsOf } from './terms.ts';
import { type Deduction, deductionFor } from './upgrade.ts';

const DAY_MS = 86_400_000;

export type Offer = Period & {
  readonly start: Start;
  readonly money: Money;
  readonly deduction?: Deduction;
  /** Unspent free credits that end when the plan begins. */
  readonly freeCreditsEnding: number;
};

/**
 * Returns the ways to buy a product now, the best first. A pack or a first plan starts at once. With a paid plan, another one starts
 * when it ends; an upgrade can also start at once, with the unused value deducted. The only plan offered to
 * subscribers is an upgrade, which ends the subscription.
 */
export async function offersFor(context: PaymentContext, sql: Sql, userId: string, product: Product): Promise<readonly Offer[]> {
  const offers = await singleOffers(context, sql, userId, product);
  const isSubscribed = !isPackId(product) && (await chargingSubscription(sql, userId)) !== undefined;
  return isSubscribed ? offers.filter(({ deduction }) => deduction) : offers;
}

async function singleOffers(context: PaymentContext, sql: Sql, userId: string, product: Product): Promise<readonly Offer[]> {
  const { days, ...terms } = termsOf(product);
  const money = context.prices?.[product] ?? terms.money;
  const at = context.now();
  const last = isPackId(product) ? undefined : await endOfPaidTime(sql, userId, at);
  if (last === undefined) {
    const freeCreditsEnding = isPackId(product) ? 0 : await unspentFree(context, sql, userId);
    return [{ start: 'now', money, ...periodFrom(at, days), freeCreditsEnding }];
  }
  const after: Offer = { start: 'after', money, ...periodFrom(last, days), freeCreditsEnding: 0 };
  const deduction = await deductionFor(context, sql, userId, product);
  if (!deduction) return [after];
  const reduced = { minor: money.minor - deduction.minor, currency: money.currency };
  return [{ start: 'now', money: reduced, ...periodFrom(at, days), deduction, freeCreditsEnding: 0 }, after];
}

export function periodFrom(startsAt: Date, days: number): Period {
  return { startsAt, endsAt: new Date(startsAt.getTime() + days * DAY_MS) };
}

/** Returns the free credits that a plan would end. */
export async function unspentFree(context: PaymentContext, sql: Sql, userId: string): Promise<number> {
  const remainders = await booksOf(context, sql).remainders(userId);
  return remainders.filter(({ plan }) => plan === 'free').reduce((sum, { amount }) => sum + amount, 0);
}

const ended = z.object({ ends_at: z.date().nullable() });

/** Returns when the paid time of a user ends; undefined if there is none. */
export async function endOfPaidTime(sql: Sql, userId: string, now: Date): Promise<Date | undefined> {
  const [row] = await sql.query(
    `select max(t.ends_at) as ends_at from payment.periods t join payment.payments p on p.id = t.payment_id
     where p.user_id = $1 and t.revoked_at is null and t.ends_at > $2`,
    [userId, now],
  );
  return ended.parse(row).ends_at ?? undefined;
}
