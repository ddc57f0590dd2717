import { PAYMENT_STATES } from '@bakkum/api-contract/billing/payment-states';
import { PRODUCTS, STARTS } from '@bakkum/api-contract/billing/payments';
import { storableJson } from '@bakkum/api-contract/text';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import type { Order } from './provider.ts';

/** Formats states as an SQL list. They are constants without quotes. */
export function listed(states: readonly string[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`;
}

export const cycle = z.union([z.object({ days: z.number() }), z.object({ months: z.number() })]);

const row = z
  .object({
    id: z.string(),
    user_id: z.string().nullable(),
    plan: z.enum(PRODUCTS),
    start: z.enum(STARTS),
    amount: z.number(),
    currency: z.string(),
    credits: z.number(),
    cycle,
    days: z.number(),
    locale: z.enum(['en', 'ko']),
    provider: z.string(),
    subscription_id: z.string().nullable(),
    state: z.enum(PAYMENT_STATES),
    order_id: z.string().nullable(),
    approve_url: z.string().nullable(),
    payee: z.string().nullable(),
    capture_id: z.string().nullable(),
    payer_id: z.string().nullable(),
    receipt_url: z.string().nullable(),
    problem: z.string().nullable(),
    refusals: z.number(),
    tax_basis_points: z.number().nullable(),
    tax_name: z.string().nullable(),
    created_at: z.date(),
    captured_at: z.date().nullable(),
    leased_until: z.date().nullable(),
  })
  .transform((values) => ({
    id: values.id,
    userId: values.user_id,
    product: values.plan,
    start: values.start,
    money: { minor: values.amount, currency: values.currency },
    credits: values.credits,
    cycle: values.cycle,
    days: values.days,
    locale: values.locale,
    provider: values.provider,
    subscriptionId: values.subscription_id,
    state: values.state,
    orderId: values.order_id,
    approveUrl: values.approve_url,
    payee: values.payee,
    captureId: values.capture_id,
    payerId: values.payer_id,
    receiptUrl: values.receipt_url,
    problem: values.problem,
    refusals: values.refusals,
    tax: values.tax_basis_points === null ? null : { basisPoints: values.tax_basis_points, name: values.tax_name ?? '' },
    createdAt: values.created_at,
    capturedAt: values.captured_at,
    leasedUntil: values.leased_until,
  }));

export type Payment = z.infer<typeof row>;

/** Returns whether the buyer has to approve again after a decline; an earlier approval is not used again. */
export function wasDeclined({ problem }: Payment): boolean {
  return problem === 'declined' || problem === 'agree-again';
}

/** Returns the payments that match a condition. */
export async function paymentsWhere(sql: Sql, condition: string, values: readonly unknown[]): Promise<readonly Payment[]> {
  return z.array(row).parse(await sql.query(`select * from payment.payments ${condition}`, values));
}

/** Reads and locks a payment until the transaction ends, after the subscription whose cycle it pays. */
export async function lockPayment(sql: Sql, id: string): Promise<Payment> {
  await sql.query(
    `select from payment.subscriptions
     where id = (select subscription_id from payment.payments where id = $1) for update`,
    [id],
  );
  const [found] = await paymentsWhere(sql, 'where id = $1 for update', [id]);
  if (!found) throw new Error(`no payment ${id}`);
  return found;
}

/** Returns the ledger reference of the credits, made from the service's capture id. */
export function creditsRef({ provider, captureId }: Pick<Payment, 'provider' | 'captureId'>): string {
  if (captureId === null) throw new Error('a payment that was not captured has no credits');
  return `${provider}:${captureId}`;
}

/** Returns the invoice number that buyers and the operator use. */
export function invoiceOf(paymentId: string): string {
  return `INV-${paymentId}`;
}

export type Actor = 'buyer' | 'site' | 'service' | 'operator';

/** Records a step in the history. Contains no personal data except the service's ids. */
export async function note(
  sql: Sql,
  paymentId: string,
  step: { readonly at: Date; readonly who: Actor; readonly what: string; readonly detail?: object },
): Promise<void> {
  await sql.query('insert into payment.history (payment_id, at, who, what, detail) values ($1, $2, $3, $4, $5)', [
    paymentId,
    step.at,
    step.who,
    step.what,
    storableJson(step.detail ?? {}),
  ]);
}

/** Returns the names of the fields in which an order differs from the payment. */
export function mismatches(payment: Payment, order: Order): readonly string[] {
  const { capture } = order;
  const differing = {
    order: order.id !== payment.orderId || (capture?.orderId !== undefined && capture.orderId !== payment.orderId),
    payment: (capture?.paymentId ?? order.paymentId) !== payment.id,
    invoice: (capture?.invoiceId ?? order.invoiceId) !== invoiceOf(payment.id),
    payee: payment.payee !== null && order.payee !== undefined && order.payee !== payment.payee,
    amount: capture?.money.minor !== payment.money.minor,
    currency: capture?.money.currency !== payment.money.currency,
    final: capture?.final === false,
    // Null: the service does not identify payers.
    payer: order.payerId === undefined,
  };
  return Object.entries(differing)
    .filter(([, differs]) => differs)
    .map(([name]) => name);
}
