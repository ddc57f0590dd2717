import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BlobStore } from '@bakkum/blobs/blob-store';
import { MIN_FILE_BYTES } from '@bakkum/blobs/counted-bytes';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { StoreRefused } from '@bakkum/blobs/s3-store';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { watchJobs } from './changes.ts';
import { expectedEnds, FIRST_DURATION_MS } from './estimates.ts';
import {
  cancelJob,
  deleteJob,
  FREE_OPEN_JOBS_PER_ADDRESS,
  findJob,
  listJobs,
  type Order,
  type Ordered,
  openJobs,
  orderJob,
  refusedBeforeFiles,
  retryJob,
} from './jobs.ts';
import { CONVERSIONS_MIGRATIONS } from './migrations.ts';
import { discardUpload, flushRemovals } from './removal.ts';
import { conversionReport, ownedJobs, RECENT_DAYS, recentWork } from './report.ts';
import { countRequest, requestsLeft } from './requests.ts';
import { type JobRow, outputListsOf, outputsOf } from './rows.ts';
import { type Conversions, INPUT_PREFIX, keyWithTime, OUTPUT_PREFIX, type Owner, personOwner, visitorOwner } from './service.ts';
import { archivedBytes, ownedBytes, storedBytes } from './storage.ts';
import { deleteOwnerData, scanOrphans, sweep } from './sweep.ts';
import { silentSignals } from './test-conversions.ts';
import { adopt } from './uploads/adoption.ts';
import { receive } from './uploads/receive.ts';
import { segmentsOf } from './uploads/segments.ts';
import { completeUpload, findUpload, openUpload } from './uploads/uploads.ts';
import {
  type Claim,
  type ClaimedJob,
  claimJob,
  failJob,
  finishJob,
  LEASE_MS,
  MAX_ATTEMPTS,
  requeueJob,
  rescueJobs,
  sendHeartbeats,
} from './work.ts';
import { registerWorker, unregisterWorker } from './workers.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-jobs-'));
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let database: TestDatabase;
let parts: Conversions;
let time: Date;
/** How often waiting jobs were announced. */
let woken: number;
let problems: string[];
let owner: Owner;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CONVERSIONS_MIGRATIONS]);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.query('delete from conversions.jobs');
  time = new Date('2026-12-01T09:00:00Z');
  woken = 0;
  problems = [];
  owner = personOwner(randomUUID());
  parts = {
    database,
    blobs: createDiskStore(folder),
    signals: silentSignals({ announceWaiting: () => void (woken += 1) }),
    wakeDeliveries: async () => undefined,
    now: () => time,
    onProblem: ({ event }) => void problems.push(event),
  };
});

const later = (milliseconds: number) => {
  time = new Date(time.getTime() + milliseconds);
};

/** A store that fails to remove the matching keys. */
function refusing(store: BlobStore, keeps: (key: string) => boolean): BlobStore['remove'] {
  return (key) => (keeps(key) ? Promise.reject(new Error('the store refuses')) : store.remove(key));
}

async function uploaded(whose = owner): Promise<string> {
  const upload = await openUpload(parts, { owner: whose, name: 'photo.png', source: 'form', storedBytes: 1e9 });
  if (typeof upload === 'string') throw new Error('no room');
  const { sha256 } = await receive(parts, { upload, body: [randomBytes(100)].values() as never, mostBytes: 1000 });
  await completeUpload(parts, upload.id, upload.writer, { format: 'png', sha256 });
  return upload.id;
}

const LIMITS = { openJobs: 50, atOnce: 2, minutes: 10, archivedBytes: 1e6 };

async function orderOf(changes: Partial<Order> = {}): Promise<Order> {
  const whose = changes.owner ?? owner;
  return {
    owner: whose,
    uploadId: changes.uploadId ?? (await uploaded(whose)),
    targetFormat: 'jpeg',
    options: { quality: 'high', password: 'secret' },
    secrets: ['password'],
    retention: '24h',
    storage: 'temporary',
    backup: false,
    limits: LIMITS,
    ...changes,
  };
}

function taken(ordered: Ordered): JobRow {
  if (ordered.outcome !== 'taken') throw new Error(ordered.outcome);
  return ordered.job;
}

const ordered = async (changes: Partial<Order> = {}) => taken(await orderJob(parts, await orderOf(changes)));
const stateOf = async ({ id }: Pick<JobRow, 'id'>) => (await findJob(database, owner, id))?.state;

async function claimed(): Promise<ClaimedJob> {
  const job = await claimJob(parts);
  if (!job) throw new Error('nothing to claim');
  return job;
}

/** Sends a heartbeat; false if the job is no longer this worker's. */
async function holds({ id, fence }: JobRow, progress?: number): Promise<boolean> {
  return (await sendHeartbeats(parts, [{ id, fence, progress }])).length === 0;
}

async function waitForLock(): Promise<void> {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(() => database.query(waiting)).toHaveLength(1);
}

/** Claims the job again after its worker has disappeared. */
async function claimedAfterDeath(): Promise<JobRow> {
  later(LEASE_MS + 1);
  await rescueJobs(parts);
  return claimed();
}

async function resultOf({ id, fence }: Pick<JobRow, 'id' | 'fence'>) {
  const key = keyWithTime(`${OUTPUT_PREFIX}${id}/${fence}-0`, time);
  await parts.blobs.put(key, Buffer.from('made'), 4);
  return {
    outputs: [{ name: 'photo.jpg', mediaType: 'image/jpeg', bytes: 4, key }],
    warnings: [],
    fidelity: 'lossy',
    route: 'png -> jpeg',
  };
}

const finished = async (job: JobRow) => finishJob(parts, job, await resultOf(job));

