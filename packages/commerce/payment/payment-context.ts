import type { Product } from '@bakkum/api-contract/billing/payments';
import { createLedger, type Ledger } from '@bakkum/credits/ledger';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import type { BuyerTraces } from './buyer-traces.ts';
import { PaymentFault } from './fault.ts';
import type { Money, MoneyClient, PaymentClient } from './provider.ts';
import type { Payment } from './record.ts';
import type { Subscription } from './subscriptions/record.ts';

/** A captured or refunded payment: the data for an email. */
export type Settlement = {
  readonly paymentId: string;
  readonly userId: string;
  readonly product: Product;
  /** Of each cycle, or of the pack. */
  readonly credits: number;
  readonly money: Money;
  readonly at: Date;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Whether it pays a cycle of a subscription that charges again. */
  readonly renews?: boolean;
};

/** What happened to a subscription: the data for an email. */
export type SubscriptionNews = {
  readonly what: 'charge-failed' | 'ended';
  readonly userId: string;
  readonly subscription: Subscription;
};

/** A problem for the operator. Contains codes and payment ids, nothing about a person. */
export type PaymentProblem = { readonly what: string; readonly paymentId: string; readonly detail?: object };

/** The price of each product. */
export type Prices = Readonly<Record<Product, Money>>;

/** Dependencies shared by all parts of the package. */
export type PaymentContext = {
  readonly database: Database;
  readonly client: PaymentClient;
  /** Id of the provider, used in the references of the ledger. */
  readonly provider: string;
  readonly brand: string;
  /** Prices that replace the standard ones, all in one currency. */
  readonly prices?: Prices;
  /** Tax that prices include, stored with each payment. */
  readonly tax?: { readonly basisPoints: number; readonly name: string };
  readonly traces: BuyerTraces;
  /** Called within the transaction that grants the credits. */
  readonly onCaptured: (sql: Sql, settlement: Settlement) => Promise<void>;
  /** Called within the transaction that records the refund. */
  readonly onRefunded: (sql: Sql, settlement: Settlement) => Promise<void>;
  /** Called within the transaction that records it. */
  readonly onSubscription: (sql: Sql, news: SubscriptionNews) => Promise<void>;
  readonly onProblem: (problem: PaymentProblem) => void;
  readonly now: () => Date;
};

/** Returns the ledger within a transaction. */
export function booksOf({ now }: PaymentContext, sql: Sql): Ledger {
  return createLedger(sql, now);
}

/** Returns the calls for the money of a payment: cycles of subscriptions are sales, all others captures. @throws PaymentFault */
export function moneyOfPayment({ client }: PaymentContext, { subscriptionId }: Payment): MoneyClient {
  if (subscriptionId === null) return client;
  if (!client.subscriptions) throw new PaymentFault('rejected', 'the service has no subscriptions');
  return client.subscriptions.sales;
}

/** Serialises the settlement of payments of one user, so that their periods follow each other. */
export async function lockPerson(sql: Sql, userId: string): Promise<void> {
  await sql.query("select pg_advisory_xact_lock(hashtextextended('payment:' || $1, 0))", [userId]);
}

export type Period = { readonly startsAt: Date; readonly endsAt: Date };

/** Collects the data of a payment that an email contains. */
export function settlementOf(payment: Payment, userId: string, at: Date, period: Period): Settlement {
  return {
    paymentId: payment.id,
    userId,
    product: payment.product,
    credits: payment.credits,
    money: payment.money,
    at,
    ...period,
  };
}
