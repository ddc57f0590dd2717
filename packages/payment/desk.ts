import type { SoldPlan } from '@bakkum/api-contract/payments';
import { createLedger, type Ledger } from '@bakkum/credits/ledger';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import type { Money, PaymentClient } from './provider.ts';
import type { Payment } from './record.ts';

/** A payment that went through, or was given back: what a mail is written from. */
export type Settlement = {
  readonly paymentId: string;
  readonly userId: string;
  readonly plan: SoldPlan;
  readonly money: Money;
  readonly at: Date;
  readonly startsAt: Date;
  readonly endsAt: Date;
};

/** Something the operator should look at. Words of one piece and numbers of payments, nothing about a person. */
export type PaymentProblem = { readonly what: string; readonly paymentId: string; readonly detail?: object };

/** What every part of payments works with. */
export type PaymentDesk = {
  readonly database: Database;
  readonly client: PaymentClient;
  /** Of the client: it is in the references of the ledger. */
  readonly provider: string;
  readonly brand: string;
  /** Told within the transaction that gives the credits. */
  readonly onCaptured: (sql: Sql, settlement: Settlement) => Promise<void>;
  /** Told within the transaction that writes down that the money went back. */
  readonly onRefunded: (sql: Sql, settlement: Settlement) => Promise<void>;
  readonly onProblem: (problem: PaymentProblem) => void;
  readonly now: () => Date;
};

/** The ledger as part of a transaction. */
export function booksOf({ now }: PaymentDesk, sql: Sql): Ledger {
  return createLedger(sql, now);
}

/** Payments of one person are settled one after the other, so that their periods follow each other. */
export async function lockPerson(sql: Sql, userId: string): Promise<void> {
  await sql.query("select pg_advisory_xact_lock(hashtextextended('payment:' || $1, 0))", [userId]);
}

export type Period = { readonly startsAt: Date; readonly endsAt: Date };

/** Everything of a payment that a mail says. */
export function settlementOf(payment: Payment, userId: string, at: Date, period: Period): Settlement {
  return { paymentId: payment.id, userId, plan: payment.plan, money: payment.money, at, ...period };
}
