import { randomUUID } from 'node:crypto';
import { OPEN } from '@bakkum/api-contract/billing/payment-states';
import type { Product, Start } from '@bakkum/api-contract/billing/payments';
import { sqlState } from '@bakkum/database/sql';
import { expire, finish } from './capture.ts';
import { faultCode } from './fault.ts';
import { decimalOf } from './money.ts';
import { type Offer, offersFor } from './offers.ts';
import type { PaymentContext } from './payment-context.ts';
import type { Order, OrderRequest } from './provider.ts';
import { listed, lockPayment, note, type Payment, paymentsWhere, wasDeclined } from './record.ts';
import { termsOf } from './terms.ts';
import { recordDeduction } from './upgrade.ts';

/** Milliseconds after which an unapproved order expires, as it does at the service. */
export const ORDER_LIFE_MS = 3 * 3_600_000;
/** Maximum number of payments per user and hour. */
const CHECKOUTS_PER_HOUR = 10;
const HOUR_S = 3600;
const UNIQUE_VIOLATION = '23505';

export type Checkout = {
  readonly userId: string;
  readonly product: Product;
  readonly start: Start;
  /** The price that the buyer saw, a decimal string. */
  readonly amount: string;
  readonly locale: 'en' | 'ko';
  /** Description of the payment, in the language of the buyer. */
  readonly description: string;
  readonly addresses: (paymentId: string) => Pick<OrderRequest, 'returnUrl' | 'cancelUrl' | 'windowUrl'>;
};

export type Begun =
  /** The buyer has to approve the payment at this URL. */
  | { readonly outcome: 'approve'; readonly paymentId: string; readonly approveUrl: string }
  /** An earlier payment of this buyer was approved and is being processed. */
  | { readonly outcome: 'under-way'; readonly paymentId: string }
  /** `price-changed`: the buyer saw another price, or the start is no longer possible. Nothing was ordered. */
  | { readonly outcome: 'price-changed' | 'unavailable' }
  | { readonly outcome: 'limited'; readonly retryAfterS: number };

/**
 * Starts a payment or continues the open one; each user has at most one per product. The price comes from the server, never from the
 * browser, and must match the price the buyer saw.
 */
export async function begin(context: PaymentContext, checkout: Checkout): Promise<Begun> {
  const open = await openPayment(context, checkout);
  if (open && !isSameOrder(open, checkout)) {
    // The buyer has chosen another start or price since then. An order that is being captured is kept.
    if (!(await expire(context, open.id, open.state === 'created' ? 'created' : 'ordered')))
      return { outcome: 'under-way', paymentId: open.id };
    return start(context, checkout, undefined);
  }
  if (open) {
    const known = await goOn(context, open);
    if (known) return known;
  }
  return start(context, checkout, open);
}

function isSameOrder({ start: begins, money }: Payment, checkout: Checkout): boolean {
  return begins === checkout.start && decimalOf(money) === checkout.amount;
}

async function start(context: PaymentContext, checkout: Checkout, open: Payment | undefined): Promise<Begun> {
  const payment = open?.state === 'created' ? open : await create(context, checkout);
  return 'outcome' in payment ? payment : order(context, payment, checkout);
}

async function openPayment({ database, provider }: PaymentContext, { userId, product }: Checkout): Promise<Payment | undefined> {
  const condition = `where user_id = $1 and plan = $2 and provider = $3 and state in ${listed(OPEN)}`;
  const [open] = await paymentsWhere(database, condition, [userId, product, provider]);
  return open;
}

/** Continues an open payment whose buyer has returned; undefined when it has ended or has no order yet. */
async function goOn(context: PaymentContext, payment: Payment): Promise<Begun | undefined> {
  const { id: paymentId, state } = payment;
  if (state === 'created') return undefined;
  if (state === 'ordered' && isOld(context, payment) && wasDeclined(payment)) return giveUp(context, paymentId);
  const before = state === 'ordered' && !isOld(context, payment) ? await isAgreed(context, payment) : true;
  if (before === 'unreachable') return { outcome: 'unavailable' };
  if (!before) return toAgree(context, payment);
  const now = await finish(context, paymentId, 'buyer', { expireOld: true });
  // It was declined just now.
  if (now === 'ordered') return isOld(context, payment) ? giveUp(context, paymentId) : toAgree(context, payment);
  return now === 'expired' || now === 'failed' ? undefined : { outcome: 'under-way', paymentId };
}

/** Returns whether the buyer's approval is valid: after a decline the order stays approved at the service. */
async function isAgreed(context: PaymentContext, payment: Payment): Promise<boolean | 'unreachable'> {
  try {
    const order = await context.client.readOrder(payment.orderId ?? '');
    return order?.state !== 'waiting' && !(order?.state === 'approved' && wasDeclined(payment));
  } catch (error) {
    context.onProblem({ what: 'order-not-read', paymentId: payment.id, detail: { fault: faultCode(error) } });
    return 'unreachable';
  }
}

