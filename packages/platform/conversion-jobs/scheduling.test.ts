import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { deleteJob, orderJob } from './jobs.ts';
import { CONVERSIONS_MIGRATIONS } from './migrations.ts';
import type { JobRow } from './rows.ts';
import { type Conversions, type Owner, personOwner, visitorOwner } from './service.ts';
import { testConversions } from './test-conversions.ts';
import { receive } from './uploads/receive.ts';
import { completeUpload, openUpload } from './uploads/uploads.ts';
import { claimJob, claimJobs, failJob, forgetTurns, SERVED_MS, yieldJob } from './work.ts';
import { registerWorker } from './workers.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-scheduling-'));
let database: TestDatabase;
let parts: Conversions;
let time: Date;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CONVERSIONS_MIGRATIONS]);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.query('delete from conversions.jobs');
  await database.query('delete from conversions.workers');
  await database.query('delete from conversions.turns');
  time = new Date('2026-12-01T09:00:00Z');
  parts = testConversions(database, folder, () => time);
});

type Who = { readonly owner: Owner; readonly place?: string; readonly network?: string };
const person = (): Who => ({ owner: personOwner(randomUUID()) });
/** A new free account at an address. */
const freeAt = (network: string): Who => ({ ...person(), network });
/** A visitor who sends no cookie: another owner each time. */
const visitorAt = (place: string): Who => ({ owner: visitorOwner(randomUUID()), place });
const slots = (atOnce: number) => registerWorker(parts, { id: randomUUID(), atOnce });

async function ordered(who: Who, limits = { openJobs: 50, atOnce: 4, minutes: 10 }): Promise<JobRow> {
  const upload = await openUpload(parts, { ...who, name: 'photo.png', source: 'form', storedBytes: 1e9 });
  if (typeof upload === 'string') throw new Error(upload);
  const { sha256 } = await receive(parts, { upload, body: [randomBytes(10)].values() as never, mostBytes: 1000 });
  await completeUpload(parts, upload.id, upload.writer, { format: 'png', sha256 });
  const order = {
    ...who,
    uploadId: upload.id,
    targetFormat: 'jpeg',
    options: {},
    secrets: [],
    retention: '24h',
    limits,
  } as const;
  const answer = await orderJob(parts, order);
  if (answer.outcome !== 'taken') throw new Error(answer.outcome);
  time = new Date(time.getTime() + 10);
  return answer.job;
}

async function claimAll(): Promise<readonly JobRow[]> {
  const claimed: JobRow[] = [];
  for (let job = await claimJob(parts); job; job = await claimJob(parts)) claimed.push(job);
  return claimed;
}
const end = (job: JobRow) => failJob(parts, job, { code: 'corrupt', detail: '' });

describe('a worker with several free slots', () => {
  it('claims all it can run at once when it is alone', async () => {
    await slots(3);
    for (const who of [person(), person(), person()]) await ordered(who);
    expect(await claimJobs(parts, { most: 3, slots: 3 })).toMatchObject({
      jobs: [{}, {}, {}],
      mayBeMore: false,
      othersWait: false,
    });
  });

  it('does not wait for a second job that is being changed', async () => {
    await slots(3);
    const [first, second] = [await ordered(person()), await ordered(person())];
    await database.transaction(async (sql) => {
      await sql.query('select from conversions.jobs where id = $1 for update', [second.id]);
      expect(await claimJobs(parts, { most: 3, slots: 3 })).toMatchObject({ jobs: [{ id: first.id }], othersWait: true });
    });
    expect(await claimJobs(parts, { most: 3, slots: 3 })).toMatchObject({ jobs: [{ id: second.id }] });
  });

  it('claims one at a time next to other workers', async () => {
    await slots(3);
    await slots(3);
    for (const who of [person(), person()]) await ordered(who);
    expect(await claimJobs(parts, { most: 3, slots: 3 })).toMatchObject({ jobs: [{}], mayBeMore: true });
    expect(await claimJobs(parts, { most: 2, slots: 3 })).toMatchObject({ jobs: [{}], mayBeMore: false });
    expect(await claimJobs(parts, { most: 1, slots: 3 })).toEqual({ jobs: [], mayBeMore: false, othersWait: false });
  });

  it('knows of jobs that wait because of a limit', async () => {
    await slots(3);
    const who = person();
    const limits = { openJobs: 50, atOnce: 1, minutes: 10 };
    for (let count = 0; count < 2; count += 1) await ordered(who, limits);
    expect(await claimJobs(parts, { most: 3, slots: 3 })).toMatchObject({ jobs: [{}], mayBeMore: false, othersWait: true });
    expect(await claimJobs(parts, { most: 2, slots: 3 })).toMatchObject({ jobs: [], othersWait: true });
  });
});

