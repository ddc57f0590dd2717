/** Payments in won on a real PostgreSQL, with PortOne's client connected to its fake over HTTP. */
import { randomUUID } from 'node:crypto';
import type { Product } from '@bakkum/api-contract/billing/payments';
import { createLedger, type Ledger } from '@bakkum/credits/ledger';
import { CREDITS_MIGRATIONS } from '@bakkum/credits/migrations';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { PAYMENT_MIGRATIONS } from '@bakkum/payment/migrations';
import type { PaymentContext, PaymentProblem, Prices, Settlement } from '@bakkum/payment/payment-context';
import { createPayments, type Payments } from '@bakkum/payment/payments';
import type { PaymentClient, WindowRequest } from '@bakkum/payment/provider';
import { paymentViolations } from '@bakkum/payment/report';
import type { SignedMessage } from '@bakkum/payment-fake/messages';
import { type ServedFakePortOne, serveFakePortOne } from '@bakkum/payment-fake/serve';
import { createClient } from '@bakkum/provider-payment-portone/client';
import { checkoutOf, deskOf, rawOf } from './lab.ts';
import { PORTONE_SCHEMAS } from './portone-schemas.ts';

export const WON: Prices = {
  monthly: { minor: 29_000, currency: 'KRW' },
  annual: { minor: 290_000, currency: 'KRW' },
  pack100: { minor: 7000, currency: 'KRW' },
  pack500: { minor: 33_000, currency: 'KRW' },
};

export type KoreanLab = {
  readonly database: TestDatabase;
  readonly fake: ServedFakePortOne;
  readonly client: PaymentClient;
  readonly context: PaymentContext;
  readonly payments: Payments;
  readonly ledger: Ledger;
  readonly captured: Settlement[];
  readonly problems: PaymentProblem[];
  readonly messages: SignedMessage[];
  travel(days: number): void;
  now(): Date;
  /** Delivers pending messages to the inbox and processes it. */
  carry(): Promise<void>;
  /** Inconsistencies between money and credits, and bodies that differ from PortOne's published schemas. */
  violations(): Promise<readonly unknown[]>;
  close(): Promise<void>;
};

const DAY_MS = 86_400_000;

/** Creates a client for a fake at that URL. */
export function portOneClient(
  url: string,
  keys: Readonly<Record<string, string>>,
  now: () => Date = () => new Date(),
  report: (problem: string) => void = refuse,
): PaymentClient {
  return createClient({ ...keys, base: url }, { now, fetch: PORTONE_SCHEMAS.checkedFetch(report) });
}

function refuse(problem: string): never {
  throw new Error(problem);
}

export async function openKoreanLab(postgresFolder: string): Promise<KoreanLab> {
  const database = await createTestDatabase(postgresFolder, [CREDITS_MIGRATIONS, PAYMENT_MIGRATIONS]);
  let offset = 0;
  const now = (): Date => new Date(Date.now() + offset);
  const messages: SignedMessage[] = [];
  const unlike: string[] = [];
  const deliver = (message: SignedMessage): void => {
    unlike.push(...PORTONE_SCHEMAS.problems('event', JSON.parse(message.body.toString())));
    messages.push(message);
  };
  const fake = await serveFakePortOne({ deliver, now });
  const client = portOneClient(fake.url, fake.keys, now, (problem) => void unlike.push(problem));
  const captured: Settlement[] = [];
  const problems: PaymentProblem[] = [];
  const context = deskOf(database, client, {
    provider: 'portone',
    prices: WON,
    now,
    onCaptured: async (_, settlement) => void captured.push(settlement),
    onProblem: (problem) => void problems.push(problem),
  });
  const payments = createPayments(context);
  const ledger = createLedger(database, now);
  const carry = async (): Promise<void> => {
    for (const message of messages.splice(0)) await payments.receive(rawOf(message), async () => undefined);
    while ((await payments.workInbox()) > 0) if (messages.length > 0) await carry();
  };
  return {
    ...{ database, fake, client, context, payments, ledger, captured, problems, messages, now, carry },
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

export type Ordered = { readonly userId: string; readonly paymentId: string };

/** A buyer who has begun a payment and sees our page with the payment window. */
export async function ordered(
  { payments }: Pick<KoreanLab, 'payments'>,
  product: Product = 'monthly',
  userId: string = randomUUID(),
): Promise<Ordered> {
  const [offer] = await payments.offers(userId, product);
  if (!offer) throw new Error(`not offered: ${product}`);
  const amount = String(offer.money.minor);
  const answer = await payments.begin({ ...checkoutOf(userId, product), start: offer.start, amount });
  if (answer.outcome !== 'approve') throw new Error(`not begun: ${answer.outcome}`);
  return { userId, paymentId: answer.paymentId };
}

export type Choice = 'opened' | 'closed' | 'paid' | 'declined' | 'pending' | 'other-amount';
type Paying = {
  readonly outcome?: Choice;
  readonly card?: string;
  readonly means?: string;
  /** Changes to the request, as a dishonest buyer would make them. */
  readonly tampered?: object;
};

/** Opens the payment window and makes a choice in it. Returns what the SDK adds to the URL. */
export async function pay(
  lab: Pick<KoreanLab, 'client' | 'fake' | 'database'>,
  paymentId: string,
  { outcome = 'paid', card, means = 'card', tampered }: Paying = {},
): Promise<{ readonly paymentId?: string; readonly code?: string }> {
  const [row] = await lab.database.query('select amount, currency from payment.payments where id = $1', [paymentId]);
  const wanted: WindowRequest = {
    paymentId,
    description: 'Pro',
    money: { minor: Number(row?.['amount']), currency: String(row?.['currency']) },
    locale: 'ko',
    returnUrl: 'https://site.example/back',
  };
  const found = lab.client.window?.(wanted).means.find((one) => one.means === means);
  if (!found) throw new Error(`no window for ${means}`);
  const problems = PORTONE_SCHEMAS.problems('requestPayment', found.request);
  if (problems.length > 0) throw new Error(problems.join(', '));
  const request = { ...found.request, ...tampered };
  const first = await send(lab, { request, outcome: 'opened' });
  return first.code || outcome === 'opened' ? first : send(lab, { request, outcome, card });
}

async function send({ fake }: Pick<KoreanLab, 'fake'>, body: object): Promise<{ paymentId?: string; code?: string }> {
  const response = await fetch(`${fake.url}/window`, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as { paymentId?: string; code?: string };
}

/** A buyer whose payment is captured. */
export async function paidInWon(
  lab: KoreanLab,
  product: Product = 'monthly',
  userId?: string,
  paying: Paying = {},
): Promise<Ordered> {
  const bought = await ordered(lab, product, userId);
  await pay(lab, bought.paymentId, paying);
  const state = await lab.payments.finish(bought.paymentId);
  if (state !== 'captured') throw new Error(`not captured: ${state}`);
  return bought;
}
