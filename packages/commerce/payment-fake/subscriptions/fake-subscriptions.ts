/** Implements PayPal's products, plans, subscriptions and their sales. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { payerIdOf } from '../buyers.ts';
import type { Desk, Route } from '../desk.ts';
import { refusal } from '../refusal.ts';
import type { Store } from '../store.ts';
import { type Charged, chargeDue } from './charging.ts';
import { CATALOG_ID, FAKE_PLANS, type FakeCatalog, type FakePlan, type FakeSale, type FakeSubscription } from './store.ts';
import { planView, saleRefundView, saleView, subscriptionView, tokenOf, transactionView } from './views.ts';

const NOT_FOUND = 'RESOURCE_NOT_FOUND';
const UNPROCESSABLE = 'UNPROCESSABLE_ENTITY';

export const SUBSCRIPTION_ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/v1\/catalogs\/products$/, endpoint: 'create', handle: createProduct },
  { method: 'GET', path: /^\/v1\/catalogs\/products\/([\w-]+)$/, endpoint: 'read', handle: readProduct },
  { method: 'POST', path: /^\/v1\/billing\/plans$/, endpoint: 'create', handle: createPlan },
  { method: 'GET', path: /^\/v1\/billing\/plans$/, endpoint: 'read', handle: listPlans },
  { method: 'GET', path: /^\/v1\/billing\/plans\/([\w-]+)$/, endpoint: 'read', handle: readPlan },
  { method: 'POST', path: /^\/v1\/billing\/subscriptions$/, endpoint: 'create', handle: create },
  { method: 'GET', path: /^\/v1\/billing\/subscriptions\/([\w-]+)$/, endpoint: 'read', handle: read },
  { method: 'POST', path: /^\/v1\/billing\/subscriptions\/([\w-]+)\/revise$/, endpoint: 'revise', handle: revise },
  { method: 'POST', path: /^\/v1\/billing\/subscriptions\/([\w-]+)\/cancel$/, endpoint: 'cancel', handle: cancel },
  { method: 'GET', path: /^\/v1\/billing\/subscriptions\/([\w-]+)\/transactions$/, endpoint: 'read', handle: transactions },
  { method: 'GET', path: /^\/v1\/payments\/sale\/([\w-]+)$/, endpoint: 'read', handle: readSale },
  { method: 'POST', path: /^\/v1\/payments\/sale\/([\w-]+)\/refund$/, endpoint: 'refund', handle: refundSale },
  { method: 'GET', path: /^\/v1\/payments\/refund\/([\w-]+)R$/, endpoint: 'read', handle: readSaleRefund },
];

/** What a test, or the page of the fake, does to subscriptions. */
export type SubscriptionTools = {
  /** Charges a subscription before its time. */
  charge(id: string): Promise<void>;
  change(id: string, changes: Partial<FakeSubscription>): Promise<void>;
  changeSale(saleId: string, changes: Partial<FakeSale>): Promise<void>;
  read(id: string): Promise<FakeSubscription | undefined>;
  cancel(id: string): Promise<void>;
  /** Sends a message about a subscription or one of its sales, regardless of its state. */
  tell(id: string, type: string): Promise<void>;
};

export function subscriptionTools(desk: Desk): SubscriptionTools {
  const { subscriptions } = desk;
  const change: SubscriptionTools['change'] = (id, changes) =>
    subscriptions.change(id, (known) => ({ ...(known && { order: { ...known, ...changes } }), result: undefined }));
  return {
    change,
    read: (id) => subscriptions.read(id),
    async charge(id) {
      await change(id, { nextAt: nowOf(desk).toISOString(), retryAt: undefined });
      await settled(desk, id);
    },
    async changeSale(saleId, changes) {
      const subscription = await ownerOf(subscriptions, saleId);
      const sales = subscription?.sales.map((sale) => (sale.id === saleId ? { ...sale, ...changes } : sale)) ?? [];
      if (subscription) await change(subscription.id, { sales });
    },
    cancel: (id) => end(desk, id),
    async tell(id, type) {
      const sale = await saleIn(subscriptions, id);
      const subscription = sale ? await ownerOf(subscriptions, id) : await subscriptions.read(id);
      if (subscription) tell(desk, subscription, type, sale);
    },
  };
}

