import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '@bakkum/blobs/blob-store';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { StoreRefused } from '@bakkum/blobs/s3-store';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { backUp, readOutput } from './backup.ts';
import { deleteJob } from './jobs.ts';
import { CONVERSIONS_MIGRATIONS } from './migrations.ts';
import { type OutputRow, outputsOf } from './rows.ts';
import { type Conversions, keyWithTime, OUTPUT_PREFIX, type Owner, personOwner } from './service.ts';
import { scanOrphans, sweep } from './sweep.ts';
import { silentSignals } from './test-conversions.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-backup-'));
const DAY_MS = 86_400_000;
let database: TestDatabase;
let [first, second] = [createDiskStore(folder), createDiskStore(folder)];
let parts: Conversions;
let time: Date;
let owner: Owner;
let problems: string[];

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
  owner = personOwner(randomUUID());
  problems = [];
  [first, second] = [createDiskStore(path.join(folder, randomUUID())), createDiskStore(path.join(folder, randomUUID()))];
  parts = {
    database,
    blobs: first,
    backup: second,
    signals: silentSignals(),
    wakeDeliveries: async () => undefined,
    now: () => time,
    onProblem: ({ event }) => void problems.push(event),
  };
});

/** A finished job with a result of four bytes. */
async function result(wantsBackup = true): Promise<OutputRow> {
  const [upload, job] = [randomUUID(), randomUUID()];
  const key = keyWithTime(`${OUTPUT_PREFIX}${job}/1-0`, time);
  await first.put(key, Buffer.from('made'), 4);
  await database.query(
    `insert into conversions.uploads (id, owner, name, source, created_at, expires_at, removed_at) values ($1, $2, '', 'form', $3, $3, $3)`,
    [upload, owner, time],
  );
  await database.query(
    `insert into conversions.jobs (id, owner, upload_id, name, source_format, target_format, options, input_bytes, retention, at_once,
       minutes, state, ended_at, created_at, queued_at, expires_at, backup)
     values ($1, $2, $3, 'a.png', 'png', 'jpeg', '{}', 1, '24h', 1, 1, 'completed', $4, $4, $4, $5, $6)`,
    [job, owner, upload, time, new Date(time.getTime() + DAY_MS), wantsBackup],
  );
  await database.query(
    "insert into conversions.outputs (job_id, index, name, media_type, bytes, key) values ($1, 0, 'a.jpg', 'image/jpeg', 4, $2)",
    [job, key],
  );
  const [output] = await outputsOf(database, [job]);
  if (!output) throw new Error('no output');
  return output;
}

const read = async (store: Pick<BlobStore, 'get'>, key: string) => {
  const found = await store.get(key);
  return found && (await buffer(found.body)).toString();
};

it('copies each result whose owner wants a backup, once', async () => {
  const [wanted, other] = [await result(), await result(false)];
  expect([await backUp(parts), await backUp(parts)]).toEqual([1, 0]);
  expect([await read(second, wanted.key), await read(second, other.key)]).toEqual(['made', undefined]);
  expect(await outputsOf(database, [wanted.job_id])).toMatchObject([{ backed_up_at: time }]);
  expect(await backUp({ ...parts, backup: undefined })).toBe(0);
});

it('copies the other results when one cannot be copied', async () => {
  const [bad, good] = [await result(), await result()];
  const put: BlobStore['put'] = (key, ...given) =>
    key === bad.key ? Promise.reject(new Error('the store refuses')) : second.put(key, ...given);
  expect([await backUp({ ...parts, backup: { ...second, put } }), problems]).toEqual([1, ['conversion-not-copied']]);
  expect(await read(second, good.key)).toBe('made');
  expect(await backUp(parts)).toBe(1);
});

it('stops when the backup store does not respond', async () => {
  await result();
  await result();
  const silent = () => Promise.reject(new StoreRefused('The store does not answer'));
  expect(await backUp({ ...parts, backup: { ...second, put: silent, get: silent } })).toBe(0);
  expect(problems).toEqual(['conversion-not-copied']);
  expect(await backUp(parts)).toBe(2);
});

it('never calls the backup store without a copy, so an unreachable store blocks nothing', async () => {
  const output = await result(false);
  const remove: BlobStore['remove'] = () => Promise.reject(new Error('the store refuses'));
  await deleteJob({ ...parts, backup: { ...second, remove } }, owner, output.job_id);
  expect([await outputsOf(database, [output.job_id]), problems]).toEqual([[], []]);
});

it('restores results lost by the first store, on reading and on scanning', async () => {
  const output = await result();
  await backUp(parts);
  await first.remove(output.key);
  const part = await readOutput(parts, output, { first: 1, last: 2 });
  expect(part && (await buffer(part.body)).toString()).toBe('ad');
  expect([await read(first, output.key), problems]).toEqual(['made', ['conversion-file-restored']]);

  await first.remove(output.key);
  expect(await scanOrphans(parts)).toEqual({ removed: [], missing: [] });
  expect(await read(first, output.key)).toBe('made');
});

it('serves the result while the first store does not answer', async () => {
  const output = await result();
  await backUp(parts);
  const down = { ...first, get: () => Promise.reject(new Error('down')), put: () => Promise.reject(new Error('down')) };
  const found = await readOutput({ ...parts, blobs: down }, output);
  expect(found && (await buffer(found.body)).toString()).toBe('made');
  expect(problems).toEqual(['conversion-store-refused', 'conversion-not-restored']);
});

it('reports a result as lost when there is no copy', async () => {
  const output = await result(false);
  await first.remove(output.key);
  expect(await readOutput(parts, output)).toBeUndefined();
  expect(await scanOrphans(parts)).toEqual({ removed: [], missing: [output.key] });
  expect(problems).toEqual(['conversion-files-missing']);
});

it('is removed with the result: deleted, expired, or deleted while being copied', async () => {
  const [deleted, expired, raced] = [await result(), await result(), await result()];
  const slow: BlobStore = {
    ...second,
    put: async (key, body, bytes) => {
      await second.put(key, body, bytes);
      if (key === raced.key) await deleteJob({ ...parts, backup: undefined }, owner, raced.job_id);
    },
  };
  await backUp({ ...parts, backup: slow });
  expect(await read(second, raced.key)).toBeUndefined();
  await deleteJob(parts, owner, deleted.job_id);
  time = new Date(time.getTime() + DAY_MS);
  await sweep(parts);
  for (const { key } of [deleted, expired])
    expect([await read(first, key), await read(second, key)]).toEqual([undefined, undefined]);
  expect(problems).toEqual([]);
});

it('that could not be removed is reported and removed once its store answers', async () => {
  const output = await result();
  await backUp(parts);
  await deleteJob({ ...parts, backup: undefined }, owner, output.job_id);
  expect([await read(second, output.key), problems]).toEqual(['made', ['conversion-copy-left']]);
  time = new Date(time.getTime() + DAY_MS);
  await scanOrphans(parts);
  expect(await read(second, output.key)).toBeUndefined();
});
