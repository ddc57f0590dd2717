/** Shares results with people by email address, until the invitation is revoked or the result is gone. */
import { randomUUID } from 'node:crypto';
import type { JobState } from '@bakkum/api-contract/conversions/conversions';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { countInWindow, requestsLeft } from './requests.ts';
import { JOB_COLUMNS, type JobRow, jobRows } from './rows.ts';
import type { Conversions } from './service.ts';

const DAY_MS = 86_400_000;

/** Emails are counted for a day. */
export const INVITATION_LIMITS = {
  /** People a job is shared with at a time. */
  perJob: 20,
  /** Emails caused by one account. */
  perOwner: 50,
  /** Emails to one address, from all accounts together, also from or to deleted ones. */
  perAddress: 5,
} as const;

/** States of a job that has, or will have, something to show. */
const SHOWN: readonly string[] = ['queued', 'processing', 'completed'] satisfies readonly JobState[];
const IN_SHOWN = `in (${SHOWN.map((state) => `'${state}'`).join(', ')})`;

const INVITATION_COLUMNS = 'i.id, i.job_id, i.inviter, i.address, i.created_at, i.declined_at';
const invitationRow = z.object({
  id: z.string(),
  job_id: z.string(),
  inviter: z.string(),
  address: z.string(),
  created_at: z.date(),
  declined_at: z.date().nullable(),
});
export type Invitation = z.infer<typeof invitationRow>;

export type Inviting = {
  readonly owner: string;
  /** The owner's address, shown to the invited person. */
  readonly inviter: string;
  readonly jobId: string;
  /** In lower case. */
  readonly addresses: readonly string[];
  /** Keyed hash of an address. It counts emails for a day, and remains when an account is deleted. */
  readonly hashOf: (address: string) => string;
  /** Queues the email, in the transaction that stores the invitation. */
  readonly write: (sql: Sql, invitation: Invitation, job: JobRow) => Promise<void>;
};

export type Invited =
  | { readonly outcome: 'done'; readonly invitations: readonly Invitation[] }
  | { readonly outcome: 'not-found' | 'gone' | 'too-many' };

/**
 * Shares a job with people, all of them or none. Sends no second email to people already invited or to those who declined, even
 * if that invitation was revoked since.
 */
export async function invite(parts: Conversions, inviting: Inviting): Promise<Invited> {
  const { owner, jobId, write } = inviting;
  return parts.database.transaction(async (sql) => {
    // Serialised so that the limits hold, for this account and for everyone who writes to the same address.
    await sql.query('lock table conversions.invitations in share row exclusive mode');
    const [job] = jobRows(
      await sql.query(`select ${JOB_COLUMNS} from conversions.jobs where id = $1 and owner = $2 and deleted_at is null`, [
        jobId,
        owner,
      ]),
    );
    if (!job) return { outcome: 'not-found' };
    if (!SHOWN.includes(job.state)) return { outcome: 'gone' };
    const before = await invitationsOfJob(sql, jobId);
    const asked = new Set([...before.map(({ address }) => address), ...(await declinedOf(sql, jobId))]);
    const fresh = [...new Set(inviting.addresses)].filter((one) => !asked.has(one));
    if (await isTooMany(parts, sql, inviting, before.length, fresh)) return { outcome: 'too-many' };
    for (const address of fresh) {
      await countInWindow(sql, { ...addressLimit(inviting, address), seconds: DAY_MS / 1000 }, parts.now());
      await write(sql, await insert(parts, sql, inviting, address), job);
    }
    return { outcome: 'done', invitations: await invitationsOfJob(sql, jobId) };
  });
}

async function insert(parts: Conversions, sql: Sql, { jobId, inviter }: Inviting, address: string): Promise<Invitation> {
  const [row] = await sql.query(
    `insert into conversions.invitations as i (id, job_id, inviter, address, created_at) values ($1, $2, $3, $4, $5)
     returning ${INVITATION_COLUMNS}`,
    [randomUUID(), jobId, inviter, address, parts.now()],
  );
  return invitationRow.parse(row);
}

function addressLimit({ hashOf }: Inviting, address: string): { readonly key: string; readonly limit: number } {
  return { key: `invitations:${hashOf(address)}`, limit: INVITATION_LIMITS.perAddress };
}

const counts = z.object({ by_owner: z.number() });

async function isTooMany(
  { now }: Conversions,
  sql: Sql,
  inviting: Inviting,
  before: number,
  fresh: readonly string[],
): Promise<boolean> {
  if (before + fresh.length > INVITATION_LIMITS.perJob) return true;
  for (const address of fresh) {
    const { key, limit } = addressLimit(inviting, address);
    if ((await requestsLeft(sql, key, limit, now())).remaining === 0) return true;
  }
  const [row] = await sql.query(
    `select count(*)::int as by_owner from conversions.invitations i join conversions.jobs j on j.id = i.job_id
     where j.owner = $1 and i.created_at > $2`,
    [inviting.owner, new Date(now().getTime() - DAY_MS)],
  );
  return counts.parse(row).by_owner + fresh.length > INVITATION_LIMITS.perOwner;
}

