/** Remembers on this device what was begun and is not ordered yet, so that a reload loses nothing. */
import type { OptionValues } from '@bakkum/conversion/options';
import type { QueueOwner } from './cloud-queue.ts';
import type { CloudSettings } from './cloud-state.ts';

export type KeptUpload = {
  readonly id: string;
  /** Whose upload it is: nobody else finds it here. */
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
  /** A copy of the file itself, where it is small enough to be kept. */
  readonly file?: File | undefined;
};

/** Of a larger one only its name and size are kept: it is asked for again. */
const LARGEST_KEPT = 300_000_000;
const STORE = 'uploads';
const VERSION = 2;

let opening: Promise<IDBDatabase | undefined> | undefined;

function opened(): Promise<IDBDatabase | undefined> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open('bakkum-cloud', VERSION);
      request.addEventListener('upgradeneeded', () => {
        // What an earlier version wrote has other settings.
        if (request.result.objectStoreNames.contains(STORE)) request.result.deleteObjectStore(STORE);
        request.result.createObjectStore(STORE, { keyPath: 'id' });
      });
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => resolve(undefined));
    } catch {
      resolve(undefined); // storage is closed to us: a reload begins anew
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

/** Without its file where there is no room for it. */
export async function keepUpload({ file, ...kept }: KeptUpload): Promise<void> {
  const isSmall = file !== undefined && file.size <= LARGEST_KEPT;
  const done = await run('readwrite', (store) => store.put(isSmall ? { ...kept, file } : kept));
  if (done === undefined && isSmall) await run('readwrite', (store) => store.put(kept));
}

export async function forgetUpload(id: string): Promise<void> {
  await run('readwrite', (store) => store.delete(id));
}

/** Nothing of anybody stays. */
export async function forgetUploads(): Promise<void> {
  await run('readwrite', (store) => store.clear());
}

/** What an earlier page left here, of `owner` and of the visitor before: what is of anybody else goes. */
export async function keptUploads(owner: QueueOwner): Promise<readonly KeptUpload[]> {
  // We wrote it ourselves; an earlier version did not say whose it is.
  const all = ((await run<unknown[]>('readonly', (store) => store.getAll())) ?? []) as KeptUpload[];
  const isMine = (kept: KeptUpload): boolean => kept.owner === null || kept.owner === owner;
  await Promise.all(all.filter((kept) => !isMine(kept)).map(({ id }) => forgetUpload(id)));
  return all.filter(isMine);
}