async function giveUp(context: PaymentContext, paymentId: string): Promise<undefined> {
  await expire(context, paymentId, 'ordered');
}

/** Sends the buyer to approve, for the first time or again. The approval that follows may be captured. */
async function toAgree({ database }: PaymentContext, { id: paymentId, approveUrl }: Payment): Promise<Begun> {
  if (!approveUrl) return { outcome: 'unavailable' };
  await database.query(
    "update payment.payments set problem = 'agree-again' where id = $1 and state = 'ordered' and problem = 'declined'",
    [paymentId],
  );
  return { outcome: 'approve', paymentId, approveUrl };
}

function isOld({ now }: PaymentContext, { createdAt }: Payment): boolean {
  return now().getTime() - createdAt.getTime() > ORDER_LIFE_MS;
}

async function create(context: PaymentContext, checkout: Checkout): Promise<Payment | Begun> {
  const { userId } = checkout;
  const retryAfterS = await waitOf(context, userId, context.now());
  if (retryAfterS > 0) return { outcome: 'limited', retryAfterS };
  const offers = await offersFor(context, context.database, userId, checkout.product);
  const offer = offers.find(({ start: begins }) => begins === checkout.start);
  if (!offer || decimalOf(offer.money) !== checkout.amount) return { outcome: 'price-changed' };
  try {
    await insert(context, checkout, offer);
  } catch (error) {
    // Another tab was faster.
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
  }
  const created = await openPayment(context, checkout);
  if (!created) return { outcome: 'unavailable' };
  return isSameOrder(created, checkout) ? created : { outcome: 'price-changed' };
}

async function insert(context: PaymentContext, { userId, product, locale }: Checkout, offer: Offer): Promise<void> {
  const { credits, cycle, days } = termsOf(product);
  const { money, deduction } = offer;
  const id = randomUUID();
  const at = context.now();
  await context.database.transaction(async (sql) => {
    await sql.query(
      `insert into payment.payments
         (id, user_id, plan, start, amount, currency, credits, cycle, days, locale, provider, created_at,
          checked_at, tax_basis_points, tax_name)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14)`,
      [
        ...[id, userId, product, offer.start, money.minor, money.currency, credits, JSON.stringify(cycle), days, locale],
        ...[context.provider, at, context.tax?.basisPoints, context.tax?.name],
      ],
    );
    if (deduction) await recordDeduction(sql, id, deduction);
    const detail = { product, amount: money.minor, currency: money.currency, ...(deduction && { deducted: deduction.minor }) };
    await note(sql, id, { at, who: 'buyer', what: 'created', detail });
  });
}

async function waitOf({ database }: PaymentContext, userId: string, at: Date): Promise<number> {
  const hourAgo = new Date(at.getTime() - HOUR_S * 1000);
  const recent = await paymentsWhere(database, 'where user_id = $1 and created_at > $2 order by created_at', [userId, hourAgo]);
  const [oldest] = recent;
  if (!oldest || recent.length < CHECKOUTS_PER_HOUR) return 0;
  return Math.max(1, Math.ceil((oldest.createdAt.getTime() - hourAgo.getTime()) / 1000));
}

async function order(context: PaymentContext, payment: Payment, { description, locale, addresses }: Checkout): Promise<Begun> {
  const { id, money } = payment;
  if (payment.state !== 'created') return (await goOn(context, payment)) ?? { outcome: 'unavailable' };
  let made: Order;
  try {
    made = await context.client.createOrder({
      paymentId: id,
      description,
      money,
      locale,
      brand: context.brand,
      ...addresses(id),
    });
  } catch (error) {
    const fault = faultCode(error);
    context.onProblem({ what: 'order-not-made', paymentId: id, detail: { fault, error: String(error) } });
    return { outcome: 'unavailable' };
  }
  const approveUrl = made.approveUrl;
  if (!approveUrl) return { outcome: 'unavailable' };
  return context.database.transaction(async (sql) => {
    const now = await lockPayment(sql, id);
    // The payment was given up in the meantime: the buyer must not approve an order that is not recorded.
    if (now.state !== 'created' && now.orderId !== made.id) return { outcome: 'unavailable' };
    if (now.state === 'created') {
      const at = context.now();
      await sql.query(
        "update payment.payments set state = 'ordered', order_id = $2, approve_url = $3, payee = $4, checked_at = $5 where id = $1",
        [id, made.id, approveUrl, made.payee, at],
      );
      await note(sql, id, { at, who: 'site', what: 'ordered', detail: { order: made.id } });
    }
    return { outcome: 'approve', paymentId: id, approveUrl };
  });
}
