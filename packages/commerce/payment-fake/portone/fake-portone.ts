/** Implements the part of PortOne's API version 2 that we use: registered amounts, a payment window, cancellations, disputes and signed messages. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ConnectionLost } from '../connection-lost.ts';
import { createFaults, type Endpoint, type Fault, type Faults } from '../faults.ts';
import type { SignedMessage } from '../messages.ts';
import type { Store } from '../store.ts';
import { SDK_SCRIPT } from './sdk-script.ts';
import { cancellableOf, type FakePayment } from './store.ts';
import { cancellationView, paymentView } from './views.ts';

/** Number of reads that report a payment as pending. */
const PENDING_READS = 2;
const CHANNELS = { card: 'channel-key-fake-card', kakaopay: 'channel-key-fake-kakaopay', tosspay: 'channel-key-fake-tosspay' };
/** A channel of the store that the site does not use. */
export const OTHER_CHANNEL = 'channel-key-fake-other';
const STORE_ID = 'store-fake';
const SECRET = 'fake-portone-secret';
/** The site's ids of payments are UUIDs. */
const PAYMENT_ID = /^[0-9a-f-]{36}$/;
/** An amount in won that no product costs. */
const OTHER_AMOUNT = 100;

export type FakePortOneParts = {
  readonly store: Store<FakePayment>;
  /** Base URL that the client uses. */
  readonly base: string;
  /** Delivers a message to the site. */
  readonly deliver: (message: SignedMessage) => void;
  readonly now?: () => Date;
};

export type FakePortOne = {
  /** @throws ConnectionLost */
  fetch(request: Request): Promise<Response>;
  /** Settings of a client for this fake. */
  readonly keys: Readonly<Record<'storeId' | 'secret' | 'webhookSecret' | keyof typeof CHANNELS, string>>;
  readonly faults: Faults;
  /** Every call as `METHOD path`. */
  readonly calls: readonly string[];
  /** Sends a message of that type about a payment, regardless of its state. */
  tell(paymentId: string, type: string): Promise<void>;
  /** Changes a payment as the service, a bank or the operator on its console would; returns whether it exists. */
  change(paymentId: string, changes: (payment: FakePayment) => Partial<FakePayment>): Promise<boolean>;
  /** Signs any body as the service does. */
  signed(body: string, at?: Date): SignedMessage;
};

type Desk = FakePortOneParts & {
  readonly faults: Faults;
  readonly time: () => Date;
  readonly emit: (payment: FakePayment, type: string, cancellationId?: string) => void;
};

export function createFakePortOne(parts: FakePortOneParts): FakePortOne {
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const faults = createFaults();
  const calls: string[] = [];
  const time = parts.now ?? (() => new Date());
  const signed = (body: string, at = time()): SignedMessage => signedMessage(body, { at, secret: webhookSecret });
  const emit: Desk['emit'] = ({ id, transactionId }, type, cancellationId) => {
    const data = { paymentId: id, storeId: STORE_ID, transactionId, ...(cancellationId && { cancellationId }) };
    const message = signed(JSON.stringify({ type, timestamp: time().toISOString(), data }));
    parts.deliver(message);
    if (faults.take('event')?.kind === 'twice') parts.deliver(message);
  };
  const desk: Desk = { ...parts, faults, time, emit };
  return {
    keys: { storeId: STORE_ID, secret: SECRET, webhookSecret, ...CHANNELS },
    faults,
    calls,
    signed,
    async fetch(request) {
      const path = new URL(request.url).pathname.slice(new URL(parts.base).pathname.replace(/\/$/, '').length);
      calls.push(`${request.method} ${path}`);
      if (path === '/browser-sdk.js') return new Response(SDK_SCRIPT, { headers: { 'Content-Type': 'text/javascript' } });
      if (path === '/window' && request.method === 'POST') return openWindow(desk, request);
      return service(desk, request, path);
    },
    async tell(paymentId, type) {
      const payment = await parts.store.read(paymentId);
      if (payment) emit(payment, type, payment.cancellations.at(-1)?.id);
    },
    change: (paymentId, changes) =>
      parts.store.change(paymentId, (payment) =>
        payment ? { order: { ...payment, ...changes(payment) }, result: true } : { result: false },
      ),
  };
}