function nowOf({ now = () => new Date() }: Desk): Date {
  return now();
}

/** Returns a subscription after every charge that is due. */
async function settled(desk: Desk, id: string): Promise<FakeSubscription | undefined> {
  const charged = await desk.subscriptions.change<Charged | undefined>(id, (known) => {
    if (!known) return { result: undefined };
    const result = chargeDue(known, nowOf(desk));
    return { order: result.subscription, result };
  });
  for (const { type, sale } of charged?.said ?? []) if (charged) tell(desk, charged.subscription, type, sale);
  return charged?.subscription;
}

function tell(desk: Desk, subscription: FakeSubscription, type: string, sale?: FakeSale): void {
  const isReturn = type.endsWith('.REFUNDED') || type.endsWith('.REVERSED');
  if (sale) desk.say(type, isReturn ? { ...saleRefundView(sale), state: 'completed' } : saleView(sale, subscription.id));
  else desk.say(type, { id: subscription.id, plan_id: subscription.plan.id, status: subscription.status });
}

async function ownerOf(subscriptions: Store<FakeSubscription>, saleId: string): Promise<FakeSubscription | undefined> {
  const [, core] = /^([A-Z0-9]{12})S\d+$/.exec(saleId) ?? [];
  return core === undefined ? undefined : subscriptions.read(`I-${core}`);
}

export async function saleIn(subscriptions: Store<FakeSubscription>, saleId: string): Promise<FakeSale | undefined> {
  return (await ownerOf(subscriptions, saleId))?.sales.find(({ id }) => id === saleId);
}

const bodyOf = (request: Request): Promise<unknown> => request.json().catch(() => undefined);

async function catalogOf({ catalog }: Desk): Promise<FakeCatalog> {
  const { products, plans } = (await catalog.read(CATALOG_ID)) ?? { products: [], plans: [] };
  return { products, plans: [...Object.values(FAKE_PLANS), ...plans] };
}

const product = z.object({ id: z.string(), name: z.string() });

async function createProduct({ catalog }: Desk, _: string, request: Request): Promise<Response> {
  const parsed = product.safeParse(await bodyOf(request));
  if (!parsed.success) return refusal(400, 'INVALID_REQUEST');
  const isNew = await catalog.change(CATALOG_ID, (known = { products: [], plans: [] }) => {
    if (known.products.some(({ id }) => id === parsed.data.id)) return { result: false };
    return { order: { ...known, products: [...known.products, parsed.data] }, result: true };
  });
  return isNew ? Response.json(parsed.data, { status: 201 }) : refusal(422, UNPROCESSABLE, 'DUPLICATE_RESOURCE_IDENTIFIER');
}

async function readProduct(desk: Desk, id: string): Promise<Response> {
  const found = (await catalogOf(desk)).products.find((one) => one.id === id);
  return found ? Response.json(found) : refusal(404, NOT_FOUND);
}

const planRequest = z.object({
  product_id: z.string(),
  name: z.string(),
  billing_cycles: z.tuple([
    z.object({
      frequency: z.object({ interval_unit: z.literal('DAY'), interval_count: z.number() }),
      pricing_scheme: z.object({ fixed_price: z.object({ value: z.string(), currency_code: z.string() }) }),
    }),
  ]),
});

async function createPlan(desk: Desk, _: string, request: Request): Promise<Response> {
  const once = request.headers.get('PayPal-Request-Id') ?? '';
  const parsed = planRequest.safeParse(await bodyOf(request));
  if (!parsed.success || once === '') return refusal(400, 'INVALID_REQUEST');
  const { product_id: productId, name, billing_cycles: cycles } = parsed.data;
  const [{ frequency, pricing_scheme: price }] = cycles;
  if (!(await catalogOf(desk)).products.some(({ id }) => id === productId)) return refusal(404, NOT_FOUND);
  const id = `P-${codeOf(once)}`;
  const plan: FakePlan = { id, productId, name, days: frequency.interval_count, amount: price.fixed_price };
  await desk.catalog.change(CATALOG_ID, (known = { products: [], plans: [] }) =>
    known.plans.some((one) => one.id === id)
      ? { result: undefined }
      : { order: { ...known, plans: [...known.plans, plan] }, result: undefined },
  );
  return Response.json(planView(plan), { status: 201 });
}