it('claims for the slot of a converted job, whose results are being stored', async () => {
  await slots(2);
  const who = person();
  await ordered(who);
  const next = await ordered(who);
  const first = await claimJob(parts);
  expect(await claimJobs(parts, { most: 1, slots: 2 })).toMatchObject({ jobs: [] });
  const converted = first ? [first] : [];
  const before = converted.map(({ id, fence }) => ({ id, fence: fence - 1 }));
  expect(await claimJobs(parts, { most: 1, slots: 2, converted: before })).toMatchObject({ jobs: [] });
  expect(await claimJobs(parts, { most: 1, slots: 2, converted })).toMatchObject({ jobs: [{ id: next.id }] });
  await ordered(who);
  expect(await claimJobs(parts, { most: 1, slots: 2, converted })).toMatchObject({ jobs: [] });
});

describe('one source', () => {
  it('at one address without cookies never gets the last slot', async () => {
    await slots(2);
    for (let count = 0; count < 6; count += 1) await ordered(visitorAt('place:one'));
    expect(await claimAll()).toHaveLength(1);
    const other = await ordered(person());
    expect((await claimAll()).map(({ id }) => id)).toEqual([other.id]);
  });

  it('with an account gets all slots but one, and the last when it has nothing running', async () => {
    await slots(4);
    const who = person();
    for (let count = 0; count < 6; count += 1) await ordered(who);
    expect(await claimAll()).toHaveLength(3);
    await ordered(person());
    expect(await claimAll()).toHaveLength(1);
  });

  it('with many free accounts at one address never gets the last slot', async () => {
    await slots(2);
    for (let count = 0; count < 3; count += 1)
      for (const who of [freeAt('place:one'), visitorAt('place:one')]) await ordered(who);
    expect(await claimAll()).toHaveLength(1);
    const other = await ordered(freeAt('place:two'));
    expect((await claimAll()).map(({ id }) => id)).toEqual([other.id]);
  });

  it('with 5,000 waiting jobs does not delay the first job of another source', async () => {
    await slots(2);
    const first = await ordered(person());
    await database.query(
      `insert into conversions.jobs
       select copied.* from conversions.jobs j, generate_series(2, 5000) n,
         jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid(), 'queued_at', j.queued_at + n * interval '1 ms')) copied`,
    );
    expect(await claimJob(parts)).toMatchObject({ id: first.id });
    const other = await ordered(person());
    expect(await claimJob(parts)).toMatchObject({ id: other.id });
  });

  it('uses a machine with one slot', async () => {
    await slots(1);
    const who = person();
    await ordered(who);
    await ordered(who);
    const first = await claimJob(parts);
    if (first) await end(first);
    expect([first?.owner, (await claimJob(parts))?.owner]).toEqual([who.owner, who.owner]);
  });

  it('has one limit of open jobs at an address', async () => {
    const limits = { openJobs: 2, atOnce: 2, minutes: 10 };
    await ordered(visitorAt('place:one'), limits);
    await ordered(visitorAt('place:one'), limits);
    await expect(ordered(visitorAt('place:one'), limits)).rejects.toThrow('busy');
    await ordered(visitorAt('place:two'), limits);
  });
});

describe('sources with a backlog', () => {
  /** The job that gets the next slot after each end of a running one. */
  async function nextAfter(running: JobRow): Promise<JobRow | undefined> {
    time = new Date(time.getTime() + 60_000);
    await end(running);
    return claimJob(parts);
  }
  async function twoBacklogs(one: Who, two: Who): Promise<readonly [JobRow, JobRow]> {
    await slots(2);
    for (let count = 0; count < 5; count += 1) for (const who of [one, two]) await ordered(who);
    const [first, second] = await claimAll();
    if (!first || !second) throw new Error('not claimed');
    return [first, second];
  }

  it.each([
    ['accounts', person(), person()],
    ['free accounts', freeAt('place:one'), freeAt('place:two')],
    ['addresses', visitorAt('place:one'), visitorAt('place:two')],
  ])('leave the next free slot to a newcomer: %s', async (_kind, one, two) => {
    const [first] = await twoBacklogs(one, two);
    const newcomer = await ordered(person());
    expect((await nextAfter(first))?.id).toBe(newcomer.id);
  });

  it('leave it to a newcomer when a long job yields', async () => {
    const [first] = await twoBacklogs(person(), person());
    const newcomer = await ordered(person());
    expect(await yieldJob(parts, first)).toBe(true);
    expect((await claimJob(parts))?.id).toBe(newcomer.id);
  });

  it('take turns', async () => {
    const [one, two] = [person(), person()];
    const third = person();
    const [first, second] = await twoBacklogs(one, two);
    await ordered(third);
    await ordered(third);
    const owners: (string | undefined)[] = [];
    let running = [first, second];
    for (let turn = 0; turn < 4; turn += 1) {
      const [oldest, other] = running;
      if (!oldest || !other) throw new Error('nothing runs');
      const next = await nextAfter(oldest);
      owners.push(next?.owner);
      running = next ? [other, next] : [other];
    }
    expect(owners).toEqual([third.owner, one.owner, two.owner, third.owner]);
  });

  it('do not lose their turn when the running job is deleted', async () => {
    const one = visitorAt('place:one');
    const [first] = await twoBacklogs(one, visitorAt('place:two'));
    const newcomer = await ordered(person());
    await deleteJob(parts, first.owner, first.id);
    expect((await claimJob(parts))?.id).toBe(newcomer.id);
  });

  it('are forgotten after an hour', async () => {
    await twoBacklogs(person(), person());
    time = new Date(time.getTime() + SERVED_MS);
    await forgetTurns(database, time);
    expect(await database.query('select * from conversions.turns')).toEqual([]);
  });
});

