/** Subscriptions API version 1, with the plans of the Catalog API and the sales of the Payments API that it makes. */
import { PaymentFault } from '@bakkum/payment/fault';
import { decimalOf } from '@bakkum/payment/money';
import type { MoneyClient, PaymentValues, PlanRequest, SubscriptionClient, SubscriptionRequest } from '@bakkum/payment/provider';
import { orGone, segment } from '@bakkum/payment/service-requests';
import { z } from 'zod';
import type { Connection } from './connection.ts';
import {
  approvalIn,
  chargeOf,
  planAnswer,
  planOf,
  plansAnswer,
  productAnswer,
  revisionAnswer,
  saleAnswer,
  saleOf,
  saleRefundAnswer,
  saleRefundOf,
  subscriptionAnswer,
  subscriptionOf,
  transactionsAnswer,
} from './subscription-wire.ts';

const LOCALES = { en: 'en-US', ko: 'ko-KR' } as const;
/** Maximum length of each text in characters. */
const MAX_TEXT_LENGTH = 127;
/** The product of all plans. We choose its id, so that it is created once. */
const PRODUCT_ID = 'BAKKUM-PRO';
const PRODUCT_NAME = 'Pro';
/** Failed charges in a row after which PayPal suspends a subscription. It retries a failed charge twice, five days apart. */
const FAILURES_TO_SUSPEND = 3;

const plans = (path: string): string => `/v1/billing/plans${path}`;
const subscriptions = (path: string): string => `/v1/billing/subscriptions${path}`;

export function createSubscriptionClient(values: PaymentValues, connection: Connection): SubscriptionClient {
  const { monthlyPlan, annualPlan } = values;
  return {
    plans: { ...(monthlyPlan && { monthly: monthlyPlan }), ...(annualPlan && { annual: annualPlan }) },
    async readPlan(planId) {
      const plan = await connection.call({ method: 'GET', path: plans(`/${segment(planId)}`) }, planAnswer);
      return plan && planOf(plan);
    },
    createPlans: (wanted) => createPlans(connection, wanted),
    async create({ subscriptionId, planId, firstChargeAt, ...context }) {
      const body = {
        plan_id: planId,
        custom_id: subscriptionId,
        ...(firstChargeAt && { start_time: firstChargeAt.toISOString() }),
        application_context: contextOf(context),
      };
      const call = { method: 'POST', path: subscriptions(''), body, once: `subscription-${subscriptionId}` } as const;
      return subscriptionOf(orGone(await connection.call(call, subscriptionAnswer)));
    },
    async read(id) {
      const found = await connection.call({ method: 'GET', path: subscriptions(`/${segment(id)}`) }, subscriptionAnswer);
      return found && subscriptionOf(found);
    },
    async change(id, { planId, ...context }) {
      const body = { plan_id: planId, application_context: contextOf(context) };
      const call = { method: 'POST', path: subscriptions(`/${segment(id)}/revise`), body } as const;
      const approveUrl = approvalIn(orGone(await connection.call(call, revisionAnswer)));
      return approveUrl === undefined ? {} : { approveUrl };
    },
    async cancel(id, reason) {
      const call = { method: 'POST', path: subscriptions(`/${segment(id)}/cancel`), body: { reason } } as const;
      await connection.call(call, z.unknown());
    },
    async charges(id, from, until) {
      const query = new URLSearchParams({ start_time: from.toISOString(), end_time: until.toISOString() });
      const path = subscriptions(`/${segment(id)}/transactions?${query.toString()}`);
      const { transactions = [] } = (await connection.call({ method: 'GET', path }, transactionsAnswer)) ?? {};
      return transactions.map(chargeOf);
    },
    sales: salesOf(connection),
  };
}