it('waits, runs and ends with its result, and its input is removed', async () => {
  const job = await ordered();
  expect([job.state, woken]).toEqual(['queued', 1]);
  const claim = await claimed();
  expect(claim).toMatchObject({
    id: job.id,
    state: 'processing',
    attempts: 1,
    name: 'photo.png',
    options: { password: 'secret' },
  });
  expect(await holds(claim, 40)).toBe(true);
  expect(await findJob(database, owner, job.id)).toMatchObject({ progress: 40 });
  expect(await finished(claim)).toBe('done');
  const done = await findJob(database, owner, job.id);
  expect(done).toMatchObject({ state: 'completed', progress: 100, fidelity: 'lossy', options: { quality: 'high' } });
  expect(done?.options).not.toHaveProperty('password');
  expect(done?.expires_at).toEqual(new Date(time.getTime() + DAY_MS));
  expect(await outputsOf(database, [job.id])).toMatchObject([{ name: 'photo.jpg', bytes: 4 }]);
  expect(await findUpload(database, owner, job.upload_id)).toMatchObject({ removed_at: time });
});

it('is created once however often the same request arrives in parallel', async () => {
  const order = await orderOf({ idempotency: { key: 'order-1', hash: 'same' } });
  const answers = await Promise.all(Array.from({ length: 20 }, () => orderJob(parts, order)));
  expect(new Set(answers.map((answer) => taken(answer).id)).size).toBe(1);
  expect(answers.filter((answer) => answer.outcome === 'taken' && answer.isNew)).toHaveLength(1);
  expect(woken).toBe(1);
  expect(await orderJob(parts, { ...order, idempotency: { key: 'order-1', hash: 'other' } })).toEqual({ outcome: 'conflict' });
});

it('is created together with its file, or neither', async () => {
  const newFile = (storedBytes: number) => {
    const id = randomUUID();
    const piece = { bytes: 5000, key: `${INPUT_PREFIX}${id}`, format: 'png', sha256: 'hash' };
    const given = { owner, name: 'photo.png', source: 'form', storedBytes } as const;
    return { uploadId: id, newUpload: { given, id, piece } };
  };
  const file = newFile(8000);
  const job = taken(await orderJob(parts, await orderOf(file)));
  expect(job).toMatchObject({ upload_id: file.uploadId, input_bytes: 5000, source_format: 'png' });
  expect(await findUpload(database, owner, file.uploadId)).toMatchObject({ size: 5000, completed_at: time, sha256: 'hash' });
  expect(await segmentsOf(database, file.uploadId)).toMatchObject([{ first: 0, bytes: 5000, key: file.newUpload.piece.key }]);
  const second = newFile(8000);
  expect(await orderJob(parts, await orderOf(second))).toEqual({ outcome: 'no-room', limit: 'full' });
  const third = newFile(1e6);
  expect(await orderJob(parts, await orderOf({ ...third, limits: { ...LIMITS, openJobs: 1 } }))).toEqual({ outcome: 'busy' });
  for (const { uploadId } of [second, third]) expect(await findUpload(database, owner, uploadId)).toBeUndefined();
});

it('is not created again under its key after being deleted', async () => {
  const order = await orderOf({ idempotency: { key: 'order-3', hash: 'same' } });
  const job = taken(await orderJob(parts, order));
  await deleteJob(parts, owner, job.id);
  expect(await orderJob(parts, order)).toEqual({ outcome: 'gone' });
  expect(await orderJob(parts, { ...order, idempotency: { key: 'order-3', hash: 'other' } })).toEqual({ outcome: 'conflict' });
});

it('is found by its key long after its input is gone', async () => {
  const order = await orderOf({ idempotency: { key: 'order-2', hash: 'same' } });
  const job = taken(await orderJob(parts, order));
  await finished(await claimed());
  expect(taken(await orderJob(parts, order)).id).toBe(job.id);
});

it('is refused beyond the limit of open jobs, even in parallel', async () => {
  const uploadId = await uploaded();
  const order = await orderOf({ uploadId, limits: { ...LIMITS, openJobs: 3 } });
  const answers = await Promise.all(Array.from({ length: 12 }, () => orderJob(parts, order)));
  expect(answers.filter(({ outcome }) => outcome === 'taken')).toHaveLength(3);
  expect(answers.filter(({ outcome }) => outcome === 'busy')).toHaveLength(9);
  expect(await openJobs(database, owner)).toBe(3);
});

it('is refused beyond the limit of open jobs of all free accounts of one address', async () => {
  const network = randomUUID();
  const free = (): Owner => personOwner(randomUUID());
  const first = await ordered({ owner: free(), network });
  await database.query(
    `insert into conversions.jobs (id, owner, upload_id, name, source_format, target_format, options, input_bytes, retention, at_once,
       minutes, created_at, queued_at, storage, network)
     select gen_random_uuid(), 'person:' || gen_random_uuid(), upload_id, name, source_format, target_format, options, input_bytes, retention,
       at_once, minutes, created_at, queued_at, storage, network
     from conversions.jobs, generate_series(1, $2::int) where id = $1`,
    [first.id, FREE_OPEN_JOBS_PER_ADDRESS - 3],
  );
  const orders = await Promise.all(Array.from({ length: 6 }, () => orderOf({ owner: free(), network })));
  const answers = await Promise.all(orders.map((order) => orderJob(parts, order)));
  expect(answers.filter(({ outcome }) => outcome === 'taken')).toHaveLength(2);
  expect(answers.filter(({ outcome }) => outcome === 'busy')).toHaveLength(4);
  await cancelJob(parts, first.owner, first.id);
  expect((await ordered({ owner: free(), network })).state).toBe('queued');
  expect(await retryJob(parts, { owner: first.owner, id: first.id, openJobs: 50 })).toBe('busy');
  const visitor = visitorOwner(randomUUID());
  await ordered({ owner: visitor, place: randomUUID() });
  expect(await adopt(database, visitor, free(), { openJobs: 50, storedBytes: 1e9, network })).toBe(false);
  expect((await ordered({ owner: free(), network: randomUUID() })).state).toBe('queued');
  expect((await ordered({ owner: free() })).state).toBe('queued');
});

