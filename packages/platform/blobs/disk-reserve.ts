import { statfs } from 'node:fs/promises';
import type { BlobStore } from './blob-store.ts';
import { MIN_FILE_BYTES } from './counted-bytes.ts';

/** No space for a file: storing it would use up room that the database and the system need. */
export class NoSpace extends Error {
  override readonly name = 'NoSpace';
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
const MAX_RESERVE_BYTES = 2_000_000_000;
const MAX_RESERVE_INODES = 100_000;
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

/** Inodes of a disk, each of which allows one more file, and how many of them stay free. */
export type Inodes = { readonly free: number; readonly reserve: number };

/** The inodes of the disk of a folder; a tenth of them stays free, at most 100,000. */
export async function inodesOf(folder: string): Promise<Inodes> {
  return inodesIn(await statfs(folder));
}

/** Inodes without limit for file systems that report none, such as btrfs, because they create inodes as needed. */
export function inodesIn({ files, ffree }: { readonly files: number; readonly ffree: number }): Inodes {
  if (files === 0) return { free: Number.POSITIVE_INFINITY, reserve: 0 };
  return { free: ffree, reserve: Math.min(MAX_RESERVE_INODES, Math.floor(files * RESERVE_SHARE)) };
}

export type DiskReserve = {
  /** Bytes free on the disk. */
  readonly free: () => Promise<number>;
  /** Bytes that stay free. */
  readonly reserve: () => Promise<number>;
  readonly inodes: () => Promise<Inodes>;
  /** Frees at least that many bytes if possible. */
  readonly makeRoom?: (bytes: number) => Promise<void>;
};

/** A store that refuses to use the reserve of its disk. `put` throws `NoSpace`, also when the disk is full already. */
export function withDiskReserve(store: BlobStore, disk: DiskReserve): BlobStore {
  // Running writes, which may not be on the disk yet.
  const pending: Wanted = { bytes: 0, files: 0 };
  let last: Promise<unknown> = Promise.resolve();
  // One after another: writes that make room at the same time would each remove files for the others too.
  const reserveRoom = (bytes: number): Promise<void> => {
    const mine = last.then(async () => {
      await requireRoom(disk, () => ({ bytes: pending.bytes + bytes, files: pending.files + 1 }));
      pending.bytes += bytes;
      pending.files += 1;
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
        pending.bytes -= bytes;
        pending.files -= 1;
      }
    },
  };
}

type Wanted = { bytes: number; files: number };

async function requireRoom(disk: DiskReserve, wanted: () => Wanted): Promise<void> {
  const before = await missingRoom(disk, wanted);
  if (before <= 0) return;
  await disk.makeRoom?.(before);
  const after = await missingRoom(disk, wanted);
  if (after > 0) throw new NoSpace(`${after} bytes more are needed`);
}

/**
 * Bytes to free before the reserve is complete and the wanted files have room. Each missing inode counts as the smallest file, as it
 * does in limits.
 */
export async function missingRoom({ free, reserve, inodes }: DiskReserve, wanted?: () => Wanted): Promise<number> {
  const [freeNow, kept, files] = await Promise.all([free(), reserve(), inodes()]);
  const { bytes, files: more } = wanted?.() ?? { bytes: 0, files: 0 };
  return Math.max(kept + bytes - freeNow, (files.reserve + more - files.free) * MIN_FILE_BYTES);
}

/** Whether the system refused to write because the disk or its quota is used up. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL.has(String(error.code));
}
