import type { Database } from '@bakkum/database/database';
import type { Jobs } from '@bakkum/jobs/jobs';
import { enqueueMail } from '@bakkum/mail/outbox';
import type { PaymentProblem } from '@bakkum/payment/payment-context';
import { invoiceOf } from '@bakkum/payment/record';
import type { Settings } from '../../config/settings.ts';
import { JOB_KINDS } from '../../jobs/job-kinds.ts';
import { adviceOn } from './advice.ts';

/** Problems about which the operator is emailed, explained in docs/guides/take-payments.md. The others are retried and resolve themselves. */
export const ALERTS: readonly string[] = [
  'payment-mismatch',
  'payment-reversed',
  'payment-defect',
  'event-defect',
  'event-given-up',
  'capture-not-there',
  'subscription-defect',
  'subscription-mismatch',
  'subscription-not-there',
  'subscription-plan-differs',
  'partly-refunded',
  'refund-asked',
  'refund-not-told',
  'dispute-opened',
  'dispute-unclear',
  'dispute-won-after-all',
];

export type AlertParts = {
  readonly settings: Pick<Settings, 'contact'>;
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'send'>;
};

/** Emails the operator about a problem with a payment, once. Does nothing where no address is configured. */
export async function alertOfPayment(parts: AlertParts, problem: PaymentProblem): Promise<void> {
  const { what, paymentId, detail } = problem;
  if (!ALERTS.includes(what)) return;
  const command = adviceOn(problem);
  // Another dispute or partial refund of a payment is another problem; another message of the same error is not.
  const distinct = Object.entries(detail ?? {}).filter(([name]) => name !== 'error');
  const number = paymentId === '' ? 'bakkum admin payments report' : invoiceOf(paymentId);
  await send(parts, { what, number, ...(command && { command }) }, `${what}:${paymentId}:${JSON.stringify(distinct)}`);
}

/** Emails the operator that money and credits disagree, once a day. */
export async function alertOfViolations(parts: AlertParts, now: Date): Promise<void> {
  await send(parts, { what: 'ledger-violated' }, `ledger-violated:${now.toISOString().slice(0, 10)}`);
}

type Alert = { readonly what: string; readonly number?: string; readonly command?: string };

async function send({ settings, database, jobs }: AlertParts, data: Alert, key: string): Promise<void> {
  const { email } = settings.contact;
  if (!email) return;
  await database.transaction(async (sql) => {
    await enqueueMail(sql, { to: email, locale: 'en', template: 'money-alert', data, dedupKey: `alert:${key}` });
    await jobs.send(JOB_KINDS.mail, {}, { sql });
  });
}