async function listPlans(desk: Desk, _: string, request: Request): Promise<Response> {
  const productId = new URL(request.url).searchParams.get('product_id');
  const plans = (await catalogOf(desk)).plans.filter((plan) => productId === null || plan.productId === productId);
  return Response.json({ plans: plans.map(planView) });
}

async function readPlan(desk: Desk, id: string): Promise<Response> {
  const plan = await planIn(desk, id);
  return plan ? Response.json(planView(plan)) : refusal(404, NOT_FOUND);
}

async function planIn(desk: Desk, id: string): Promise<FakePlan | undefined> {
  return (await catalogOf(desk)).plans.find((plan) => plan.id === id);
}

const context = z.object({ brand_name: z.string(), locale: z.string(), return_url: z.string(), cancel_url: z.string() });
const subscriptionRequest = z.object({
  plan_id: z.string(),
  custom_id: z.string(),
  start_time: z.string().optional(),
  application_context: context,
});

/** Twelve capital letters and digits for any text. */
function codeOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12).toUpperCase();
}

/** The same request id returns the same subscription. */
async function create(desk: Desk, _: string, request: Request): Promise<Response> {
  const once = request.headers.get('PayPal-Request-Id') ?? '';
  const parsed = subscriptionRequest.safeParse(await bodyOf(request));
  if (!parsed.success || once === '') return refusal(400, 'INVALID_REQUEST');
  const { plan_id: planId, custom_id: customId, start_time: start, application_context: page } = parsed.data;
  const plan = await planIn(desk, planId);
  if (!plan) return refusal(404, NOT_FOUND);
  const now = nowOf(desk);
  if (start !== undefined && new Date(start) <= now) return refusal(400, 'INVALID_REQUEST');
  const id = `I-${codeOf(once)}`;
  const made = await desk.subscriptions.change(id, (known) => {
    const order: FakeSubscription = known ?? {
      id,
      status: 'APPROVAL_PENDING',
      plan,
      customId,
      brand: page.brand_name,
      locale: page.locale,
      payerId: payerIdOf(id),
      returnUrl: page.return_url,
      cancelUrl: page.cancel_url,
      createdAt: now.toISOString(),
      nextAt: start ?? now.toISOString(),
      behaviour: 'pays',
      failures: 0,
      sales: [],
    };
    return { order, result: order };
  });
  return Response.json(viewOf(desk, made), { status: 201 });
}

function viewOf({ subscriptionUrl }: Desk, subscription: FakeSubscription) {
  return subscriptionView(subscription, subscriptionUrl(subscription.returnUrl, 'subscribe'));
}

async function read(desk: Desk, id: string): Promise<Response> {
  const found = await settled(desk, id);
  return found ? Response.json(viewOf(desk, found)) : refusal(404, NOT_FOUND);
}

const revision = z.object({ plan_id: z.string(), application_context: context });

async function revise(desk: Desk, id: string, request: Request): Promise<Response> {
  const parsed = revision.safeParse(await bodyOf(request));
  const plan = parsed.data && (await planIn(desk, parsed.data.plan_id));
  if (!parsed.success || !plan) return refusal(400, 'INVALID_REQUEST');
  const { return_url: returnUrl, cancel_url: cancelUrl } = parsed.data.application_context;
  const known = await desk.subscriptions.read(id);
  if (!known) return refusal(404, NOT_FOUND);
  if (known.status !== 'ACTIVE') return refusal(422, UNPROCESSABLE, 'SUBSCRIPTION_STATUS_INVALID');
  await subscriptionTools(desk).change(id, { revision: { plan, returnUrl, cancelUrl } });
  const href = `${desk.subscriptionUrl(returnUrl, 'subscribe')}?ba_token=${tokenOf(id)}`;
  return Response.json({ plan_id: plan.id, plan_overridden: false, links: [{ rel: 'approve', href, method: 'GET' }] });
}

async function cancel(desk: Desk, id: string): Promise<Response> {
  const known = await desk.subscriptions.read(id);
  if (!known) return refusal(404, NOT_FOUND);
  const isCharging = known.status === 'ACTIVE' || known.status === 'SUSPENDED';
  if (!isCharging) return refusal(422, UNPROCESSABLE, 'SUBSCRIPTION_STATUS_INVALID');
  await end(desk, id);
  return new Response(null, { status: 204 });
}

