import { displayName, personById } from '@bakkum/accounts/person';
import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import { localePath } from '@bakkum/i18n/locale';
import type { Jobs } from '@bakkum/jobs/jobs';
import { enqueueMail } from '@bakkum/mail/outbox';
import { decimalOf } from '@bakkum/payment/money';
import type { Settlement } from '@bakkum/payment/payment-context';
import { createPayments, type Payments } from '@bakkum/payment/payments';
import type { PaymentClient } from '@bakkum/payment/provider';
import { invoiceOf } from '@bakkum/payment/record';
import { createPayPalStandIn, type PayPalStandIn, STAND_IN_KEYS } from '@bakkum/payment-stand-in/stand-in';
import { createDatabaseStore } from '@bakkum/payment-stand-in/store';
import { PAYMENT_PROVIDER_LOADERS } from '@bakkum/registry/payment-providers.node.gen';
import type { PaymentSettings } from '../../config/payment-settings.ts';
import type { Settings } from '../../config/settings.ts';
import { JOB_KINDS } from '../../jobs/job-kinds.ts';
import type { Log } from '../../observability/log.ts';
import { adviceOn } from './advice.ts';

/** Path of the fake service's checkout page. Its API is called in process, under a reserved host name. */
export const STAND_IN_PATH = '/demo/paypal';
const STAND_IN_BASE = `http://paypal.invalid${STAND_IN_PATH}`;

/** The configured payment service. */
export type PaymentService = {
  readonly payments: Payments;
  readonly client: PaymentClient;
  readonly way: 'paypal' | 'stand-in';
  readonly standIn?: PayPalStandIn;
};

export type PaymentSources = {
  readonly settings: Pick<Settings, 'payments' | 'brand' | 'origin'>;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly log: Log;
};

/** Opens the payment service. Undefined if payments are off. */
export async function openPayments(sources: PaymentSources): Promise<PaymentService | undefined> {
  const { settings, database, jobs, log } = sources;
  if (!settings.payments) return undefined;
  const { client, provider, standIn } = await openClient(settings.payments, database, (headers, body) => {
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
    onCaptured: (sql, settlement) => mailReceipt(sources, sql, settlement),
    onRefunded: (sql, settlement) => mailRefund(sources, sql, settlement),
    onProblem: (problem) => {
      const command = adviceOn(problem);
      const { what, paymentId, detail } = problem;
      log.error('payment-problem', { what, payment: paymentId, ...detail, ...(command && { command }) });
    },
    now: () => new Date(),
  });
  return { payments, client, way: standIn ? 'stand-in' : 'paypal', ...(standIn && { standIn }) };
}

type Deliver = (headers: Readonly<Record<string, string>>, body: Buffer) => void;

async function openClient(settings: PaymentSettings, database: Database, deliver: Deliver) {
  if (settings.kind === 'provider') {
    const { manifest, values } = settings;
    return { client: (await loaderOf(manifest.id)).createClient(values), provider: manifest.id };
  }
  const standIn = await createPayPalStandIn({
    store: await createDatabaseStore(database),
    base: STAND_IN_BASE,
    agreeAt: (returnUrl) => new URL(`${STAND_IN_PATH}/checkoutnow`, returnUrl).href,
    deliver: ({ headers, body }) => deliver(headers, body),
  });
  const connection = {
    fetch: (address: string, init: RequestInit) => standIn.fetch(new Request(address, init)),
    roots: [standIn.root],
  };
  const client = (await loaderOf('paypal')).createClient({ ...STAND_IN_KEYS, base: STAND_IN_BASE }, connection);
  return { client, provider: 'stand-in', standIn };
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

function moneyOf({ plan, money, paymentId }: Settlement) {
  return { plan, amount: decimalOf(money.minor), currency: money.currency, paymentId: invoiceOf(paymentId) };
}
