import { RETENTION_DAYS } from '@bakkum/api-contract/retention';
import { backUp } from '@bakkum/conversions/backup';
import { scanOrphans, sweep } from '@bakkum/conversions/sweep';
import { rescueJobs } from '@bakkum/conversions/work';
import { endOverdue, tidyImages } from '@bakkum/image-studio/recovery';
import type { JobKind } from '@bakkum/jobs/jobs';
import { deliverMail, forgetMail } from '@bakkum/mail/outbox';
import { tidyChecks } from '@bakkum/status/records';
import { audit } from './audit.ts';
import { startConverting } from './conversion-work.ts';
import { tellEndings, tellPlanEndings } from './endings.ts';
import { JOB_KINDS } from './job-kinds.ts';
import type { Log } from './log.ts';
import type { Services } from './services.ts';
import { startDrawing } from './studio.ts';
import { sendWebhooks } from './webhooks.ts';

const DAY_MS = 86_400_000;

type Chore = {
  readonly kind: JobKind<object>;
  /** When, as a cron expression; one worker of all does it. */
  readonly cron: string;
  /** @param leaving aborted when this process is told to stop */
  readonly run: (leaving: AbortSignal) => Promise<unknown>;
  /** In one process. Default 1. */
  readonly atOnce?: number;
};

/** The work that nobody waits for. */
function choresOf(services: Services, log: Log): readonly Chore[] {
  const { accounts, analytics, database, ledger, mail, payment, ratings, settings, studio } = services;
  const brand = { name: settings.brand };
  const onProblem = (problem: object): void => log.info('mail-not-taken', { ...problem });
  return [
    ...conversionChores(services, log),
    // Besides with each mail: for those that are tried again.
    {
      kind: JOB_KINDS.mail,
      cron: '* * * * *',
      run: () => deliverMail({ database, transport: mail, brand, onProblem }),
    },
    { kind: JOB_KINDS.holds, cron: '* * * * *', run: () => ledger.sweep() },
    {
      kind: JOB_KINDS.images,
      cron: '* * * * *',
      run: async () => {
        await endOverdue(studio);
        await tidyImages(studio);
      },
    },
    { kind: JOB_KINDS.grants, cron: '* * * * *', run: () => ledger.expire() },
    {
      kind: JOB_KINDS.endings,
      cron: '30 8 * * *',
      run: async () => void (await Promise.all([tellEndings(services), tellPlanEndings(services)])),
    },
    { kind: JOB_KINDS.paymentEvents, cron: '* * * * *', run: async () => payment?.payments.workInbox() },
    { kind: JOB_KINDS.payments, cron: '*/5 * * * *', run: async () => payment?.payments.reconcile() },
    { kind: JOB_KINDS.audit, cron: '0 * * * *', run: () => audit(services, log) },
    {
      kind: JOB_KINDS.accounts,
      cron: '10 * * * *',
      run: async () => void (await Promise.all([accounts.tidy(), services.contact.tidy()])),
    },
    {
      kind: JOB_KINDS.visits,
      cron: '5 * * * *',
      run: async () => {
        await analytics.sumUp();
        await Promise.all([analytics.tidy(), ratings.tidy(), tidyChecks(database)]);
      },
    },
    {
      kind: JOB_KINDS.oldMail,
      cron: '20 * * * *',
      run: () => forgetMail(database, new Date(Date.now() - RETENTION_DAYS.mail * DAY_MS)),
    },
  ];
}

/** What makes it true that files are gone after their time. */
function conversionChores(services: Services, log: Log): readonly Chore[] {
  const { conversions } = services;
  return [
    // While one go waits for receivers that do not answer, another may begin.
    { kind: JOB_KINDS.webhooks, cron: '* * * * *', run: (leaving) => sendWebhooks(services, leaving), atOnce: 2 },
    {
      kind: JOB_KINDS.conversions,
      cron: '* * * * *',
      run: async () => {
        await rescueJobs(conversions);
        const swept = await sweep(conversions);
        if (swept.results + swept.inputs + swept.rows > 0) log.info('conversions-swept', swept);
      },
    },
    {
      kind: JOB_KINDS.conversionBackup,
      cron: '* * * * *',
      run: async () => {
        while ((await backUp(conversions)) > 0);
      },
    },
    {
      kind: JOB_KINDS.conversionFiles,
      cron: '40 * * * *',
      run: async () => {
        const { removed, missing } = await scanOrphans(conversions);
        if (removed.length + missing.length > 0)
          log.info('conversion-files', { removed: removed.length, missing: missing.length });
      },
    },
  ];
}

/** Makes this process one of those that do the chores, draw and convert. Answers how to stop looking after the others. */
export async function startChores(services: Services, log: Log): Promise<() => Promise<void>> {
  for (const { kind, cron, run, atOnce } of choresOf(services, log)) {
    await services.jobs.work(kind, async ({ leaving }) => void (await run(leaving)), atOnce);
    await services.jobs.schedule(kind, cron, {});
  }
  await startDrawing(services.jobs, services.studio);
  return startConverting(services, log);
}
