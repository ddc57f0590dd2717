import type { Database } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import { isLocale, type Locale } from '@bakkum/i18n/locale';
import { z } from 'zod';
import { MAIL_DATA, type Mail, type MailTemplate } from './mail.ts';
import { renderMail } from './render.ts';
import { MailRefused, type MailTransport } from './transport.ts';
import type { Brand } from './wording.ts';

/** Delays before the retries, in seconds: about a day in total. An email that fails after the last one is given up. */
const PAUSES_S = [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800];
/** Seconds after which an email is sent again because its sender died. Longer than any transport takes. */
const LEASE_S = 180;
const BATCH = 20;
/** The time given as a value, otherwise that of the database. */
const TIME = (place: number): string => `coalesce($${place}::timestamptz, now())`;

/**
 * Adds an email to the outbox within the transaction of `sql`; it is sent only if that commits. @param now default: the time of the
 * database
 */
export async function enqueueMail(sql: Sql, mail: Mail, now?: Date): Promise<void> {
  const data = JSON.stringify(MAIL_DATA[mail.template].parse(mail.data));
  await sql.query(
    `insert into mail.outbox (address, template, locale, data, dedup_key, due_at, created_at)
     values ($1, $2, $3, $4, $5, ${TIME(6)}, ${TIME(6)}) on conflict (dedup_key) do nothing`,
    [mail.to, mail.template, mail.locale, data, mail.dedupKey, now],
  );
}

/** Reserves an id for a message sent without the outbox, different from all ids of the outbox. */
export async function reserveMessageId(sql: Sql): Promise<string> {
  const rows = await sql.query("select nextval(pg_get_serial_sequence('mail.outbox', 'id'))::text as number");
  return z.object({ number: z.string() }).parse(rows[0]).number;
}

export type Delivery = {
  readonly database: Database;
  readonly transport: MailTransport;
  readonly brand: Brand;
  /** Receives the id and the error code of each failed attempt; never an address. */
  readonly onProblem?: (problem: { readonly id: number; readonly code: string; readonly final: boolean }) => void;
};

/** Sends all due emails and returns their number. Any number of processes may call it at once. */
export async function deliverMail(delivery: Delivery, now?: Date): Promise<number> {
  const due = await claim(delivery.database, now);
  const outcomes: boolean[] = [];
  for (const mail of due) outcomes.push(await deliver(delivery, mail, now));
  return outcomes.filter(Boolean).length;
}

const templates = z.enum(Object.keys(MAIL_DATA) as [MailTemplate, ...MailTemplate[]]);
const claimedMail = z.object({
  id: z.number(),
  address: z.string(),
  template: templates,
  locale: z.custom<Locale>((value) => typeof value === 'string' && isLocale(value)),
  data: z.unknown(),
  attempts: z.number(),
});
type ClaimedMail = z.infer<typeof claimedMail>;

async function claim(sql: Sql, now: Date | undefined): Promise<readonly ClaimedMail[]> {
  const rows = await sql.query(
    `update mail.outbox set attempts = attempts + 1, due_at = ${TIME(1)} + $2 * interval '1 second'
     where id in (
       select id from mail.outbox where state = 'queued' and due_at <= ${TIME(1)} order by due_at limit $3 for update skip locked
     ) returning id, address, template, locale, data, attempts`,
    [now, LEASE_S, BATCH],
  );
  return z.array(claimedMail).parse(rows);
}

async function deliver(
  { database, transport, brand, onProblem }: Delivery,
  mail: ClaimedMail,
  now: Date | undefined,
): Promise<boolean> {
  const { id, address, template, locale, data, attempts } = mail;
  try {
    await transport.send({ to: address, id: String(id), ...renderMail(template, locale, data, brand) });
  } catch (error) {
    const refused = error instanceof MailRefused;
    const pause = refused && error.permanent ? undefined : PAUSES_S[attempts - 1];
    const code = refused ? error.code : 'defect';
    await (pause === undefined ? end(database, id, 'failed', now, code) : postpone(database, id, now, pause, code));
    onProblem?.({ id, code, final: pause === undefined });
    return false;
  }
  await end(database, id, 'sent', now);
  return true;
}

async function end(sql: Sql, id: number, state: 'sent' | 'failed', now: Date | undefined, problem?: string): Promise<void> {
  const statement = `update mail.outbox set state = $2, ended_at = ${TIME(3)}, problem = $4, data = '{}' where id = $1`;
  await sql.query(statement, [id, state, now, problem]);
}

async function postpone(sql: Sql, id: number, now: Date | undefined, seconds: number, problem: string): Promise<void> {
  const statement = `update mail.outbox set due_at = ${TIME(2)} + $3 * interval '1 second', problem = $4 where id = $1`;
  await sql.query(statement, [id, now, seconds, problem]);
}

/** Returns the number of emails in each state, for the operator and the metrics. */
export async function mailCounts(sql: Sql): Promise<Readonly<Record<'queued' | 'sent' | 'failed', number>>> {
  const rows = await sql.query('select state, count(*) as count from mail.outbox group by 1');
  const counts = z.array(z.object({ state: z.enum(['queued', 'sent', 'failed']), count: z.number() })).parse(rows);
  return { queued: 0, sent: 0, failed: 0, ...Object.fromEntries(counts.map(({ state, count }) => [state, count])) };
}

/** Deletes emails completed before that time, so that addresses are not stored forever. */
export async function deleteOldMail(sql: Sql, before: Date): Promise<void> {
  await sql.query("delete from mail.outbox where state <> 'queued' and ended_at < $1", [before]);
}

/** Deletes every email to an address, sent or not, when its account is deleted. */
export async function deleteMailTo(sql: Sql, address: string): Promise<void> {
  await sql.query('delete from mail.outbox where address = $1', [address]);
}
