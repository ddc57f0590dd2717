import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { MIN_FILE_BYTES } from '@bakkum/blobs/counted-bytes';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import type { Database } from '@bakkum/database/database';
import { MayBeCommitted } from '@bakkum/database/sql';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { CONVERSIONS_MIGRATIONS } from '../migrations.ts';
import { removeUpload } from '../removal.ts';
import { type Conversions, INPUT_PREFIX, keyWithTime, personOwner, prefixOf, timeOfKey } from '../service.ts';
import { ownedBytes, roomFor, storedBytes } from '../storage.ts';
import { silentSignals } from '../test-conversions.ts';
import { ChecksumMismatch, receive, TooLong, WriterReplaced } from './receive.ts';
import { segmentsOf } from './segments.ts';
import { createUploadMemory } from './upload-memory.ts';
import {
  claimWriter,
  completeUpload,
  declareSize,
  findUpload,
  hasRoom,
  hasTooManyPieces,
  InputLost,
  openUpload,
  readEnds,
  readSegments,
  refusedBeforeStoring,
  type Upload,
} from './uploads.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-uploads-'));
const owner = personOwner('one');
const PLENTY = 1_000_000;
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
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function begun(size?: number): Promise<Upload> {
  const upload = await openUpload(parts, {
    owner,
    name: 'photo.png',
    source: 'resumable',
    storedBytes: PLENTY,
    ...(size !== undefined && { size }),
  });
  if (typeof upload === 'string') throw new Error('no room');
  return upload;
}

async function* pieces(bytes: Buffer, size: number, failure?: Error): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  if (failure) throw failure;
}

/** Memory in which a piece has that many bytes. */
const small = (bytes: number) => createUploadMemory({ maxPieceBytes: bytes, blockBytes: bytes / 4 });

async function keysOf(id: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of parts.blobs.list(prefixOf(INPUT_PREFIX, id))) keys.push(key);
  return keys;
}

const now = (id: string) => findUpload(database, owner, id);

const readWhole = async (id: string, size: number): Promise<Buffer> =>
  buffer(readSegments(parts, await segmentsOf(database, id), size));

it('stores a file in segments and returns the same bytes', async () => {
  const bytes = randomBytes(25_000);
  const upload = await begun(bytes.length);
  const { received, sha256 } = await receive(parts, {
    upload,
    body: pieces(bytes, 700),
    mostBytes: PLENTY,
    memory: small(10_000),
  });
  expect(received).toBe(25_000);
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(await keysOf(upload.id)).toHaveLength(3);
  const whole = await completeUpload(parts, upload.id, upload.writer, { format: 'png', sha256 });
  expect(whole).toMatchObject({ size: 25_000, format: 'png', received: 25_000 });
  expect(await readWhole(upload.id, 25_000)).toEqual(bytes);
  const { head, tail, size } = await readEnds(parts, upload.id, { head: 12_000, tail: 6000 });
  expect([Buffer.from(head).equals(bytes.subarray(0, 12_000)), Buffer.from(tail).equals(bytes.subarray(19_000)), size]).toEqual([
    true,
    true,
    25_000,
  ]);
});

it('keeps received data after a broken connection and resumes from there', async () => {
  const bytes = randomBytes(9000);
  const upload = await begun(bytes.length);
  const broken = receive(parts, {
    upload,
    body: pieces(bytes.subarray(0, 4500), 500, new Error('gone')),
    mostBytes: PLENTY,
    memory: small(2000),
  });
  await expect(broken).rejects.toThrow('gone');
  const again = await claimWriter(database, owner, upload.id);
  expect(again?.received).toBe(4500);
  if (!again) return;
  await receive(parts, { upload: again, body: pieces(bytes.subarray(4500), 900), mostBytes: PLENTY, memory: small(2000) });
  expect(await completeUpload(parts, upload.id, again.writer, { format: null, sha256: null })).toBeDefined();
  expect(await readWhole(upload.id, 9000)).toEqual(bytes);
});

