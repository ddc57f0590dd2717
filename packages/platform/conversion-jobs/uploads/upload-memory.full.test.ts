import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { CONVERSIONS_MIGRATIONS } from '../migrations.ts';
import { type Conversions, personOwner } from '../service.ts';
import { silentSignals } from '../test-conversions.ts';
import { receive } from './receive.ts';
import { segmentsOf } from './segments.ts';
import { createUploadMemory, type UploadMemory } from './upload-memory.ts';
import { findUpload, openUpload, readSegments, type Upload } from './uploads.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-upload-memory-'));
const owner = personOwner('slow');
const PLENTY = 10_000_000_000;
let database: TestDatabase;
let parts: Conversions;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [CONVERSIONS_MIGRATIONS]);
  parts = {
    database,
    blobs: createDiskStore(folder),
    signals: silentSignals(),
    wakeDeliveries: async () => undefined,
    now: () => new Date(),
    onProblem: () => undefined,
  };
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function begun(): Promise<Upload> {
  const upload = await openUpload(parts, { owner, name: 'film.mp4', source: 'resumable', storedBytes: PLENTY });
  if (typeof upload === 'string') throw new Error('no room');
  return upload;
}

/** An upload that sends these bytes and then nothing, until it is ended. */
function stalled(upload: Upload, bytes: Uint8Array, memory?: UploadMemory) {
  const silent = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const body = async function* () {
    const CHUNK = 65_000;
    for (let at = 0; at < bytes.byteLength; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
    silent.resolve();
    await over.promise;
  };
  const receiving = receive(parts, { upload, body: body(), mostBytes: PLENTY, ...(memory && { memory }) });
  return { silent: silent.promise, receiving, end: () => over.resolve() };
}

async function stalledUploads(count: number, bytes: Uint8Array, memory?: UploadMemory) {
  const uploads = await Promise.all(Array.from({ length: count }, begun));
  const running = uploads.map((upload) => stalled(upload, bytes, memory));
  await Promise.all(running.map(({ silent }) => silent));
  const end = async (): Promise<void> => {
    for (const upload of running) upload.end();
    await Promise.all(running.map(({ receiving }) => receiving));
  };
  return { uploads, end };
}

const contentOf = async ({ id }: Upload): Promise<Buffer> =>
  buffer(readSegments(parts, await segmentsOf(database, id), (await findUpload(database, owner, id))?.received ?? 0));

describe('stalled uploads', () => {
  it('use little memory of the process together', async () => {
    const bytes = randomBytes(7_000_000);
    const before = process.memoryUsage().arrayBuffers;
    const { end } = await stalledUploads(60, bytes);
    const used = process.memoryUsage().arrayBuffers - before;
    await end();
    expect(used).toBeLessThan(120_000_000);
  });

  it('never exceed the budget and leave room for another upload', async () => {
    const memory = createUploadMemory({ budgetBytes: 160_000, blockBytes: 10_000 });
    const bytes = randomBytes(64_000);
    const { uploads, end } = await stalledUploads(40, bytes, memory);
    expect(memory.used()).toBeLessThanOrEqual(160_000);
    const other = await begun();
    const large = randomBytes(400_000);
    const quick = stalled(other, large, memory);
    quick.end();
    expect(await quick.receiving).toMatchObject({ received: 400_000 });
    expect((await contentOf(other)).equals(large)).toBe(true);
    await end();
    expect(memory.used()).toBe(0);
    const kept = await Promise.all(uploads.map(contentOf));
    expect(kept.every((content) => content.equals(bytes))).toBe(true);
  });

  it('store their full blocks after a pause', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const memory = createUploadMemory({ budgetBytes: 1_000_000, blockBytes: 10_000 });
    const { uploads, end } = await stalledUploads(3, randomBytes(64_000), memory);
    expect(memory.used()).toBe(3 * 70_000);
    await vi.advanceTimersByTimeAsync(memory.idleMs);
    await expect.poll(() => memory.used()).toBe(0);
    const [first] = uploads;
    expect(first && (await findUpload(database, owner, first.id))?.received).toBe(64_000);
    await end();
  });

  it('keep less than a block that arrives slowly', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const memory = createUploadMemory({ budgetBytes: 1_000_000, blockBytes: 10_000 });
    const { uploads, end } = await stalledUploads(1, randomBytes(9000), memory);
    await vi.advanceTimersByTimeAsync(10 * memory.idleMs);
    const [first] = uploads;
    expect(first && (await findUpload(database, owner, first.id))?.received).toBe(0);
    expect(memory.used()).toBe(10_000);
    await end();
    expect(first && (await findUpload(database, owner, first.id))?.received).toBe(9000);
  });
});

it('returns the memory of an upload that fails', async () => {
  const memory = createUploadMemory({ budgetBytes: 100_000, blockBytes: 10_000 });
  const failing: Conversions = { ...parts, blobs: { ...parts.blobs, put: () => Promise.reject(new Error('no disk')) } };
  const body = async function* () {
    for (let piece = 0; piece < 20; piece += 1) yield randomBytes(9000);
  };
  const receiving = receive(failing, { upload: await begun(), body: body(), mostBytes: PLENTY, memory });
  await expect(receiving).rejects.toThrow('no disk');
  expect(memory.used()).toBe(0);
});
