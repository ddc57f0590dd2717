import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { rmdir, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore, StoredBlob } from './blob-store.ts';
import { copyBlobs } from './copy-blobs.ts';
import { createDiskStore } from './disk-store.ts';
import { type FakeS3, startFakeS3 } from './fake-s3.ts';
import { createS3Store, makeBucket, StoreRefused } from './s3-store.ts';

const CREDENTIALS = { accessKeyId: 'an id', secretAccessKey: 'a secret', region: 'eu-central-1' };
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-blobs-'));
let fakeS3: FakeS3;

beforeAll(async () => {
  fakeS3 = await startFakeS3('files', CREDENTIALS);
});
afterAll(async () => {
  await fakeS3.close();
  rmSync(folder, { recursive: true, force: true });
});

const s3 = (changes: object = {}) => createS3Store({ ...CREDENTIALS, endpoint: fakeS3.endpoint, bucket: 'files', ...changes });
const read = async (blob: StoredBlob | undefined): Promise<Buffer | undefined> => blob && buffer(blob.body);

async function keysOf(store: BlobStore, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const key of store.list(prefix)) keys.push(key);
  return keys.sort();
}

it('shares the bytes of a blob with a file, which outlives it', async () => {
  const store = createDiskStore(path.join(folder, 'linked'));
  const file = path.join(folder, 'input');
  await store.put('a', new Uint8Array([1, 2]), 2);
  expect(await store.link?.('a', file)).toBe(true);
  await store.remove('a');
  expect([...readFileSync(file)]).toEqual([1, 2]);
  expect(await store.link?.('a', `${file}-2`)).toBe(false);
  await store.put('a', new Uint8Array([1, 2]), 2);
  await expect(store.link?.('a', file)).rejects.toThrow('EEXIST');
  await expect(store.link?.('a', path.join(folder, 'nowhere', 'input'))).rejects.toThrow('ENOENT');
});

describe.each([
  { name: 'a folder', open: () => createDiskStore(path.join(folder, 'store')) },
  { name: 'S3', open: () => s3() },
])('$name', ({ open }) => {
  it('stores bytes under a key and returns all or part of them until they are removed', async () => {
    const store = open();
    const bytes = randomBytes(300_000);
    await store.put('images/a.png', Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]), bytes.length);
    const whole = await store.get('images/a.png');
    expect([whole?.bytes, (await read(whole))?.equals(bytes)]).toEqual([bytes.length, true]);
    const part = await store.get('images/a.png', { first: 10, last: 19 });
    expect([part?.bytes, (await read(part))?.equals(bytes.subarray(10, 20))]).toEqual([10, true]);
    const tail = await store.get('images/a.png', { first: 299_990 });
    expect((await read(tail))?.equals(bytes.subarray(299_990))).toBe(true);
    expect((await store.get('images/a.png', { first: 300_000 }))?.bytes).toBe(0);
    await store.put('images/a.png', new Uint8Array([1, 2]), 2);
    expect(await read(await store.get('images/a.png'))).toEqual(Buffer.from([1, 2]));
    await store.remove('images/a.png');
    await store.remove('images/a.png');
    expect(await store.get('images/a.png')).toBeUndefined();
  });

  it('stores nothing when the body has another length', async () => {
    const store = open();
    await expect(store.put('short', new Uint8Array(5), 9)).rejects.toThrow(RangeError);
    await expect(store.put('long', new Uint8Array(9), 5)).rejects.toThrow(RangeError);
    expect([await store.get('short'), await store.get('long')]).toEqual([undefined, undefined]);
  });

  it('lists every key with a prefix, over several pages', async () => {
    const store = open();
    const keys = Array.from({ length: 8 }, (_, index) => `list/${index}/file`);
    for (const key of [...keys, 'other/file']) await store.put(key, new Uint8Array([1]), 1);
    expect(await keysOf(store, 'list/')).toEqual(keys);
  });

  it.each(['', '/etc/passwd', '../outside', 'a/../b', 'a//b', 'a/', '.drafts/x', 'a b', 'a\0b', 'k'.repeat(501)])(
    'refuses the key %j',
    async (key) => {
      const store = open();
      await expect(store.put(key, new Uint8Array(), 0)).rejects.toThrow(RangeError);
      await expect(store.get(key)).rejects.toThrow(RangeError);
    },
  );
});

it.each([
  { name: 'a folder', open: () => createDiskStore(path.join(folder, 'first')) },
  { name: 'S3', open: () => s3() },
])('$name stores nothing when the first step fails', async ({ open }) => {
  const store = open();
  const first = (): Promise<void> => Promise.reject(new Error('the row was not written'));
  await expect(store.put('first/not', new Uint8Array([1]), 1, first)).rejects.toThrow('the row was not written');
  expect(await keysOf(store, 'first/')).toEqual([]);
  await store.put('first/yes', new Uint8Array([1]), 1, () => Promise.resolve());
  expect(await keysOf(store, 'first/')).toEqual(['first/yes']);
});

