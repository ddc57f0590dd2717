/** Jobs from the worker's side: claimed under a fence, kept by heartbeats, ended once. */
import { RETENTION_BEYOND_ARCHIVE, RETENTION_SECONDS } from '@bakkum/api-contract/conversions/tiers';
import { storable, storableJson } from '@bakkum/api-contract/text';
import { countedBytes } from '@bakkum/blobs/counted-bytes';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { releaseInput } from './removal.ts';
import { JOB_COLUMNS, type JobRow, jobRows, type KeptWarning } from './rows.ts';
import { type Conversions, RETRY_MS } from './service.ts';
import { archivedBytes, hasRoomForResults } from './storage.ts';
import { recordEndMessage } from './webhooks.ts';
import { HEARD_OF_MS } from './workers.ts';

/** A worker without a heartbeat for this long counts as dead. */
export const LEASE_MS = 15_000;
/** Number of workers that may crash on a job. */
export const MAX_ATTEMPTS = 3;
/**
 * A job waiting this long may have missed its wake-up. Only the first few are woken, because each finished job wakes the next.
 */
const UNHEARD_MS = 10_000;
const WAKE_BATCH = 20;
/** An advisory lock number that nothing else uses. */
const CLAIM_LOCK = 727_043;

/** Error codes after which a retry may succeed. */
const MAY_PASS: ReadonlySet<string> = new Set([
  'worker-lost',
  'crashed',
  'timeout',
  'internal',
  'engine-unavailable',
  'out-of-memory',
  'storage-full',
]);

/** A claimed job. Everything written about it is written under its fence. */
export type Claim = Pick<JobRow, 'id' | 'fence'>;

export type ClaimedJob = JobRow;

/** A job that waited this long has priority over new ones in any round, once in this time for each source. */
const PATIENCE_MS = 600_000;
/** How often a job may go back to the queue on a machine that converts one file at a time. */
const MAX_YIELDS = 3;

/**
 * Running jobs by source, and the slots of all workers. A source is an account with a paid plan, or the network address of free accounts
 * and of visitors without an account.
 * `$1`: since when a worker counts as present.
 */
const LOAD = `slots as (select coalesce(sum(at_once), 0)::int as total from conversions.workers where seen_at >= $1),
  busy as (select coalesce(place, network, owner) as source, count(*)::int as jobs from conversions.jobs where state = 'processing' group by 1),
  used as (select coalesce(sum(jobs), 0)::int as jobs from busy)`;

/**
 * How long a source counts as served after a claim, in milliseconds. As long as the longest job, so that no source is new again when its
 * job ends.
 */
export const SERVED_MS = 3_600_000;

/**
 * Claims the next due job: first those that have not used up a time budget, among them sources with the fewest running jobs, among
 * those sources that were not served lately, then the one served longest ago, and last the job that has waited longest. A backlog
 * therefore never delays the first job of another source. Skips sources at their limit of running jobs. The last free slot of all workers is kept for
 * a first try of a source that has nothing running, so one source or long jobs never occupy all of them. Undefined if there is none.
 */
export async function claimJob(parts: Conversions): Promise<ClaimedJob | undefined> {
  return parts.database.transaction(async (sql) => {
    // One claim at a time, so that owners stay within their limit.
    await sql.query(`select pg_advisory_xact_lock(${CLAIM_LOCK})`);
    const [row] = await sql.query(
      `with ${LOAD}
       select j.id from conversions.jobs j cross join slots cross join used
       left join busy on busy.source = coalesce(j.place, j.network, j.owner)
       left join conversions.turns served on served.source = coalesce(j.place, j.network, j.owner)
         and served.at > case when j.round > 0 then $2::timestamptz else $3::timestamptz end
       where j.state = 'queued' and coalesce(busy.jobs, 0) < j.at_once
         and (slots.total < 2 or used.jobs + 1 < slots.total or (busy.jobs is null and (j.round = 0 or j.queued_at < $2)))
       order by case when j.queued_at < $2 then 0 else j.round end, coalesce(busy.jobs, 0), served.at nulls first, j.queued_at, j.id
       limit 1 for update of j`,
      [HEARD_OF_MS, PATIENCE_MS, SERVED_MS].map((ms) => new Date(parts.now().getTime() - ms)),
    );
    return row && take(parts, sql, z.object({ id: z.string() }).parse(row).id);
  });
}

async function take(parts: Conversions, sql: Sql, id: string): Promise<ClaimedJob | undefined> {
  const now = parts.now();
  const rows = await sql.query(
    `update conversions.jobs set state = 'processing', fence = fence + 1, attempts = attempts + 1, revision = revision + 1,
       progress = null, started_at = coalesce(started_at, $2), lease_until = $3
     where id = $1 returning ${JOB_COLUMNS}`,
    [id, now, new Date(now.getTime() + LEASE_MS)],
  );
  await sql.query(
    `insert into conversions.turns (source, at) select coalesce(place, network, owner), $2 from conversions.jobs where id = $1
     on conflict (source) do update set at = excluded.at`,
    [id, now],
  );
  return jobRows(rows)[0];
}