async function invitationsOfJob(sql: Sql, jobId: string): Promise<readonly Invitation[]> {
  return z.array(invitationRow).parse(
    await sql.query(
      `select ${INVITATION_COLUMNS} from conversions.invitations i
       where i.job_id = $1 and i.revoked_at is null and i.address <> '' order by i.created_at, i.address`,
      [jobId],
    ),
  );
}

/** People who declined to see a job, whatever the state of their invitation. */
async function declinedOf(sql: Sql, jobId: string): Promise<readonly string[]> {
  const rows = await sql.query(
    "select address from conversions.invitations where job_id = $1 and declined_at is not null and address <> ''",
    [jobId],
  );
  return z
    .array(z.object({ address: z.string() }))
    .parse(rows)
    .map(({ address }) => address);
}

/** All invitations of an owner, oldest first, without revoked ones. */
export async function invitationsOf(sql: Sql, owner: string): Promise<readonly Invitation[]> {
  return z.array(invitationRow).parse(
    await sql.query(
      `select ${INVITATION_COLUMNS} from conversions.invitations i join conversions.jobs j on j.id = i.job_id
       where j.owner = $1 and j.deleted_at is null and i.revoked_at is null and i.address <> '' order by i.created_at, i.address`,
      [owner],
    ),
  );
}

/** Revokes an invitation; the result is no longer visible to that person. False if the owner has no such invitation. */
export async function revokeInvitation(parts: Conversions, owner: string, id: string): Promise<boolean> {
  const rows = await parts.database.query(
    `update conversions.invitations i set revoked_at = $3 from conversions.jobs j
     where i.id = $1 and j.id = i.job_id and j.owner = $2 and i.revoked_at is null returning i.id`,
    [id, owner, parts.now()],
  );
  return rows.length > 0;
}

/** Invitations with something to show for an address. */
const HOLDS = `i.address = $1 and i.revoked_at is null and i.declined_at is null and j.deleted_at is null
  and j.state ${IN_SHOWN} and (j.expires_at is null or j.expires_at > $2)`;

/** Newest first. */
export async function invitationsTo({ database, now }: Conversions, address: string): Promise<readonly Invitation[]> {
  return z.array(invitationRow).parse(
    await database.query(
      `select ${INVITATION_COLUMNS} from conversions.invitations i join conversions.jobs j on j.id = i.job_id
       where ${HOLDS} order by i.created_at desc limit 100`,
      [address, now()],
    ),
  );
}

/** The job that this address was invited to; undefined if there is none it may see. */
export async function jobSharedWith({ database, now }: Conversions, address: string, id: string): Promise<JobRow | undefined> {
  const [row] = await database.query(
    `select i.job_id from conversions.invitations i join conversions.jobs j on j.id = i.job_id where ${HOLDS} and i.id = $3`,
    [address, now(), id],
  );
  if (!row) return undefined;
  const { job_id: jobId } = z.object({ job_id: z.string() }).parse(row);
  return jobRows(await database.query(`select ${JOB_COLUMNS} from conversions.jobs where id = $1`, [jobId]))[0];
}

/** Removes an invitation from the invited person's list. False if it is not on the list. */
export async function declineInvitation({ database, now }: Conversions, address: string, id: string): Promise<boolean> {
  const rows = await database.query(
    `update conversions.invitations set declined_at = $3
     where id = $2 and address = $1 and revoked_at is null and declined_at is null returning id`,
    [address, id, now()],
  );
  return rows.length > 0;
}

/**
 * Deletes addresses of invitations that no longer show anything and no longer count towards the daily limits. Declined
 * invitations are remembered while the job could be shared again.
 */
export async function forgetOldInvitations(sql: Sql, now: Date): Promise<void> {
  await sql.query(
    `update conversions.invitations i set address = '', inviter = '' from conversions.jobs j
     where j.id = i.job_id and i.address <> '' and i.created_at <= $1
       and ((i.revoked_at is not null and i.declined_at is null) or j.deleted_at is not null or j.state not ${IN_SHOWN})`,
    [new Date(now.getTime() - DAY_MS)],
  );
}

/** Deletes the invitations to and from the address of a deleted account. */
export async function forgetInvitations(sql: Sql, address: string): Promise<void> {
  await sql.query("update conversions.invitations set address = '', inviter = '' where address = $1 or inviter = $1", [address]);
}

/** The invitations to and from an account, for its owner's data export. */
export async function invitationsAbout(sql: Sql, address: string): Promise<readonly Record<string, unknown>[]> {
  return [
    ...(await sql.query(
      `select id, job_id, inviter, address, created_at, revoked_at, declined_at from conversions.invitations
       where address = $1 or inviter = $1 order by created_at, id`,
      [address],
    )),
  ];
}
