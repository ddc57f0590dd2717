import type { JobKind } from '@bakkum/jobs/jobs';
import { z } from 'zod';

const nothing = z.object({});
type Nothing = z.infer<typeof nothing>;

/** Work that finds by itself what is due: doing it once more, or one too few, harms nobody. */
function scheduled(name: string): JobKind<Nothing> {
  return { name, data: nothing, retries: 2, timeLimitS: 300 };
}

/** Every kind of work this server has. */
export const JOB_KINDS = {
  /** Sends what is in the outbox; sent with each mail, so that it goes at once. */
  mail: scheduled('mail'),
  /** Ends what is over by time, and tries again what could not be sent. */
  minutely: scheduled('minutely'),
  /** Says that a cycle ends soon with credits left. */
  expiryNotices: scheduled('endings'),
  /** Looks at the books. */
  audit: scheduled('audit'),
  /** Removes sessions, links and counters whose time is over. */
  accounts: scheduled('accounts'),
  /** Draws one image of an order. What it does may be begun again at any point. */
  image: { name: 'image', data: z.object({ slotId: z.uuid() }), retries: 5, retryDelayS: 1, timeLimitS: 900 } satisfies JobKind<{
    slotId: string;
  }>,
  /** Says that there is a file to convert. Whoever is told takes the one that is due, which may be another. */
  conversion: {
    name: 'conversion',
    data: z.object({ jobId: z.uuid() }),
    retries: 3,
    retryDelayS: 1,
    timeLimitS: 4 * 3600,
    once: true,
  } satisfies JobKind<{ jobId: string }>,
  /** Sends messages about ends of conversions; sent with each of them, so that it goes at once. */
  webhooks: scheduled('webhooks'),
  /** Copies results into the second store; sent with each that wants it. */
  conversionBackup: { ...scheduled('conversion-backup'), timeLimitS: 3600 },
  /** Forgets rows whose time is over, and compares the files there are with those there should be. */
  conversionFiles: scheduled('conversion-files'),
  /** Sums up visits, and forgets what is older than its time. */
  visits: scheduled('visits'),
  /** Works what the payment service told; sent with each message. */
  paymentEvents: scheduled('payment-events'),
  /** Asks the payment service about everything that stands still. */
  payments: scheduled('payments'),
  /** Forgets addresses of mails that were sent long ago. */
  oldMail: scheduled('old-mail'),
} as const;
