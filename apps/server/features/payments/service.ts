import { normalisedAddress } from '@bakkum/accounts/normalised-address';
import { personById } from '@bakkum/accounts/person';
import type { PaymentWay } from '@bakkum/api-contract/billing/payments';
import { isPackId } from '@bakkum/api-contract/billing/plans';
import { displayName } from '@bakkum/api-contract/display-name';
import type { Database } from '@bakkum/database/database';
import type { DatabaseClock } from '@bakkum/database/database-clock';
import type { Sql } from '@bakkum/database/sql';
import { localePath } from '@bakkum/i18n/locale';
import type { Jobs } from '@bakkum/jobs/jobs';
import { enqueueMail } from '@bakkum/mail/outbox';
import { type AllPayments, allServices } from '@bakkum/payment/all-services';
import { type BuyerTraces, createBuyerTraces } from '@bakkum/payment/buyer-traces';
import { decimalOf } from '@bakkum/payment/money';
import type { PaymentContext, PaymentProblem, Settlement, SubscriptionNews } from '@bakkum/payment/payment-context';
import { createPayments, type Payments } from '@bakkum/payment/payments';
import type { Money, PaymentClient } from '@bakkum/payment/provider';
import { invoiceOf } from '@bakkum/payment/record';
import type { SignedMessage } from '@bakkum/payment-fake/messages';
import type { PaymentSettings } from '../../config/payment-settings.ts';
import type { Settings } from '../../config/settings.ts';
import { JOB_KINDS } from '../../jobs/job-kinds.ts';
import { createLineLimit } from '../../observability/line-limit.ts';
import type { Log } from '../../observability/log.ts';
import { adviceOn } from './advice.ts';
import { alertOfPayment } from './alerts.ts';
import { type Fakes, openClients } from './clients.ts';
import { mailSubscription } from './subscription-mail.ts';
import { createWindowTokens, type WindowTokens } from './window/window-token.ts';

/** Purchases started or returned to, per user and hour. Each one is stored and sends requests to the payment service, which limits ours. */
export const COMMANDS_PER_HOUR = 60;
/** Times per user and hour that a page which waits for a payment makes this site ask the service. Messages and the reconciler ask too. */
export const LOOKS_PER_HOUR = 120;

/** Log lines about forged messages per process, service and hour. Anyone can send such messages. */
const FORGED_LINES_PER_HOUR = 20;
const HOUR_MS = 3_600_000;

/** The configured payment services. */
export type PaymentService = {
  /** Commands about payments of any service. */
  readonly payments: AllPayments;
  /** The services by way to pay. The first one is the default. */
  readonly ways: ReadonlyMap<PaymentWay, OpenWay>;
  /** Tokens with which buyers open the payment window. */
  readonly windowTokens: WindowTokens;
  /** The fake services of demo mode. */
  readonly fakes?: Fakes;
};

export type OpenWay = { readonly payments: Payments; readonly client: PaymentClient };

export type PaymentSources = {
  readonly settings: Pick<Settings, 'contact' | 'payments' | 'brand' | 'origin' | 'operator'>;
  readonly database: Database;
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly jobs: Jobs;
  readonly log: Log;
  /** Keys the hashes that recognise buyers. */
  readonly secret: string;
};

/** Opens the payment services. Undefined if payments are off. */
export async function openPayments(sources: PaymentSources): Promise<PaymentService | undefined> {
  const { settings, database, jobs, log } = sources;
  if (!settings.payments) return undefined;
  const ways = new Map<PaymentWay, OpenWay>();
  const deliver = (way: PaymentWay, { headers, body }: SignedMessage): void => {
    const message = { headers: new Headers(headers), body: new Uint8Array(body) };
    ways
      .get(way)
      ?.payments.receive(message, (sql) => wakeInbox(jobs, sql))
      .catch((error: Error) => log.error('payment-event-lost', { error: error.message }));
  };
  const { clients, fakes } = await openClients(settings.payments, database, deliver);
  const services = new Map<string, Payments>();
  for (const { way, provider, client } of clients) {
    const payments = createPayments({ ...contextOf(sources), ...pricesOf(way, settings.payments), client, provider });
    ways.set(way, { payments, client });
    services.set(provider, payments);
  }
  const windowTokens = createWindowTokens(sources.secret);
  return { payments: allServices(database, services), ways, windowTokens, ...(fakes && { fakes }) };
}

