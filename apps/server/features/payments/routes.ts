import { CAPTURE_IN_PROGRESS } from '@bakkum/api-contract/billing/payment-states';
import * as contract from '@bakkum/api-contract/billing/payments';
import { isPackId } from '@bakkum/api-contract/billing/plans';
import { countRequest } from '@bakkum/conversion-jobs/requests';
import { localePath } from '@bakkum/i18n/locale';
import type { AllPayments } from '@bakkum/payment/all-services';
import { paidPeriods } from '@bakkum/payment/report';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, answer, createRoutes, jsonBody, PROBLEM } from '../../http/api-routes.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import { limitHourly } from '../../http/requests/hourly-limit.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';
import { descriptionOf } from './description.ts';
import { COMMANDS_PER_HOUR, LOOKS_PER_HOUR, type OpenWay } from './service.ts';
import { subscriptionsIn } from './subscription-routes.ts';
import { renewalView, subscriptionView } from './subscription-views.ts';
import { offerView, viewOf } from './views.ts';
import { windowOriginOf } from './window/window-origin.ts';
import { windowEntryPath } from './window/window-page.ts';

const withId = z.object({ id: z.uuid() });
const one = { 200: answer('The current state of the payment', contract.paymentResponse), default: PROBLEM };

const list = createRoute({
  method: 'get',
  path: '/api/payments',
  responses: { 200: answer('The user’s payments and plans', contract.paymentsResponse), default: PROBLEM },
});
const read = createRoute({ method: 'get', path: '/api/payments/{id}', request: { params: withId }, responses: one });
const offers = createRoute({
  method: 'get',
  path: '/api/payments/offers',
  request: { query: contract.offersQuery },
  responses: { 200: answer('Ways to buy a product now, the recommended one first', contract.offersResponse), default: PROBLEM },
});
const begin = createRoute({
  method: 'post',
  path: '/api/payments',
  request: jsonBody(contract.checkoutRequest),
  responses: { 200: answer('URL where the buyer approves the payment', contract.checkoutResponse), default: PROBLEM },
});
const comeBack = createRoute({
  method: 'post',
  path: '/api/payments/return',
  request: jsonBody(contract.returnRequest),
  responses: one,
});
const refund = createRoute({ method: 'post', path: '/api/payments/{id}/refund', request: { params: withId }, responses: one });

/** Purchase and refund of plans. Every payment belongs to the signed-in user. */
export function paymentRoutes(services: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  addReads(routes, services, signedIn);
  addBuying(routes, services, signedIn);
  return routes;
}

function required({ payment }: Services): AllPayments {
  if (!payment) throw new ProblemError('payments-off');
  return payment.payments;
}

/** The service of a way to pay, or of the first one. @throws ProblemError */
function openWay({ payment }: Services, way: contract.PaymentWay | undefined): OpenWay {
  const found = way ? payment?.ways.get(way) : [...(payment?.ways.values() ?? [])][0];
  if (!found) throw new ProblemError('payments-off');
  return found;
}

/** @throws ProblemError while nothing is sold. Existing payments are still completed. */
function requireSales({ settings }: Services): void {
  if (settings.salesMissing.length > 0) throw new ProblemError('sales-closed');
}

async function ownView(payments: AllPayments, userId: string, id: string): Promise<contract.PaymentView> {
  const known = (await payments.own(userId)).find(({ payment }) => payment.id === id);
  if (known) return viewOf(known);
  // The list omits abandoned payments.
  const payment = await payments.find(userId, { id });
  if (!payment) throw new ProblemError('not-found');
  return viewOf({ payment, refundWay: 'none' });
}

