/** Remembers uploads that are not ordered yet on this device, so that a reload loses nothing. */
import type { OptionValues } from '@bakkum/conversion/options';
import type { QueueOwner } from '../cloud-queue.ts';
import type { CloudSettings } from '../cloud-state.ts';

export type KeptUpload = {
  readonly id: string;
  /** The owner of the upload, the only user who sees it here. */
  readonly owner: QueueOwner;
  readonly name: string;
  readonly size: number | null;
  readonly address?: string | undefined;
  readonly uploadId?: string | undefined;
  readonly uploadKey?: string | undefined;
  readonly isUploaded: boolean;
  readonly format?: string | undefined;
  readonly target: string | null;
  readonly options: OptionValues;
  readonly orderKey?: string | undefined;
  readonly settings: CloudSettings;
  readonly sent: number;
  /** A copy of the file, if it is small enough. */
  readonly file?: File | undefined;
};

/** Of larger files only name and size are stored; the user has to choose them again. */
const MAX_COPIED_BYTES = 300_000_000;
const STORE = 'uploads';
const VERSION = 2;

let opening: Promise<IDBDatabase | undefined> | undefined;

function opened(): Promise<IDBDatabase | undefined> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open('bakkum-cloud', VERSION);
      request.addEventListener('upgradeneeded', () => {
        // Entries of an earlier version have other settings.
        if (request.result.objectStoreNames.contains(STORE)) request.result.deleteObjectStore(STORE);
        request.result.createObjectStore(STORE, { keyPath: 'id' });
      });
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => resolve(undefined));
    } catch {
      resolve(undefined); // storage is unavailable: a reload starts with an empty list
    }
  });
  return opening;
}

async function run<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const database = await opened();
  if (!database) return undefined;
  return new Promise((resolve) => {
    try {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () => resolve(undefined));
    } catch {
      resolve(undefined);
    }
  });
}

/** Stored without its file when there is no room for it. */
export async function keepUpload({ file, ...kept }: KeptUpload): Promise<void> {
  const isSmall = file !== undefined && file.size <= MAX_COPIED_BYTES;
  const done = await run('readwrite', (store) => store.put(isSmall ? { ...kept, file } : kept));
  if (done === undefined && isSmall) await run('readwrite', (store) => store.put(kept));
}

export async function forgetUpload(id: string): Promise<void> {
  await run('readwrite', (store) => store.delete(id));
}

/** Deletes the uploads of all owners. */
export async function forgetUploads(): Promise<void> {
  await run('readwrite', (store) => store.clear());
}

/** Returns the uploads of `owner` and of the visitor before sign-in; deletes those of other users. */
export async function keptUploads(owner: QueueOwner): Promise<readonly KeptUpload[]> {
  // Written by this file; an earlier version did not store the owner.
  const all = ((await run<unknown[]>('readonly', (store) => store.getAll())) ?? []) as KeptUpload[];
  const isMine = (kept: KeptUpload): boolean => kept.owner === null || kept.owner === owner;
  await Promise.all(all.filter((kept) => !isMine(kept)).map(({ id }) => forgetUpload(id)));
  return all.filter(isMine);
}
