import { RETENTION_DAYS } from '@bakkum/api-contract/retention';
import { backUp } from '@bakkum/conversions/backup';
import { expire, scanOrphans, sweep } from '@bakkum/conversions/sweep';
import { rescueJobs } from '@bakkum/conversions/work';
import { endOverdue, tidyImages } from '@bakkum/image-studio/recovery';
import type { JobKind } from '@bakkum/jobs/jobs';
import { deliverMail, forgetMail } from '@bakkum/mail/outbox';
import { tidyChecks } from '@bakkum/status/records';
import { startDrawing } from '../features/images/studio.ts';
import type { Log } from '../observability/log.ts';
import type { Services } from '../services.ts';
import { startConverting } from './conversion-worker.ts';
import { sendCycleExpiryNotices, sendPlanExpiryNotices } from './expiry-notices.ts';
import { JOB_KINDS } from './job-kinds.ts';
import { audit } from './ledger-audit.ts';
import { sendWebhooks } from './webhooks.ts';

const DAY_MS = 86_400_000;

type ScheduledJob = {
  readonly kind: JobKind<object>;
  /** When, as a cron expression; one worker of all does it. Without one it is done when it is sent. */
  readonly cron?: string;
  /** @param leaving aborted when this process is told to stop */
  readonly run: (leaving: AbortSignal) => Promise<unknown>;
  /** In one process. Default 1. */
  readonly atOnce?: number;
};

/** Rounds of a process at once: one that waits for a store until its time limit of five minutes must not hold up the next. */
const ROUND_CONCURRENCY = 6;

/** The work that nobody waits for. */
function scheduledJobsOf(services: Services, log: Log): readonly ScheduledJob[] {
  const { accounts, analytics, conversions, database, ratings, payment } = services;
  const sent = sentWork(services, log);
  const round = [...Object.values(sent), ...overdueWork(services, log)];
  return [
    // One job for all of them: apart they would cost several statements each, every minute, to find nothing.
    {
      kind: JOB_KINDS.minutely,
      cron: '* * * * *',
      run: (leaving) => together(round.map((work) => work(leaving))),
      atOnce: ROUND_CONCURRENCY,
    },
    { kind: JOB_KINDS.mail, run: sent.mail },
    { kind: JOB_KINDS.paymentEvents, run: sent.paymentEvents },
    // While one go waits for receivers that do not answer, another may begin.
    { kind: JOB_KINDS.webhooks, run: sent.webhooks, atOnce: 2 },
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
      run: () => together([sendCycleExpiryNotices(services), sendPlanExpiryNotices(services)]),
    },
    { kind: JOB_KINDS.payments, cron: '*/5 * * * *', run: async () => payment?.payments.reconcile() },
    { kind: JOB_KINDS.audit, cron: '0 * * * *', run: () => audit(services, log) },
    { kind: JOB_KINDS.accounts, cron: '10 * * * *', run: () => together([accounts.tidy(), services.contact.tidy()]) },
    {
      kind: JOB_KINDS.visits,
      cron: '5 * * * *',
      run: async () => {
        await analytics.sumUp();
        await together([analytics.tidy(), ratings.tidy(), tidyChecks(database)]);
      },
    },
    {
      kind: JOB_KINDS.oldMail,
      cron: '20 * * * *',
      run: () => forgetMail(database, new Date(Date.now() - RETENTION_DAYS.mail * DAY_MS)),
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

/** Runs all of them to their ends; what failed fails the whole, which is tried again. */
async function together(work: readonly Promise<unknown>[]): Promise<void> {
  const failures = (await Promise.allSettled(work)).flatMap((done) => (done.status === 'rejected' ? [done.reason] : []));
  if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join('; '));
  if (failures.length === 1) throw failures[0];
}

type Work = (leaving: AbortSignal) => Promise<unknown>;

/** Sent with its reason, so that it is done at once; and done each minute, for what has to be tried again. */
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

/** What is over by time. Makes it true that files are gone after their time. */
function overdueWork({ conversions, ledger, studio }: Services, log: Log): readonly Work[] {
  return [
    // Gives credits back that were set aside by work that died.
    () => ledger.sweep(),
    // Closes cycles that are over.
    () => ledger.expire(),
    async () => {
      await endOverdue(studio);
      await tidyImages(studio);
    },
    async () => {
      await rescueJobs(conversions);
      const expired = await expire(conversions);
      if (expired.results + expired.inputs > 0) log.info('conversions-expired', expired);
    },
  ];
}

/** Makes this process one of those that do the chores, draw and convert. Answers how to stop looking after the others. */
export async function startScheduledJobs(services: Services, log: Log): Promise<() => Promise<void>> {
  const chores = scheduledJobsOf(services, log);
  for (const { kind, run, atOnce } of chores)
    await services.jobs.work(kind, async ({ leaving }) => void (await run(leaving)), atOnce);
  await services.jobs.schedule(chores.flatMap(({ kind, cron }) => (cron === undefined ? [] : [{ kind, cron }])));
  await startDrawing(services.jobs, services.studio);
  return startConverting(services, log);
}
