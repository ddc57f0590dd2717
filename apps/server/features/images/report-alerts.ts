import type { Database } from '@bakkum/database/database';
import type { Jobs } from '@bakkum/jobs/jobs';
import { enqueueMail } from '@bakkum/mail/outbox';
import type { Settings } from '../../config/settings.ts';
import { JOB_KINDS } from '../../jobs/job-kinds.ts';

type AlertParts = {
  readonly settings: Pick<Settings, 'contact'>;
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'send'>;
};

type Report = { readonly id: number; readonly userId: string; readonly reason: string; readonly at: Date };

/**
 * Emails the operator about the first report of an account and day, so that nobody can flood the mailbox; the inbox has all of them. Does
 * nothing where no address is configured.
 */
export async function alertOfReport({ settings, database, jobs }: AlertParts, { id, userId, reason, at }: Report): Promise<void> {
  const { email } = settings.contact;
  if (!email) return;
  const dedupKey = `image-report:${userId}:${at.toISOString().slice(0, 10)}`;
  await database.transaction(async (sql) => {
    await enqueueMail(sql, { to: email, locale: 'en', template: 'image-report', data: { number: id, reason }, dedupKey });
    await jobs.send(JOB_KINDS.mail, {}, { sql });
  });
}
