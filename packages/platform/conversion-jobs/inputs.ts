/** The files of jobs: `conversions.jobs.upload_id`, and `conversions.further_inputs` for jobs with several. */
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { segmentRow } from './uploads/segments.ts';

const OF_FIRST = 'select from conversions.jobs j where j.upload_id = u.id';
const OF_FURTHER = 'select from conversions.further_inputs f join conversions.jobs j on j.id = f.job_id where f.upload_id = u.id';

/** SQL: whether a job `j` has the upload `u`. */
export const HAS_JOB = `(exists (${OF_FIRST}) or exists (${OF_FURTHER}))`;

/** SQL: whether no job `j` that meets the condition has the upload `u`. Two conditions, so that both become joins. */
export const hasNoJob = (condition: string): string =>
  `not exists (${OF_FIRST} and (${condition})) and not exists (${OF_FURTHER} and (${condition}))`;

/** SQL: whether a job `j` needs its files, because it is open or can be retried. @param now expression of the current time */
export const needsInputs = (now: string): string => `j.ended_at is null or j.retry_until > ${now}`;

/** SQL: until when a job can be retried. Never with a certificate, which is deleted when the job ends. @param until expression of a time */
export const retryUntil = (until: string): string => `case when operation is distinct from 'sign' then ${until}::timestamptz end`;

/** SQL: ids of the uploads of the job `jobs`, in order. */
export const UPLOAD_IDS = `array_prepend(jobs.upload_id,
  array(select f.upload_id from conversions.further_inputs f where f.job_id = jobs.id order by f.place))::text[]`;

/** SQL: the files of the job `claimed` with their stored pieces, in order. */
export const CLAIMED_INPUTS = `(select jsonb_agg(jsonb_build_object('format', u.format, 'bytes', u.size, 'segments',
    (select coalesce(jsonb_agg(jsonb_build_object('first', first, 'bytes', bytes, 'key', key) order by first), '[]')
     from conversions.segments where upload_id = u.id)) order by i.place)
  from (select 0 as place, claimed.upload_id
    union all select f.place, f.upload_id from conversions.further_inputs f where f.job_id = claimed.id) i
  join conversions.uploads u on u.id = i.upload_id)`;

const claimedInput = z.object({ format: z.string().nullable(), bytes: z.number(), segments: z.array(segmentRow) });
/** A file of a job, as stored. */
export type ClaimedInput = z.infer<typeof claimedInput>;

export function claimedInputs(rows: unknown): readonly [ClaimedInput, ...ClaimedInput[]] {
  return z.tuple([claimedInput], claimedInput).parse(rows);
}

const idRow = z.object({ ids: z.array(z.string()) });

/** Ids of the uploads of a job, in order. */
export async function inputsOf(sql: Sql, jobId: string): Promise<readonly string[]> {
  const [row] = await sql.query(`select ${UPLOAD_IDS} as ids from conversions.jobs where id = $1`, [jobId]);
  return row ? idRow.parse(row).ids : [];
}

/** Records the files after the first. */
export async function insertFurtherInputs(sql: Sql, jobId: string, uploadIds: readonly string[]): Promise<void> {
  if (uploadIds.length === 0) return;
  await sql.query(
    `insert into conversions.further_inputs (job_id, place, upload_id)
     select $1, place, id from unnest($2::uuid[]) with ordinality as f (id, place)`,
    [jobId, uploadIds],
  );
}
