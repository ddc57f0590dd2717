import { PAYMENT_STATES } from '@bakkum/api-contract/payment-states';
import { SOLD_PLANS } from '@bakkum/api-contract/payments';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import type { Order } from './provider.ts';

/** States as conditions of statements name them: words of our own, none of which holds a quote. */
export function listed(states: readonly string[]): string {
  return `(${states.map((state) => `'${state}'`).join(', ')})`;
}

const cycle = z.union([z.object({ days: z.number() }), z.object({ months: z.number() })]);

const row = z
  .object({
    id: z.string(),
    user_id: z.string().nullable(),
    plan: z.enum(SOLD_PLANS),
    amount: z.number(),
    currency: z.string(),
    credits: z.number(),
    cycle,
    days: z.number(),
    locale: z.enum(['en', 'ko']),
    provider: z.string(),
    state: z.enum(PAYMENT_STATES),
    order_id: z.string().nullable(),
    approve_url: z.string().nullable(),
    payee: z.string().nullable(),
    capture_id: z.string().nullable(),
    payer_id: z.string().nullable(),
    problem: z.string().nullable(),
    refusals: z.number(),
    created_at: z.date(),
    captured_at: z.date().nullable(),
    leased_until: z.date().nullable(),
  })
  .transform((values) => ({
    id: values.id,
    userId: values.user_id,
    plan: values.plan,
    money: { minor: values.amount, currency: values.currency },
    credits: values.credits,
    cycle: values.cycle,
    days: values.days,
    locale: values.locale,
    provider: values.provider,
    state: values.state,
    orderId: values.order_id,
    approveUrl: values.approve_url,
    payee: values.payee,
    captureId: values.capture_id,
    payerId: values.payer_id,
    problem: values.problem,
    refusals: values.refusals,
    createdAt: values.created_at,
    capturedAt: values.captured_at,
    leasedUntil: values.leased_until,
  }));

export type Payment = z.infer<typeof row>;

/** Whose buyer has to agree anew, after their means of payment was declined: what they agreed to before is not tried again. */
export function wasDeclined({ problem }: Payment): boolean {
  return problem === 'declined' || problem === 'agree-again';
}

/** What a condition finds, with its values. */
export async function paymentsWhere(sql: Sql, condition: string, values: readonly unknown[]): Promise<readonly Payment[]> {
  return z.array(row).parse(await sql.query(`select * from payment.payments ${condition}`, values));
}

/** A payment, and nobody else changes it until the transaction ends. */
export async function lockPayment(sql: Sql, id: string): Promise<Payment> {
  const [found] = await paymentsWhere(sql, 'where id = $1 for update', [id]);
  if (!found) throw new Error(`no payment ${id}`);
  return found;
}

/** By the service's reference of its credits in the ledger. */
export function creditsRef({ provider, captureId }: Pick<Payment, 'provider' | 'captureId'>): string {
  if (captureId === null) throw new Error('a payment that was not captured has no credits');
  return `${provider}:${captureId}`;
}

/** The number a buyer and the operator talk about. */
export function invoiceOf(paymentId: string): string {
  return `INV-${paymentId}`;
}

export type Actor = 'buyer' | 'site' | 'service' | 'operator';

/** Writes down a step. Never anything about a person but the service's numbers. */
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
    JSON.stringify(step.detail ?? {}),
  ]);
}

/** What of an order is not what was ordered: the names of the fields. */
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
    payer: order.payerId === undefined,
  };
  return Object.entries(differing)
    .filter(([, differs]) => differs)
    .map(([name]) => name);
}