/** Deletes the turns that no longer decide the order of claims. */
export async function forgetTurns(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from conversions.turns where at <= $1', [new Date(now.getTime() - SERVED_MS)]);
}

async function endAsLost(parts: Conversions, sql: Sql, id: string): Promise<void> {
  const now = parts.now();
  await sql.query(
    `update conversions.jobs set state = 'error', error_code = 'worker-lost', fence = fence + 1, revision = revision + 1,
       lease_until = null, progress = null, ended_at = $2, retry_until = $3
     where id = $1 and state = 'processing'`,
    [id, now, new Date(now.getTime() + RETRY_MS)],
  );
  await recordEndMessage(parts, sql, id);
}

/**
 * Records a heartbeat, with progress in percent if known. False when the job is no longer this worker's: cancelled, deleted, or
 * given to another.
 */
export async function sendHeartbeat(parts: Conversions, { id, fence }: Claim, progress?: number): Promise<boolean> {
  const rows = await parts.database.query(
    `update conversions.jobs set lease_until = $3, progress = coalesce($4, progress),
       revision = revision + case when $4::int is distinct from progress and $4 is not null then 1 else 0 end
     where id = $1 and fence = $2 and state = 'processing' returning id`,
    [id, fence, new Date(parts.now().getTime() + LEASE_MS), progress ?? null],
  );
  return rows.length > 0;
}

export type Result = {
  readonly outputs: readonly {
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: number;
    readonly key: string;
  }[];
  readonly warnings: readonly KeptWarning[];
  readonly fidelity: string;
  readonly route: string;
};

const archived = z.object({ owner: z.string(), archive_bytes: z.number() });

/** A result that does not fit into its owner's archive gets the usual retention. */
async function leaveArchive(sql: Sql, { id, fence }: Claim, { outputs }: Result): Promise<void> {
  const [row] = await sql.query(
    "select owner, archive_bytes from conversions.jobs where id = $1 and fence = $2 and storage = 'archive'",
    [id, fence],
  );
  if (!row) return;
  const { owner, archive_bytes: most } = archived.parse(row);
  // One end per owner at a time, so that two results do not use the same room.
  await sql.query("select pg_advisory_xact_lock(hashtextextended('archive:' || $1, 0))", [owner]);
  const bytes = outputs.reduce((sum, output) => sum + countedBytes(output.bytes), await archivedBytes(sql, owner));
  if (bytes <= most) return;
  await sql.query("update conversions.jobs set storage = 'persistent', retention = $2 where id = $1", [
    id,
    RETENTION_BEYOND_ARCHIVE,
  ]);
}

/**
 * Ends a job successfully with its results. Otherwise the results belong to no job: `lost` when the job is no longer this
 * worker's, `full` when its owner has no room for them, which leaves the job unchanged.
 */
export async function finishJob(parts: Conversions, claim: Claim, result: Result): Promise<'done' | 'full' | 'lost'> {
  const now = parts.now();
  const ended = await parts.database.transaction(async (sql) => {
    const bytes = result.outputs.reduce((sum, output) => sum + countedBytes(output.bytes), 0);
    if (!(await hasRoomForResults(sql, claim, { bytes, now, freeBytes: parts.freeBytes }))) return 'full';
    await leaveArchive(sql, claim, result);
    const [row] = await sql.query(
      `update conversions.jobs set state = 'completed', revision = revision + 1, lease_until = null, progress = 100, ended_at = $3::timestamptz,
         expires_at = case storage when 'archive' then null
           else $3::timestamptz + make_interval(secs => ($7::jsonb ->> retention)::int) end, warnings = $4, fidelity = $5, route = $6
       where id = $1 and fence = $2 and state = 'processing' returning upload_id`,
      [
        claim.id,
        claim.fence,
        now,
        storableJson(result.warnings),
        result.fidelity,
        result.route,
        JSON.stringify(RETENTION_SECONDS),
      ],
    );
    if (!row) return 'lost';
    await recordEndMessage(parts, sql, claim.id);
    for (const [index, { name, mediaType, bytes, key }] of result.outputs.entries()) {
      await sql.query(
        'insert into conversions.outputs (job_id, index, name, media_type, bytes, key) values ($1, $2, $3, $4, $5, $6)',
        [claim.id, index, storable(name), mediaType, bytes, key],
      );
    }
    return z.object({ upload_id: z.string() }).parse(row);
  });
  if (typeof ended === 'string') return ended;
  await releaseInput(parts, ended.upload_id);
  return 'done';
}

export type Failure = { readonly code: string; readonly detail: string };

/** Ends a job with an error. False when it is no longer this worker's. */
export async function failJob(parts: Conversions, { id, fence }: Claim, { code, detail }: Failure): Promise<boolean> {
  const now = parts.now();
  const row = await parts.database.transaction(async (sql) => {
    const [ended] = await sql.query(
      `update conversions.jobs set state = 'error', revision = revision + 1, lease_until = null, progress = null, ended_at = $3,
       retry_until = $4, error_code = $5, error_detail = left($6, 2000)
     where id = $1 and fence = $2 and state = 'processing' returning upload_id`,
      [id, fence, now, MAY_PASS.has(code) ? new Date(now.getTime() + RETRY_MS) : null, code, storable(detail)],
    );
    if (ended) await recordEndMessage(parts, sql, id);
    return ended;
  });
  if (!row) return false;
  await releaseInput(parts, z.object({ upload_id: z.string() }).parse(row).upload_id);
  return true;
}