function addReads(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  routes.openapi(list, async (context) => {
    const { person } = await signedIn.require(context);
    const rows = (await services.payment?.payments.own(person.id)) ?? [];
    const periods = await paidPeriods(services.database, person.id, services.clock.now());
    const view = {
      payments: rows.map(viewOf),
      periods: periods.map(({ plan, startsAt, endsAt }) => ({
        plan,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
    };
    const subscriptions = subscriptionsIn(services);
    const own = await subscriptions?.own(person.id);
    const subscription = subscriptions && own && subscriptionView(own, subscriptions.changes(own.subscription));
    return context.json({ ...view, ...(subscription && { subscription }) }, 200);
  });
  routes.openapi(offers, async (context) => {
    const { person } = await signedIn.require(context);
    const { product, way } = context.req.valid('query');
    requireSales(services);
    await services.entitle(person);
    const { payments } = openWay(services, way);
    const found = await payments.offers(person.id, product);
    const renewal = isPackId(product) ? undefined : await payments.subscriptions?.renewal(person.id, product);
    const view = { offers: found.map(offerView), ...(renewal && { renewal: renewalView(renewal, services.clock.now()) }) };
    return context.json(view, 200);
  });
  routes.openapi(read, async (context) => {
    const { person } = await signedIn.require(context);
    const { id } = context.req.valid('param');
    const payments = required(services);
    const known = await payments.find(person.id, { id });
    // The buyer is waiting, so a pending payment is finished now.
    if (known && CAPTURE_IN_PROGRESS.includes(known.state) && (await mayLook(services, person.id))) await payments.finish(id);
    return context.json({ payment: await ownView(payments, person.id, id) }, 200);
  });
}

async function mayLook({ database, clock }: Services, userId: string): Promise<boolean> {
  return (await countRequest(database, `payment-looks:${userId}`, LOOKS_PER_HOUR, clock.now())).allowed;
}

function addBuying(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { settings } = services;
  routes.openapi(begin, async (context) => {
    required(services);
    const { person } = await signedIn.require(context);
    requireSales(services);
    // The demo account is shared, so real payments are refused.
    if (person.demo && !services.payment?.fakes) throw new ProblemError('demo-account');
    await limitHourly(services, `payments:${person.id}`, COMMANDS_PER_HOUR);
    const { product, start, amount, locale, way } = context.req.valid('json');
    const { payments, client } = openWay(services, way);
    // The middleware has already checked that the origin is this site.
    const origin = context.req.header('Origin') ?? settings.origin;
    if (client.window && !windowOriginOf(origin, settings)) throw new ProblemError('payments-off');
    await services.entitle(person);
    const page = `${origin}${localePath(locale, '/payment')}?plan=${product}`;
    const checkout = await payments.begin({
      userId: person.id,
      ...{ product, start, amount, locale },
      description: descriptionOf(settings.brand, locale, product),
      addresses: (id) => ({
        returnUrl: `${page}&back=paid`,
        cancelUrl: `${page}&back=cancelled`,
        windowUrl: `${origin}${windowEntryPath(id)}`,
      }),
    });
    if (checkout.outcome === 'limited') throw new ProblemError('too-many-requests', { retryAfterS: checkout.retryAfterS });
    if (!('paymentId' in checkout))
      throw new ProblemError(checkout.outcome === 'unavailable' ? 'payment-unavailable' : 'price-changed');
    const { paymentId } = checkout;
    return context.json({ paymentId, ...(checkout.outcome === 'approve' && { approveUrl: checkout.approveUrl }) }, 200);
  });
  routes.openapi(comeBack, async (context) => {
    const payments = required(services);
    const { person } = await signedIn.require(context);
    await limitHourly(services, `payments:${person.id}`, COMMANDS_PER_HOUR);
    const { order, cancelled } = context.req.valid('json');
    const payment = await payments.find(person.id, { orderId: order });
    if (!payment) throw new ProblemError('not-found');
    if (cancelled) await payments.noteCancelled(payment.id);
    else await payments.finish(payment.id);
    return context.json({ payment: await ownView(payments, person.id, payment.id) }, 200);
  });
  routes.openapi(refund, async (context) => {
    const payments = required(services);
    const { person } = await signedIn.require(context);
    const { id } = context.req.valid('param');
    const { outcome } = await payments.askRefund(person.id, id);
    if (outcome === 'none') throw new ProblemError('refund-not-possible');
    return context.json({ payment: await ownView(payments, person.id, id) }, 200);
  });
}
