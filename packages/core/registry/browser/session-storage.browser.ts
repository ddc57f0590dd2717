import { randomId } from '@bakkum/bytes/random-id';
import type { JobFile } from '@bakkum/conversion/workers/worker-protocol';
import { lockManager, privateFolder } from './optional-apis.browser.ts';

/**
 * Results on the browser's private disk: `conversions/<session>/<worker>/<number>`. A page holds a lock named after its session
 * while it is open, so that the folders of closed pages can be found and removed.
 */
const ROOT = 'conversions';
const LOCK_PREFIX = 'bakkum-session-';
const REMOVAL_ATTEMPTS = 5;
const REMOVAL_PAUSE_MS = 200;

/** Folder name of the session; `undefined` where there is no private disk or no locks. */
let session: Promise<string | undefined> | undefined;

/** Returns the path of this page's folder. The first call starts the session and removes the folders of closed pages. */
export function sessionFolder(): Promise<string | undefined> {
  session ??= startSession().catch((refusal: unknown) => {
    if (refusal instanceof DOMException) return undefined;
    throw refusal;
  });
  return session;
}

async function startSession(): Promise<string | undefined> {
  const locks = lockManager();
  const root = await (locks ? privateFolder() : undefined);
  if (!locks || !root) return undefined;
  const folder = await root.getDirectoryHandle(ROOT, { create: true });
  const name = randomId();
  await holdLock(locks, LOCK_PREFIX + name);
  await removeDeadSessions(locks, folder);
  return name;
}

/** Resolves once the lock is held; it is held until the page closes. */
function holdLock(locks: LockManager, name: string): Promise<void> {
  return new Promise((held, refused) => {
    locks
      .request(name, () => {
        held();
        return new Promise<never>(() => undefined);
      })
      .catch(refused);
  });
}

/** Removes the results of closed pages. Works in a page and in a service worker. */
export async function removeClosedSessions(): Promise<void> {
  const locks = lockManager();
  const root = await (locks ? privateFolder() : undefined);
  const folder = await root?.getDirectoryHandle(ROOT).catch(() => undefined); // there is none
  if (locks && folder) await removeDeadSessions(locks, folder);
}

/** Folders are listed before locks, so that a session that starts meanwhile is either not listed or holds its lock. */
async function removeDeadSessions(locks: LockManager, root: FileSystemDirectoryHandle): Promise<void> {
  const names = await Array.fromAsync(root.keys());
  const { held = [] } = await locks.query();
  const living = new Set(held.map((lock) => lock.name));
  const dead = names.filter((name) => !living.has(LOCK_PREFIX + name));
  await Promise.allSettled(dead.map((name) => root.removeEntry(name, { recursive: true })));
}

/** Opens a folder below the root and creates it if needed. Works in a page and in a worker. */
export async function folderOf(...path: readonly string[]): Promise<FileSystemDirectoryHandle> {
  let folder = await navigator.storage.getDirectory();
  for (const name of [ROOT, ...path]) folder = await folder.getDirectoryHandle(name, { create: true });
  return folder;
}

const locations = new WeakMap<Blob, { readonly worker: string; readonly name: string }>();

/** Records the location of a result, so that it can be deleted later. */
export function rememberStored(worker: string, files: readonly JobFile[]): void {
  for (const { blob, stored } of files) if (stored !== undefined) locations.set(blob, { worker, name: stored });
}

/** Deletes the files of results that are no longer needed. Results in memory need no cleanup. */
export async function discardStored(blobs: readonly Blob[]): Promise<void> {
  const name = await sessionFolder();
  const known = blobs.flatMap((blob) => locations.get(blob) ?? []);
  if (name === undefined || known.length === 0) return;
  await Promise.allSettled(known.map(async (file) => (await folderOf(name, file.worker)).removeEntry(file.name)));
}

/**
 * Deletes the unfinished files of a worker that was ended. They stay locked for a moment after its end; files locked longer are
 * removed with the session.
 */
export async function removeUnfinished(worker: string, handedOver: ReadonlySet<string>): Promise<void> {
  const name = await sessionFolder();
  if (name === undefined) return;
  const folder = await folderOf(name, worker);
  for (let attempt = 1; attempt <= REMOVAL_ATTEMPTS; attempt++) {
    const names = (await Array.fromAsync(folder.keys())).filter((file) => !handedOver.has(file));
    const ends = await Promise.allSettled(names.map((file) => folder.removeEntry(file)));
    if (ends.every(({ status }) => status === 'fulfilled')) return;
    await new Promise((resolve) => setTimeout(resolve, attempt * REMOVAL_PAUSE_MS));
  }
}