/** Requeues a job because this process stops or lacks memory for it. The attempt does not count. */
export async function requeueJob(parts: Conversions, { id, fence }: Claim): Promise<void> {
  await parts.database.transaction(async (sql) => {
    const rows = await sql.query(
      `update conversions.jobs set state = 'queued', fence = fence + 1, attempts = attempts - 1, revision = revision + 1,
         lease_until = null, progress = null
       where id = $1 and fence = $2 and state = 'processing' returning id`,
      [id, fence],
    );
    if (rows.length > 0) await parts.wake(id, sql);
  });
}

/**
 * Requeues a job that has used up its time budget if another source waits for a first try and every slot is taken; the attempt does
 * not count. Its next round begins when no first try waits, and then it may finish, because long jobs never take the last slot. Where
 * files are converted one at a time, it yields a few times more. Patience lets long jobs take every slot; one of them then yields again.
 * @returns whether the job is queued again
 */
export async function yieldJob(parts: Conversions, { id, fence }: Claim): Promise<boolean> {
  const now = parts.now();
  return parts.database.transaction(async (sql) => {
    // As for claims: one at a time, so that not every long job yields to the same waiting one.
    await sql.query(`select pg_advisory_xact_lock(${CLAIM_LOCK})`);
    const rows = await sql.query(
      `with ${LOAD}
       update conversions.jobs j set state = 'queued', fence = fence + 1, attempts = attempts - 1, revision = revision + 1,
         round = round + 1, queued_at = $4, lease_until = null, progress = null
       from slots, used
       where j.id = $2 and j.fence = $3 and j.state = 'processing' and used.jobs >= slots.total
         and (j.round < case when slots.total < 2 then ${MAX_YIELDS} else 1 end
           or slots.total > 1 and not exists (select from conversions.jobs r where r.state = 'processing' and r.round = 0))
         and exists (select from conversions.jobs w left join busy on busy.source = coalesce(w.place, w.network, w.owner)
           where w.state = 'queued' and w.round = 0 and busy.jobs is null)
       returning j.id`,
      [new Date(now.getTime() - HEARD_OF_MS), id, fence, now],
    );
    if (rows.length > 0) await parts.wake(id, sql);
    return rows.length > 0;
  });
}

const jobIds = z.array(z.object({ id: z.string(), attempts: z.number() }));

const rescue = z.object({ needed: z.boolean(), open: z.boolean() });

/**
 * Requeues or fails jobs whose worker died silently, and wakes workers for waiting jobs. Returns whether any job is queued or
 * running; while none is, this need not run.
 */
export async function rescueJobs(parts: Conversions): Promise<boolean> {
  const now = parts.now();
  const unheardSince = new Date(now.getTime() - UNHEARD_MS);
  const [found] = await parts.database.query(
    `select exists (select from conversions.jobs where state = 'processing' and lease_until < $1)
         or exists (select from conversions.jobs where state = 'queued' and queued_at <= $2) as needed,
       exists (select from conversions.jobs where state = 'processing')
         or exists (select from conversions.jobs where state = 'queued') as open`,
    [now, unheardSince],
  );
  const { needed, open } = rescue.parse(found);
  if (needed) await rescueNow(parts, now, unheardSince);
  return open;
}

async function rescueNow(parts: Conversions, now: Date, unheardSince: Date): Promise<void> {
  await parts.database.transaction(async (sql) => {
    const rows = await sql.query(
      "select id, attempts from conversions.jobs where state = 'processing' and lease_until < $1 order by id for update skip locked",
      [now],
    );
    const lost = jobIds.parse(rows);
    for (const { id, attempts } of lost) {
      if (attempts >= MAX_ATTEMPTS) await endAsLost(parts, sql, id);
      else
        await sql.query(
          "update conversions.jobs set state = 'queued', fence = fence + 1, revision = revision + 1, lease_until = null, progress = null where id = $1",
          [id],
        );
    }
    const waiting = await sql.query(
      `select id, attempts from conversions.jobs where state = 'queued' and (queued_at <= $1 or id = any($3))
       order by queued_at, id limit $2`,
      [unheardSince, WAKE_BATCH, lost.map(({ id }) => id)],
    );
    for (const { id } of jobIds.parse(waiting)) await parts.wake(id, sql);
  });
}

/** Wakes a worker for the job that has waited longest: the end of another may have made room for it. */
export async function wakeNext(parts: Conversions): Promise<void> {
  const [row] = await parts.database.query(
    "select id, attempts from conversions.jobs where state = 'queued' order by queued_at, id limit 1",
  );
  if (row) await parts.wake(jobIds.parse([row])[0]?.id ?? '', parts.database);
}