function contextOf({
  locale,
  brand,
  returnUrl,
  cancelUrl,
}: Pick<SubscriptionRequest, 'locale' | 'brand' | 'returnUrl' | 'cancelUrl'>) {
  return {
    brand_name: brand.slice(0, MAX_TEXT_LENGTH),
    locale: LOCALES[locale],
    shipping_preference: 'NO_SHIPPING',
    user_action: 'SUBSCRIBE_NOW',
    payment_method: { payer_selected: 'PAYPAL', payee_preferred: 'IMMEDIATE_PAYMENT_REQUIRED' },
    return_url: returnUrl,
    cancel_url: cancelUrl,
  };
}

function salesOf(connection: Connection): MoneyClient {
  return {
    async readCapture(id) {
      const sale = await connection.call({ method: 'GET', path: `/v1/payments/sale/${segment(id)}` }, saleAnswer);
      return sale && saleOf(sale);
    },
    async refund(id, refundId, money) {
      const path = `/v1/payments/sale/${segment(id)}/refund`;
      const body = { amount: { total: decimalOf(money), currency: money.currency } };
      const call = { method: 'POST', path, body, once: `refund-${refundId}` } as const;
      return saleRefundOf(orGone(await connection.call(call, saleRefundAnswer)));
    },
    async readRefund(id) {
      const refund = await connection.call({ method: 'GET', path: `/v1/payments/refund/${segment(id)}` }, saleRefundAnswer);
      return refund && saleRefundOf(refund);
    },
  };
}

async function createPlans(
  connection: Connection,
  wanted: Parameters<SubscriptionClient['createPlans']>[0],
): ReturnType<SubscriptionClient['createPlans']> {
  await createProduct(connection);
  const path = plans(`?product_id=${PRODUCT_ID}&page_size=20`);
  const { plans: known = [] } = (await connection.call({ method: 'GET', path }, plansAnswer)) ?? {};
  // The list may leave out prices.
  const details = await Promise.all(
    known.map(({ id }) => connection.call({ method: 'GET', path: plans(`/${segment(id)}`) }, planAnswer)),
  );
  const existing = details.flatMap((answer) => (answer && planOf(answer)) ?? []);
  const idOf = async (request: PlanRequest): Promise<string> => {
    const { money, days } = request;
    const found = existing.find(
      (plan) => plan.active && plan.days === days && plan.money.minor === money.minor && plan.money.currency === money.currency,
    );
    return found?.id ?? createPlan(connection, request);
  };
  return { monthly: await idOf(wanted.monthly), annual: await idOf(wanted.annual) };
}

async function createProduct(connection: Connection): Promise<void> {
  const known = await connection.call({ method: 'GET', path: `/v1/catalogs/products/${PRODUCT_ID}` }, productAnswer);
  if (known) return;
  const body = { id: PRODUCT_ID, name: PRODUCT_NAME, type: 'SERVICE', category: 'SOFTWARE' };
  await connection.call({ method: 'POST', path: '/v1/catalogs/products', body, once: `product-${PRODUCT_ID}` }, productAnswer);
}

async function createPlan(connection: Connection, { name, money, days }: PlanRequest): Promise<string> {
  const fixedPrice = { currency_code: money.currency, value: decimalOf(money) };
  const body = {
    product_id: PRODUCT_ID,
    name: name.slice(0, MAX_TEXT_LENGTH),
    status: 'ACTIVE',
    billing_cycles: [
      {
        frequency: { interval_unit: 'DAY', interval_count: days },
        tenure_type: 'REGULAR',
        sequence: 1,
        // Unlimited.
        total_cycles: 0,
        pricing_scheme: { fixed_price: fixedPrice },
      },
    ],
    // A charge that was missed is not added to the next one, which would then differ from the agreed price.
    payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: FAILURES_TO_SUSPEND },
  };
  const once = `plan-${days}-${money.currency}-${money.minor}`;
  const plan = await connection.call({ method: 'POST', path: plans(''), body, once }, planAnswer);
  if (!plan) throw new PaymentFault('unknown', 'no plan was created');
  return plan.id;
}
