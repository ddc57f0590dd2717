/** Payments on a real PostgreSQL, with PayPal's client connected to the fake over HTTP. */
import { randomUUID } from 'node:crypto';
import type { Product, Start } from '@bakkum/api-contract/billing/payments';
import { createLedger, type Ledger } from '@bakkum/credits/ledger';
import { CREDITS_MIGRATIONS } from '@bakkum/credits/migrations';
import type { Database } from '@bakkum/database/database';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { createBuyerTraces } from '@bakkum/payment/buyer-traces';
import { PAYMENT_MIGRATIONS } from '@bakkum/payment/migrations';
import { decimalOf } from '@bakkum/payment/money';
import type { PaymentContext, PaymentProblem, Settlement, SubscriptionNews } from '@bakkum/payment/payment-context';
import { createPayments, type Payments } from '@bakkum/payment/payments';
import { type PaymentClient, type RawMessage } from '@bakkum/payment/provider';
import { paymentViolations } from '@bakkum/payment/report';
import { termsOf } from '@bakkum/payment/terms';
import { FAKE_PAYPAL_KEYS } from '@bakkum/payment-fake/fake-paypal';
import type { SignedMessage } from '@bakkum/payment-fake/messages';
import { type ServedFakePayPal, serveFakePayPal } from '@bakkum/payment-fake/serve';
import { createClient } from '@bakkum/provider-payment-paypal/client';
import { PAYPAL_SCHEMAS } from './paypal-schemas.ts';

export type Lab = {
  readonly database: TestDatabase;
  readonly fake: ServedFakePayPal;
  readonly client: PaymentClient;
  readonly context: PaymentContext;
  readonly payments: Payments;
  readonly ledger: Ledger;
  readonly captured: Settlement[];
  readonly refunded: Settlement[];
  readonly news: SubscriptionNews[];
  readonly problems: PaymentProblem[];
  /** Messages of the fake that are not delivered yet. */
  readonly messages: SignedMessage[];
  /** Advances the clock of the site, the ledger and the fake. */
  travel(days: number): void;
  now(): Date;
  /** Delivers pending messages to the inbox and processes it. */
  carry(): Promise<void>;
  /** Bodies that differ from PayPal's published schemas. */
  readonly unlike: string[];
  /** Inconsistencies between money and credits, and bodies that differ from PayPal's published schemas. */
  violations(): Promise<readonly unknown[]>;
  close(): Promise<void>;
};

/** Creates a client for a fake at that URL. */
export function clientOf(
  url: string,
  root: string,
  now: () => Date = () => new Date(),
  report: (problem: string) => void = refuse,
): PaymentClient {
  return createClient({ ...FAKE_PAYPAL_KEYS, base: url }, { roots: [root], now, fetch: PAYPAL_SCHEMAS.checkedFetch(report) });
}

function refuse(problem: string): never {
  throw new Error(problem);
}

export function deskOf(database: Database, client: PaymentClient, changes: Partial<PaymentContext> = {}): PaymentContext {
  return {
    database,
    client,
    provider: 'paypal',
    brand: 'Bakkum',
    traces: TRACES,
    onCaptured: async () => undefined,
    onRefunded: async () => undefined,
    onSubscription: async () => undefined,
    onProblem: () => undefined,
    now: () => new Date(),
    ...changes,
  };
}

/** Accounts have no addresses here, except those whose id contains one. */
export const TRACES = createBuyerTraces('s'.repeat(40), async (_, userId) =>
  userId.includes('@') ? userId.split(':')[0] : undefined,
);

const DAY_MS = 86_400_000;