it('is retried within the limit of its address, also by several visitors in parallel', async () => {
  const place = randomUUID();
  const visitors = Array.from({ length: 12 }, () => visitorOwner(randomUUID()));
  const failed: { owner: string; id: string }[] = [];
  for (const whose of visitors) {
    const { id } = await ordered({ owner: whose, place });
    await cancelJob(parts, whose, id);
    failed.push({ owner: whose, id });
  }
  const answers = await Promise.all(failed.map((job) => retryJob(parts, { ...job, openJobs: 3 })));
  expect(answers.filter((answer) => answer === 'busy')).toHaveLength(9);
  expect(await openJobs(database, place)).toBe(3);
});

it('needs a complete upload of the same owner that still exists', async () => {
  const open = await openUpload(parts, { owner, name: 'a', source: 'resumable', storedBytes: 1e9 });
  if (typeof open === 'string') throw new Error('no room');
  expect(await orderJob(parts, await orderOf({ uploadId: open.id }))).toEqual({ outcome: 'incomplete' });
  const others = await uploaded(personOwner(randomUUID()));
  expect(await orderJob(parts, await orderOf({ uploadId: others }))).toEqual({ outcome: 'not-found' });
  const job = await ordered();
  await finished(await claimed());
  expect(await orderJob(parts, await orderOf({ uploadId: job.upload_id }))).toEqual({ outcome: 'gone' });
});

it("is claimed once, within the owner's limit of running jobs", async () => {
  for (let count = 0; count < 6; count += 1) await ordered();
  const claims = (await Promise.all(Array.from({ length: 10 }, () => claimJob(parts)))).filter((job) => job !== undefined);
  expect(claims).toHaveLength(2);
  expect(new Set(claims.map(({ id }) => id)).size).toBe(2);
  await Promise.all(claims.map(finished));
  const next = (await Promise.all(Array.from({ length: 10 }, () => claimJob(parts)))).filter((job) => job !== undefined);
  expect(next).toHaveLength(2);
});

it("does not wait for another owner's whole batch", async () => {
  const batch = personOwner(randomUUID());
  for (let count = 0; count < 5; count += 1) await ordered({ owner: batch });
  expect((await claimed()).owner).toBe(batch);
  later(1000);
  await ordered();
  expect((await claimed()).owner).toBe(owner);
});

it('ends once, and only by the worker that holds its claim', async () => {
  const job = await ordered();
  const stale = await claimed();
  const current = await claimedAfterDeath();
  expect(current.fence).toBeGreaterThan(stale.fence);
  expect(await holds(stale, 10)).toBe(false);
  expect(await finished(stale)).toBe('lost');
  expect(await failJob(parts, stale, { code: 'crashed', detail: '' })).toBe(false);
  const ends = await Promise.all([
    finished(current),
    finished(current),
    failJob(parts, current, { code: 'crashed', detail: '' }),
  ]);
  expect(ends.filter((end) => end === 'done' || end === true)).toHaveLength(1);
  expect(await outputsOf(database, [job.id])).toHaveLength((await stateOf(job)) === 'completed' ? 1 : 0);
});

it('is lost for a superseded claim, also when the same worker holds the new one', async () => {
  await ordered();
  const beats = [await claimed(), await claimedAfterDeath()].map(({ id, fence }) => ({ id, fence }));
  expect(await sendHeartbeats(parts, beats)).toEqual([beats[0]]);
  expect(await sendHeartbeats(parts, beats.toReversed())).toEqual([beats[0]]);
});

it('is locked in the order of ids by heartbeats, so that others who lock several do not wait in a circle', async () => {
  const beats: Claim[] = [];
  for (let count = 0; count < 8; count += 1) {
    await ordered({ limits: { ...LIMITS, atOnce: 8 } });
    const { id, fence } = await claimed();
    beats.push({ id, fence });
  }
  const sorted = beats.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  // Stores the rows in the opposite order.
  for (const { id } of sorted.toReversed()) await database.query('update conversions.jobs set progress = 0 where id = $1', [id]);
  const lock = 'select from conversions.jobs where id = $1 for update';
  for (const given of [sorted, sorted.toReversed()]) {
    let beating: Promise<unknown> | undefined;
    await database.transaction(async (sql) => {
      for (const [index, { id }] of sorted.entries()) {
        await sql.query(lock, [id]);
        if (index > 0) continue;
        beating = sendHeartbeats(parts, given);
        await waitForLock();
      }
    });
    expect(await beating).toEqual([]);
  }
});

it('fails after its worker crashed three times', async () => {
  const job = await ordered();
  await claimed();
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) await claimedAfterDeath();
  later(LEASE_MS + 1);
  await rescueJobs(parts);
  expect(await claimJob(parts)).toBeUndefined();
  expect(await findJob(database, owner, job.id)).toMatchObject({ state: 'error', error_code: 'worker-lost' });
});

it('is requeued when its worker falls silent', async () => {
  const job = await ordered();
  const claim = await claimed();
  later(LEASE_MS - 1);
  await holds(claim);
  later(LEASE_MS - 1);
  await rescueJobs(parts);
  expect(await stateOf(job)).toBe('processing');
  later(2);
  woken = 0;
  await rescueJobs(parts);
  expect([await stateOf(job), woken]).toEqual(['queued', 1]);
  expect(await finished(claim)).toBe('lost');
});

it('is requeued without counting the attempt when a process stops', async () => {
  const job = await ordered();
  await requeueJob(parts, await claimed());
  expect(await findJob(database, owner, job.id)).toMatchObject({ state: 'queued', attempts: 0 });
});

it('is cancelled at once, whether queued or running', async () => {
  const job = await ordered();
  const claim = await claimed();
  const waiting = await ordered();
  expect(await cancelJob(parts, owner, job.id)).toMatchObject({ state: 'cancelled' });
  expect(await cancelJob(parts, owner, waiting.id)).toMatchObject({ state: 'cancelled' });
  expect(await holds(claim)).toBe(false);
  expect(await finished(claim)).toBe('lost');
  expect(await cancelJob(parts, owner, job.id)).toBeUndefined();
  expect(await cancelJob(parts, personOwner('other'), waiting.id)).toBeUndefined();
});

