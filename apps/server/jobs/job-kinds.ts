import type { JobKind } from '@bakkum/jobs/jobs';
import { z } from 'zod';

const nothing = z.object({});
type Nothing = z.infer<typeof nothing>;

/** A job that finds due work in the database, so an extra or a skipped run does no harm. */
function scheduled(name: string): JobKind<Nothing> {
  return { name, data: nothing, retries: 2, timeLimitS: 300 };
}

const slot = z.object({ slotId: z.uuid() });

function drawing(name: string): JobKind<z.infer<typeof slot>> & { readonly retries: number } {
  return { name, data: slot, retries: 5, retryDelayS: 1, timeLimitS: 900 };
}

/** All kinds of background jobs. */
export const JOB_KINDS = {
  /** Sends queued emails. Sent with each email, so that it goes out immediately. */
  mail: scheduled('mail'),
  /** Cleans up expired data and retries failed deliveries. */
  minutely: scheduled('minutely'),
  /** Notifies users whose credit cycle or plan ends soon. */
  expiryNotices: scheduled('endings'),
  /** Audits the credit ledger. */
  audit: scheduled('audit'),
  /** Deletes expired sessions, links and counters. */
  accounts: scheduled('accounts'),
  /** Generates one image of an order. Can be restarted at any point. */
  image: drawing('image'),
  /** The same for orders of free designs, so that they do not occupy the workers that wait for image services. */
  design: drawing('design'),
  /** Delivers webhooks of ended conversions. Sent with each one, so that it goes out immediately. */
  webhooks: scheduled('webhooks'),
  /** Copies results to the second store. Sent with each result that requests a backup. */
  conversionBackup: { ...scheduled('conversion-backup'), timeLimitS: 3600 },
  /** Deletes expired rows, and compares stored files with the database. */
  conversionFiles: scheduled('conversion-files'),
  /** Aggregates visits, and deletes records past their retention. */
  visits: scheduled('visits'),
  /** Processes messages of the payment service. Sent with each message. */
  paymentEvents: scheduled('payment-events'),
  /** Reconciles open payments with the payment service. */
  payments: scheduled('payments'),
  /** Deletes addresses of old emails. */
  oldMail: scheduled('old-mail'),
} as const;