export async function openLab(postgresFolder: string): Promise<Lab> {
  const database = await createTestDatabase(postgresFolder, [CREDITS_MIGRATIONS, PAYMENT_MIGRATIONS]);
  let offset = 0;
  const now = (): Date => new Date(Date.now() + offset);
  const messages: SignedMessage[] = [];
  const unlike: string[] = [];
  const deliver = (message: SignedMessage): void => {
    unlike.push(...PAYPAL_SCHEMAS.problems('event', JSON.parse(message.body.toString())));
    messages.push(message);
  };
  const fake = await serveFakePayPal({ deliver, now });
  const client = clientOf(fake.url, fake.root, now, (problem) => void unlike.push(problem));
  const [captured, refunded]: [Settlement[], Settlement[]] = [[], []];
  const news: SubscriptionNews[] = [];
  const problems: PaymentProblem[] = [];
  const context = deskOf(database, client, {
    now,
    onCaptured: async (_, settlement) => void captured.push(settlement),
    onRefunded: async (_, settlement) => void refunded.push(settlement),
    onSubscription: async (_, told) => void news.push(told),
    onProblem: (problem) => void problems.push(problem),
  });
  const payments = createPayments(context);
  const ledger = createLedger(database, now);
  const carry = async (): Promise<void> => {
    for (const message of messages.splice(0)) await payments.receive(rawOf(message), async () => undefined);
    while ((await payments.workInbox()) > 0) if (messages.length > 0) await carry();
  };
  return {
    ...{ database, fake, client, context, payments, ledger, captured, refunded, news, problems, messages, unlike, now, carry },
    travel: (days) => {
      offset += days * DAY_MS;
    },
    violations: async () => [...unlike, ...(await ledger.violations()), ...(await paymentViolations(database))],
    close: async () => {
      await fake.close();
      await database.close();
    },
  };
}

export function rawOf({ headers, body }: SignedMessage): RawMessage {
  return { headers: new Headers(headers), body: new Uint8Array(body) };
}

export type Bought = { readonly userId: string; readonly paymentId: string; readonly orderId: string };

/** A buyer who has begun a payment and sees the service's page. */
export async function begun(
  { payments, database }: Pick<Lab, 'payments' | 'database'>,
  product: Product = 'monthly',
  userId: string = randomUUID(),
  start?: Start,
): Promise<Bought> {
  const offers = await payments.offers(userId, product);
  const offer = start ? offers.find((one) => one.start === start) : offers.at(-1);
  if (!offer) throw new Error(`not offered: ${product} ${start ?? ''}`);
  const amount = decimalOf(offer.money);
  const answer = await payments.begin({ ...checkoutOf(userId, product), start: offer.start, amount });
  if (answer.outcome !== 'approve') throw new Error(`not begun: ${answer.outcome}`);
  const [row] = await database.query('select order_id from payment.payments where id = $1', [answer.paymentId]);
  return { userId, paymentId: answer.paymentId, orderId: String(row?.['order_id']) };
}

/** A checkout at full price that starts at once. */
export function checkoutOf(userId: string, product: Product = 'monthly') {
  return {
    userId,
    product,
    start: 'now',
    amount: decimalOf(termsOf(product).money),
    locale: 'ko',
    description: 'Pro 1 month',
    addresses: (paymentId: string) => ({
      returnUrl: `http://site.example/payment/return?id=${paymentId}`,
      cancelUrl: `http://site.example/payment?cancelled=${paymentId}`,
      windowUrl: `http://site.example/window?id=${paymentId}`,
    }),
  } as const;
}

/** Performs the buyer's choice on the service's page. */
export async function agree(
  { url }: Pick<ServedFakePayPal, 'url'>,
  orderId: string,
  outcome = 'paid',
  buyer = '',
): Promise<string> {
  const response = await fetch(`${url}/checkoutnow?token=${orderId}`, {
    method: 'POST',
    body: new URLSearchParams({ choice: outcome === 'cancel' ? 'cancel' : 'pay', outcome }),
    headers: { Cookie: buyer },
    redirect: 'manual',
  });
  return response.headers.get('Location') ?? '';
}

/** A buyer whose payment is captured. */
export async function paid(
  lab: Lab,
  product: Product = 'monthly',
  userId?: string,
  buyer?: string,
  start?: Start,
): Promise<Bought> {
  const bought = await begun(lab, product, userId, start);
  await agree(lab.fake, bought.orderId, 'paid', buyer);
  const state = await lab.payments.finish(bought.paymentId);
  if (state !== 'captured') throw new Error(`not captured: ${state}`);
  return bought;
}

export async function spend({ ledger }: Pick<Lab, 'ledger'>, userId: string, amount: number): Promise<void> {
  const hold = await ledger.reserve({ userId, key: randomUUID(), request: '', purpose: 'images', amount, milliseconds: DAY_MS });
  if (!('holdId' in hold)) throw new Error(`not spent: ${hold.outcome}`);
  await ledger.settle(hold.holdId, amount);
}
