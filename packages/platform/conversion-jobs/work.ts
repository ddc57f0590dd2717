/** Jobs from the worker's side: claimed under a fence, kept by heartbeats, ended once. */
import { RETENTION_BEYOND_ARCHIVE, RETENTION_SECONDS } from '@bakkum/api-contract/conversions/tiers';
import { storable, storableJson } from '@bakkum/api-contract/text';
import { countedBytes } from '@bakkum/blobs/counted-bytes';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';
import { CLAIMED_INPUTS, type ClaimedInput, claimedInputs, retryUntil, UPLOAD_IDS } from './inputs.ts';
import { markUnusedInputs, releaseInputsOf, removeMarkedInputs } from './removal.ts';
import { JOB_COLUMNS, type JobRow, jobRows, type KeptWarning } from './rows.ts';
import { type Conversions, RETRY_MS } from './service.ts';
import { announceChanges, announceJob, announceWaiting, CHANGE_COLUMNS } from './signals.ts';
import { archivedBytes, hasRoomForResults, type StorageLimits, storageLimits } from './storage.ts';
import { recordEndMessage } from './webhooks.ts';
import { HEARD_OF_MS } from './workers.ts';

/** A worker without a heartbeat for this long counts as dead. */
export const LEASE_MS = 15_000;
/** Number of workers that may crash on a job. */
export const MAX_ATTEMPTS = 3;
/** A job waiting this long may have missed its announcement. */
const UNHEARD_MS = 10_000;
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

export type ClaimedJob = JobRow & {
  /** Its files, in order. */
  readonly inputs: readonly [ClaimedInput, ...ClaimedInput[]];
  /** Slots of all workers when it was claimed. */
  readonly slots: number;
  /** Whether other jobs waited when it was claimed. */
  readonly othersWait: boolean;
};

/** A job that waited this long has priority over new ones in any round, once in this time for each source. */
const PATIENCE_MS = 600_000;
/** How often a job may go back to the queue on a machine that converts one file at a time. */
const MAX_YIELDS = 3;

/**
 * Running jobs by source, and the slots of all workers. A source is an account with a paid plan, or the network address of free accounts
 * and of visitors without an account.
 * `$1`: since when a worker counts as present.
 * @param condition which running jobs count
 */
