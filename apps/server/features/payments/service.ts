import { normalisedAddress } from '@bakkum/accounts/normalised-address';
import { personById } from '@bakkum/accounts/person';
import { isPackId } from '@bakkum/api-contract/billing/plans';
import { displayName } from '@bakkum/api-contract/display-name';
import type { Database } from '@bakkum/database/database';
import type { DatabaseClock } from '@bakkum/database/database-clock';
import type { Sql } from '@bakkum/database/sql';
import { localePath } from '@bakkum/i18n/locale';
import type { Jobs } from '@bakkum/jobs/jobs';
import { enqueueMail } from '@bakkum/mail/outbox';
import { type BuyerTraces, createBuyerTraces } from '@bakkum/payment/buyer-traces';
import { decimalOf } from '@bakkum/payment/money';
import type { Settlement } from '@bakkum/payment/payment-context';
import { createPayments, type Payments } from '@bakkum/payment/payments';
import type { PaymentClient } from '@bakkum/payment/provider';
import { invoiceOf } from '@bakkum/payment/record';
import { createFakePayPal, FAKE_PAYPAL_KEYS, type FakePayPal } from '@bakkum/payment-fake/fake-paypal';
import { createDatabaseStore, PAYPAL_SHELF } from '@bakkum/payment-fake/store';
import { PAYMENT_PROVIDER_LOADERS } from '@bakkum/registry/payment-providers.node.gen';
import type { PaymentSettings } from '../../config/payment-settings.ts';
import type { Settings } from '../../config/settings.ts';
import { JOB_KINDS } from '../../jobs/job-kinds.ts';
import type { Log } from '../../observability/log.ts';
import { adviceOn } from './advice.ts';

/** Path of the fake service's checkout page. Its API is called in process, under a reserved host name. */
/** Provider of the fake service's payments in the database. Unchanged since its first release. */
const FAKE_PROVIDER = 'stand-in';
export const FAKE_PAYPAL_PATH = '/demo/paypal';
const FAKE_PAYPAL_BASE = `http://paypal.invalid${FAKE_PAYPAL_PATH}`;

/** The configured payment service. */
export type PaymentService = {
  readonly payments: Payments;
  readonly client: PaymentClient;
  readonly way: 'paypal' | 'fake';
  readonly fake?: FakePayPal;
};

export type PaymentSources = {
  readonly settings: Pick<Settings, 'payments' | 'brand' | 'origin' | 'operator'>;
  readonly database: Database;
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly jobs: Jobs;
  readonly log: Log;
  /** Keys the hashes that recognise buyers. */
  readonly secret: string;
};

/** Opens the payment service. Undefined if payments are off. */
export async function openPayments(sources: PaymentSources): Promise<PaymentService | undefined> {
  const { settings, database, clock, jobs, log } = sources;
  if (!settings.payments) return undefined;
  const { client, provider, fake } = await openClient(settings.payments, database, (headers, body) => {
    const received = payments.receive({ headers: new Headers(headers), body: new Uint8Array(body) }, (sql) =>
      wakeInbox(jobs, sql),
    );
    received.catch((error: Error) => log.error('payment-event-lost', { error: error.message }));
  });
  const payments = createPayments({
    database,
    client,
    provider,
    brand: settings.brand,
    ...(settings.operator?.tax && { tax: settings.operator.tax }),
    traces: buyerTracesOf(sources.secret),
    onCaptured: (sql, settlement) => mailReceipt(sources, sql, settlement),
    onRefunded: (sql, settlement) => mailRefund(sources, sql, settlement),
    onProblem: (problem) => {
      const command = adviceOn(problem);
      const { what, paymentId, detail } = problem;
      log.error('payment-problem', { what, payment: paymentId, ...detail, ...(command && { command }) });
    },
    now: clock.now,
  });
  return { payments, client, way: fake ? 'fake' : 'paypal', ...(fake && { fake }) };
}

/** Hashes of the payers and addresses of this site. */
export function buyerTracesOf(secret: string): BuyerTraces {
  return createBuyerTraces(secret, async (sql, userId) => {
    const person = await personById(sql, userId);
    return person && normalisedAddress(person.email);
  });
}

type Deliver = (headers: Readonly<Record<string, string>>, body: Buffer) => void;

async function openClient(settings: PaymentSettings, database: Database, deliver: Deliver) {
  if (settings.kind === 'provider') {
    const { manifest, values } = settings;
    return { client: (await loaderOf(manifest.id)).createClient(values), provider: manifest.id };
  }
  const fake = await createFakePayPal({
    store: await createDatabaseStore(database, PAYPAL_SHELF),
    base: FAKE_PAYPAL_BASE,
    approvalUrl: (returnUrl) => new URL(`${FAKE_PAYPAL_PATH}/checkoutnow`, returnUrl).href,
    deliver: ({ headers, body }) => deliver(headers, body),
  });
  const connection = {
    fetch: (address: string, init: RequestInit) => fake.fetch(new Request(address, init)),
    roots: [fake.root],
  };
  const client = (await loaderOf('paypal')).createClient({ ...FAKE_PAYPAL_KEYS, base: FAKE_PAYPAL_BASE }, connection);
  return { client, provider: FAKE_PROVIDER, fake };
}

function loaderOf(id: string) {
  const load = PAYMENT_PROVIDER_LOADERS[id];
  if (!load) throw new Error(`no payment service ${id}`);
  return load();
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
      url: `${settings.origin}${localePath(person.locale, '/account/receipt')}?id=${paymentId}`,
    },
    dedupKey: `receipt:${paymentId}`,
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
    dedupKey: `refund:${settlement.paymentId}`,
  });
  await jobs.send(JOB_KINDS.mail, {}, { sql });
}

function moneyOf({ product, credits, money, paymentId }: Settlement) {
  const bought = isPackId(product) ? { credits } : { plan: product };
  return { ...bought, amount: decimalOf(money), currency: money.currency, paymentId: invoiceOf(paymentId) };
}
