import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NoSpace } from '@bakkum/blobs/disk-reserve';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { orderJob } from './jobs.ts';
import { CONVERSIONS_MIGRATIONS } from './migrations.ts';
import { type Conversions, type Owner, personOwner, visitorOwner } from './service.ts';
import { FREE_BYTES_PER_ADDRESS } from './storage.ts';
import { deleteOwnerData, sweep } from './sweep.ts';
import { testConversions } from './test-conversions.ts';
import { adopt } from './uploads/adoption.ts';
import { receive } from './uploads/receive.ts';
import { completeUpload, declareSize, openUpload } from './uploads/uploads.ts';
import { claimJob, finishJob } from './work.ts';
import { registerWorker } from './workers.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-free-storage-'));
const GIGABYTE = 1e9;
const HERE = 'place:here';
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

const person = (): Owner => personOwner(randomUUID());

/** Opens an upload of a declared size for a new account, or for the given one. */
const open = (size: number, network: string | undefined = HERE, owner = person()) =>
  openUpload(parts, { owner, network, name: 'a.png', source: 'resumable', size, storedBytes: 2 * GIGABYTE });

/** Stores a file of a new account. */
async function stored(bytes: number, network: string, owner = person()) {
  const upload = await open(bytes, network, owner);
  if (typeof upload === 'string') throw new Error(upload);
  const { sha256 } = await receive(parts, { upload, body: [randomBytes(bytes)].values() as never, mostBytes: bytes });
  await completeUpload(parts, upload.id, upload.writer, { format: 'png', sha256 });
  return { ...upload, owner };
}

it('is limited for all free accounts of one address together', async () => {
  for (let sum = GIGABYTE; sum <= FREE_BYTES_PER_ADDRESS; sum += GIGABYTE)
    expect(await open(GIGABYTE)).toMatchObject({ network: HERE });
  expect(await open(1)).toBe('address-full');
  expect(await open(1, 'place:elsewhere')).toMatchObject({ network: 'place:elsewhere' });
});

it('is not limited by address for paid plans', async () => {
  for (let count = 0; count < 6; count += 1) {
    const upload = await openUpload(parts, {
      owner: person(),
      name: 'a.png',
      source: 'resumable',
      size: GIGABYTE,
      storedBytes: 2 * GIGABYTE,
    });
    expect(upload).toMatchObject({ network: null });
  }
});

it('is limited for a size that is declared later', async () => {
  const upload = await openUpload(parts, {
    owner: person(),
    network: HERE,
    name: 'a',
    source: 'resumable',
    storedBytes: GIGABYTE,
  });
  if (typeof upload === 'string') throw new Error(upload);
  for (let count = 0; count < 4; count += 1) await open(GIGABYTE);
  expect(await declareSize(parts, upload, { size: GIGABYTE + 1, storedBytes: 2 * GIGABYTE })).toBe('full');
  expect(await declareSize(parts, upload, { size: GIGABYTE / 2, storedBytes: 2 * GIGABYTE })).toBe('told');
});

it('leaves room for other addresses', async () => {
  parts = { ...parts, freeBytes: 100_000_000 };
  expect(await open(26_000_000)).toBe('address-full');
  expect(await open(24_000_000)).toMatchObject({ network: HERE });
  expect(await open(2_000_000)).toBe('address-full');
  expect(await open(24_000_000, 'place:elsewhere')).toMatchObject({ network: 'place:elsewhere' });
});

it('is limited for all free accounts together', async () => {
  parts = { ...parts, freeBytes: 1_000_000 };
  await stored(600_000, 'place:one');
  await stored(300_000, 'place:two');
  await expect(open(200_000, 'place:three')).rejects.toThrow(NoSpace);
});

it('counts the files of deleted accounts until they are removed', async () => {
  parts = { ...parts, freeBytes: 1_000_000 };
  const { owner } = await stored(900_000, HERE);
  await deleteOwnerData(database, owner, parts.now());
  await expect(open(200_000)).rejects.toThrow(NoSpace);
  await sweep(parts);
  expect(await open(200_000)).toMatchObject({ network: HERE });
  expect(await database.query('select from conversions.uploads where network is not null and removed_at is not null')).toEqual(
    [],
  );
});

it('limits results, too', async () => {
  await registerWorker(parts, { id: randomUUID(), atOnce: 2 });
  const upload = await stored(10_000, HERE);
  const limits = { openJobs: 9, atOnce: 2, minutes: 10, storedBytes: 2 * GIGABYTE };
  const order = { owner: upload.owner, network: HERE, uploadId: upload.id, targetFormat: 'jpeg', options: {}, secrets: [] };
  await orderJob(parts, { ...order, retention: '24h', limits });
  const job = await claimJob(parts);
  if (!job) throw new Error('not claimed');
  for (let count = 0; count < 4; count += 1) await open(GIGABYTE);
  await open(GIGABYTE - 20_000);
  const resultOf = (bytes: number) => ({
    outputs: [{ name: 'a.jpg', mediaType: 'image/jpeg', bytes, key: randomUUID() }],
    warnings: [],
    fidelity: 'exact',
    route: '',
  });
  expect(await finishJob(parts, job, resultOf(30_000))).toBe('full');
  // The input is removed with the end of the job.
  expect(await finishJob(parts, job, resultOf(20_000))).toBe('done');
});

it('limits what a visitor brings to a new account', async () => {
  const visitor = visitorOwner(randomUUID());
  const upload = {
    owner: visitor,
    place: HERE,
    name: 'a.png',
    source: 'resumable',
    size: GIGABYTE,
    storedBytes: GIGABYTE,
  } as const;
  await openUpload(parts, upload);
  const limits = { openJobs: 9, storedBytes: 2 * GIGABYTE, network: HERE };
  for (let count = 0; count < 5; count += 1) await open(GIGABYTE);
  expect(await adopt(database, visitor, person(), limits)).toBe(false);
  await database.query('delete from conversions.uploads where network is not null');
  expect(await adopt(database, visitor, person(), limits)).toBe(true);
  expect(await database.query('select place, network from conversions.uploads')).toEqual([{ place: null, network: HERE }]);
});
