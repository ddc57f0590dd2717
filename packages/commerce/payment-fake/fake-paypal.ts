/**
 * Implements PayPal's API: tokens, orders, an approval page, captures, refunds, disputes and signed messages; fails on request.
 */
import { createHash, createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { approvalPage, STYLES } from './approval-page.ts';
import { BUYER_COOKIE, buyerOf, payerIdOf } from './buyers.ts';
import { createSigner } from './certificates.ts';
import { ConnectionLost } from './connection-lost.ts';
import type { Desk, FakePayPalParts, Route } from './desk.ts';
import { createFaults, type Fault, type Faults } from './faults.ts';
import {
  CERTIFICATE_IDS,
  captureIdOf,
  disputeIdOf,
  eventOf,
  type MessageParts,
  messageOf,
  type SignedMessage,
} from './messages.ts';
import { refusal } from './refusal.ts';
import { type FakeOrder, needsApproval, order as orderSchema } from './store.ts';
import { SUBSCRIPTION_ROUTES, type SubscriptionTools, saleIn, subscriptionTools } from './subscriptions/fake-subscriptions.ts';
import { approveSubscription, manageSubscription } from './subscriptions/pages.ts';
import { FAKE_PLANS } from './subscriptions/store.ts';
import { captureView, centsOf, leftOf, orderView, refundView } from './views.ts';

export const FAKE_PAYPAL_KEYS = {
  id: 'fake-client',
  secret: 'fake-secret',
  webhookId: 'FAKEWEBHOOK',
  monthlyPlan: FAKE_PLANS.monthly.id,
  annualPlan: FAKE_PLANS.annual.id,
} as const;
const COMMON_NAME = 'messageverificationcerts.paypal.com';
const MERCHANT = 'FAKEMERCHANT2';
/** Number of reads that report a capture under review as pending. */
const PENDING_READS = 2;
const TOKEN = 'fake-token';

export type FakePayPal = {
  /** @throws ConnectionLost */
  fetch(request: Request): Promise<Response>;
  /** PEM of the root certificate that signs its messages. */
  readonly root: string;
  readonly faults: Faults;
  /** Every call as `METHOD path`. */
  readonly calls: readonly string[];
  /** Delivers held messages, the last one first. */
  release(): void;
  /** Sends a message of that type about an order, regardless of its state. */
  tell(orderId: string, type: string): Promise<void>;
  /** Changes an order as the service, the bank or the buyer would; returns whether it exists. */
  change(orderId: string, changes: Partial<FakeOrder>): Promise<boolean>;
  messageParts(): MessageParts;
  readonly subscriptions: SubscriptionTools;
};

export async function createFakePayPal(parts: FakePayPalParts): Promise<FakePayPal> {
  const signer = await createSigner(COMMON_NAME, parts.now?.() ?? new Date());
  const faults = createFaults();
  const calls: string[] = [];
  const held: SignedMessage[] = [];
  const messageParts = (): MessageParts => ({
    signer,
    webhookId: FAKE_PAYPAL_KEYS.webhookId,
    base: parts.base,
    now: parts.now?.() ?? new Date(),
  });
  const send = (message: SignedMessage): void => {
    const fault = faults.take('event');
    if (fault?.kind === 'late') return void held.push(message);
    parts.deliver(message);
    if (fault?.kind === 'twice') parts.deliver(message);
  };
  const emit = (order: FakeOrder, type: string): void => send(messageOf(type, order, messageParts()));
  const say = (type: string, resource: object): void => send(eventOf(type, resource, messageParts()));
  const desk: Desk = { ...parts, faults, emit, say, signer };
  return {
    root: signer.root,
    faults,
    calls,
    messageParts,
    subscriptions: subscriptionTools(desk),
    async fetch(request) {
      const path = new URL(request.url).pathname.slice(new URL(parts.base).pathname.replace(/\/$/, '').length);
      calls.push(`${request.method} ${path}`);
      if (path === `/v1/notifications/certs/${CERTIFICATE_IDS.leaf}`) return new Response(signer.certificate);
      if (path.startsWith('/v1/notifications/certs/')) return new Response(signer.certificate + signer.intermediate);
      if (path === '/checkoutnow.css') return new Response(STYLES, { headers: { 'Content-Type': 'text/css' } });
      if (path === '/subscribe') return approveSubscription(desk, request, buyerOf(request));
      if (path === '/automatic-payments') return manageSubscription(desk, request);
      return path === '/checkoutnow' ? agree(desk, request) : service(desk, request, path);
    },
    release: () => {
      for (const message of held.splice(0).toReversed()) parts.deliver(message);
    },
    async tell(orderId, type) {
      const order = await parts.store.read(orderId);
      if (order) emit(order, type);
    },
    change: (orderId, changes) =>
      parts.store.change(orderId, (order) => (order ? { order: { ...order, ...changes }, result: true } : { result: false })),
  };
}

const ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/v1\/oauth2\/token$/, endpoint: 'token', handle: token },
  { method: 'POST', path: /^\/v2\/checkout\/orders$/, endpoint: 'create', handle: createOrder },
  { method: 'GET', path: /^\/v2\/checkout\/orders\/([\w-]+)$/, endpoint: 'read', handle: readOrder },
  { method: 'POST', path: /^\/v2\/checkout\/orders\/([\w-]+)\/capture$/, endpoint: 'capture', handle: capture },
  { method: 'GET', path: /^\/v2\/payments\/captures\/([\w-]+)C$/, endpoint: 'read', handle: readCapture },
  { method: 'POST', path: /^\/v2\/payments\/captures\/([\w-]+)C\/refund$/, endpoint: 'refund', handle: refund },
  { method: 'GET', path: /^\/v2\/payments\/refunds\/([\w-]+)R$/, endpoint: 'read', handle: readRefund },
  { method: 'GET', path: /^\/v1\/customer\/disputes\/PP-D-([\w-]+)$/, endpoint: 'read', handle: readDispute },
  { method: 'GET', path: /^\/v1\/customer\/disputes$/, endpoint: 'read', handle: listDisputes },
  { method: 'POST', path: /^\/v1\/notifications\/verify-webhook-signature$/, endpoint: 'read', handle: verifySignature },
  ...SUBSCRIPTION_ROUTES,
];