it('removes only the drafts of a dead process from a folder', async () => {
  const at = path.join(folder, 'died');
  const store = createDiskStore(at);
  await store.put('a/b', new Uint8Array([1]), 1);
  const drafts = path.join(at, '.drafts');
  for (const name of ['old', 'young']) writeFileSync(path.join(drafts, name), 'half of it');
  utimesSync(path.join(drafts, 'old'), new Date(0), new Date(0));
  utimesSync(path.join(at, 'a/b'), new Date(0), new Date(0));
  expect(await store.removeUnfinished(new Date(60_000))).toBe(1);
  expect([readdirSync(drafts), await keysOf(store, '')]).toEqual([['young'], ['a/b']]);
  expect(await createDiskStore(path.join(folder, 'never')).removeUnfinished(new Date())).toBe(0);
});

it('removes folders that have been empty for a while', async () => {
  const at = path.join(folder, 'emptied');
  const store = createDiskStore(at);
  for (const key of ['in/aa/1', 'in/bb/2', 'out/aa/3']) await store.put(key, new Uint8Array([1]), 1);
  for (const key of ['in/aa/1', 'out/aa/3']) await store.remove(key);
  expect(await store.removeUnfinished(new Date(60_000))).toBe(0);
  expect(readdirSync(path.join(at, 'in')).toSorted()).toEqual(['aa', 'bb']);
  for (const name of ['in/aa', 'in/bb', 'in', 'out/aa', 'out']) utimesSync(path.join(at, name), new Date(0), new Date(0));
  await store.removeUnfinished(new Date(60_000));
  expect([readdirSync(at).toSorted(), readdirSync(path.join(at, 'in'))]).toEqual([['.drafts', 'in'], ['bb']]);
  expect(await keysOf(store, '')).toEqual(['in/bb/2']);
});

it('loses no file while its folder becomes empty and is removed', async () => {
  const at = path.join(folder, 'raced');
  const store = createDiskStore(at);
  await store.put('other/kept', new Uint8Array([1]), 1);
  let isOver = false;
  const cleaning = async (): Promise<void> => {
    while (!isOver) {
      for (const name of ['a', 'a/b']) await utimes(path.join(at, name), 0, 0).catch(() => undefined);
      await store.removeUnfinished(new Date(60_000));
      expect(await keysOf(store, 'other/')).toEqual(['other/kept']);
    }
  };
  // Another process, which cleans up without pause.
  const removing = async (): Promise<void> => {
    while (!isOver) for (const name of ['a/b', 'a']) await rmdir(path.join(at, name)).catch(() => undefined);
  };
  const writing = async (name: string): Promise<void> => {
    for (let count = 0; count < 40; count += 1) {
      const key = `a/b/${name}-${count}`;
      await store.put(key, Buffer.from(key), key.length);
      expect((await read(await store.get(key)))?.toString()).toBe(key);
      await store.remove(key);
    }
    await store.put(`a/b/${name}`, new Uint8Array([1]), 1);
  };
  const names = Array.from({ length: 6 }, (_, index) => String(index));
  const cleaners = [cleaning(), removing(), removing()];
  await Promise.all(names.map(writing)).finally(() => (isOver = true));
  await Promise.all(cleaners);
  expect(await keysOf(store, 'a/')).toEqual(names.map((name) => `a/b/${name}`));
});

it('makes folders inaccessible to other users and leaves no drafts', async () => {
  const at = path.join(folder, 'private');
  const store = createDiskStore(at);
  await store.put('a/b', new Uint8Array([1]), 1);
  await expect(store.put('a/c', Readable.from([Buffer.from([1])]), 2)).rejects.toThrow(RangeError);
  expect(statSync(path.join(at, 'a/b')).mode & 0o077).toBe(0);
  expect(readdirSync(path.join(at, '.drafts'))).toEqual([]);
});

it('gets refused by S3 for a wrong secret or another bucket, with an error that does not name the file', async () => {
  const wrong = s3({ secretAccessKey: 'another secret' });
  await expect(wrong.put('a', new Uint8Array([1]), 1)).rejects.toThrow(
    new StoreRefused('The store answered 403', { status: 403 }),
  );
  await expect(s3({ bucket: 'elsewhere' }).put('a', new Uint8Array([1]), 1)).rejects.toThrow(StoreRefused);
  expect(fakeS3.objects.has('a')).toBe(false);
});

it('copies missing blobs between any two stores', async () => {
  const [from, to] = [s3(), createDiskStore(path.join(folder, 'copy'))];
  const bytes = randomBytes(100_000);
  await from.put('copied/one', bytes, bytes.length);
  await from.put('copied/two', new Uint8Array([1]), 1);
  await to.put('copied/two', new Uint8Array([1]), 1);
  const first = await copyBlobs(from, to);
  expect(first.files).toBeGreaterThanOrEqual(1);
  expect(first.bytes).toBeGreaterThanOrEqual(bytes.length);
  expect((await read(await to.get('copied/one')))?.equals(bytes)).toBe(true);
  expect(await keysOf(to, '')).toEqual(await keysOf(from, ''));
  expect(await copyBlobs(from, to)).toEqual({ files: 0, bytes: 0 });
});

it('finds an existing bucket, and reports when it may not use it', async () => {
  const options = { ...CREDENTIALS, endpoint: fakeS3.endpoint, bucket: 'files' };
  await makeBucket(options);
  await expect(makeBucket({ ...options, bucket: 'of-others' })).rejects.toThrow(StoreRefused);
});
