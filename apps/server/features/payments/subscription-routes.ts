import * as contract from '@bakkum/api-contract/billing/subscriptions';
import { localePath } from '@bakkum/i18n/locale';
import type { Subscription } from '@bakkum/payment/subscriptions/record';
import type { Subscriptions } from '@bakkum/payment/subscriptions/subscriptions';
import { createRoute } from '@hono/zod-openapi';
import { type ApiApp, answer, createRoutes, jsonBody, PROBLEM } from '../../http/api-routes.ts';
import { ProblemError } from '../../http/problem-answer.ts';
import { limitHourly } from '../../http/requests/hourly-limit.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import type { Services } from '../../services.ts';
import { COMMANDS_PER_HOUR } from './service.ts';
import { subscriptionView } from './subscription-views.ts';

/** Requests to cancel, per user and hour. Each can cause a request to the payment service. */
const CANCELLATIONS_PER_HOUR = 20;

const current = { 200: answer('The subscription as it is now', contract.subscriptionResponse), default: PROBLEM };
const toApprove = { 200: answer('URL where the buyer approves', contract.subscribeResponse), default: PROBLEM };

const begin = createRoute({
  method: 'post',
  path: '/api/subscriptions',
  request: jsonBody(contract.subscribeRequest),
  responses: toApprove,
});
const comeBack = createRoute({
  method: 'post',
  path: '/api/subscriptions/return',
  request: jsonBody(contract.subscriptionReturnRequest),
  responses: { 200: answer('The subscription and its first payment', contract.subscriptionReturnResponse), default: PROBLEM },
});
const change = createRoute({
  method: 'post',
  path: '/api/subscriptions/change',
  request: jsonBody(contract.subscribeRequest),
  responses: toApprove,
});
const cancel = createRoute({ method: 'post', path: '/api/subscriptions/cancel', responses: current });

/** @throws ProblemError where nothing renews */
function subscriptionsOf(services: Services): Subscriptions {
  const found = subscriptionsIn(services);
  if (!found) throw new ProblemError('payments-off');
  return found;
}

/** The service whose subscriptions this site sells; undefined if there is none. */
export function subscriptionsIn({ payment }: Pick<Services, 'payment'>): Subscriptions | undefined {
  return [...(payment?.ways.values() ?? [])].find(({ payments }) => payments.subscriptions)?.payments.subscriptions;
}

/** Subscriptions of the signed-in user, who has at most one. */
export function subscriptionRoutes(services: Services, signedIn: SignedIn): ApiApp {
  const routes = createRoutes();
  addBuying(routes, services, signedIn);
  addOwn(routes, services, signedIn);
  return routes;
}

type Context = Parameters<SignedIn['require']>[0];
type Wished = Pick<Parameters<Subscriptions['subscribe']>[0], 'plan' | 'amount' | 'locale'>;

function addBuying(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  const { settings } = services;
  /** @throws ProblemError if the user cannot buy */
  const wishOf = async (context: Context, { plan, amount, locale }: Wished) => {
    const { person } = await signedIn.require(context);
    await limitHourly(services, `payments:${person.id}`, COMMANDS_PER_HOUR);
    if (settings.salesMissing.length > 0) throw new ProblemError('sales-closed');
    // The demo account is shared, so real subscriptions are refused.
    if (person.demo && !services.payment?.fakes) throw new ProblemError('demo-account');
    await services.entitle(person);
    // The middleware has already checked that the origin is this site.
    const origin = context.req.header('Origin') ?? settings.origin;
    const page = `${origin}${localePath(locale, '/payment')}?plan=${plan}`;
    const addresses = { returnUrl: `${page}&back=paid`, cancelUrl: `${page}&back=cancelled` };
    return { userId: person.id, plan, amount, locale, addresses };
  };
  routes.openapi(begin, async (context) => {
    const subscriptions = subscriptionsOf(services);
    const begun = await subscriptions.subscribe(await wishOf(context, context.req.valid('json')));
    if (begun.outcome === 'limited') throw new ProblemError('too-many-requests', { retryAfterS: begun.retryAfterS });
    if (begun.outcome === 'subscribed') throw new ProblemError('already-subscribed');
    if (begun.outcome !== 'approve')
      throw new ProblemError(begun.outcome === 'unavailable' ? 'payment-unavailable' : 'price-changed');
    return context.json({ approveUrl: begun.approveUrl }, 200);
  });
  routes.openapi(change, async (context) => {
    const subscriptions = subscriptionsOf(services);
    const changed = await subscriptions.changePlan(await wishOf(context, context.req.valid('json')));
    if (changed.outcome === 'approve') return context.json({ approveUrl: changed.approveUrl }, 200);
    if (changed.outcome === 'price-changed') throw new ProblemError('price-changed');
    throw new ProblemError(changed.outcome === 'unavailable' ? 'payment-unavailable' : 'no-subscription');
  });
}

function addOwn(routes: ApiApp, services: Services, signedIn: SignedIn): void {
  routes.openapi(comeBack, async (context) => {
    const subscriptions = subscriptionsOf(services);
    const { person } = await signedIn.require(context);
    await limitHourly(services, `payments:${person.id}`, COMMANDS_PER_HOUR);
    const { subscription: serviceId, cancelled } = context.req.valid('json');
    if (cancelled) await subscriptions.noteCancelled(person.id, serviceId);
    const returned = await subscriptions.returned(person.id, serviceId);
    if (!returned) throw new ProblemError('not-found');
    const { subscription, paymentId } = returned;
    const view = await viewOf(subscriptions, person.id, subscription);
    return context.json({ subscription: view, ...(paymentId !== undefined && { payment: paymentId }) }, 200);
  });
  routes.openapi(cancel, async (context) => {
    const subscriptions = subscriptionsOf(services);
    const { person } = await signedIn.require(context);
    await limitHourly(services, `cancellations:${person.id}`, CANCELLATIONS_PER_HOUR);
    const cancelled = await subscriptions.cancel(person.id);
    if (!cancelled) throw new ProblemError('no-subscription');
    return context.json({ subscription: await viewOf(subscriptions, person.id, cancelled) }, 200);
  });
}

/** View of a subscription, with its paid time unless it was never approved. */
async function viewOf(
  subscriptions: Subscriptions,
  userId: string,
  subscription: Subscription,
): Promise<contract.SubscriptionView> {
  const own = await subscriptions.own(userId);
  return subscriptionView(own?.subscription.id === subscription.id ? own : { subscription }, []);
}
