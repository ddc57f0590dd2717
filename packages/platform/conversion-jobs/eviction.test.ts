import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MIN_FILE_BYTES } from '@bakkum/blobs/counted-bytes';
import { NoSpace } from '@bakkum/blobs/disk-reserve';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { evictAnonymous, KEPT_MS } from './eviction.ts';
import { findJob, orderJob } from './jobs.ts';
import { CONVERSIONS_MIGRATIONS } from './migrations.ts';
import { type Conversions, keyWithTime, OUTPUT_PREFIX, type Owner, personOwner, visitorOwner } from './service.ts';
import { anonymousBytes } from './storage.ts';
import { testConversions } from './test-conversions.ts';
import { receive } from './uploads/receive.ts';
import { completeUpload, findUpload, openUpload, refusedBeforeStoring } from './uploads/uploads.ts';
import { claimJob, finishJob } from './work.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-eviction-'));
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
  await database.query('delete from conversions.uploads');
  time = new Date('2026-12-01T09:00:00Z');
  parts = testConversions(database, folder, () => time);
});

type Who = { readonly owner: Owner; readonly place?: string };
const visitor = (place: string): Who => ({ owner: visitorOwner(randomUUID()), place });

async function uploaded(who: Who): Promise<string> {
  const upload = await openUpload(parts, { ...who, name: 'photo.png', source: 'form', storedBytes: 1e9 });
  if (typeof upload === 'string') throw new Error('no room');
  const { sha256 } = await receive(parts, { upload, body: [randomBytes(100)].values() as never, mostBytes: 1000 });
  await completeUpload(parts, upload.id, upload.writer, { format: 'png', sha256 });
  return upload.id;
}

/** A finished job with a result of that many bytes. Ends a second after the one before. */
async function converted(who: Who, bytes: number): Promise<string> {
  const limits = { openJobs: 50, atOnce: 2, minutes: 10 };
  const order = {
    ...who,
    uploadId: await uploaded(who),
    targetFormat: 'jpeg',
    options: {},
    secrets: [],
    retention: '24h',
    limits,
  } as const;
  const ordered = await orderJob(parts, order);
  const job = await claimJob(parts);
  if (ordered.outcome !== 'taken' || !job) throw new Error('not claimed');
  const key = keyWithTime(`${OUTPUT_PREFIX}${job.id}/1-0`, time);
  await parts.blobs.put(key, randomBytes(bytes), bytes);
  const outputs = [{ name: 'photo.jpg', mediaType: 'image/jpeg', bytes, key }];
  await finishJob(parts, job, { outputs, warnings: [], fidelity: 'lossy', route: 'test' });
  time = new Date(time.getTime() + 1000);
  return job.id;
}

const stateOf = async (who: Who, id: string) => (await findJob(database, who.owner, id))?.state;

it('starts with the oldest result of the address that stores most', async () => {
  const [greedy, modest] = [visitor('place:greedy'), visitor('place:modest')];
  const early = await converted(modest, 5000);
  const [first, second] = [await converted(greedy, 10), await converted(greedy, 10)];
  time = new Date(time.getTime() + KEPT_MS);
  // Tiny files count as whole blocks of the disk.
  expect(await evictAnonymous(parts, 100)).toBe(MIN_FILE_BYTES);
  expect([await stateOf(greedy, first), await stateOf(greedy, second), await stateOf(modest, early)]).toEqual([
    'expired',
    'completed',
    'completed',
  ]);
});

it('leaves accounts, open work and results of the last minutes alone', async () => {
  const person: Who = { owner: personOwner(randomUUID()) };
  const kept = await converted(person, 500);
  const busy = visitor('place:busy');
  const waiting = await uploaded(busy);
  const limits = { openJobs: 50, atOnce: 2, minutes: 10 };
  await orderJob(parts, { ...busy, uploadId: waiting, targetFormat: 'jpeg', options: {}, secrets: [], retention: '24h', limits });
  time = new Date(time.getTime() + KEPT_MS + 1);
  const guest = visitor('place:guest');
  const recent = await uploaded(guest);
  expect(await evictAnonymous(parts, 1e6)).toBe(0);
  expect(await stateOf(person, kept)).toBe('completed');
  expect(await findUpload(database, busy.owner, waiting)).toMatchObject({ removed_at: null });
  expect(await findUpload(database, guest.owner, recent)).toMatchObject({ removed_at: null });
});

it('makes room within the total of all visitors, or refuses', async () => {
  const old = visitor('place:old');
  const id = await converted(old, 400);
  parts = { ...parts, anonymousBytes: MIN_FILE_BYTES + 100 };
  const next = { ...visitor('place:new'), name: 'a.png', source: 'resumable', storedBytes: 1e9 } as const;
  await expect(openUpload(parts, { ...next, size: 2 * MIN_FILE_BYTES })).rejects.toThrow(NoSpace);
  time = new Date(time.getTime() + KEPT_MS);
  expect(await openUpload(parts, { ...next, size: 300 })).toMatchObject({ size: 300 });
  expect([await stateOf(old, id), await anonymousBytes(database)]).toEqual(['expired', 0]);
});

it('removes nothing of others for a file that its own address has no room for', async () => {
  const old = visitor('place:old');
  const id = await converted(old, 400);
  parts = { ...parts, anonymousBytes: MIN_FILE_BYTES + 100 };
  time = new Date(time.getTime() + KEPT_MS);
  const next = { ...visitor('place:full'), name: 'a.png', source: 'form' } as const;
  expect(await refusedBeforeStoring(parts, { ...next, storedBytes: 200 }, 300)).toBe('full');
  expect(await stateOf(old, id)).toBe('completed');
  expect(await refusedBeforeStoring(parts, { ...next, storedBytes: 1e9 }, 300)).toBeUndefined();
  expect(await stateOf(old, id)).toBe('expired');
});

it('accepts uploads while others have declared sizes without sending a byte', async () => {
  parts = { ...parts, anonymousBytes: 5000 };
  const next = { name: 'a.png', source: 'resumable', storedBytes: 1e9, size: 5000 } as const;
  await openUpload(parts, { ...visitor('place:idle'), ...next });
  expect(await openUpload(parts, { ...visitor('place:other'), ...next })).toMatchObject({ size: 5000 });
});

it('forgets the address with the files', async () => {
  const who = visitor('place:someone');
  const id = await converted(who, 10);
  time = new Date(time.getTime() + KEPT_MS);
  await evictAnonymous(parts, 1);
  expect(await database.query('select from conversions.jobs where id = $1 and place is not null', [id])).toEqual([]);
  expect(await database.query('select from conversions.uploads where place is not null')).toEqual([]);
});
