/** Public links to results, valid until revoked or the result is gone. */
import { randomBytes } from 'node:crypto';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { JOB_COLUMNS, type JobRow, jobRows } from './rows.ts';
import type { Conversions } from './service.ts';

const ID_BYTES = 16;

const shareRow = z.object({ id: z.string(), job_id: z.string(), created_at: z.date() });
export type Share = z.infer<typeof shareRow>;

/** Shares a job of that owner; a shared job keeps its link. Undefined if there is no such job. */
export async function shareJob(parts: Conversions, owner: string, jobId: string): Promise<Share | undefined> {
  return parts.database.transaction(async (sql) => {
    // Locked so that a job has only one link.
    const jobs = await sql.query('select from conversions.jobs where id = $1 and owner = $2 and deleted_at is null for update', [
      jobId,
      owner,
    ]);
    if (jobs.length === 0) return undefined;
    await sql.query(
      `insert into conversions.shares (id, job_id, created_at) values ($1, $2, $3)
       on conflict (job_id) where revoked_at is null do nothing`,
      [randomBytes(ID_BYTES).toString('base64url'), jobId, parts.now()],
    );
    const [row] = await sql.query(
      'select id, job_id, created_at from conversions.shares where job_id = $1 and revoked_at is null',
      [jobId],
    );
    return shareRow.parse(row);
  });
}

/** Revokes the link of a job permanently; sharing the job again creates another link. False if there is none. */
export async function revokeShare(parts: Conversions, owner: string, jobId: string): Promise<boolean> {
  const rows = await parts.database.query(
    `update conversions.shares s set revoked_at = $3 from conversions.jobs j
     where s.job_id = $1 and j.id = s.job_id and j.owner = $2 and j.deleted_at is null and s.revoked_at is null returning s.id`,
    [jobId, owner, parts.now()],
  );
  return rows.length > 0;
}

/** Active links of an owner. */
export async function sharesOf(sql: Sql, owner: string): Promise<readonly Share[]> {
  const rows = await sql.query(
    `select s.id, s.job_id, s.created_at from conversions.shares s join conversions.jobs j on j.id = s.job_id
     where j.owner = $1 and j.deleted_at is null and s.revoked_at is null order by s.created_at desc`,
    [owner],
  );
  return z.array(shareRow).parse(rows);
}

/** `revoked`: the owner revoked the link. `gone`: the result was deleted or has expired. */
export type SharedJob = JobRow | 'revoked' | 'gone' | undefined;

/** The job behind a link, of any owner. */
export async function sharedJob({ database, now }: Conversions, shareId: string): Promise<SharedJob> {
  const [row] = await database.query(
    `select s.revoked_at is not null as revoked, j.deleted_at is not null as deleted, s.job_id
     from conversions.shares s join conversions.jobs j on j.id = s.job_id where s.id = $1`,
    [shareId],
  );
  if (!row) return undefined;
  const share = z.object({ revoked: z.boolean(), deleted: z.boolean(), job_id: z.string() }).parse(row);
  if (share.revoked) return 'revoked';
  if (share.deleted) return 'gone';
  const [job] = jobRows(await database.query(`select ${JOB_COLUMNS} from conversions.jobs where id = $1`, [share.job_id]));
  if (!job || job.state === 'expired') return 'gone';
  return job.expires_at && job.expires_at <= now() ? 'gone' : job;
}