/** Standard Webhooks: HMAC-SHA256 over id, time and body. */
function signedMessage(body: string, { at, secret }: { readonly at: Date; readonly secret: string }): SignedMessage {
  const id = `msg_${randomUUID()}`;
  const time = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  return {
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': `v1,${signature}`,
    },
    body: Buffer.from(body),
  };
}

type Handler = (desk: Desk, id: string, request: Request, fault: Fault | undefined) => Promise<Response>;
type Route = { readonly method: string; readonly path: RegExp; readonly endpoint: Endpoint; readonly handle: Handler };

const ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/payments\/([\w-]+)\/pre-register$/, endpoint: 'create', handle: preRegister },
  { method: 'GET', path: /^\/payments\/([\w-]+)$/, endpoint: 'read', handle: readPayment },
  { method: 'POST', path: /^\/payments\/([\w-]+)\/cancel$/, endpoint: 'refund', handle: cancel },
];

async function service(desk: Desk, request: Request, path: string): Promise<Response> {
  const route = ROUTES.find((one) => one.method === request.method && one.path.test(path));
  if (!route) return refusal(404, 'NOT_FOUND');
  if (request.headers.get('Authorization') !== `PortOne ${SECRET}`) return refusal(401, 'UNAUTHORIZED');
  const fault = desk.faults.take(route.endpoint);
  if (fault?.kind === 'lost-request') throw new ConnectionLost('before it was done');
  if (fault?.kind === 'status') return refusal(fault.status, TYPES[fault.status] ?? 'UNKNOWN');
  if (fault?.kind === 'refused') return refusal(409, 'CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT');
  const [, id = ''] = route.path.exec(path) ?? [];
  const response = await route.handle(desk, id, request, fault);
  if (fault?.kind === 'lost-answer') throw new ConnectionLost('after it was done');
  return response;
}

/** PortOne's error types by status. */
const TYPES: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'PAYMENT_NOT_FOUND',
  409: 'PAYMENT_NOT_PAID',
  502: 'PG_PROVIDER',
};

function refusal(status: number, type: string): Response {
  const gateway = type === 'PG_PROVIDER' && { pgCode: 'FAKE', pgMessage: 'the fake refuses' };
  return Response.json({ type, message: 'fake', ...gateway }, { status });
}

const registration = z.object({ storeId: z.literal(STORE_ID), totalAmount: z.number().int(), currency: z.string() });

async function preRegister({ store, time }: Desk, id: string, request: Request): Promise<Response> {
  const parsed = registration.safeParse(await request.json().catch(() => undefined));
  if (!parsed.success) return refusal(400, 'INVALID_REQUEST');
  const { totalAmount, currency } = parsed.data;
  const isPaid = await store.change(id, (known) => {
    if (known?.status === 'PAID') return { result: true };
    const order = { ...(known ?? newPayment(id, time())), registered: { totalAmount, currency } };
    return { order, result: false };
  });
  return isPaid ? refusal(409, 'ALREADY_PAID') : Response.json({});
}

function newPayment(id: string, at: Date): FakePayment {
  return {
    id,
    transactionId: randomUUID(),
    channelKey: '',
    orderName: '',
    total: 0,
    currency: 'KRW',
    at: at.toISOString(),
    pendingReads: PENDING_READS,
    cancellations: [],
    disputes: [],
  };
}

