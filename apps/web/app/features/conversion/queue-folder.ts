/**
 * The list of this tab on the browser's private disk: `queues/<id>/<number>` are the files, `queues/<id>/list.json` says what was
 * to become of them. A page holds a lock named by the folder as long as it lives, so that folders nobody uses can be told.
 */
import { type KeptFile, keptFilesOf } from './kept-list.ts';
import { QUEUE_KEY } from './left-behind.ts';

const ROOT = 'queues';
const LIST = 'list.json';
const LOCK_PREFIX = 'bakkum-queue-';
/** A page that was reloaded gives its lock back when it is gone, which may be a moment after the new one began. */
const LOCK_PATIENCE_MS = 3_000;
/** A tab that was put aside comes back within a day, or not at all. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;
/** Left free on the disk for the results. */
const SPARE_BYTES = 200_000_000;

export class QueueFolder {
  /** What an earlier page of this tab left. */
  readonly left: readonly KeptFile[];
  readonly #folder: FileSystemDirectoryHandle;

  constructor(folder: FileSystemDirectoryHandle, left: readonly KeptFile[]) {
    this.#folder = folder;
    this.left = left;
  }

  /** Answers the name it is kept under; nothing where there is no room. */
  async keep(file: File): Promise<string | undefined> {
    const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate();
    if (quota - usage < file.size + SPARE_BYTES) return undefined;
    const stored = crypto.randomUUID();
    try {
      await this.#write(stored, file);
      return stored;
    } catch (refusal) {
      if (!(refusal instanceof DOMException)) throw refusal;
      await this.remove(stored);
      return undefined;
    }
  }

  /** The file as it was chosen; nothing where it is gone. It lies on the disk until it is read. */
  async read(kept: KeptFile): Promise<File | undefined> {
    try {
      const stored = await (await this.#folder.getFileHandle(kept.stored)).getFile();
      return new File([stored], kept.name, { type: kept.type, lastModified: kept.lastModified });
    } catch (refusal) {
      if (refusal instanceof DOMException) return undefined;
      throw refusal;
    }
  }

  async remove(stored: string): Promise<void> {
    await removeEntry(this.#folder, stored);
  }

  /** What a later page is to find. Answers whether it could be written. */
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
      await writable.abort().catch(() => undefined); // it is closed already
      throw refusal;
    }
  }
}

/** The folder of this tab; nothing where this browser has no private disk that a page can write to. */
export async function openQueueFolder(): Promise<QueueFolder | undefined> {
  if (!isPossible()) return undefined;
  try {
    const id = await ownId();
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(ROOT, { create: true });
    const folder = await root.getDirectoryHandle(id, { create: true });
    const left = await leftIn(folder);
    await removeForgotten(root, id);
    return new QueueFolder(folder, left);
  } catch (refusal) {
    if (refusal instanceof DOMException) return undefined;
    throw refusal;
  }
}

function isPossible(): boolean {
  return (
    'locks' in navigator &&
    'storage' in navigator &&
    'getDirectory' in navigator.storage &&
    'FileSystemFileHandle' in globalThis &&
    'createWritable' in FileSystemFileHandle.prototype
  );
}

/** A copy of a tab has the same session storage; it gets a folder of its own. */
async function ownId(): Promise<string> {
  const known = sessionStorage.getItem(QUEUE_KEY);
  if (known !== null && (await holdLock(known))) return known;
  const id = crypto.randomUUID();
  await holdLock(id);
  sessionStorage.setItem(QUEUE_KEY, id);
  return id;
}

/** Whether the lock is ours now; it then is until the page ends. */
function holdLock(id: string): Promise<boolean> {
  return new Promise((answer) => {
    navigator.locks
      .request(LOCK_PREFIX + id, { signal: AbortSignal.timeout(LOCK_PATIENCE_MS) }, () => {
        answer(true);
        return new Promise<never>(() => undefined);
      })
      .catch(() => answer(false));
  });
}

/** Files no list speaks of were being copied when the page ended, or were done. */
async function leftIn(folder: FileSystemDirectoryHandle): Promise<readonly KeptFile[]> {
  const names = await Array.fromAsync(folder.keys());
  const listed = names.includes(LIST) ? await (await (await folder.getFileHandle(LIST)).getFile()).text() : '';
  const left = keptFilesOf(listed).filter(({ stored }) => names.includes(stored));
  const known = new Set([LIST, ...left.map(({ stored }) => stored)]);
  await Promise.all(names.filter((name) => !known.has(name)).map((name) => removeEntry(folder, name)));
  return left;
}

async function removeForgotten(root: FileSystemDirectoryHandle, own: string): Promise<void> {
  const names = await Array.fromAsync(root.keys());
  const { held = [] } = await navigator.locks.query();
  const living = new Set(held.map((lock) => lock.name));
  for (const name of names.filter((candidate) => candidate !== own && !living.has(LOCK_PREFIX + candidate))) {
    const list = await root
      .getDirectoryHandle(name)
      .then((folder) => folder.getFileHandle(LIST))
      .then((handle) => handle.getFile())
      .catch(() => undefined); // there is none
    if (!list || Date.now() - list.lastModified > FORGOTTEN_AFTER_MS) await removeEntry(root, name);
  }
}

/** What is locked for another moment is removed the next time. */
async function removeEntry(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  await folder.removeEntry(name, { recursive: true }).catch((refusal: unknown) => {
    if (!(refusal instanceof DOMException)) throw refusal;
  });
}
