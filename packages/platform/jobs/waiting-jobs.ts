import type { Database } from '@bakkum/database/database';
import { z } from 'zod';

/** NOTIFY channel on which every waiting job is announced. */
export const CHANNEL = 'bakkum_jobs';
/** Key of an advisory lock; any number no other lock uses. */
const INSTALL_LOCK = 727_004;

/**
 * Makes the database announce each job that starts to wait, in the same transaction: retries, requeued, delayed and scheduled
 * jobs. Where commits wait for the disk, new jobs that may start at once are announced by their sender instead: PostgreSQL
 * serialises the commits of notifying transactions, which would cost two thirds of the jobs sent per second. Also adds an index
 * of the running jobs, which are few among all rows. Changes nothing where both exist.
 */
export async function announceWaitingJobs(database: Database, schema: string): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query(`select pg_advisory_xact_lock(${INSTALL_LOCK})`);
    const [found] = await sql.query("select from pg_trigger where tgname = 'announce_waiting_job' and tgrelid = $1::regclass", [
      `${schema}.job`,
    ]);
    if (found) return;
    await sql.query(`create index if not exists job_running on ${schema}.job (name) where state = 'active'`);
    // PostgreSQL merges equal notifications of a transaction: a thousand jobs of a kind send one.
    await sql.query(
      `create or replace function ${schema}.announce_waiting_job() returns trigger language plpgsql as $$
       begin
         if ${database.kind === 'in-process' ? 'false' : IS_LEFT_TO_SENDER} then return null; end if;
         perform pg_notify('${CHANNEL}', format('job %s %s', new.name,
           greatest(0, ceil(extract(epoch from new.start_after - now()) * 1000))::bigint));
         return null;
       end $$`,
    );
    await sql.query(
      `create trigger announce_waiting_job after insert or update of state on ${schema}.job
       for each row when (new.state < 'active') execute function ${schema}.announce_waiting_job()`,
    );
  });
}

const IS_LEFT_TO_SENDER = "new.state = 'created' and new.start_after <= now() and current_setting('synchronous_commit') <> 'off'";

/** Announces new jobs of these kinds that are already committed. */
export async function announceNewJobs(database: Database, kinds: readonly string[]): Promise<void> {
  await database.run(`select pg_notify('${CHANNEL}', 'job ' || kind || ' 0') from unnest($1::text[]) as kind`, [kinds], {
    safely: false,
  });
}

/** Content of a notification: a job of a kind may start in `inMs` milliseconds, or the echo of a process. */
export type Announcement =
  | { readonly type: 'job'; readonly kind: string; readonly inMs: number }
  | { readonly type: 'echo'; readonly echo: string };

/** Parses a notification; undefined for one of another version of this program. */
export function readAnnouncement(payload: string): Announcement | undefined {
  const [type, name = '', inMs] = payload.split(' ');
  if (type === 'job') return { type, kind: name, inMs: Number(inMs) };
  return type === 'echo' ? { type, echo: name } : undefined;
}

const waiting = z.object({
  /** Number of jobs running in any process. */
  running: z.number(),
  /** Whether a running job has exceeded its time limit or missed its heartbeat. */
  overdue: z.boolean(),
  kinds: z.array(
    z.object({
      kind: z.string(),
      /** Whether a job may start now. */
      due: z.boolean(),
      /** Milliseconds until the next delayed job may start. */
      inMs: z.number().nullable(),
    }),
  ),
});

export type WaitingJobs = z.infer<typeof waiting>;

/** Reads the state of the queues of these kinds, and sends `echo` as a notification, in one statement. */
export async function findWaitingJobs(
  database: Database,
  { schema, kinds, echo }: { readonly schema: string; readonly kinds: readonly string[]; readonly echo: string },
): Promise<WaitingJobs> {
  const ready = `from ${schema}.job where name = kind and state < 'active' and not blocked and start_after`;
  const [row] = await database.run(
    `select pg_notify('${CHANNEL}', 'echo ' || $2), running, overdue, kinds from
       (select count(*)::int as running, coalesce(bool_or(started_on + expire_seconds * interval '1 second' < now()
          or heartbeat_on + heartbeat_seconds * interval '1 second' < now()), false) as overdue
        from ${schema}.job where state = 'active') at_work,
       (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'due', exists (select ${ready} <= now()),
          'inMs', (select ceil(extract(epoch from min(start_after) - now()) * 1000) ${ready} > now()))), '[]') as kinds
        from unnest($1::text[]) as kind) by_kind`,
    [kinds, echo],
    { safely: false },
  );
  return waiting.parse(row);
}