/** Reads a payment. A pending one is paid after a few reads. */
async function readPayment({ store, emit }: Desk, id: string): Promise<Response> {
  // No other ids are stored. Whether the service answers can thus be checked without a database.
  if (!PAYMENT_ID.test(id)) return refusal(404, 'PAYMENT_NOT_FOUND');
  const found = await store.change(id, (payment) => {
    if (payment?.status !== 'PAY_PENDING') return { result: payment?.status && { payment, isNew: false } };
    const isOver = payment.pendingReads <= 0;
    const next: FakePayment = isOver ? { ...payment, status: 'PAID' } : { ...payment, pendingReads: payment.pendingReads - 1 };
    return { order: next, result: { payment: next, isNew: isOver } };
  });
  if (!found) return refusal(404, 'PAYMENT_NOT_FOUND');
  if (found.isNew) emit(found.payment, 'Transaction.Paid');
  return Response.json(paymentView(found.payment, STORE_ID));
}

const cancelled = z.object({
  storeId: z.literal(STORE_ID),
  amount: z.number().int().positive().optional(),
  currentCancellableAmount: z.number().int().optional(),
  reason: z.string().min(1),
});
type Cancelled = FakePayment | { readonly type: string };

/** The same idempotency key cancels once. */
async function cancel({ store, emit, time }: Desk, id: string, request: Request, fault: Fault | undefined): Promise<Response> {
  const parsed = cancelled.safeParse(await request.json().catch(() => undefined));
  if (!parsed.success) return refusal(400, 'INVALID_REQUEST');
  const { amount, currentCancellableAmount: expected, reason } = parsed.data;
  const key = request.headers.get('Idempotency-Key') ?? undefined;
  let isNew = false;
  const done = await store.change<Cancelled>(id, (payment) => {
    if (!payment?.status) return { result: { type: 'PAYMENT_NOT_FOUND' } };
    const known = payment.cancellations.find((one) => key !== undefined && one.key === key);
    if (known) return { result: payment };
    if (payment.status === 'CANCELLED') return { result: { type: 'PAYMENT_ALREADY_CANCELLED' } };
    if (payment.status !== 'PAID' && payment.status !== 'PARTIAL_CANCELLED') return { result: { type: 'PAYMENT_NOT_PAID' } };
    const left = cancellableOf(payment);
    if (expected !== undefined && expected !== left) return { result: { type: 'CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN' } };
    if ((amount ?? left) > left) return { result: { type: 'CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT' } };
    isNew = true;
    const status = fault?.kind === 'pending' ? 'REQUESTED' : 'SUCCEEDED';
    const added = {
      amount: amount ?? left,
      reason,
      status,
      trigger: 'API',
      at: time(),
      ...(key !== undefined && { key }),
    } as const;
    return { order: withCancellation(payment, added), result: withCancellation(payment, added) };
  });
  if ('type' in done) return refusal(done.type === 'PAYMENT_NOT_FOUND' ? 404 : 409, done.type);
  const cancellation = done.cancellations.find((one) => one.key === key) ?? done.cancellations.at(-1);
  if (!cancellation) throw new Error('a cancellation was not stored');
  if (isNew) emit(done, cancellation.status === 'REQUESTED' ? 'Transaction.CancelPending' : messageOf(done), cancellation.id);
  return Response.json({ cancellation: cancellationView(cancellation) });
}

function messageOf({ status }: FakePayment): string {
  return status === 'CANCELLED' ? 'Transaction.Cancelled' : 'Transaction.PartialCancelled';
}

type Added = {
  readonly amount: number;
  readonly reason?: string;
  readonly status?: 'SUCCEEDED' | 'REQUESTED';
  readonly trigger: FakePayment['cancellations'][number]['trigger'];
  readonly at: Date;
  readonly key?: string;
};

/** Adds a cancellation of an amount, by us, on the console or by a bank. The status changes once it succeeds. */
export function withCancellation(payment: FakePayment, added: Added): FakePayment {
  const { amount, reason = 'fake', status = 'SUCCEEDED', trigger, at, key } = added;
  const id = `cancellation-${payment.cancellations.length + 1}`;
  const entry = { id, status, totalAmount: amount, reason, trigger, at: at.toISOString(), ...(key !== undefined && { key }) };
  const changed: FakePayment = { ...payment, cancellations: [...payment.cancellations, entry] };
  if (status === 'REQUESTED') return changed;
  return { ...changed, status: cancellableOf(changed) === 0 ? 'CANCELLED' : 'PARTIAL_CANCELLED' };
}

