import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type Order, orderJob } from '../jobs.ts';
import { CONVERSIONS_MIGRATIONS } from '../migrations.ts';
import { type Conversions, NOBODY, type Owner, personOwner, visitorOwner } from '../service.ts';
import { deleteOwnerData } from '../sweep.ts';
import { testConversions } from '../test-conversions.ts';
import { type Claim, claimJob, failJob, finishJob } from '../work.ts';
import { adopt } from './adoption.ts';
import { receive } from './receive.ts';
import { completeUpload, openUpload } from './uploads.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-adoption-'));
const PLACE = 'place:here';
const STORED_BYTES = 1e9;
let database: TestDatabase;
let parts: Conversions;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CONVERSIONS_MIGRATIONS]);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.query('delete from conversions.jobs');
  await database.query('delete from conversions.uploads');
  parts = testConversions(database, folder, () => new Date('2026-12-01T09:00:00Z'));
});

async function orderOf(owner: Owner): Promise<Order> {
  const upload = await openUpload(parts, { owner, place: PLACE, name: 'a.png', source: 'form', storedBytes: STORED_BYTES });
  if (typeof upload === 'string') throw new Error(upload);
  const { sha256 } = await receive(parts, { upload, body: [randomBytes(100)].values() as never, mostBytes: 1000 });
  await completeUpload(parts, upload.id, upload.writer, { format: 'png', sha256 });
  const limits = { openJobs: 9, atOnce: 2, minutes: 10, storedBytes: STORED_BYTES };
  const request = { targetFormat: 'jpeg', options: {}, secrets: [], retention: '24h' } as const;
  return { owner, place: PLACE, uploadId: upload.id, ...request, limits };
}

async function waitForLock(): Promise<void> {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(() => database.query(waiting)).toHaveLength(1);
}

/** Parts whose transaction pauses after a statement with this text. It calls `meet`, and continues when another one waits for its locks. */
function stoppedAfter(text: string, meet: () => void): Conversions {
  const { transaction } = database;
  let isMet = false;
  const stopped: Conversions['database']['transaction'] = (work, keeping) =>
    transaction(
      (sql) =>
        work({
          ...sql,
          async query(statement, values) {
            const rows = await sql.query(statement, values);
            if (isMet || !statement.includes(text)) return rows;
            isMet = true;
            meet();
            await waitForLock();
            return rows;
          },
        }),
      keeping,
    );
  return { ...parts, database: { ...database, transaction: stopped } };
}

const RESULT = { outputs: [], warnings: [], fidelity: 'full', route: '' };

it.each([
  [
    'a paid account while a job fails',
    undefined,
    "set state = 'error'",
    (given: Conversions, claim: Claim) => failJob(given, claim, { code: 'corrupt', detail: '' }),
  ],
  [
    'a paid account while a job ends',
    undefined,
    "set state = 'completed'",
    (given: Conversions, claim: Claim) => finishJob(given, claim, RESULT),
  ],
  [
    'a free account while another job is ordered',
    PLACE,
    'order by id for update',
    async (given: Conversions, _: Claim, order: Order) => orderJob(given, order),
  ],
])('moves all files to %s', async (_name, network, text, act) => {
  const visitor = visitorOwner(randomUUID());
  const person = personOwner(randomUUID());
  await orderJob(parts, await orderOf(visitor));
  const claim = await claimJob(parts);
  if (!claim) throw new Error('nothing to claim');
  const next = await orderOf(visitor);
  let moved: Promise<boolean> | undefined;
  const limits = { openJobs: 9, storedBytes: STORED_BYTES, network };
  await act(
    stoppedAfter(text, () => void (moved = adopt(database, visitor, person, limits))),
    claim,
    next,
  );
  expect(await moved).toBe(true);
  const owners = await database.query('select owner from conversions.jobs union select owner from conversions.uploads');
  expect(owners).toEqual([{ owner: person }]);
});

it('does not keep an account from being deleted while one of its jobs ends', async () => {
  const person = personOwner(randomUUID());
  const order = { ...(await orderOf(person)), secrets: ['password'], options: { password: 'secret' } };
  await orderJob(parts, order);
  await orderJob(parts, { ...order, secrets: [] });
  const first = await claimJob(parts);
  // Its file is needed by the other job.
  if (first) await failJob(parts, first, { code: 'corrupt', detail: '' });
  const second = await claimJob(parts);
  let deleted: Promise<void> | undefined;
  const begin = () => void (deleted = database.transaction((sql) => deleteOwnerData(sql, person, parts.now())));
  if (second) await finishJob(stoppedAfter("set state = 'completed'", begin), second, RESULT);
  await deleted;
  expect(await database.query('select distinct owner from conversions.jobs')).toEqual([{ owner: NOBODY }]);
});