it('refuses writes of a stalled connection once another has taken over', async () => {
  const upload = await begun(6000);
  const hung = Promise.withResolvers<void>();
  const body = async function* () {
    yield randomBytes(2000);
    await hung.promise;
    yield randomBytes(2000);
  };
  const first = receive(parts, { upload, body: body(), mostBytes: PLENTY, memory: small(2000) });
  await expect.poll(async () => (await now(upload.id))?.received).toBe(2000);
  await claimWriter(database, owner, upload.id);
  hung.resolve();
  await expect(first).rejects.toThrow(WriterReplaced);
  expect(await now(upload.id)).toMatchObject({ received: 2000 });
  expect(await keysOf(upload.id)).toHaveLength(1);
});

it('accepts a body only if its checksum matches', async () => {
  const bytes = randomBytes(5000);
  const upload = await begun(bytes.length);
  const wrong = { algorithm: 'sha1', digest: createHash('sha1').update('other').digest() } as const;
  const send = (checksum: Parameters<typeof receive>[1]['checksum']) =>
    receive(parts, { upload, body: pieces(bytes, 800), mostBytes: PLENTY, memory: small(2000), ...(checksum && { checksum }) });
  await expect(send(wrong)).rejects.toThrow(ChecksumMismatch);
  expect([await now(upload.id), await keysOf(upload.id)]).toMatchObject([{ received: 0 }, []]);
  await send({ algorithm: 'sha1', digest: createHash('sha1').update(bytes).digest() });
  expect(await now(upload.id)).toMatchObject({ received: 5000 });
});

it('accepts no more bytes than allowed or declared', async () => {
  const upload = await begun();
  await expect(receive(parts, { upload, body: pieces(randomBytes(3000), 500), mostBytes: 2000 })).rejects.toThrow(TooLong);
  const told = await begun(1000);
  await expect(receive(parts, { upload: told, body: pieces(randomBytes(1500), 1500), mostBytes: 5000 })).rejects.toThrow(
    WriterReplaced,
  );
  expect(await now(told.id)).toMatchObject({ received: 0 });
});

it('completes only with all its bytes, and once', async () => {
  const upload = await begun(2000);
  await receive(parts, { upload, body: pieces(randomBytes(1000), 1000), mostBytes: PLENTY });
  expect(await completeUpload(parts, upload.id, upload.writer, { format: null, sha256: null })).toBeUndefined();
  const next = { ...upload, received: 1000 };
  await receive(parts, { upload: next, body: pieces(randomBytes(1000), 1000), mostBytes: PLENTY });
  const ends = await Promise.all(
    Array.from({ length: 5 }, () => completeUpload(parts, upload.id, upload.writer, { format: 'png', sha256: null })),
  );
  expect(ends.filter((end) => end !== undefined)).toHaveLength(1);
});

it('accepts one declared size', async () => {
  const upload = await begun();
  expect(await declareSize(parts, upload, { size: PLENTY + 1, storedBytes: PLENTY })).toBe('full');
  expect(await declareSize(parts, upload, { size: 10, storedBytes: PLENTY })).toBe('told');
  expect(await declareSize(parts, upload, { size: 20, storedBytes: PLENTY })).toBe('conflict');
});

it('is removed with its name and no longer counts', async () => {
  const before = await storedBytes(database, owner);
  const upload = await begun(10_000);
  await receive(parts, { upload, body: pieces(randomBytes(10_000), 1000), mostBytes: PLENTY });
  expect(await storedBytes(database, owner)).toBe(before + 10_000);
  await removeUpload(parts, upload.id);
  expect([await now(upload.id), await keysOf(upload.id)]).toMatchObject([{ name: '', removed_at: expect.any(Date) }, []]);
  expect(await storedBytes(database, owner)).toBe(before);
  await expect(readWhole(upload.id, 10_000)).rejects.toThrow(InputLost);
  expect(await claimWriter(database, owner, upload.id)).toBeUndefined();
});