const opened = z.object({
  request: z.object({
    storeId: z.string(),
    channelKey: z.string(),
    paymentId: z.string().regex(PAYMENT_ID),
    orderName: z.string().min(1),
    totalAmount: z.number().int(),
    currency: z.string(),
    payMethod: z.enum(['CARD', 'EASY_PAY']),
  }),
  outcome: z.enum(['opened', 'closed', 'paid', 'declined', 'pending', 'other-amount']),
  /** Masked number of the card of a tester. */
  card: z.string().optional(),
});
type Opened = z.infer<typeof opened>;

type Performed = { readonly code: string } | { readonly payment: FakePayment };

/** What the SDK and the window do together: opens the window or performs the buyer's choice, and returns the result for the redirect. */
async function openWindow(desk: Desk, request: Request): Promise<Response> {
  const parsed = opened.safeParse(await request.json().catch(() => undefined));
  if (!parsed.success) return Response.json({ code: 'BadRequest', message: 'fake' });
  const { paymentId } = parsed.data.request;
  // PortOne also accepts payments that were not registered. Here anyone could fill the database with them.
  if (!(await desk.store.read(paymentId))) return Response.json({ paymentId, code: 'PaymentNotFound', message: 'fake' });
  const done = await desk.store.change<Performed>(paymentId, (known) => {
    const code = problemOf(known, parsed.data.request);
    if (code) return { result: { code } };
    const payment = chosen(known ?? newPayment(paymentId, desk.time()), parsed.data, desk.time());
    return { order: payment, result: { payment } };
  });
  if ('code' in done) return Response.json({ paymentId, code: done.code, message: 'fake' });
  const type = MESSAGES[parsed.data.outcome];
  if (type) desk.emit(done.payment, type);
  const code = CODES[parsed.data.outcome];
  const result = { transactionType: 'PAYMENT', txId: done.payment.transactionId, paymentId };
  return Response.json(code ? { ...result, code, message: 'fake' } : result);
}

const MESSAGES: Readonly<Partial<Record<Opened['outcome'], string>>> = {
  opened: 'Transaction.Ready',
  paid: 'Transaction.Paid',
  'other-amount': 'Transaction.Paid',
  pending: 'Transaction.PayPending',
  declined: 'Transaction.Failed',
};
const CODES: Readonly<Partial<Record<Opened['outcome'], string>>> = { declined: 'PGProviderError', closed: 'PGProviderError' };

function problemOf(known: FakePayment | undefined, request: Opened['request']): string | undefined {
  if (request.storeId !== STORE_ID) return 'StoreNotFound';
  if (![...Object.values(CHANNELS), OTHER_CHANNEL].includes(request.channelKey)) return 'ChannelNotFound';
  if (known?.status && !['READY', 'FAILED'].includes(known.status)) return 'PaymentAlreadyPaid';
  const { registered } = known ?? {};
  const isOther = registered && (registered.totalAmount !== request.totalAmount || registered.currency !== request.currency);
  return isOther ? 'AmountNotEqualToPredefined' : undefined;
}

function chosen(known: FakePayment, { request, outcome, card }: Opened, at: Date): FakePayment {
  const { channelKey, orderName, totalAmount, currency, payMethod } = request;
  const status = {
    opened: 'READY',
    closed: 'READY',
    paid: 'PAID',
    'other-amount': 'PAID',
    declined: 'FAILED',
    pending: 'PAY_PENDING',
  } as const;
  return {
    ...known,
    status: status[outcome],
    transactionId: outcome === 'opened' ? randomUUID() : known.transactionId,
    channelKey,
    orderName,
    total: outcome === 'other-amount' ? OTHER_AMOUNT : totalAmount,
    currency,
    ...(payMethod === 'CARD' && { card: card ?? cardOf(known.id) }),
    at: at.toISOString(),
  };
}

/** Every payment uses a different card, unless the tester gives one. */
function cardOf(id: string): string {
  return `4330-28**-****-${id.slice(0, 4)}`;
}