async function service(desk: Desk, request: Request, path: string): Promise<Response> {
  const route = ROUTES.find((one) => one.method === request.method && one.path.test(path));
  if (!route) return refusal(404, 'RESOURCE_NOT_FOUND');
  if (route.endpoint !== 'token' && request.headers.get('Authorization') !== `Bearer ${TOKEN}`)
    return refusal(401, 'AUTHENTICATION_FAILURE');
  const fault = desk.faults.take(route.endpoint);
  const [, id = ''] = route.path.exec(path) ?? [];
  return insteadOf(fault) ?? afterwards(desk, id, fault, await route.handle(desk, id, request));
}

/** PayPal's error names by status. */
const NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  403: 'NOT_AUTHORIZED',
  404: 'RESOURCE_NOT_FOUND',
  409: 'RESOURCE_CONFLICT',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'RATE_LIMIT_REACHED',
};

/** Responds, or drops the connection, before anything is done. */
function insteadOf(fault: Fault | undefined): Response | undefined {
  if (fault?.kind === 'lost-request') throw new ConnectionLost('before it was done');
  if (fault?.kind === 'status') return refusal(fault.status, NAMES[fault.status] ?? 'INTERNAL_SERVER_ERROR');
  return fault?.kind === 'refused' ? refusal(422, 'UNPROCESSABLE_ENTITY', 'REFUND_NOT_ALLOWED') : undefined;
}

async function afterwards(desk: Desk, id: string, fault: Fault | undefined, response: Response): Promise<Response> {
  if (fault?.kind === 'lost-answer') throw new ConnectionLost('after it was done');
  if (fault?.kind !== 'pending') return response;
  await desk.store.change(id, (order) => withPendingRefund(order));
  const order = await desk.store.read(id);
  return order?.refund ? Response.json(refundView(order), { status: response.status }) : response;
}

function withPendingRefund(order: FakeOrder | undefined) {
  return order?.refund
    ? { order: { ...order, refund: { ...order.refund, status: 'PENDING' } }, result: undefined }
    : { result: undefined };
}

async function token(_: Desk, __: string, request: Request): Promise<Response> {
  const expected = Buffer.from(`${FAKE_PAYPAL_KEYS.id}:${FAKE_PAYPAL_KEYS.secret}`).toString('base64');
  if (request.headers.get('Authorization') !== `Basic ${expected}`) return refusal(401, 'invalid_client');
  return Response.json({ access_token: TOKEN, token_type: 'Bearer', expires_in: 32_400 });
}

const ordered = z.object({
  purchase_units: z.tuple([
    z.object({
      custom_id: z.string(),
      invoice_id: z.string(),
      description: z.string(),
      amount: z.object({ value: z.string(), currency_code: z.string() }),
    }),
  ]),
  payment_source: z.object({
    paypal: z.object({
      experience_context: z.object({
        locale: z.string(),
        brand_name: z.string(),
        return_url: z.string(),
        cancel_url: z.string(),
      }),
    }),
  }),
});

