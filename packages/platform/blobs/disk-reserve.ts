import { statfs } from 'node:fs/promises';
import type { BlobStore } from './blob-store.ts';

/** No space for a file: storing it would use up room that the database and the system need. */
export class NoSpace extends Error {
  override readonly name = 'NoSpace';
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
const MAX_RESERVE_BYTES = 2_000_000_000;
const RESERVE_SHARE = 0.1;

/** Bytes that a process without privileges may still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The usual reserve of the disk of a folder, in bytes: a tenth of it, at most 2 GB. */
export async function usualReserve(folder: string): Promise<number> {
  const { blocks, bsize } = await statfs(folder);
  return Math.min(MAX_RESERVE_BYTES, Math.floor(blocks * bsize * RESERVE_SHARE));
}

export type DiskReserve = {
  /** Bytes free on the disk. */
  readonly free: () => Promise<number>;
  /** Bytes that stay free. */
  readonly reserve: () => Promise<number>;
  /** Frees at least that many bytes if possible. */
  readonly makeRoom?: (bytes: number) => Promise<void>;
};

/** A store that refuses to use the reserve of its disk. `put` throws `NoSpace`, also when the disk is full already. */
export function withDiskReserve(store: BlobStore, disk: DiskReserve): BlobStore {
  // Bytes of running writes, which may not be on the disk yet.
  let pending = 0;
  let last: Promise<unknown> = Promise.resolve();
  // One after another: writes that make room at the same time would each remove files for the others too.
  const reserveRoom = (bytes: number): Promise<void> => {
    const mine = last.then(async () => {
      await requireRoom(disk, () => pending + bytes);
      pending += bytes;
    });
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    ...store,
    async put(key, body, bytes, first) {
      await reserveRoom(bytes);
      try {
        await store.put(key, body, bytes, first);
      } catch (error) {
        throw isDiskFull(error) ? new NoSpace('the disk is full', { cause: error }) : error;
      } finally {
        pending -= bytes;
      }
    },
  };
}

async function requireRoom({ free, reserve, makeRoom }: DiskReserve, wanted: () => number): Promise<void> {
  const kept = await reserve();
  const missing = async (): Promise<number> => kept + wanted() - (await free());
  const before = await missing();
  if (before <= 0) return;
  await makeRoom?.(before);
  const after = await missing();
  if (after > 0) throw new NoSpace(`${after} bytes more are needed`);
}

/** Whether the system refused to write because the disk or its quota is used up. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL.has(String(error.code));
}