it('can be retried while its input exists, with its password', async () => {
  const job = await ordered();
  await failJob(parts, await claimed(), { code: 'crashed', detail: 'worker' });
  expect(await findJob(database, owner, job.id)).toMatchObject({ state: 'error', error_code: 'crashed' });
  const again = { owner, id: job.id, openJobs: 50 };
  expect(await retryJob(parts, { ...again, openJobs: 0 })).toBe('busy');
  expect(await retryJob(parts, again)).toMatchObject({ state: 'queued', error_code: null, options: { password: 'secret' } });
  expect(await retryJob(parts, again)).toBe('not-possible');
  await cancelJob(parts, owner, job.id);
  later(HOUR_MS + 1);
  expect(await retryJob(parts, again)).toBe('not-possible');
  await sweep(parts);
  expect(await findUpload(database, owner, job.upload_id)).toMatchObject({ removed_at: time });
  expect((await findJob(database, owner, job.id))?.options).toEqual({ quality: 'high' });
});

it('deletes the rows of its input before the database closes, and leaves nothing to a timer', async () => {
  const job = await ordered();
  const claim = await claimed();
  const statements = vi.fn(database.run);
  parts = { ...parts, database: { ...database, run: statements } };
  const rows = () => database.query('select key from conversions.segments where upload_id = $1', [job.upload_id]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await finished(claim);
    expect(await rows()).toHaveLength(1);
    await flushRemovals(parts);
    expect([await rows(), statements.mock.calls.length]).toEqual([[], 1]);
    vi.advanceTimersByTime(5000);
    await flushRemovals(parts);
    expect(statements).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

it('deletes its options with its results, since they may contain texts of the file', async () => {
  const job = await ordered();
  await finished(await claimed());
  expect((await findJob(database, owner, job.id))?.options).toEqual({ quality: 'high' });
  later(DAY_MS + 1);
  await sweep(parts);
  const expired = await findJob(database, owner, job.id);
  expect([expired?.state, expired?.options]).toEqual(['expired', {}]);
});

it('deletes its options a day after it failed', async () => {
  const job = await ordered();
  await failJob(parts, await claimed(), { code: 'crashed', detail: 'worker' });
  later(HOUR_MS + 1);
  await sweep(parts);
  expect((await findJob(database, owner, job.id))?.options).toEqual({ quality: 'high' });
  later(DAY_MS);
  await sweep(parts);
  expect((await findJob(database, owner, job.id))?.options).toEqual({});
});

it('releases the input when a retry could not succeed', async () => {
  const job = await ordered();
  await failJob(parts, await claimed(), { code: 'corrupt', detail: '' });
  expect(await findJob(database, owner, job.id)).toMatchObject({ retry_until: null });
  expect(await findUpload(database, owner, job.upload_id)).toMatchObject({ removed_at: time });
});

it.each([
  ['well', async (job: JobRow) => (await finished(job)) === 'done', 'completed'],
  ['badly', (job: JobRow) => failJob(parts, job, { code: 'corrupt', detail: '' }), 'error'],
])('ends as %s even if its input cannot be removed, and the sweeper removes it later', async (_how, end, state) => {
  const job = await ordered();
  const claim = await claimed();
  const store = parts.blobs;
  parts = { ...parts, blobs: { ...store, remove: refusing(store, (key) => key.startsWith(INPUT_PREFIX)) } };
  expect([await end(claim), await stateOf(job), problems]).toEqual([true, state, ['conversion-input-left']]);
  parts = { ...parts, blobs: store };
  later(60_000);
  await sweep(parts);
  expect(await database.query('select from conversions.segments where upload_id = $1', [job.upload_id])).toEqual([]);
});

it('shares an upload with another job until both have ended', async () => {
  const first = await ordered();
  later(1000);
  const second = await ordered({ uploadId: first.upload_id, targetFormat: 'webp' });
  await finished(await claimed());
  expect(await findUpload(database, owner, first.upload_id)).toMatchObject({ removed_at: null });
  expect((await claimed()).id).toBe(second.id);
});

describe('with several files', () => {
  const several = async (operation: Order['operation'], count = 3) => {
    const [first = '', ...rest] = await Promise.all(Array.from({ length: count }, () => uploaded()));
    return { ids: [first, ...rest], job: await ordered({ uploadId: first, furtherUploadIds: rest, operation }) };
  };
  const removed = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => findUpload(database, owner, id)))).map((upload) => upload?.removed_at !== null);
  const optionsOf = async ({ id }: JobRow) =>
    (await database.query('select options from conversions.jobs where id = $1', [id]))[0];

  it('gives them to the worker in order, and removes all at its end', async () => {
    const { ids, job } = await several('combine');
    expect(job).toMatchObject({ operation: 'combine', input_count: 3, input_bytes: 300 });
    const { inputs } = await claimed();
    expect(inputs.map(({ format, bytes }) => [format, bytes])).toEqual(ids.map(() => ['png', 100]));
    const firstKeys = await database.query('select key from conversions.segments where upload_id = any($1::uuid[])', [ids]);
    expect(new Set(inputs.flatMap(({ segments }) => segments.map(({ key }) => key))).size).toBe(firstKeys.length);
    await finished(await findClaim(job));
    expect(await removed(ids)).toEqual([true, true, true]);
  });

  it('keeps each while another job needs it', async () => {
    const { ids, job } = await several('combine');
    later(1000);
    await ordered({ uploadId: ids[2] ?? '', targetFormat: 'webp' });
    const claim = await claimed();
    expect(claim.id).toBe(job.id);
    await finished(claim);
    expect(await removed(ids)).toEqual([true, true, false]);
    await sweep(parts);
    expect(await removed(ids)).toEqual([true, true, false]);
  });

  it('keeps only the first as proof a day after its end', async () => {
    const { ids, job } = await several('combine');
    const unused = await uploaded();
    await finished(await claimed());
    later(DAY_MS);
    await sweep(parts);
    expect([await removed(ids), await removed([unused])]).toEqual([[true, true, true], [true]]);
    later(DAY_MS + 1);
    await sweep(parts);
    const left = await Promise.all([...ids, unused].map((id) => findUpload(database, owner, id)));
    expect(left.map((upload) => upload?.id)).toEqual([ids[0], undefined, undefined, undefined]);
    expect(await findJob(database, owner, job.id)).toMatchObject({ state: 'expired', input_count: 3 });
  });

  it('can be retried while all of them exist', async () => {
    const { ids, job } = await several('compare', 2);
    await cancelJob(parts, owner, job.id);
    later(DAY_MS / 24 / 2);
    await sweep(parts);
    expect(await removed(ids)).toEqual([false, false]);
    expect(await retryJob(parts, { owner, id: job.id, openJobs: 50 })).toMatchObject({ state: 'queued' });
    await cancelJob(parts, owner, job.id);
    expect(await discardUpload(parts, owner, ids[1] ?? '')).toBe('done');
    expect(await retryJob(parts, { owner, id: job.id, openJobs: 50 })).toBe('not-possible');
    await sweep(parts);
    expect(await removed(ids)).toEqual([true, true]);
  });

  it('is refused if one belongs to someone else or is gone', async () => {
    const [own, gone] = [await uploaded(), await uploaded()];
    const foreign = await uploaded(personOwner(randomUUID()));
    await discardUpload(parts, owner, gone);
    expect(await orderJob(parts, await orderOf({ uploadId: own, furtherUploadIds: [foreign] }))).toEqual({
      outcome: 'not-found',
    });
    expect(await orderJob(parts, await orderOf({ uploadId: own, furtherUploadIds: [gone] }))).toEqual({ outcome: 'gone' });
    expect(await database.query('select from conversions.further_inputs')).toEqual([]);
  });

  it.each([
    ['fails', async (job: JobRow) => failJob(parts, await findClaim(job), { code: 'crashed', detail: '', input: 1 })],
    ['is canceled', (job: JobRow) => cancelJob(parts, owner, job.id)],
    ['is deleted', (job: JobRow) => deleteJob(parts, owner, job.id)],
    ['loses its workers', loseWorkers],
  ])('deletes a certificate and its password when the job %s', async (_how, end) => {
    const { ids, job } = await several('sign', 2);
    await end(job);
    expect([await removed(ids), await optionsOf(job)]).toEqual([
      [true, true],
      { options: expect.not.objectContaining({ password: 'secret' }) },
    ]);
    const [row] = await database.query('select ended_at, retry_until, secrets from conversions.jobs where id = $1', [job.id]);
    expect(row).toEqual({ ended_at: expect.any(Date), retry_until: null, secrets: [] });
  });

  async function findClaim(job: JobRow) {
    const row = await findJob(database, owner, job.id);
    return row?.state === 'processing' ? row : await claimed();
  }
  async function loseWorkers() {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      await claimed();
      later(LEASE_MS + 1000);
      await rescueJobs(parts);
    }
  }
});