/** The same request id returns the same order. */
async function createOrder({ store, approvalUrl }: Desk, _: string, request: Request): Promise<Response> {
  const once = request.headers.get('PayPal-Request-Id') ?? '';
  const parsed = ordered.safeParse(await request.json().catch(() => undefined));
  if (!parsed.success || once === '') return refusal(400, 'INVALID_REQUEST');
  const [unit] = parsed.data.purchase_units;
  const context = parsed.data.payment_source.paypal.experience_context;
  const id = createHash('sha256').update(once).digest('hex').slice(0, 16).toUpperCase();
  const made = await store.change(id, (known) => {
    const order: FakeOrder = known ?? {
      id,
      status: 'PAYER_ACTION_REQUIRED',
      customId: unit.custom_id,
      invoiceId: unit.invoice_id,
      description: unit.description,
      brand: context.brand_name,
      locale: context.locale,
      amount: unit.amount,
      returnUrl: context.return_url,
      cancelUrl: context.cancel_url,
      payerId: payerIdOf(id),
      outcome: 'paid',
      declined: [],
      parts: [],
      pendingReads: PENDING_READS,
    };
    return { order, result: order };
  });
  return Response.json(orderView(made, MERCHANT, approvalUrl(made.returnUrl)), { status: 201 });
}

/** Reads an order. A capture under review completes after a few reads. */
async function readOrder({ store, approvalUrl, emit }: Desk, id: string): Promise<Response> {
  const found = await store.change(id, (order) => {
    const review = order?.capture?.status === 'PENDING';
    if (!order || !review) return { result: order && { order, isNew: false } };
    const isOver = order.pendingReads <= 0;
    const next = isOver
      ? { ...order, capture: { ...order.capture, status: 'COMPLETED', amount: order.amount } }
      : { ...order, pendingReads: order.pendingReads - 1 };
    return { order: next, result: { order: next, isNew: isOver } };
  });
  if (!found) return refusal(404, 'RESOURCE_NOT_FOUND');
  if (found.isNew) emit(found.order, 'PAYMENT.CAPTURE.COMPLETED');
  return Response.json(orderView(found.order, MERCHANT, approvalUrl(found.order.returnUrl)));
}

type Captured = { readonly order: FakeOrder } | { readonly issue: string };

async function capture({ store, approvalUrl, emit }: Desk, id: string, request: Request): Promise<Response> {
  const requestId = request.headers.get('PayPal-Request-Id') ?? '';
  let isNew = false;
  const done = await store.change<Captured | undefined>(id, (order) => {
    if (!order) return { result: undefined };
    // A repeated request gets the same response.
    if (order.capture) return { result: { order } };
    if (order.status === 'VOIDED') return { result: { issue: 'ORDER_VOIDED' } };
    if (order.status !== 'APPROVED') return { result: { issue: 'ORDER_NOT_APPROVED' } };
    if (order.declined.includes(requestId)) return { result: { issue: 'INSTRUMENT_DECLINED' } };
    if (order.outcome === 'declined') {
      // The order stays approved; a request with another id is declined as well until the buyer has chosen again.
      return { order: { ...order, declined: [...order.declined, requestId] }, result: { issue: 'INSTRUMENT_DECLINED' } };
    }
    isNew = true;
    const captured: FakeOrder = { ...order, status: 'COMPLETED', capture: captureBy(order) };
    return { order: captured, result: { order: captured } };
  });
  if (!done) return refusal(404, 'RESOURCE_NOT_FOUND');
  if ('issue' in done) return refusal(422, 'UNPROCESSABLE_ENTITY', done.issue);
  if (isNew) emit(done.order, `PAYMENT.CAPTURE.${done.order.capture?.status ?? ''}`);
  if (isNew && done.order.outcome === 'lost') throw new ConnectionLost('after it was captured');
  return Response.json(orderView(done.order, MERCHANT, approvalUrl(done.order.returnUrl)), { status: 201 });
}

function captureBy({ outcome, amount }: FakeOrder): NonNullable<FakeOrder['capture']> {
  if (outcome === 'other-amount') return { status: 'COMPLETED', amount: { ...amount, value: '0.01' } };
  return { status: outcome === 'pending' ? 'PENDING' : 'COMPLETED', amount };
}

async function readCapture({ store }: Desk, id: string): Promise<Response> {
  const order = await store.read(id);
  return order?.capture ? Response.json(captureView(order)) : refusal(404, 'RESOURCE_NOT_FOUND');
}

const refunded = z.object({ amount: z.object({ value: z.string() }) });

/** Refunds everything that is left; partial refunds through the API are not simulated. */
async function refund({ store, emit }: Desk, id: string, request: Request): Promise<Response> {
  const requestId = request.headers.get('PayPal-Request-Id') ?? '';
  const asked = refunded.safeParse(await request.json().catch(() => undefined)).data;
  let isNew = false;
  const done = await store.change<FakeOrder | string | undefined>(id, (order) => {
    if (!order?.capture) return { result: undefined };
    if (order.refund) return { result: order.refund.requestId === requestId ? order : 'CAPTURE_FULLY_REFUNDED' };
    if (!asked || centsOf(asked.amount.value) !== leftOf(order)) return { result: 'REFUND_AMOUNT_EXCEEDED' };
    isNew = true;
    const changed: FakeOrder = {
      ...order,
      capture: { ...order.capture, status: 'REFUNDED' },
      refund: { status: 'COMPLETED', requestId },
    };
    return { order: changed, result: changed };
  });
  if (!done) return refusal(404, 'RESOURCE_NOT_FOUND');
  if (typeof done === 'string') return refusal(422, 'UNPROCESSABLE_ENTITY', done);
  if (isNew) emit(done, 'PAYMENT.CAPTURE.REFUNDED');
  return Response.json(refundView(done), { status: 201 });
}

