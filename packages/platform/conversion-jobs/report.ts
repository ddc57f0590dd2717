import { CLOUD_DAYS } from '@bakkum/api-contract/conversions/cloud-limits';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

const row = z.object({
  queued: z.number(),
  processing: z.number(),
  oldest: z.number(),
  stored: z.number(),
  pending: z.number(),
});

export type ConversionReport = {
  readonly queued: number;
  readonly processing: number;
  /** Seconds the longest queued job has waited; 0 if none is queued. */
  readonly oldestQueuedS: number;
  readonly storedBytes: number;
  /** Webhook messages that were not accepted yet. */
  readonly pendingMessages: number;
};

/** The state of the queue and stores, for the operator. */
export async function conversionReport(sql: Sql, now: Date): Promise<ConversionReport> {
  const [found] = await sql.query(
    `select (select count(*)::int from conversions.jobs where state = 'queued') as queued,
       (select count(*)::int from conversions.jobs where state = 'processing') as processing,
       (select coalesce(greatest(0, extract(epoch from $1::timestamptz - min(queued_at))), 0)::float8 from conversions.jobs where state = 'queued') as oldest,
       (select coalesce(sum(received), 0)::bigint from conversions.uploads where removed_at is null)
         + (select coalesce(sum(bytes), 0)::bigint from conversions.outputs where removed_at is null) as stored,
       (select count(*)::int from conversions.deliveries where state = 'pending') as pending`,
    [now],
  );
  const { queued, processing, oldest, stored, pending } = row.parse(found);
  return { queued, processing, oldestQueuedS: oldest, storedBytes: stored, pendingMessages: pending };
}

/** Days that `recentWork` looks back; rows of older jobs may be deleted. */
export const RECENT_DAYS = CLOUD_DAYS;

const recent = z.object({ completed: z.number(), average: z.number().nullable() });

/** Number of files converted in the last days, and their average duration; undefined without any. */
export async function recentWork(sql: Sql, now: Date): Promise<{ readonly completed: number; readonly averageMs?: number }> {
  const [found] = await sql.query(
    `select count(*)::int as completed, (avg(extract(epoch from ended_at - started_at)) * 1000)::float8 as average
     from conversions.jobs
     where state in ('completed', 'expired') and error_code is null and ended_at > $1::timestamptz - make_interval(days => $2)`,
    [now, RECENT_DAYS],
  );
  const { completed, average } = recent.parse(found);
  return { completed, ...(average !== null && { averageMs: average }) };
}

/** The jobs of one owner for the data export: everything except options, which may hold passwords. */
export async function ownedJobs(sql: Sql, owner: string): Promise<readonly Record<string, unknown>[]> {
  return [
    ...(await sql.query(
      `select id, name, source_format, target_format, state, input_bytes, tag, webhook_url, created_at, ended_at, expires_at
       from conversions.jobs where owner = $1 and deleted_at is null order by created_at, id`,
      [owner],
    )),
  ];
}

/** The uploads of one owner for the data export, including removed ones. */
export async function ownedUploads(sql: Sql, owner: string): Promise<readonly Record<string, unknown>[]> {
  return [
    ...(await sql.query(
      `select id, name, source, size, received, sha256, format, created_at, completed_at, expires_at, removed_at
       from conversions.uploads where owner = $1 order by created_at, id`,
      [owner],
    )),
  ];
}

/** The share links of one owner for the data export, including revoked ones. */
export async function ownedLinks(sql: Sql, owner: string): Promise<readonly Record<string, unknown>[]> {
  return [
    ...(await sql.query(
      `select s.id, s.job_id, s.created_at, s.revoked_at from conversions.shares s join conversions.jobs j on j.id = s.job_id
       where j.owner = $1 and j.deleted_at is null order by s.created_at, s.id`,
      [owner],
    )),
  ];
}

/** The webhook address and messages of one owner for the data export: everything except the signing secret. */
export async function ownedWebhook(sql: Sql, owner: string): Promise<Record<string, unknown>> {
  const [endpoint] = await sql.query('select url, made_at from conversions.webhook_endpoints where owner = $1', [owner]);
  const deliveries = await sql.query(
    `select id, job_id, event, url, body, state, created_at, next_at, ended_at, forgotten_at,
       coalesce((select json_agg(json_build_object('at', a.at, 'status', a.status, 'fault', a.fault, 'milliseconds', a.milliseconds)
         order by a.number) from conversions.delivery_attempts a where a.delivery_id = d.id), '[]') as attempts
     from conversions.deliveries d where owner = $1 order by created_at, id`,
    [owner],
  );
  return { url: endpoint?.['url'] ?? null, set_at: endpoint?.['made_at'] ?? null, deliveries };
}