it('expires with its result, reports that, and leaves a row as proof', async () => {
  const job = await ordered({ retention: '1h' });
  await finished(await claimed());
  const [output] = await outputsOf(database, [job.id]);
  later(HOUR_MS - 1);
  expect(await sweep(parts)).toMatchObject({ results: 0 });
  later(1);
  expect(await sweep(parts)).toMatchObject({ results: 1 });
  expect(await findJob(database, owner, job.id)).toMatchObject({ state: 'expired', name: '' });
  expect(await parts.blobs.get(output?.key ?? '')).toBeUndefined();
  const [proof] = await database.query('select name, removed_at from conversions.outputs where job_id = $1', [job.id]);
  expect(proof).toEqual({ name: '', removed_at: time });
  expect(await sweep(parts)).toMatchObject({ results: 0 });
  later(31 * DAY_MS);
  await sweep(parts);
  expect(await findJob(database, owner, job.id)).toBeUndefined();
});

it('expires even when a store fails to remove the files of another', async () => {
  const [stuck, other] = [await ordered(), await ordered()];
  for (const claim of [await claimed(), await claimed()]) await finished(claim);
  const unused = await uploaded();
  later(DAY_MS);
  const store = parts.blobs;
  parts = { ...parts, blobs: { ...store, remove: refusing(store, (key) => key.includes(stuck.id)) } };
  expect(await sweep(parts)).toMatchObject({ results: 1 });
  expect(problems).toEqual(['conversion-result-left']);
  expect((await outputsOf(database, [stuck.id, other.id])).map(({ job_id: id }) => id)).toEqual([stuck.id]);
  expect(await findUpload(database, owner, unused)).toMatchObject({ removed_at: time });
  parts = { ...parts, blobs: store };
  expect(await sweep(parts)).toMatchObject({ results: 1 });
  expect(await outputsOf(database, [stuck.id])).toEqual([]);
});

it('expires on time while a store does not answer, which is called only once', async () => {
  const jobs = [await ordered(), await ordered()];
  for (const claim of [await claimed(), await claimed()]) await finished(claim);
  const unused = await uploaded();
  later(DAY_MS);
  const store = parts.blobs;
  let asked = 0;
  const remove: BlobStore['remove'] = () => {
    asked += 1;
    return Promise.reject(new StoreRefused('The store does not answer'));
  };
  parts = { ...parts, blobs: { ...store, remove } };
  expect([await sweep(parts), asked, problems]).toMatchObject([{ results: 0 }, 1, ['conversion-result-left']]);
  for (const { id } of jobs) expect(await findJob(database, owner, id)).toMatchObject({ state: 'expired' });
  expect(await findUpload(database, owner, unused)).toMatchObject({ removed_at: time });
  parts = { ...parts, blobs: store };
  expect(await sweep(parts)).toMatchObject({ results: 2 });
  expect(await storedBytes(database, owner)).toBe(0);
});

