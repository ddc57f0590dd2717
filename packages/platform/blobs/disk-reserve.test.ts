import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freeBytes, inodesIn, NoSpace, usualReserve, withDiskReserve } from './disk-reserve.ts';
import { createDiskStore } from './disk-store.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-reserve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (count: number): Uint8Array => new Uint8Array(count);

/** A store on a disk with that many free bytes, of which 100 are kept. */
function storeOn(free: () => number, makeRoom?: (missing: number) => void) {
  return withDiskReserve(createDiskStore(folder), {
    free: async () => free(),
    reserve: async () => 100,
    inodes: async () => ({ free: 1000, reserve: 0 }),
    ...(makeRoom && { makeRoom: async (missing) => makeRoom(missing) }),
  });
}

it('stores only files that leave the reserve untouched', async () => {
  const store = storeOn(() => 110);
  await store.put('a', bytes(10), 10);
  await expect(store.put('b', bytes(11), 11)).rejects.toThrow(NoSpace);
  expect([(await store.get('a'))?.bytes, await store.get('b')]).toEqual([10, undefined]);
});

it('counts files that are being written', async () => {
  const store = storeOn(() => 115);
  const outcomes = await Promise.allSettled([store.put('c', bytes(10), 10), store.put('d', bytes(10), 10)]);
  expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
  await store.put('e', bytes(10), 10);
});

it('requests more space before refusing a file', async () => {
  let free = 90;
  const asked: number[] = [];
  const store = storeOn(
    () => free,
    (missing) => {
      asked.push(missing);
      free = 200;
    },
  );
  await store.put('f', bytes(10), 10);
  expect(asked).toEqual([20]);
});

it('frees no more than needed for files that arrive at the same time', async () => {
  let free = 90;
  let freed = 0;
  const store = storeOn(
    () => free,
    (missing) => {
      freed += missing;
      free += missing;
    },
  );
  await Promise.all([store.put('h', bytes(10), 10), store.put('i', bytes(10), 10)]);
  expect(freed).toBe(30);
});

it('reports a disk that is full despite the reserve', async () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const store = withDiskReserve(
    { ...createDiskStore(folder), put: () => Promise.reject(full) },
    { free: async () => 1e9, reserve: async () => 0, inodes: async () => ({ free: 1, reserve: 0 }) },
  );
  await expect(store.put('g', bytes(1), 1)).rejects.toThrow(NoSpace);
});

it('stores only files that leave enough inodes, also counting those being written', async () => {
  let inodes = 101;
  const asked: number[] = [];
  const store = withDiskReserve(createDiskStore(folder), {
    free: async () => 1e9,
    reserve: async () => 0,
    inodes: async () => ({ free: inodes, reserve: 100 }),
    makeRoom: async (missing) => void asked.push(missing),
  });
  const outcomes = await Promise.allSettled([store.put('j', bytes(1), 1), store.put('k', bytes(1), 1)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  inodes = 97;
  await expect(store.put('l', bytes(1), 1)).rejects.toThrow(NoSpace);
  expect(asked).toEqual([4096, 4 * 4096]);
});

it('ignores inodes of file systems that report none', () => {
  expect(inodesIn({ files: 0, ffree: 0 })).toEqual({ free: Number.POSITIVE_INFINITY, reserve: 0 });
  expect(inodesIn({ files: 1000, ffree: 7 })).toEqual({ free: 7, reserve: 100 });
  expect(inodesIn({ files: 1e9, ffree: 7 })).toEqual({ free: 7, reserve: 100_000 });
});

it('reads the disk of a folder', async () => {
  expect(await freeBytes(folder)).toBeGreaterThan(0);
  expect(await usualReserve(folder)).toBeLessThanOrEqual(2_000_000_000);
});
