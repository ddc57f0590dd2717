/**
 * The list of this tab in the origin private file system: `queues/<id>/<number>` are the files, `queues/<id>/list.json` their
 * settings. A page holds a lock named after its folder while it lives, so that abandoned folders can be recognized.
 */

import { randomId } from '@bakkum/bytes/random-id';
import { freeBytes, lockManager, pageCanWriteFiles, privateFolder } from '@bakkum/registry/browser/optional-apis.browser';
import { LIST, LOCK_PREFIX, QUEUES, removeEntry, removeForgotten } from './forgotten-queues.ts';
import { QUEUE_KEY } from './queue-key.ts';
import { type KeptFile, keptFilesOf, storedNamesOf } from './saved-list.ts';

/** Milliseconds to wait for the lock: a reloaded page may release it a moment after the new page starts. */
const LOCK_PATIENCE_MS = 3_000;
/** Bytes left free on the disk for the results. */
const SPARE_BYTES = 200_000_000;

export class QueueFolder {
  /** Files an earlier page of this tab left. */
  readonly left: readonly KeptFile[];
  readonly #folder: FileSystemDirectoryHandle;

  constructor(folder: FileSystemDirectoryHandle, left: readonly KeptFile[]) {
    this.#folder = folder;
    this.left = left;
  }

  /** Returns the name it is stored under; undefined if there is no room. */
  async keep(file: Blob): Promise<string | undefined> {
    const free = (await freeBytes()) ?? Number.POSITIVE_INFINITY;
    if (free < file.size + SPARE_BYTES) return undefined;
    const stored = randomId();
    try {
      await this.#write(stored, file);
      return stored;
    } catch (refusal) {
      if (!(refusal instanceof DOMException)) throw refusal;
      await this.remove(stored);
      return undefined;
    }
  }

  /** Returns a file; undefined if it is gone. It stays on disk until it is read. */
  async read(stored: string): Promise<Blob | undefined> {
    try {
      return await (await this.#folder.getFileHandle(stored)).getFile();
    } catch (refusal) {
      if (refusal instanceof DOMException) return undefined;
      throw refusal;
    }
  }

  async remove(stored: string): Promise<void> {
    await removeEntry(this.#folder, stored);
  }

  /** Writes the list for a later page. Returns whether that succeeded. */
  async writeList(list: readonly KeptFile[]): Promise<boolean> {
    try {
      if (list.length === 0) await removeEntry(this.#folder, LIST);
      else await this.#write(LIST, JSON.stringify(list));
      return true;
    } catch (refusal) {
      if (refusal instanceof DOMException) return false;
      throw refusal;
    }
  }

  async #write(name: string, data: Blob | string): Promise<void> {
    const writable = await (await this.#folder.getFileHandle(name, { create: true })).createWritable();
    try {
      await writable.write(data);
      await writable.close();
    } catch (refusal) {
      await writable.abort().catch(() => undefined); // it is already closed
      throw refusal;
    }
  }
}

/** Opens the folder of this tab; undefined if this browser has no private file system that a page can write to. */
export async function openQueueFolder(): Promise<QueueFolder | undefined> {
  const locks = lockManager();
  const disk = await (locks && pageCanWriteFiles() ? privateFolder() : undefined);
  if (!locks || !disk) return undefined;
  try {
    const id = await ownId(locks);
    const root = await disk.getDirectoryHandle(QUEUES, { create: true });
    const folder = await root.getDirectoryHandle(id, { create: true });
    const left = await leftIn(folder);
    await removeForgotten(locks, root, id);
    return new QueueFolder(folder, left);
  } catch (refusal) {
    if (refusal instanceof DOMException) return undefined;
    throw refusal;
  }
}

/** A duplicated tab has the same session storage; it gets its own folder. */
async function ownId(locks: LockManager): Promise<string> {
  const known = sessionStorage.getItem(QUEUE_KEY);
  if (known !== null && (await holdLock(locks, known))) return known;
  const id = randomId();
  await holdLock(locks, id);
  sessionStorage.setItem(QUEUE_KEY, id);
  return id;
}

/** Returns whether this page now holds the lock; it then does until it ends. */
function holdLock(locks: LockManager, id: string): Promise<boolean> {
  return new Promise((answer) => {
    locks
      .request(LOCK_PREFIX + id, { signal: AbortSignal.timeout(LOCK_PATIENCE_MS) }, () => {
        answer(true);
        return new Promise<never>(() => undefined);
      })
      .catch(() => answer(false));
  });
}

/** Files missing in the list were being copied when the page ended, or were finished. */
async function leftIn(folder: FileSystemDirectoryHandle): Promise<readonly KeptFile[]> {
  const names = await Array.fromAsync(folder.keys());
  const listed = names.includes(LIST) ? await (await (await folder.getFileHandle(LIST)).getFile()).text() : '';
  const left = keptFilesOf(listed).filter(({ stored }) => names.includes(stored));
  const known = new Set([LIST, ...left.flatMap(storedNamesOf)]);
  await Promise.all(names.filter((name) => !known.has(name)).map((name) => removeEntry(folder, name)));
  return left;
}