it('is deleted for its owner even when a store fails to remove its result', async () => {
  const job = await ordered();
  await finished(await claimed());
  const store = parts.blobs;
  parts = { ...parts, blobs: { ...store, remove: refusing(store, () => true) } };
  expect(await deleteJob(parts, owner, job.id)).toBe(true);
  expect(await storedBytes(database, owner)).toBe(MIN_FILE_BYTES);
  parts = { ...parts, blobs: store };
  await sweep(parts);
  expect(await storedBytes(database, owner)).toBe(0);
});

it('removes uploads that no job uses', async () => {
  const id = await uploaded();
  later(DAY_MS);
  await sweep(parts);
  expect(await findUpload(database, owner, id)).toMatchObject({ removed_at: time, name: '', sha256: null });
  expect(await storedBytes(database, owner)).toBe(0);
});

it('disappears for its owner with its files once deleted', async () => {
  const job = await ordered();
  await finished(await claimed());
  expect(await deleteJob(parts, personOwner('other'), job.id)).toBe(false);
  expect(await deleteJob(parts, owner, job.id)).toBe(true);
  expect([await findJob(database, owner, job.id), await listJobs(database, owner, { limit: 5 })]).toEqual([undefined, []]);
  expect(await storedBytes(database, owner)).toBe(0);
  expect(await deleteJob(parts, owner, job.id)).toBe(false);
});

it('leaves nothing behind of a deleted account', async () => {
  const done = await ordered();
  await finished(await claimed());
  const open = await ordered();
  const claim = await claimed();
  await deleteOwnerData(database, owner, time);
  expect(await finished(claim)).toBe('lost');
  await sweep(parts);
  const left: string[] = [];
  for await (const key of parts.blobs.list('conversions/'))
    if (key.includes(done.id) || key.includes(open.upload_id)) left.push(key);
  expect([left, await listJobs(database, owner, { limit: 5 })]).toEqual([
    // Written by the lost worker; the scan for orphans finds it.
    left.filter((key) => key.startsWith(OUTPUT_PREFIX)),
    [],
  ]);
  expect(await storedBytes(database, owner)).toBe(0);
});

it('is not created for an account that was deleted while its file arrived', async () => {
  const archive = { storage: 'archive', retention: '30d' } as const;
  const late = await orderOf(archive);
  const inTime = await orderOf(archive);
  let deletion: Promise<void> | undefined;
  const transaction: Conversions['database']['transaction'] = (work) =>
    database.transaction(async (sql) => {
      const created = await work(sql);
      deletion = database.transaction((other) => deleteOwnerData(other, owner, time));
      await waitForLock();
      return created;
    });
  expect(await orderJob({ ...parts, database: { ...database, transaction } }, inTime)).toMatchObject({ outcome: 'taken' });
  await deletion;
  expect(await orderJob(parts, late)).toEqual({ outcome: 'not-found' });
  expect(await adopt(database, visitorOwner('late'), owner, { openJobs: 9, storedBytes: 1e9 })).toBe(false);
  const rows = await database.query("select owner, deleted_at from conversions.jobs where storage = 'archive'");
  expect(rows).toEqual([{ owner: 'nobody', deleted_at: time }]);
  later(DAY_MS);
  await sweep(parts);
  expect(await database.query('select from conversions.deleted_owners')).toEqual([]);
});

it('finds blobs without rows and rows without blobs', async () => {
  const job = await ordered();
  await finished(await claimed());
  const [output] = await outputsOf(database, [job.id]);
  const stray = keyWithTime(`${OUTPUT_PREFIX}${randomUUID()}/1-0`, time);
  await parts.blobs.put(stray, Buffer.from('stray'), 5);
  expect((await scanOrphans(parts)).removed).not.toContain(stray);
  later(HOUR_MS + 1);
  await parts.blobs.remove(output?.key ?? '');
  const { removed, missing } = await scanOrphans(parts);
  expect([removed, missing]).toEqual([expect.arrayContaining([stray]), [output?.key]]);
  expect(await parts.blobs.get(stray)).toBeUndefined();
});

it('moves to the account when a visitor signs in', async () => {
  const visitor = visitorOwner('hash');
  const job = await ordered({ owner: visitor, idempotency: { key: 'same', hash: 'a' } });
  await ordered({ idempotency: { key: 'same', hash: 'b' } });
  expect(await adopt(database, visitor, owner, { openJobs: 10, storedBytes: 1e9 })).toBe(true);
  expect((await listJobs(database, owner, { limit: 5 })).map(({ id }) => id)).toContain(job.id);
  expect(await listJobs(database, visitor, { limit: 5 })).toEqual([]);
});

it('stays with the visitor when the account has no space for the files or jobs', async () => {
  const visitor = visitorOwner('guest');
  const person = personOwner(randomUUID());
  const job = await ordered({ owner: visitor });
  const bytes = await ownedBytes(database, visitor);
  expect(bytes).toBeGreaterThan(0);
  expect(await adopt(database, visitor, person, { openJobs: 10, storedBytes: bytes - 1 })).toBe(false);
  expect(await adopt(database, visitor, person, { openJobs: 0, storedBytes: bytes })).toBe(false);
  expect((await listJobs(database, visitor, { limit: 5 })).map(({ id }) => id)).toEqual([job.id]);
  expect(await adopt(database, visitor, person, { openJobs: 1, storedBytes: bytes })).toBe(true);
  expect(await adopt(database, visitor, person, { openJobs: 0, storedBytes: 0 })).toBe(true);
});

it('is listed newest first, page by page', async () => {
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    made.unshift((await ordered({ tag: count % 2 ? 'odd' : 'even' })).id);
    later(1000);
  }
  const first = await listJobs(database, owner, { limit: 3 });
  const last = first.at(-1);
  const rest = await listJobs(database, owner, { limit: 3, ...(last && { after: { createdAt: last.created_at, id: last.id } }) });
  expect([...first, ...rest].map(({ id }) => id)).toEqual(made);
  expect(await listJobs(database, owner, { limit: 5, tag: 'odd' })).toHaveLength(2);
  expect(await listJobs(database, owner, { limit: 5, state: 'completed' })).toEqual([]);
});