/** Ends a subscription, for us or for the buyer. */
async function end(desk: Desk, id: string): Promise<void> {
  await settled(desk, id);
  await subscriptionTools(desk).change(id, { status: 'CANCELLED' });
  const ended = await desk.subscriptions.read(id);
  if (ended) tell(desk, ended, 'BILLING.SUBSCRIPTION.CANCELLED');
}

async function transactions(desk: Desk, id: string, request: Request): Promise<Response> {
  const found = await settled(desk, id);
  if (!found) return refusal(404, NOT_FOUND);
  const { searchParams: query } = new URL(request.url);
  const [from, until] = [query.get('start_time'), query.get('end_time')].map((time) => Date.parse(time ?? ''));
  if (from === undefined || until === undefined || Number.isNaN(from) || Number.isNaN(until))
    return refusal(400, 'INVALID_REQUEST');
  const listed = found.sales.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) <= until);
  return Response.json({ transactions: listed.map(transactionView) });
}

async function readSale({ subscriptions }: Desk, id: string): Promise<Response> {
  const sale = await saleIn(subscriptions, id);
  const owner = await ownerOf(subscriptions, id);
  return sale && owner ? Response.json(saleView(sale, owner.id)) : refusal(404, NOT_FOUND);
}

const refundRequest = z.object({ amount: z.object({ total: z.string() }) });

/** Refunds a sale as a whole. */
async function refundSale(desk: Desk, id: string, request: Request): Promise<Response> {
  const requestId = request.headers.get('PayPal-Request-Id') ?? '';
  const asked = refundRequest.safeParse(await bodyOf(request)).data;
  const owner = await ownerOf(desk.subscriptions, id);
  if (!owner) return refusal(404, NOT_FOUND);
  let isNew = false;
  const done = await desk.subscriptions.change<FakeSale | string | undefined>(owner.id, (known) => {
    const sale = known?.sales.find((one) => one.id === id);
    if (!known || !sale) return { result: undefined };
    if (sale.refund) return { result: sale.refund.requestId === requestId ? sale : 'TRANSACTION_ALREADY_REFUNDED' };
    if (sale.state === 'refunded') return { result: 'TRANSACTION_ALREADY_REFUNDED' };
    if (asked?.amount.total !== sale.amount.value) return { result: 'REFUND_EXCEEDED_TRANSACTION_AMOUNT' };
    isNew = true;
    const changed: FakeSale = { ...sale, state: 'refunded', refund: { state: 'completed', requestId } };
    return { order: { ...known, sales: known.sales.map((one) => (one.id === id ? changed : one)) }, result: changed };
  });
  if (!done) return refusal(404, NOT_FOUND);
  if (typeof done === 'string') return refusal(400, done);
  if (isNew) tell(desk, owner, 'PAYMENT.SALE.REFUNDED', done);
  return Response.json(saleRefundView(done), { status: 201 });
}

async function readSaleRefund({ subscriptions }: Desk, id: string): Promise<Response> {
  const sale = await saleIn(subscriptions, id);
  return sale?.refund ? Response.json(saleRefundView(sale)) : refusal(404, NOT_FOUND);
}

/** Applies the buyer's approval of a subscription, or of a change of its plan. */
export async function approve(
  desk: Desk,
  id: string,
  { payerId, behaviour }: Pick<FakeSubscription, 'payerId' | 'behaviour'>,
): Promise<void> {
  const said = await desk.subscriptions.change<string | undefined>(id, (known) => {
    if (known?.revision) {
      const { revision: agreed, ...rest } = known;
      return { order: { ...rest, plan: agreed.plan }, result: 'BILLING.SUBSCRIPTION.UPDATED' };
    }
    if (known?.status !== 'APPROVAL_PENDING') return { result: undefined };
    const now = nowOf(desk).toISOString();
    const nextAt = known.nextAt < now ? now : known.nextAt;
    return { order: { ...known, status: 'ACTIVE', payerId, behaviour, nextAt }, result: 'BILLING.SUBSCRIPTION.ACTIVATED' };
  });
  const approved = await settled(desk, id);
  if (said && approved) tell(desk, approved, said);
}