it('is refused when the storage would be full, and for other owners', async () => {
  expect(await openUpload(parts, { owner, name: 'a', source: 'form', size: PLENTY + 1, storedBytes: PLENTY })).toBe('full');
  const upload = await begun(10);
  expect(await findUpload(database, personOwner('other'), upload.id)).toBeUndefined();
  expect(await claimWriter(database, personOwner('other'), upload.id)).toBeUndefined();
});

it('is refused before it is stored, and not looked up while its owner has much room', async () => {
  const transaction = vi.spyOn(database, 'transaction');
  const given = { owner: personOwner('roomy'), name: 'a', source: 'form', storedBytes: 1_000_000 } as const;
  for (let count = 0; count < 3; count += 1) expect(await refusedBeforeStoring(parts, given, 10_000)).toBeUndefined();
  expect(transaction).toHaveBeenCalledTimes(1);
  for (let count = 0; count < 2; count += 1) expect(await refusedBeforeStoring(parts, given, 2_000_000)).toBe('full');
  expect(transaction).toHaveBeenCalledTimes(3);
  transaction.mockRestore();
});

it('is stored unrecorded while its recording is unknown, and not stored if its check fails', async () => {
  const keys = async () => (await Array.fromAsync(parts.blobs.list(INPUT_PREFIX))).toSorted();
  const before = await keys();
  const given = (id: string) => ({
    upload: { id, writer: 0, received: 0 },
    body: pieces(randomBytes(100), 10),
    mostBytes: PLENTY,
  });
  const recording = {
    want: { head: 10, tail: 10 },
    formatOf: () => null,
    open: () => Promise.resolve(PLENTY),
    check: () => Promise.resolve(),
    add: (): Promise<never> => Promise.reject(new MayBeCommitted('the connection is lost')),
  };
  const refused = { ...recording, check: () => Promise.reject(new Error('refused')) };
  await expect(receive(parts, given(randomUUID()), refused)).rejects.toThrow('refused');
  const failed = { ...recording, add: () => Promise.reject(new Error('failed')) };
  await expect(receive(parts, given(randomUUID()), failed)).rejects.toThrow('failed');
  expect(await keys()).toEqual(before);
  const id = randomUUID();
  await expect(receive(parts, given(id), recording)).rejects.toThrow('the connection is lost');
  expect(await keysOf(id)).toHaveLength(1);
});

it('keeps a piece that may be recorded, and removes one whose recording is refused', async () => {
  const [kept, lost] = [await begun(10), await begun(10)];
  const failing = (error: (work: () => Promise<unknown>) => Promise<never>): Conversions => {
    const transaction: Database['transaction'] = (work) => error(() => database.transaction(work));
    return { ...parts, database: { ...database, transaction } };
  };
  const answerLost = failing(async (commit) => {
    await commit();
    throw new MayBeCommitted('the connection is lost');
  });
  const refused = failing(() => Promise.reject(new Error('refused')));
  const given = (upload: Upload) => ({ upload, body: pieces(randomBytes(10), 10), mostBytes: PLENTY });
  await expect(receive(answerLost, given(kept))).rejects.toThrow('the connection is lost');
  await expect(receive(refused, given(lost))).rejects.toThrow('refused');
  expect([await keysOf(kept.id), await keysOf(lost.id)]).toEqual([[expect.any(String)], []]);
  expect((await segmentsOf(database, kept.id)).map(({ key }) => key)).toEqual(await keysOf(kept.id));
});

it('removes its bytes if another connection took over before its checksum matched', async () => {
  const upload = await begun(10);
  const bytes = randomBytes(10);
  const checksum = { algorithm: 'sha256', digest: createHash('sha256').update(bytes).digest() } as const;
  await claimWriter(database, owner, upload.id);
  await expect(receive(parts, { upload, body: pieces(bytes, 10), mostBytes: PLENTY, checksum })).rejects.toThrow(WriterReplaced);
  expect(await keysOf(upload.id)).toEqual([]);
});