describe('the expected end of a job', () => {
  const inMs = async (job: JobRow) => {
    const row = await findJob(database, owner, job.id);
    const ends = await expectedEnds(parts, row ? [row] : []);
    const end = ends.get(job.id);
    return end && end.getTime() - time.getTime();
  };
  const takes = async (milliseconds: number, changes: Partial<Order> = {}) => {
    await ordered(changes);
    const claim = await claimed();
    later(milliseconds);
    await finished(claim);
  };

  it('is known before any job has been completed', async () => {
    expect(await inMs(await ordered())).toBe(FIRST_DURATION_MS);
  });

  it('follows recent jobs of the pair, and other jobs where there are none', async () => {
    await takes(60_000);
    const other = await ordered({ targetFormat: 'webp' });
    expect(await inMs(other)).toBe(60_000);
    await claimed();
    await takes(4000, { targetFormat: 'avif' });
    expect(await inMs(await ordered({ targetFormat: 'avif' }))).toBe(4000);
  });

  it('includes the jobs ahead in the queue', async () => {
    await takes(4000);
    await ordered();
    later(5000); // the load is cached for 2 s
    expect(await inMs(await ordered())).toBe(8000);
  });

  it('follows progress, and is extended if a job takes longer', async () => {
    await takes(4000);
    const job = await ordered();
    const claim = await claimed();
    later(1000);
    expect(await inMs(job)).toBe(3000);
    later(9000);
    expect(await inMs(job)).toBe(5000);
    await holds(claim, 50);
    expect(await inMs(job)).toBe(10_000);
    await finished(claim);
    expect(await inMs(job)).toBeUndefined();
  });
});

it('reports how many files were converted lately, and how long they took', async () => {
  expect(await recentWork(database, time)).toEqual({ completed: 0 });
  for (const milliseconds of [2000, 4000]) {
    await ordered();
    const claim = await claimed();
    later(milliseconds);
    await finished(claim);
  }
  expect(await recentWork(database, time)).toEqual({ completed: 2, averageMs: 3000 });
  later(RECENT_DAYS * DAY_MS);
  expect(await recentWork(database, time)).toEqual({ completed: 0 });
});

it('notifies subscribers of every change', async () => {
  const job = await ordered();
  const changes = watchJobs(parts);
  const told: number[] = [];
  const stop = changes.subscribe(job.id, ({ revision }) => told.push(revision));
  await expect.poll(() => told).toEqual([1]);
  await cancelJob(parts, owner, job.id);
  await expect.poll(() => told).toEqual([1, 2]);
  stop();
});

it('counts requests exactly, even in parallel, hour by hour', async () => {
  const key = `commands:${owner}`;
  const counts = await Promise.all(Array.from({ length: 30 }, () => countRequest(database, key, 20, time)));
  expect(counts.filter(({ allowed }) => allowed)).toHaveLength(20);
  expect(await requestsLeft(database, key, 20, time)).toMatchObject({ remaining: 0 });
  later(HOUR_MS);
  expect(await countRequest(database, key, 20, time)).toMatchObject({ allowed: true, remaining: 19 });
});

it('is reported to the operator and to its owner', async () => {
  await ordered();
  await ordered();
  await claimed();
  later(5000);
  expect(await conversionReport(database, time)).toMatchObject({
    queued: 1,
    processing: 1,
    oldestQueuedS: 5,
    pendingMessages: 0,
  });
  const jobs = await ownedJobs(database, owner);
  expect(jobs).toMatchObject([{ name: 'photo.png' }, { name: 'photo.png' }]);
  expect(JSON.stringify(jobs)).not.toContain('secret');
});

it('fails without room for its result and may be retried', async () => {
  const other = await uploaded();
  // Counts the other file and the result; the input is released.
  const limits = { ...LIMITS, storedBytes: 100 + MIN_FILE_BYTES - 1 };
  const job = await ordered({ limits, webhookUrl: 'https://example.com/' });
  const claim = await claimed();
  expect([await finished(claim), await stateOf(job)]).toEqual(['full', 'processing']);
  expect(await failJob(parts, claim, { code: 'storage-full', detail: '' })).toBe(true);
  expect(await outputsOf(database, [job.id])).toEqual([]);
  expect(await database.query('select event from conversions.deliveries where job_id = $1', [job.id])).toEqual([
    { event: 'conversion.failed' },
  ]);
  await discardUpload(parts, owner, other);
  expect(await retryJob(parts, { owner, id: job.id, openJobs: 50 })).toMatchObject({ state: 'queued' });
  expect(await finished(await claimed())).toBe('done');
});

it('reserves room for the result when it ends, even in parallel', async () => {
  await uploaded();
  const limits = { ...LIMITS, atOnce: 4, storedBytes: 6 * MIN_FILE_BYTES };
  for (let count = 0; count < 4; count += 1) await ordered({ limits });
  const claims = [await claimed(), await claimed(), await claimed(), await claimed()];
  // There is room for one result next to the other files.
  const ends = claims.map(async (claim) => {
    const { outputs, ...result } = await resultOf(claim);
    return finishJob(parts, claim, { ...result, outputs: outputs.map((output) => ({ ...output, bytes: 2 * MIN_FILE_BYTES })) });
  });
  expect((await Promise.all(ends)).filter((end) => end === 'done')).toHaveLength(1);
  expect(await storedBytes(database, owner)).toBeLessThanOrEqual(limits.storedBytes);
});

it('counts each result file as a whole block of the disk', async () => {
  const tiny = async (claim: JobRow, files: number) => {
    const { outputs, ...result } = await resultOf(claim);
    const many = Array.from({ length: files }, (_, index) =>
      outputs.map((output) => ({ ...output, key: `${output.key}${index}` })),
    );
    return finishJob(parts, claim, { ...result, outputs: many.flat() });
  };
  const limits = { ...LIMITS, storedBytes: 10 * MIN_FILE_BYTES };
  await ordered({ limits });
  await ordered({ limits });
  expect(await tiny(await claimed(), 9)).toBe('done');
  expect([await storedBytes(database, owner), await ownedBytes(database, owner)]).toEqual(
    Array.from({ length: 2 }, () => 10 * MIN_FILE_BYTES),
  );
  expect(await tiny(await claimed(), 2)).toBe('full');
});