async function readRefund({ store }: Desk, id: string): Promise<Response> {
  const order = await store.read(id);
  return order?.refund ? Response.json(refundView(order)) : refusal(404, 'RESOURCE_NOT_FOUND');
}

async function readDispute({ store, subscriptions }: Desk, id: string): Promise<Response> {
  const sale = await saleIn(subscriptions, id);
  const dispute = sale?.dispute ?? (await store.read(id))?.dispute;
  if (!dispute) return refusal(404, 'RESOURCE_NOT_FOUND');
  const { status, outcome } = dispute;
  return Response.json({
    dispute_id: disputeIdOf(id),
    status,
    disputed_transactions: [{ seller_transaction_id: sale?.id ?? captureIdOf(id) }],
    ...(outcome && { dispute_outcome: { outcome_code: outcome } }),
  });
}

async function listDisputes({ store, subscriptions }: Desk, _: string, request: Request): Promise<Response> {
  const captureId = new URL(request.url).searchParams.get('disputed_transaction_id') ?? '';
  const found = (await saleIn(subscriptions, captureId)) ?? (await store.read(captureId.slice(0, -1)));
  // PayPal omits `items` if the list is empty.
  return Response.json(found?.dispute ? { items: [{ dispute_id: disputeIdOf(found.id), status: found.dispute.status }] } : {});
}

const signature = z.object({
  auth_algo: z.literal('SHA256withRSA'),
  transmission_id: z.string(),
  transmission_time: z.string(),
  transmission_sig: z.string(),
  webhook_id: z.literal(FAKE_PAYPAL_KEYS.webhookId),
});

/** Says whether a message is one that the fake has signed. The event must be the text that it sent. */
async function verifySignature({ signer }: Desk, _: string, request: Request): Promise<Response> {
  const text = await request.text();
  const parsed = signature.safeParse(JSON.parse(text));
  if (!parsed.success) return refusal(400, 'VALIDATION_ERROR');
  const { transmission_id: id, transmission_time: time, transmission_sig: given, webhook_id: webhookId } = parsed.data;
  const event = /"webhook_event":(\{.*\})\}$/s.exec(text)?.[1] ?? '';
  const isValid = createVerify('RSA-SHA256')
    .update(`${id}|${time}|${webhookId}|${crc32(event)}`)
    .verify(signer.certificate, given, 'base64');
  return Response.json({ verification_status: isValid ? 'SUCCESS' : 'FAILURE' });
}

const ORDER_ID = /^[\w-]+$/;

/** Shows the approval page and handles the buyer's choice. */
async function agree({ store, emit }: Desk, request: Request): Promise<Response> {
  const id = new URL(request.url).searchParams.get('token') ?? '';
  const found = ORDER_ID.test(id) ? await store.read(id) : undefined;
  if (!found) return new Response('No such order.', { status: 404, headers: { 'Content-Type': 'text/plain' } });
  const buyer = buyerOf(request);
  const cookie = { 'Set-Cookie': `${BUYER_COOKIE}=${buyer}; Path=${new URL(request.url).pathname}; HttpOnly; SameSite=Lax` };
  if (request.method !== 'POST')
    return new Response(approvalPage(found), { headers: { ...cookie, 'Content-Type': 'text/html; charset=utf-8' } });
  const form = new URLSearchParams(await request.text());
  const backTo = (address: string): Response => {
    const url = new URL(address);
    url.searchParams.set('token', id);
    if (address === found.returnUrl) url.searchParams.set('PayerID', payerIdOf(buyer));
    return new Response(null, { status: 303, headers: { ...cookie, Location: url.href } });
  };
  if (form.get('choice') === 'cancel') return backTo(found.cancelUrl);
  const outcome = orderSchema.shape.outcome.catch('paid').parse(form.get('outcome'));
  const agreed = await store.change(id, (order) => {
    if (!order || !needsApproval(order)) return { result: undefined };
    const approved: FakeOrder = { ...order, status: 'APPROVED', outcome, payerId: payerIdOf(buyer) };
    return { order: approved, result: approved };
  });
  if (agreed) emit(agreed, 'CHECKOUT.ORDER.APPROVED');
  return backTo(found.returnUrl);
}