describe('a job that has used up its first time budget', () => {
  /** Two long jobs of two addresses, which occupy both slots. */
  async function occupied(): Promise<readonly [JobRow, JobRow]> {
    await slots(2);
    await ordered(visitorAt('place:one'));
    await ordered(visitorAt('place:two'));
    const [one, two] = await claimAll();
    if (!one || !two) throw new Error('not claimed');
    return [one, two];
  }

  it('continues if no other source waits', async () => {
    const [one] = await occupied();
    expect(await yieldJob(parts, one)).toBe(false);
  });

  it('continues while only jobs wait that could not start anyway', async () => {
    const [one, two] = await occupied();
    await ordered(visitorAt('place:one'));
    await ordered(visitorAt('place:two'));
    expect([await yieldJob(parts, one), await yieldJob(parts, two)]).toEqual([false, false]);
  });

  it('yields one slot to one that waits, and its attempt does not count', async () => {
    const [one, two] = await occupied();
    const small = await ordered(person());
    expect([await yieldJob(parts, one), await yieldJob(parts, two)]).toEqual([true, false]);
    expect(await claimAll()).toMatchObject([{ id: small.id }]);
    const [row] = await database.query('select state, attempts, round from conversions.jobs where id = $1', [one.id]);
    expect(row).toEqual({ state: 'queued', attempts: 0, round: 1 });
  });

  it('then leaves the last slot to first tries, and may finish', async () => {
    const [one, two] = await occupied();
    const small = await ordered(person());
    await yieldJob(parts, one);
    const [running] = await claimAll();
    if (running) await end(running);
    expect(await claimAll()).toEqual([]);
    await end(two);
    const again = await claimJob(parts);
    expect(again).toMatchObject({ id: one.id, round: 1 });
    const next = await ordered(person());
    expect((await claimAll()).map(({ id }) => id)).toEqual([next.id]);
    await ordered(person());
    expect(again && (await yieldJob(parts, again))).toBe(false);
    expect(small.id).not.toBe(next.id);
  });

  it('yields again when patience has given long jobs every slot', async () => {
    const [one, two] = await occupied();
    const again: JobRow[] = [];
    for (const long of [one, two]) {
      await ordered(person());
      expect(await yieldJob(parts, long)).toBe(true);
      for (const short of await claimAll()) await end(short);
      time = new Date(time.getTime() + 600_001);
      await slots(2);
      again.push(...(await claimAll()));
    }
    expect(again).toMatchObject([
      { id: one.id, round: 1 },
      { id: two.id, round: 1 },
    ]);
    const small = await ordered(person());
    const yielded = await Promise.all(again.map((long) => yieldJob(parts, long)));
    expect(yielded.filter(Boolean)).toHaveLength(1);
    expect((await claimAll()).map(({ id }) => id)).toEqual([small.id]);
  });

  it('yields a few times where there is one slot, and then finishes', async () => {
    await slots(1);
    const long = await ordered(person());
    let yields = 0;
    for (let round = 0; round < 6; round += 1) {
      const job = await claimJob(parts);
      if (!job) throw new Error('nothing to claim');
      if (job.id !== long.id) {
        await end(job);
        continue;
      }
      await ordered(person());
      if (!(await yieldJob(parts, job))) break;
      yields += 1;
    }
    expect(yields).toBe(3);
  });

  it('has priority over new jobs after a long wait', async () => {
    const [one, two] = await occupied();
    await ordered(person());
    await yieldJob(parts, one);
    for (const job of [...(await claimAll()), two]) await end(job);
    time = new Date(time.getTime() + 600_001);
    await slots(2);
    await ordered(person());
    expect((await claimJob(parts))?.id).toBe(one.id);
  });

  it('has this priority once for each source, not for a backlog of long jobs', async () => {
    await slots(2);
    const who = person();
    const long = [await ordered(who), await ordered(who)];
    await database.query('update conversions.jobs set round = 1');
    time = new Date(time.getTime() + 600_001);
    await slots(2);
    const first = await claimJob(parts);
    const newcomer = await ordered(person());
    if (first) await end(first);
    expect([first?.id, (await claimJob(parts))?.id]).toEqual([long[0]?.id, newcomer.id]);
  });
});
