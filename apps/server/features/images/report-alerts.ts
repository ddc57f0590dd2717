import type { Database } from '@bakkum/database/database';
import type { Studio } from '@bakkum/image-studio/studio';
import type { Jobs } from '@bakkum/jobs/jobs';
import { enqueueMail } from '@bakkum/mail/outbox';
import type { Settings } from '../../config/settings.ts';
import { JOB_KINDS } from '../../jobs/job-kinds.ts';

type AlertParts = {
  readonly settings: Pick<Settings, 'contact'>;
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly studio: Pick<Studio, 'onProblem'>;
};

type Report = { readonly id: number; readonly userId: string; readonly reason: string; readonly at: Date };

/**
 * Emails the operator about the first report of an account and day, so that nobody can flood the mailbox; the inbox has all of them. Does
 * nothing where no address is configured. A failure is logged, because the report itself is stored.
 */
export async function alertOfReport(parts: AlertParts, report: Report): Promise<void> {
  try {
    await sendAlert(parts, report);
  } catch (error) {
    parts.studio.onProblem({ event: 'image-report-alert', detail: error instanceof Error ? error.message : 'unknown' });
  }
}

async function sendAlert({ settings, database, jobs }: AlertParts, { id, userId, reason, at }: Report): Promise<void> {
  const { email } = settings.contact;
  if (!email) return;
  const dedupKey = `image-report:${userId}:${at.toISOString().slice(0, 10)}`;
  await database.transaction(async (sql) => {
    await enqueueMail(sql, { to: email, locale: 'en', template: 'image-report', data: { number: id, reason }, dedupKey });
    await jobs.send(JOB_KINDS.mail, {}, { sql });
  });
}