it('lists the first results of each job and the facts of all', async () => {
  const [many, one] = [await ordered(), await ordered()];
  const claim = await claimed();
  const { outputs, ...result } = await resultOf(claim);
  const three = [0, 1, 2].flatMap((index) => outputs.map((output) => ({ ...output, key: `${output.key}${index}` })));
  await finishJob(parts, claim, { ...result, outputs: three });
  await finished(await claimed());
  const lists = await outputListsOf(database, [many.id, one.id, randomUUID()], 2);
  expect(lists.size).toBe(2);
  expect(lists.get(claim.id)).toMatchObject({ files: 3, bytes: 12, backedUp: false, first: [{ index: 0 }, { index: 1 }] });
  expect(lists.get([many.id, one.id].find((id) => id !== claim.id) ?? '')).toMatchObject({ files: 1, bytes: 4 });
  expect((await outputListsOf(database, [claim.id])).get(claim.id)?.first).toHaveLength(3);
});

it('stays in the archive until its owner deletes it, if space allows', async () => {
  const limits = { ...LIMITS, archivedBytes: 6000 };
  const archived = () => ordered({ storage: 'archive', limits });
  const first = await archived();
  later(1000);
  const second = await archived();
  await finished(await claimed());
  await finished(await claimed());
  // Both count as 4,096 bytes: the second does not fit and gets the usual retention.
  expect(await findJob(database, owner, first.id)).toMatchObject({ storage: 'archive', expires_at: null });
  expect(await findJob(database, owner, second.id)).toMatchObject({
    storage: 'persistent',
    retention: '30d',
    expires_at: new Date(time.getTime() + 30 * DAY_MS),
  });
  expect([await archivedBytes(database, owner), await storedBytes(database, owner)]).toEqual([
    MIN_FILE_BYTES,
    2 * MIN_FILE_BYTES,
  ]);
  later(400 * DAY_MS);
  await sweep(parts);
  expect([await stateOf(first), await archivedBytes(database, owner)]).toEqual(['completed', MIN_FILE_BYTES]);
  const full = await orderJob(parts, await orderOf({ storage: 'archive', limits: { ...LIMITS, archivedBytes: MIN_FILE_BYTES } }));
  expect(full).toEqual({ outcome: 'full' });
  await deleteJob(parts, owner, first.id);
  expect(await archivedBytes(database, owner)).toBe(0);
});

describe('a queue that is too long', () => {
  const strict = { ...LIMITS, waitMinutes: 1 };
  const worker = { id: randomUUID(), atOnce: 2 };
  afterEach(() => unregisterWorker(parts, worker.id));
  /** Waiting jobs of a person, each of which takes 10 s. */
  const waiting = async (count: number): Promise<Owner> => {
    const other = personOwner(randomUUID());
    for (let made = 0; made < count; made += 1) await ordered({ owner: other });
    return other;
  };
  const outcomeOf = async (changes: Partial<Order> = {}) => {
    later(5000); // the load is cached for 2 s
    await registerWorker(parts, worker);
    return orderJob(parts, await orderOf({ limits: strict, ...changes }));
  };

  it('refuses jobs that would wait longer than promised, and says when to try again', async () => {
    for (let sources = 0; sources < 13; sources += 1) await waiting(1);
    // 13 jobs of 10 s in two slots take 65 s.
    expect(await outcomeOf()).toEqual({ outcome: 'overloaded', retryAfterS: 5 });
    expect((await outcomeOf({ limits: { ...strict, waitMinutes: 2 } })).outcome).toBe('taken');
  });

  it('does not refuse the first jobs of others because of one large batch', async () => {
    const batch = await waiting(40);
    expect((await outcomeOf()).outcome).toBe('taken');
    expect((await outcomeOf({ owner: batch })).outcome).toBe('taken');
  });

  it('returns the job of a repeated request', async () => {
    const order = await orderOf({ limits: strict, idempotency: { key: 'again', hash: 'same' } });
    const first = taken(await orderJob(parts, order));
    for (let sources = 0; sources < 13; sources += 1) await waiting(1);
    later(5000);
    await registerWorker(parts, worker);
    expect(await orderJob(parts, order)).toMatchObject({ outcome: 'taken', isNew: false, job: { id: first.id } });
  });

  it('counts failed jobs, and not those that waited in between', async () => {
    await ordered();
    const failed = await claimed();
    later(40_000);
    await failJob(parts, failed, { code: 'corrupt', detail: '' });
    await ordered();
    const first = await claimed();
    await requeueJob(parts, first);
    later(900_000);
    await finished(await claimed());
    for (let sources = 0; sources < 4; sources += 1) await waiting(1);
    // 4 jobs of 40 s in two slots take 80 s.
    expect(await outcomeOf()).toEqual({ outcome: 'overloaded', retryAfterS: 20 });
  });

  it('refuses jobs before their files arrive, except under a key that has a job', async () => {
    await ordered({ limits: strict, idempotency: { key: 'again', hash: 'same' } });
    for (let sources = 0; sources < 13; sources += 1) await waiting(1);
    later(5000);
    await registerWorker(parts, worker);
    const refused = { outcome: 'overloaded', retryAfterS: 5 };
    const before = (key?: string) => refusedBeforeFiles(parts, { owner, limits: strict }, key);
    expect(await Promise.all([before(), before('new'), before('again')])).toEqual([refused, refused, undefined]);
    expect(await refusedBeforeFiles(parts, { owner, limits: LIMITS }, undefined)).toBeUndefined();
  });

  it('accepts jobs while no worker is known', async () => {
    for (let sources = 0; sources < 13; sources += 1) await waiting(1);
    later(5000);
    expect((await orderJob(parts, await orderOf({ limits: strict }))).outcome).toBe('taken');
  });
});
