import { UNFINISHED_HOURS } from '@bakkum/api-contract/retention';
import { lockManager, privateFolder } from '@bakkum/registry/browser/optional-apis.browser';

/** Folder of the private file system with a folder for each tab's list. */
export const QUEUES = 'queues';
/** The settings of the files in such a folder. */
export const LIST = 'list.json';
export const LOCK_PREFIX = 'bakkum-queue-';
/** An inactive tab returns within a day, or not at all. */
const FORGOTTEN_AFTER_MS = UNFINISHED_HOURS * 60 * 60 * 1000;

/** Removes the lists that no tab will resume. Works in a page and in a service worker. */
export async function removeForgottenQueues(): Promise<void> {
  const locks = lockManager();
  const disk = await (locks ? privateFolder() : undefined);
  const root = await disk?.getDirectoryHandle(QUEUES).catch(() => undefined); // there is none
  if (locks && root) await removeForgotten(locks, root);
}

/** @param own folder of this tab */
export async function removeForgotten(locks: LockManager, root: FileSystemDirectoryHandle, own?: string): Promise<void> {
  const names = await Array.fromAsync(root.keys());
  const { held = [] } = await locks.query();
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

/** A folder that is still locked is removed the next time. */
export async function removeEntry(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  await folder.removeEntry(name, { recursive: true }).catch((refusal: unknown) => {
    if (!(refusal instanceof DOMException)) throw refusal;
  });
}
