import { randomUUID } from 'node:crypto';
import { constants, createReadStream, type Dirent } from 'node:fs';
import { copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { assertKey, type BlobStore } from './blob-store.ts';

/** Files up to this many bytes are synced after they have their name. */
const MAX_BYTES_SYNCED_LAST = 1024 ** 2;
/** Folder for unfinished writes, next to the blobs. Keys start with a letter or digit, so none collides with it. */
const DRAFTS = '.drafts';

/** Stores blobs as files in a folder that only the current user can read. */
export function createDiskStore(folder: string): BlobStore {
  const fileOf = (key: string): string => {
    assertKey(key);
    return path.join(folder, ...key.split('/'));
  };
  return {
    async put(key, body, bytes, first) {
      const file = fileOf(key);
      const draft = path.join(folder, DRAFTS, randomUUID());
      await makeFolder(path.dirname(draft));
      const handle = await open(draft, 'wx', 0o600);
      try {
        await bothOf(writeDraft(handle, body, bytes), first?.() ?? Promise.resolve());
        await moveInto(file, draft);
        await settle(file, handle);
      } finally {
        await handle.close();
        await rm(draft, { force: true });
      }
    },
    async get(key, range) {
      const file = fileOf(key);
      const size = await sizeOf(file);
      if (size === undefined) return undefined;
      const first = range?.first ?? 0;
      const last = Math.min(range?.last ?? size - 1, size - 1);
      const bytes = Math.max(0, last - first + 1);
      return { bytes, body: bytes === 0 ? Readable.from([]) : createReadStream(file, { start: first, end: last }) };
    },
    link: (key, file) => linkOrCopy(fileOf(key), file),
    remove: async (key) => rm(fileOf(key), { force: true }),
    list: (prefix) => keysBelow(folder, prefix),
    async removeUnfinished(since) {
      for (const { name } of await foldersIn(folder)) if (name !== DRAFTS) await removeEmpty(path.join(folder, name), since);
      return removeDrafts(path.join(folder, DRAFTS), since);
    },
  };
}

/** Codes of file systems that cannot link the file: another disk, a forbidden or unsupported link, or too many of them. */
const CANNOT_LINK: ReadonlySet<string | undefined> = new Set(['EXDEV', 'EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS', 'EMLINK']);

async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch((error: NodeJS.ErrnoException) => {
      if (!CANNOT_LINK.has(error.code)) throw error;
      return copyFile(from, to, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    undefinedIfMissing(error as NodeJS.ErrnoException);
    // The folder of the other path may be missing as well.
    if ((await sizeOf(from)) !== undefined) throw error;
    return false;
  }
}

/** Waits for all promises to settle, even when one rejects. */
async function bothOf(...promises: readonly Promise<void>[]): Promise<void> {
  for (const settled of await Promise.allSettled(promises)) if (settled.status === 'rejected') throw settled.reason;
}

/**
 * POSIX guarantees a file name on disk only after its folder is synced (fsync(2)), so every created folder is recorded in its
 * parent.
 */
async function makeFolder(folder: string): Promise<void> {
  const highest = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (highest === undefined) return;
  for (let made = folder; made.length >= highest.length; made = path.dirname(made)) await syncFolder(path.dirname(made));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and records names on its own.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeDrafts(drafts: string, since: Date): Promise<number> {
  let removed = 0;
  for (const name of await namesIn(drafts)) {
    const draft = path.join(drafts, name);
    const found = await stat(draft).catch(undefinedIfMissing);
    if (!found || found.mtime >= since) continue;
    await rm(draft, { force: true });
    removed += 1;
  }
  return removed;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(undefinedIfMissing)) ?? [];
}

async function writeDraft(handle: FileHandle, body: Readable | Uint8Array, bytes: number): Promise<void> {
  const written = await writeAll(handle, body);
  if (written !== bytes) throw new RangeError(`A blob of ${bytes} bytes came with ${written}`);
  // The disk writes a large file while the caller checks whether it may be kept.
  if (bytes > MAX_BYTES_SYNCED_LAST) await handle.sync();
}

/** Attempts to move a draft whose folder is removed meanwhile. */
const MAX_MOVES = 20;

/** Gives a draft its name. Until then, its empty folder may be removed. */
async function moveInto(file: string, draft: string): Promise<void> {
  for (let moves = 1; ; moves += 1) {
    try {
      await makeFolder(path.dirname(file));
      return await rename(draft, file);
    } catch (error) {
      // Node reports a folder that is removed while it creates another in it as ENOTDIR.
      undefinedIfMissing(error as NodeJS.ErrnoException);
      if (moves === MAX_MOVES) throw error;
    }
  }
}

/**
 * Syncs content and name before the blob counts: one that the database knows survives a power failure. Of a small file, both are synced
 * together, which takes one write of the file system's journal instead of two.
 */
async function settle(file: string, handle: FileHandle): Promise<void> {
  try {
    // Without its folder, the file was removed already.
    await bothOf(handle.sync(), syncFolder(path.dirname(file)).catch(undefinedIfMissing));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function writeAll(handle: FileHandle, body: Readable | Uint8Array): Promise<number> {
  let written = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    await handle.writeFile(chunk);
    written += chunk.byteLength;
  }
  return written;
}

async function sizeOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(undefinedIfMissing);
  return found?.isFile() ? found.size : undefined;
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}

/** Folders may be removed meanwhile, so each is read on its own. */
async function* keysBelow(folder: string, prefix: string): AsyncGenerator<string> {
  for await (const key of keysIn(folder, '')) if (key.startsWith(prefix)) yield key;
}

async function* keysIn(folder: string, parent: string): AsyncGenerator<string> {
  const entries = await readdir(path.join(folder, parent), { withFileTypes: true }).catch(undefinedIfMissing);
  for (const entry of entries ?? []) {
    const key = `${parent}${entry.name}`;
    if (entry.isFile()) yield key;
    else if (entry.isDirectory() && key !== DRAFTS) yield* keysIn(folder, `${key}/`);
  }
}

async function foldersIn(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(undefinedIfMissing);
  return (entries ?? []).filter((entry) => entry.isDirectory());
}

/** Codes of a folder that is not empty, in use, or removed already. */
const STAYS: ReadonlySet<string | undefined> = new Set(['ENOTEMPTY', 'EEXIST', 'EBUSY', 'EPERM', 'EACCES', 'ENOENT']);

/** Removes folders that have been empty since a time. Not at once, because a new folder must be written to disk as well. */
async function removeEmpty(folder: string, since: Date): Promise<void> {
  // Read before the removal of folders inside changes it.
  const found = await stat(folder).catch(undefinedIfMissing);
  for (const { name } of await foldersIn(folder)) await removeEmpty(path.join(folder, name), since);
  if (!found || found.mtime >= since) return;
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (!STAYS.has(error.code)) throw error;
  });
}
