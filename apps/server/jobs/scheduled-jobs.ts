import { RETENTION_DAYS } from '@bakkum/api-contract/retention';
import { missingRoom } from '@bakkum/blobs/disk-reserve';
import { backUp } from '@bakkum/conversion-jobs/backup';
import { evictAnonymous } from '@bakkum/conversion-jobs/eviction';
import { expire, scanOrphans, sweep } from '@bakkum/conversion-jobs/sweep';
import { rescueJobs } from '@bakkum/conversion-jobs/work';
import { deleteUnusedImages, endExpiredBatches } from '@bakkum/image-studio/recovery';
import type { JobKind } from '@bakkum/jobs/jobs';
import { deleteOldMail, deliverMail } from '@bakkum/mail/outbox';
import { forgetTraces } from '@bakkum/payment/buyer-traces';
import { deleteOldChecks } from '@bakkum/status/records';
import { startDrawing } from '../features/images/studio.ts';
import { sendRenewalNotices } from '../features/payments/subscription-mail.ts';
import type { Log } from '../observability/log.ts';
import type { Services } from '../services.ts';
import { startConverting } from './conversion-worker.ts';
import { sendCycleExpiryNotices, sendPlanExpiryNotices } from './expiry-notices.ts';
import { JOB_KINDS } from './job-kinds.ts';
import { auditAndAlert } from './ledger-audit.ts';
import { sendWebhooks } from './webhooks.ts';

const DAY_MS = 86_400_000;

type ScheduledJob = {
  readonly kind: JobKind<object>;
  /** Cron expression; one worker runs each occurrence. Without it, the job runs only when sent. */
  readonly cron?: string;
  /** @param leaving aborted when this process shuts down */
  readonly run: (leaving: AbortSignal) => Promise<unknown>;
  /** Concurrent runs per process. Default 1. */
  readonly concurrency?: number;
};

/** Concurrent runs per process. A run that waits for a store until its five-minute limit must not delay the next. */
const ROUND_CONCURRENCY = 6;

/** Lists the scheduled and triggered background jobs. */
function scheduledJobsOf(services: Services, log: Log): readonly ScheduledJob[] {
  const { analytics, clock, conversions, database, ratings, payment } = services;
  const sent = sentWork(services, log);
  const round = [...Object.values(sent), ...overdueWork(services, log)];
  return [
    // One combined job: separate ones would each run several statements every minute, usually without finding work.
    {
      kind: JOB_KINDS.minutely,
      cron: '* * * * *',
      run: (leaving) => together(round.map((work) => work(leaving))),
      concurrency: ROUND_CONCURRENCY,
    },
    { kind: JOB_KINDS.mail, run: sent.mail },
    { kind: JOB_KINDS.paymentEvents, run: sent.paymentEvents },
    // A second run can start while one waits for unresponsive receivers.
    { kind: JOB_KINDS.webhooks, run: sent.webhooks, concurrency: 2 },
    {
      kind: JOB_KINDS.conversionBackup,
      ...(conversions.backup && { cron: '* * * * *' }),
      run: async () => {
        while ((await backUp(conversions)) > 0);
      },
    },
    {
      kind: JOB_KINDS.expiryNotices,
      cron: '30 8 * * *',
      run: () => together([sendCycleExpiryNotices(services), sendPlanExpiryNotices(services), sendRenewalNotices(services)]),
    },
    { kind: JOB_KINDS.payments, cron: '*/5 * * * *', run: async () => payment?.payments.reconcile() },
    { kind: JOB_KINDS.audit, cron: '0 * * * *', run: () => auditAndAlert(services, log) },
    {
      kind: JOB_KINDS.accounts,
      cron: '10 * * * *',
      run: () => tidyPersonalData(services),
    },
    {
      kind: JOB_KINDS.visits,
      cron: '5 * * * *',
      run: async () => {
        await analytics.sumUp();
        await together([analytics.tidy(), ratings.tidy(), deleteOldChecks(database)]);
      },
    },
    {
      kind: JOB_KINDS.oldMail,
      cron: '20 * * * *',
      run: () => deleteOldMail(database, new Date(clock.now().getTime() - RETENTION_DAYS.mail * DAY_MS)),
    },
    {
      kind: JOB_KINDS.conversionFiles,
      cron: '40 * * * *',
      run: async () => {
        const swept = await sweep(conversions);
        if (swept.results + swept.inputs + swept.rows > 0) log.info('conversions-swept', swept);
        const { removed, missing } = await scanOrphans(conversions);
        if (removed.length + missing.length > 0)
          log.info('conversion-files', { removed: removed.length, missing: missing.length });
      },
    },
  ];
}

/** Deletes personal data whose time is over, and passes on contact messages that have waited. */
function tidyPersonalData({ accounts, clock, contact, database, ledger }: Services): Promise<void> {
  const now = clock.now();
  const passedOn = contact.passOnWaiting().then(() => contact.tidy());
  return together([accounts.tidy(), passedOn, ledger.forgetAddresses(), forgetTraces(database, now)]);
}

/** Waits for all promises, then rejects if any failed, so that the job is retried. */
async function together(work: readonly Promise<unknown>[]): Promise<void> {
  const failures = (await Promise.allSettled(work)).flatMap((done) => (done.status === 'rejected' ? [done.reason] : []));
  if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join('; '));
  if (failures.length === 1) throw failures[0];
}

type Work = (leaving: AbortSignal) => Promise<unknown>;

/** Jobs that are sent by the transaction that causes them, and repeated every minute for retries. */
function sentWork(services: Services, log: Log): Readonly<Record<'mail' | 'paymentEvents' | 'webhooks', Work>> {
  const { database, mail, payment, settings } = services;
  const brand = { name: settings.brand };
  const onProblem = (problem: object): void => log.info('mail-not-taken', { ...problem });
  return {
    mail: () => deliverMail({ database, transport: mail, brand, onProblem }),
    paymentEvents: async () => payment?.payments.workInbox(),
    webhooks: (leaving) => sendWebhooks(services, leaving),
  };
}

/** Cleans up expired data, including files past their retention. */
function overdueWork(services: Services, log: Log): readonly Work[] {
  const { conversions, ledger, studio } = services;
  return [
    // Releases credits held by jobs that died.
    () => ledger.sweep(),
    // Closes credit cycles that have ended.
    () => ledger.expire(),
    async () => {
      await endExpiredBatches(studio);
      await deleteUnusedImages(studio);
    },
    () => keepReserve(services, log),
    async () => {
      await rescueJobs(conversions);
      const expired = await expire(conversions);
      if (expired.results + expired.inputs > 0) log.info('conversions-expired', expired);
    },
  ];
}

/** Frees space that the database, logs or other programs have taken from the reserve. */
async function keepReserve({ conversions, disk, settings }: Services, log: Log): Promise<void> {
  if (settings.s3) return;
  const missing = await missingRoom(disk);
  if (missing <= 0) return;
  const freed = await evictAnonymous(conversions, missing);
  log.error('disk-low', { missing, freed });
}

/** Starts scheduled jobs, image generation and conversions in this process. Returns a function that unregisters the worker. */
export async function startScheduledJobs(services: Services, log: Log): Promise<() => Promise<void>> {
  const scheduledJobs = scheduledJobsOf(services, log);
  for (const { kind, run, concurrency } of scheduledJobs)
    await services.jobs.work(kind, async ({ leaving }) => void (await run(leaving)), concurrency);
  await services.jobs.schedule(scheduledJobs.flatMap(({ kind, cron }) => (cron === undefined ? [] : [{ kind, cron }])));
  await startDrawing(services.jobs, services.studio);
  return startConverting(services, log);
}