it('reserves its room at the start, even in parallel', async () => {
  const crowded = personOwner('crowded');
  const asked = { owner: crowded, name: 'a', source: 'resumable', size: 30_000, storedBytes: 100_000 } as const;
  const answers = await Promise.all(Array.from({ length: 10 }, () => openUpload(parts, asked)));
  expect(answers.filter((answer) => answer !== 'full')).toHaveLength(3);
  expect(await storedBytes(database, crowded)).toBe(90_000);
  const [one] = answers.filter((answer) => typeof answer !== 'string');
  expect(one && (await roomFor(database, one, 100_000))).toBe(40_000);
});

it('is refused only while parallel uploads occupy its room', async () => {
  const crowded = personOwner('crowded by two');
  const open = () => openUpload(parts, { owner: crowded, name: 'a', source: 'form', storedBytes: 10_000 });
  // Both begin before either has received anything, since one file leaves too little room to begin another.
  const begin = await Promise.all([open(), open()]);
  const two = await Promise.all(
    begin.map(async (upload) => {
      if (typeof upload === 'string') throw new Error('no room');
      await receive(parts, { upload, body: pieces(randomBytes(6000), 600), mostBytes: 10_000 });
      return upload;
    }),
  );
  const answers = await Promise.all(two.map((upload) => hasRoom(parts, upload, 10_000)));
  expect(answers.filter((isIn) => isIn)).toHaveLength(1);
  expect(await storedBytes(database, crowded)).toBe(6000);
});

it('counts each piece as a whole block of the disk, and an empty upload as one', async () => {
  const tiny = personOwner('tiny pieces');
  const upload = await openUpload(parts, { owner: tiny, name: 'a', source: 'resumable', size: 3, storedBytes: PLENTY });
  if (typeof upload === 'string') throw new Error('no room');
  expect(await storedBytes(database, tiny)).toBe(MIN_FILE_BYTES);
  for (let received = 0; received < 3; received += 1) {
    await receive(parts, { upload: { ...upload, received }, body: pieces(randomBytes(1), 1), mostBytes: PLENTY });
  }
  expect([await storedBytes(database, tiny), await ownedBytes(database, tiny)]).toEqual([3 * MIN_FILE_BYTES, 3 * MIN_FILE_BYTES]);
  expect(await findUpload(database, tiny, upload.id)).toMatchObject({ received: 3, pieces: 3 });
});

it('opens the pieces of a file one at a time', async () => {
  const upload = await begun(40);
  for (let received = 0; received < 40; received += 1) {
    await receive(parts, { upload: { ...upload, received }, body: pieces(randomBytes(1), 1), mostBytes: PLENTY });
  }
  let open = 0;
  let most = 0;
  const counting: Conversions = {
    ...parts,
    blobs: {
      ...parts.blobs,
      get: async (...wanted) => {
        open += 1;
        most = Math.max(most, open);
        const found = await parts.blobs.get(...wanted);
        found?.body.once('close', () => {
          open -= 1;
        });
        return found;
      },
    },
  };
  expect(await readEnds(counting, upload.id, { head: 40, tail: 40 })).toMatchObject({ size: 40 });
  expect(most).toBe(1);
});

it('has too many pieces if requests are much smaller than usual', () => {
  const of = (count: number, received: number): boolean => hasTooManyPieces({ pieces: count, received });
  expect([of(999, 999), of(1001, 1001), of(1001, 70_000), of(77_000, 5_000_000_000), of(77_000, 1_000_000)]).toEqual([
    false,
    true,
    false,
    false,
    true,
  ]);
});

it('reads the creation time from a key', () => {
  const made = new Date('2026-12-01T09:00:00.123Z');
  expect(timeOfKey(keyWithTime(`${INPUT_PREFIX}one/0`, made))).toEqual(made);
  expect(timeOfKey('conversions/in/something')).toBeUndefined();
});