/** Resolves when every service responds and accepts our keys; rejects otherwise. */
export async function reachAll({ ways }: PaymentService): Promise<void> {
  await Promise.all([...ways.values()].map(({ client }) => client.reach()));
}

function contextOf(sources: PaymentSources) {
  const { settings, database, clock, log } = sources;
  const forgedLines = createLineLimit(FORGED_LINES_PER_HOUR, HOUR_MS);
  return {
    database,
    brand: settings.brand,
    ...(settings.operator?.tax && { tax: settings.operator.tax }),
    traces: buyerTracesOf(sources.secret),
    onCaptured: (sql: Sql, settlement: Settlement) => mailReceipt(sources, sql, settlement),
    onRefunded: (sql: Sql, settlement: Settlement) => mailRefund(sources, sql, settlement),
    onSubscription: (sql: Sql, news: SubscriptionNews) => mailSubscription(sources, sql, news),
    onProblem: (problem: PaymentProblem) => {
      const line = problem.what === 'event-forged' ? forgedLines.next() : { leftOut: 0 };
      if (!line) return;
      const command = adviceOn(problem);
      const { what, paymentId, detail } = problem;
      log.error('payment-problem', {
        what,
        payment: paymentId,
        ...detail,
        ...(command && { command }),
        ...(line.leftOut > 0 && line),
      });
      alertOfPayment(sources, problem).catch((error: Error) => log.error('alert-lost', { what, error: error.message }));
    },
    now: clock.now,
  };
}

/** Prices in won are the operator's own; those in dollars are part of the product. */
function pricesOf(way: PaymentWay, { won }: PaymentSettings): Pick<PaymentContext, 'prices'> {
  if (way !== 'portone') return {};
  const inWon = (minor: number): Money => ({ minor, currency: 'KRW' });
  const { monthly, annual, pack100, pack500 } = won;
  return { prices: { monthly: inWon(monthly), annual: inWon(annual), pack100: inWon(pack100), pack500: inWon(pack500) } };
}

/** Hashes of the payers and addresses of this site. */
export function buyerTracesOf(secret: string): BuyerTraces {
  return createBuyerTraces(secret, async (sql, userId) => {
    const person = await personById(sql, userId);
    return person && normalisedAddress(person.email);
  });
}

/** Keys of the emails about a payment, each of which is sent once. */
export function mailKeys(paymentId: string): { readonly receipt: string; readonly refund: string } {
  return { receipt: `receipt:${paymentId}`, refund: `refund:${paymentId}` };
}

/** Queues a job that processes received payment messages. */
export async function wakeInbox(jobs: Jobs, sql: Sql): Promise<void> {
  await jobs.send(JOB_KINDS.paymentEvents, {}, { sql });
}

async function mailReceipt({ settings, jobs }: PaymentSources, sql: Sql, settlement: Settlement): Promise<void> {
  const person = await personById(sql, settlement.userId);
  if (!person) return;
  const { paymentId, at, startsAt, endsAt } = settlement;
  await enqueueMail(sql, {
    to: person.email,
    locale: person.locale,
    template: 'receipt',
    data: {
      name: displayName(person),
      ...moneyOf(settlement),
      paidAt: at.toISOString(),
      paidFrom: startsAt.toISOString(),
      paidUntil: endsAt.toISOString(),
      ...(settlement.renews && { renews: true }),
      url: `${settings.origin}${localePath(person.locale, '/account/receipt')}?id=${paymentId}`,
    },
    dedupKey: mailKeys(paymentId).receipt,
  });
  await jobs.send(JOB_KINDS.mail, {}, { sql });
}

async function mailRefund({ jobs }: PaymentSources, sql: Sql, settlement: Settlement): Promise<void> {
  const person = await personById(sql, settlement.userId);
  if (!person) return;
  await enqueueMail(sql, {
    to: person.email,
    locale: person.locale,
    template: 'refund',
    data: { name: displayName(person), ...moneyOf(settlement), refundedAt: settlement.at.toISOString() },
    dedupKey: mailKeys(settlement.paymentId).refund,
  });
  await jobs.send(JOB_KINDS.mail, {}, { sql });
}

function moneyOf({ product, credits, money, paymentId }: Settlement) {
  const bought = isPackId(product) ? { credits } : { plan: product };
  return { ...bought, amount: decimalOf(money), currency: money.currency, paymentId: invoiceOf(paymentId) };
}
