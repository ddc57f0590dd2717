import { JOB_STATES, OPERATIONS } from '@bakkum/api-contract/conversions/conversions';
import { RETENTIONS, STORAGES } from '@bakkum/api-contract/conversions/tiers';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

const optionValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const warning = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])).optional() });
export type KeptWarning = z.infer<typeof warning>;

const jobRow = z.object({
  id: z.string(),
  owner: z.string(),
  /** The first file. */
  upload_id: z.string(),
  name: z.string(),
  source_format: z.string(),
  target_format: z.string(),
  options: optionValues,
  /** What is made of several files; null for a conversion of one. */
  operation: z.enum(OPERATIONS).nullable(),
  input_count: z.number(),
  /** Of all files together. */
  input_bytes: z.number(),
  retention: z.enum(RETENTIONS),
  storage: z.enum(STORAGES),
  archive_bytes: z.number(),
  backup: z.boolean(),
  tag: z.string().nullable(),
  webhook_url: z.string().nullable(),
  minutes: z.number(),
  state: z.enum(JOB_STATES),
  revision: z.number(),
  fence: z.number(),
  attempts: z.number(),
  round: z.number(),
  progress: z.number().nullable(),
  fidelity: z.string().nullable(),
  warnings: z.array(warning),
  error_code: z.string().nullable(),
  /** Index of the file that failed, if known. */
  error_input: z.number().nullable(),
  created_at: z.date(),
  queued_at: z.date(),
  started_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  expires_at: z.date().nullable(),
  retry_until: z.date().nullable(),
});
export type JobRow = z.infer<typeof jobRow>;

/** All columns except those for the operator alone. */
export const JOB_COLUMNS = Object.keys(jobRow.shape).join(', ');

export function jobRows(rows: unknown): readonly JobRow[] {
  return z.array(jobRow).parse(rows);
}

const outputRow = z.object({
  job_id: z.string(),
  index: z.number(),
  name: z.string(),
  media_type: z.string(),
  bytes: z.number(),
  key: z.string(),
  /** As a text in rows that were read as JSON. */
  backed_up_at: z.coerce.date().nullable(),
});
export type OutputRow = z.infer<typeof outputRow>;

/** Existing results of the job `jobs.id`. */
export const RESULTS_OF_JOB = `select job_id, index, name, media_type, bytes, key, backed_up_at from conversions.outputs
  where job_id = jobs.id and removed_at is null`;

export function outputRows(rows: unknown): readonly OutputRow[] {
  return z.array(outputRow).parse(rows);
}

/** Existing results, in order. */
export async function outputsOf(sql: Sql, jobIds: readonly string[]): Promise<readonly OutputRow[]> {
  if (jobIds.length === 0) return [];
  return z.array(outputRow).parse(
    await sql.query(
      `select job_id, index, name, media_type, bytes, key, backed_up_at from conversions.outputs
       where job_id = any($1) and removed_at is null order by job_id, index`,
      [jobIds],
    ),
  );
}

const listedRow = outputRow.extend({ files: z.number(), total: z.number(), backed_up: z.boolean() });

/** The existing results of a job: the first ones in order, and facts about all. */
export type OutputList = {
  readonly files: number;
  readonly bytes: number;
  /** Whether the second store has a copy of all. */
  readonly backedUp: boolean;
  readonly first: readonly OutputRow[];
};

/**
 * Results of jobs, by job; jobs without results are missing.
 * @param most maximum rows per job, because a single job may have thousands; by default all
 */
export async function outputListsOf(
  sql: Sql,
  jobIds: readonly string[],
  most?: number,
): Promise<ReadonlyMap<string, OutputList>> {
  if (jobIds.length === 0) return new Map();
  const rows = z.array(listedRow).parse(
    await sql.query(
      `select o.*, facts.* from unnest($1::uuid[]) as j(id)
       cross join lateral (
         select count(*)::int as files, coalesce(sum(bytes), 0)::bigint as total, bool_and(backed_up_at is not null) as backed_up
         from conversions.outputs where job_id = j.id and removed_at is null) facts
       cross join lateral (
         select job_id, index, name, media_type, bytes, key, backed_up_at from conversions.outputs
         where job_id = j.id and removed_at is null order by index limit $2) o
       order by o.job_id, o.index`,
      [jobIds, most ?? null],
    ),
  );
  const lists = new Map<string, OutputList>();
  for (const [jobId, first] of Map.groupBy(rows, ({ job_id: id }) => id)) {
    const [{ files, total, backed_up: backedUp } = { files: 0, total: 0, backed_up: false }] = first;
    lists.set(jobId, { files, bytes: total, backedUp, first });
  }
  return lists;
}