const loadWhere = (
  condition: string,
): string => `slots as (select coalesce(sum(at_once), 0)::int as total from conversions.workers where seen_at >= $1),
  busy as (select coalesce(place, network, owner) as source, count(*)::int as jobs from conversions.jobs
    where state = 'processing' and ${condition} group by 1),
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
  return (await claimJobs(parts, { most: 1, slots: 1 })).jobs[0];
}

export type ClaimedJobs = {
  readonly jobs: readonly ClaimedJob[];
  /** Whether a worker with free slots should claim again. It claims one job at a time, so that other workers get a turn. */
  readonly mayBeMore: boolean;
  /** Whether jobs still wait, some of which may start when another ends. */
  readonly othersWait: boolean;
};

export type ClaimLimits = {
  readonly most: number;
  /** Jobs that this worker converts at the same time. */
  readonly slots: number;
  /** Jobs of this worker that no longer occupy a slot, because only their results are left to be stored. */
  readonly converted?: readonly Claim[];
};

/**
 * Claims up to `most` jobs in one transaction, each as `claimJob` does. One at a time if there are other workers, which would otherwise
 * have nothing to do.
 */
export async function claimJobs(parts: Conversions, { most, slots, converted = [] }: ClaimLimits): Promise<ClaimedJobs> {
  const claim = async (sql: Sql): Promise<ClaimedJobs> => {
    // One claim at a time, so that owners stay within their limit.
    await sql.query(`select pg_advisory_xact_lock(${CLAIM_LOCK})`);
    const jobs: ClaimedJob[] = [];
    while (jobs.length < most) {
      // A transaction that locks jobs in another order could wait for the first claim while a further claim waits for it.
      const job = await claimNext(parts, sql, converted, jobs.length === 0 ? CLAIM : CLAIM_UNLOCKED);
      if (!job) return { jobs, mayBeMore: false, othersWait: await jobsWait(sql) };
      jobs.push(job);
      if (!job.othersWait) break;
      if (job.slots > slots) return { jobs, mayBeMore: true, othersWait: true };
    }
    return { jobs, mayBeMore: false, othersWait: jobs.at(-1)?.othersWait ?? true };
  };
  // Waits for the disk: a claim that a crash of the database loses would be followed by another under the same fence.
  return parts.database.transaction(claim);
}

async function jobsWait(sql: Sql): Promise<boolean> {
  return (await sql.query("select from conversions.jobs where state = 'queued' limit 1")).length > 0;
}

async function claimNext(
  parts: Conversions,
  sql: Sql,
  converted: readonly Claim[],
  statement: string,
): Promise<ClaimedJob | undefined> {
  const now = parts.now();
  const [row] = await sql.query(statement, [
    ...[HEARD_OF_MS, PATIENCE_MS, SERVED_MS].map((ms) => new Date(now.getTime() - ms)),
    now,
    new Date(now.getTime() + LEASE_MS),
    converted.map(({ id }) => id),
    converted.map(({ fence }) => fence),
  ]);
  if (!row) return undefined;
  const [job] = jobRows([row]);
  if (!job) throw new Error('a claimed job did not come back');
  announceJob(parts, sql, job);
  const { slots, others_wait: othersWait, inputs } = claimedRow.parse(row);
  return { ...job, inputs: claimedInputs(inputs), slots, othersWait };
}

const claimedRow = z.object({ slots: z.number(), others_wait: z.boolean(), inputs: z.unknown() });

const CLAIM = `with ${loadWhere('(id, fence) not in (select * from unnest($6::uuid[], $7::int[]))')},
  next as (
    select j.id, coalesce(j.place, j.network, j.owner) as source, slots.total from conversions.jobs j cross join slots cross join used
    left join busy on busy.source = coalesce(j.place, j.network, j.owner)
    left join conversions.turns served on served.source = coalesce(j.place, j.network, j.owner)
      and served.at > case when j.round > 0 then $2::timestamptz else $3::timestamptz end
    where j.state = 'queued' and coalesce(busy.jobs, 0) < j.at_once
      and (slots.total < 2 or used.jobs + 1 < slots.total or (busy.jobs is null and (j.round = 0 or j.queued_at < $2)))
    order by case when j.queued_at < $2 then 0 else j.round end, coalesce(busy.jobs, 0), served.at nulls first, j.queued_at, j.id
    limit 1 for update of j),
  turn as (
    insert into conversions.turns (source, at) select source, $4::timestamptz from next
    on conflict (source) do update set at = excluded.at)
  update conversions.jobs claimed set state = 'processing', fence = fence + 1, attempts = attempts + 1, revision = revision + 1,
    progress = null, started_at = coalesce(started_at, $4::timestamptz), lease_until = $5
  from next where claimed.id = next.id
  returning ${JOB_COLUMNS.replaceAll(/\w+/g, 'claimed.$&')}, next.total as slots, ${CLAIMED_INPUTS} as inputs,
    exists (select from conversions.jobs o where o.state = 'queued' and o.id <> next.id) as others_wait`;

/** The same without waiting for jobs that others are changing. */
const CLAIM_UNLOCKED = CLAIM.replace('for update of j', 'for update of j skip locked');

/** Deletes the turns that no longer decide the order of claims. Skips those that a claim is renewing. */
export async function forgetTurns(sql: Sql, now: Date): Promise<void> {
  const old = 'select source from conversions.turns where at <= $1 for update skip locked';
  await sql.query(`delete from conversions.turns where source in (${old})`, [new Date(now.getTime() - SERVED_MS)]);
}

async function endAsLost(parts: Conversions, sql: Sql, id: string): Promise<void> {
  const now = parts.now();
  const rows = await sql.query(
    `update conversions.jobs set state = 'error', error_code = 'worker-lost', fence = fence + 1, revision = revision + 1,
       lease_until = null, progress = null, ended_at = $2, retry_until = ${retryUntil('$3')}
     where id = $1 and state = 'processing' returning ${CHANGE_COLUMNS}`,
    [id, now, new Date(now.getTime() + RETRY_MS)],
  );
  announceChanges(parts, sql, rows);
  await recordEndMessage(parts, sql, id);
}

/** A running job, with progress in percent if known. */
export type Heartbeat = Claim & { readonly progress?: number | undefined };

const beatRow = z.object({ id: z.string(), fence: z.number(), revision: z.number(), changed: z.boolean() });

/**
 * Renews the leases of a worker's jobs and records their progress, in one statement, which locks them in the order of README.md. Returns those that are no longer this worker's under
 * their fence: cancelled, deleted, ended, or claimed again, which the same worker may have done.
 */
export async function sendHeartbeats<Beat extends Heartbeat>(
  parts: Conversions,
  beats: readonly Beat[],
): Promise<readonly Beat[]> {
  const rows = await parts.database.run(
    `with held as (
       select j.id, b.progress, b.progress is not null and b.progress is distinct from j.progress as changed
       from conversions.jobs j join unnest($1::uuid[], $2::int[], $3::int[]) as b (id, fence, progress) on b.id = j.id and b.fence = j.fence
       where j.state = 'processing' order by j.id for update of j)
     update conversions.jobs j set lease_until = $4, progress = coalesce(held.progress, j.progress),
       revision = j.revision + held.changed::int
     from held where j.id = held.id
     returning j.id, j.fence, j.revision, held.changed`,
    [
      beats.map(({ id }) => id),
      beats.map(({ fence }) => fence),
      beats.map(({ progress }) => progress ?? null),
      new Date(parts.now().getTime() + LEASE_MS),
    ],
    // Repeated within seconds, so there is no need to wait for the disk.
    { safely: false },
  );
  const held = z.array(beatRow).parse(rows);
  for (const { id, revision, changed } of held) if (changed) parts.signals.announceChange({ id, revision, ended: false });
  return beats.filter((beat) => !held.some(({ id, fence }) => id === beat.id && fence === beat.fence));
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

/** A result that does not fit into its owner's archive gets the usual retention. */
async function leaveArchive(
  sql: Sql,
  { owner, storage, archive_bytes: most }: StorageLimits,
  { id, bytes: added }: { readonly id: string; readonly bytes: number },
): Promise<void> {
  if (storage !== 'archive') return;
  // One end per owner at a time, so that two results do not use the same room.
  await sql.query("select pg_advisory_xact_lock(hashtextextended('archive:' || $1, 0))", [owner]);
  if (added + (await archivedBytes(sql, owner)) <= most) return;
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
  const { id } = claim;
  const now = parts.now();
  const bytes = result.outputs.reduce((sum, output) => sum + countedBytes(output.bytes), 0);
  const ended = await parts.database.transaction(async (sql) => {
    const limits = await storageLimits(sql, claim);
    if (!limits) return 'lost';
    if (!(await hasRoomForResults(sql, limits, { id, bytes, now, freeBytes: parts.freeBytes }))) return 'full';
    await leaveArchive(sql, limits, { id, bytes });
    const [row] = await sql.query(FINISH, finishValues(claim, result, now));
    if (!row) return 'lost';
    const { upload_ids: uploadIds, has_webhook: hasWebhook } = endedRow.parse(row);
    announceChanges(parts, sql, [row]);
    if (hasWebhook) await recordEndMessage(parts, sql, id);
    return markUnusedInputs(parts, sql, uploadIds);
  });
  if (typeof ended === 'string') return ended;
  await removeMarkedInputs(parts, ended);
  return 'done';
}

const FINISH = `with finished as (
    update conversions.jobs set state = 'completed', revision = revision + 1, lease_until = null, progress = 100, ended_at = $3::timestamptz,
      expires_at = case storage when 'archive' then null
        else $3::timestamptz + make_interval(secs => ($7::jsonb ->> retention)::int) end, warnings = $4, fidelity = $5, route = $6
    where id = $1 and fence = $2 and state = 'processing'
    returning ${UPLOAD_IDS} as upload_ids, webhook_url is not null as has_webhook, ${CHANGE_COLUMNS}),
  results as (
    insert into conversions.outputs (job_id, index, name, media_type, bytes, key)
    select finished.id, o.place - 1, o.name, o.media_type, o.bytes, o.key
    from finished, unnest($8::text[], $9::text[], $10::bigint[], $11::text[]) with ordinality as o (name, media_type, bytes, key, place))
  select * from finished`;

function finishValues({ id, fence }: Claim, { outputs, warnings, fidelity, route }: Result, now: Date): readonly unknown[] {
  return [
    ...[id, fence, now, storableJson(warnings), fidelity, route, JSON.stringify(RETENTION_SECONDS)],
    outputs.map(({ name }) => storable(name)),
    outputs.map(({ mediaType }) => mediaType),
    outputs.map(({ bytes }) => bytes),
    outputs.map(({ key }) => key),
  ];
}

const endedRow = z.object({ upload_ids: z.array(z.string()), has_webhook: z.boolean() });

export type Failure = {
  readonly code: string;
  readonly detail: string;
  /** Index of the file that failed, if known. */
  readonly input?: number;
};

/** Ends a job with an error. False when it is no longer this worker's. */
export async function failJob(parts: Conversions, { id, fence }: Claim, { code, detail, input }: Failure): Promise<boolean> {
  const now = parts.now();
  const ended = await parts.database.transaction(async (sql) => {
    const [row] = await sql.query(
      `update conversions.jobs set state = 'error', revision = revision + 1, lease_until = null, progress = null, ended_at = $3,
       retry_until = ${retryUntil('$4')}, error_code = $5, error_detail = left($6, 2000), error_input = $7
     where id = $1 and fence = $2 and state = 'processing' returning ${UPLOAD_IDS} as upload_ids, webhook_url is not null as has_webhook, ${CHANGE_COLUMNS}`,
      [id, fence, now, MAY_PASS.has(code) ? new Date(now.getTime() + RETRY_MS) : null, code, storable(detail), input ?? null],
    );
    if (!row) return undefined;
    const { upload_ids: uploadIds, has_webhook: hasWebhook } = endedRow.parse(row);
    announceChanges(parts, sql, [row]);
    if (hasWebhook) await recordEndMessage(parts, sql, id);
    return markUnusedInputs(parts, sql, uploadIds);
  });
  if (!ended) return false;
  await removeMarkedInputs(parts, ended);
  return true;
}

/** Requeues a job because this process stops or lacks memory for it. The attempt does not count. */
export async function requeueJob(parts: Conversions, { id, fence }: Claim): Promise<void> {
  await parts.database.transaction(async (sql) => {
    const rows = await sql.query(
      `update conversions.jobs set state = 'queued', fence = fence + 1, attempts = attempts - 1, revision = revision + 1,
         lease_until = null, progress = null
       where id = $1 and fence = $2 and state = 'processing' returning ${CHANGE_COLUMNS}`,
      [id, fence],
    );
    if (rows.length === 0) return;
    announceChanges(parts, sql, rows);
    announceWaiting(parts, sql);
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
      `with ${loadWhere('true')}
       update conversions.jobs j set state = 'queued', fence = fence + 1, attempts = attempts - 1, revision = revision + 1,
         round = round + 1, queued_at = $4, lease_until = null, progress = null
       from slots, used
       where j.id = $2 and j.fence = $3 and j.state = 'processing' and used.jobs >= slots.total
         and (j.round < case when slots.total < 2 then ${MAX_YIELDS} else 1 end
           or slots.total > 1 and not exists (select from conversions.jobs r where r.state = 'processing' and r.round = 0))
         and exists (select from conversions.jobs w left join busy on busy.source = coalesce(w.place, w.network, w.owner)
           where w.state = 'queued' and w.round = 0 and busy.jobs is null)
       returning j.id, j.revision, false as ended`,
      [new Date(now.getTime() - HEARD_OF_MS), id, fence, now],
    );
    if (rows.length === 0) return false;
    announceChanges(parts, sql, rows);
    announceWaiting(parts, sql);
    return true;
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
  if (needed) await rescueNow(parts, now);
  return open;
}

async function rescueNow(parts: Conversions, now: Date): Promise<void> {
  const ended = await parts.database.transaction(async (sql) => {
    const rows = await sql.query(
      "select id, attempts from conversions.jobs where state = 'processing' and lease_until < $1 order by id for update skip locked",
      [now],
    );
    const lost = jobIds.parse(rows);
    for (const { id, attempts } of lost) {
      if (attempts >= MAX_ATTEMPTS) await endAsLost(parts, sql, id);
      else await requeueLost(parts, sql, id);
    }
    announceWaiting(parts, sql);
    return lost.filter(({ attempts }) => attempts >= MAX_ATTEMPTS);
  });
  // Of those that can't be retried.
  for (const { id } of ended) await releaseInputsOf(parts, id);
}

async function requeueLost(parts: Conversions, sql: Sql, id: string): Promise<void> {
  const rows = await sql.query(
    `update conversions.jobs set state = 'queued', fence = fence + 1, revision = revision + 1, lease_until = null, progress = null where id = $1
     returning ${CHANGE_COLUMNS}`,
    [id],
  );
  announceChanges(parts, sql, rows);
}
