/**
 * Stores the list of this tab on the device, with results that the user has not saved, so that a reload does not lose it. Loaded
 * with the list.
 */

import { createStore } from '../../../state/create-store.ts';
import { type Completed, type FileItem, restorableItems } from '../list/conversion-state.ts';
import type { Restored } from '../list/conversion-store.ts';
import { createLeaveWarning } from '../save/leave-warning.ts';
import { savedResults } from '../save/saved-results.ts';
import { workbench } from '../workbench.ts';
import { openQueueFolder, type QueueFolder } from './queue-folder.ts';
import { blobsOf, isUnfinished, type KeptFile, type KeptResults, keptFileOf, resultsOf, storedNamesOf } from './saved-list.ts';

export type KeptQueue = {
  /** Files an earlier page of this tab left, until the user decides. */
  readonly left: readonly KeptFile[];
  /** Number of files a reload would lose, because there was no room for them. */
  readonly unkept: number;
  /** Number of other files whose results a reload would lose. */
  readonly unkeptResults: number;
};

/** Milliseconds after which the list is written while more files are copied. */
const LIST_INTERVAL_MS = 250;

const store = createStore<KeptQueue>({ left: [], unkept: 0, unkeptResults: 0 });
let folder: Promise<QueueFolder | undefined> | undefined;
/** The work in progress; it never rejects. */
let working: Promise<void> = Promise.resolve();
let isWaiting = false;
let written = '[]';
/** Names in the folder; undefined for a file there was no room for. */
const stored = new Map<Blob, string | undefined>();
/** Files that are stored nowhere else stay while the list has them, or can restore them. */
const resumed = new Set<Blob>();

export const keptQueue = {
  subscribe: store.subscribe,
  snapshot: store.snapshot,
  initial: store.initial,
  /** Finds files saved by an earlier page. */
  async open(): Promise<void> {
    await openedFolder();
  },
  /**
   * Adds the files to the list. Until all are there, nothing is stored or removed. If that fails, they stay on offer and the promise
   * rejects.
   */
  resume: (): Promise<void> => inTurn(restoreLeft),
  /** Deletes the files. */
  dismiss: (): Promise<void> => inTurn(deleteLeft),
};

const warnBeforeLeaving = createLeaveWarning();

workbench.subscribe(follow);
savedResults.subscribe(soon);
// Files that were added before this module was loaded.
if (workbench.snapshot().items.length > 0) follow();

function follow(): void {
  const results = workbench.snapshot().items.flatMap((item) => resultsOf(item)?.files ?? []);
  warnBeforeLeaving(results.map(({ blob }) => blob));
  soon();
}

function openedFolder(): Promise<QueueFolder | undefined> {
  folder ??= openQueueFolder().then((opened) => {
    if (opened) {
      written = JSON.stringify(opened.left);
      set({ left: opened.left });
    }
    return opened;
  });
  return folder;
}

/** Runs `work` after all earlier work, even if that failed. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = working.then(work);
  working = done.catch(() => undefined); // reported to the caller
  return done;
}

async function restoreLeft(): Promise<void> {
  const opened = await openedFolder();
  const { left } = store.snapshot();
  if (!opened || left.length === 0) return;
  const read = await Promise.all(left.map((kept) => restored(opened, kept)));
  const found = read.filter((file) => file !== undefined);
  if (found.length > 0) await workbench.restore(found);
  const listed = new Set(restorableItems(workbench.snapshot()).map(({ file }) => file));
  const taken = found.filter(({ file }) => listed.has(file));
  // Only what is in the list may be deleted once it leaves the list.
  for (const { file, stored: name, state } of taken) {
    remember(file, name);
    for (const result of state?.files ?? []) remember(result.blob, result.stored);
  }
  set({ left: left.filter((_, at) => read[at] && !taken.includes(read[at])) });
  soon();
}

async function deleteLeft(): Promise<void> {
  const opened = await openedFolder();
  const { left } = store.snapshot();
  set({ left: [] });
  if (opened) await Promise.all(left.flatMap(storedNamesOf).map((name) => opened.remove(name)));
  soon();
}

type RestoredFile = Restored & { readonly stored: string; readonly state: RestoredResults | undefined };
type RestoredResults = Omit<Completed, 'files'> & { readonly files: readonly [StoredResult, ...StoredResult[]] };
type StoredResult = Completed['files'][0] & { readonly stored: string };

/** Returns the file as it was chosen, with its results if all are there; undefined if it is gone. */
async function restored(opened: QueueFolder, kept: KeptFile): Promise<RestoredFile | undefined> {
  const bytes = await opened.read(kept.stored);
  if (!bytes) return undefined;
  const file = new File([bytes], kept.name, { type: kept.type, lastModified: kept.lastModified });
  return { ...kept, file, state: kept.results && (await completed(opened, kept.results)) };
}

async function completed(opened: QueueFolder, { files, ...rest }: KeptResults): Promise<RestoredResults | undefined> {
  const read = files.map(async ({ type, ...kept }) => {
    const bytes = await opened.read(kept.stored);
    return bytes && { ...kept, blob: bytes.slice(0, bytes.size, type) };
  });
  const there = (await Promise.all(read)).filter((file) => file !== undefined);
  const [first, ...others] = there;
  if (!first || there.length < files.length) return undefined;
  const size = there.reduce((sum, { blob }) => sum + blob.size, 0);
  return { status: 'completed', files: [first, ...others], ...rest, size };
}

function remember(blob: Blob, name: string): void {
  stored.set(blob, name);
  resumed.add(blob);
}

/** Stores the list as it is after the current turn; changes until then are covered. */
function soon(): void {
  if (isWaiting) return;
  isWaiting = true;
  void inTurn(() => {
    isWaiting = false;
    return bringUpToDate();
  });
}

function unfinished(): readonly FileItem[] {
  return workbench.snapshot().items.filter((item) => isUnfinished(item, savedResults.has));
}

/** Copies new files and results, removes finished ones and writes the settings of the rest. Calls run one after another. */
async function bringUpToDate(): Promise<void> {
  const opened = await openedFolder();
  if (!opened) return;
  await forget(opened);
  let writtenAt = performance.now();
  for (const blob of missing()) {
    if (!isNeeded(blob)) continue;
    stored.set(blob, await opened.keep(blob));
    if (performance.now() - writtenAt < LIST_INTERVAL_MS) continue;
    await writeList(opened);
    writtenAt = performance.now();
  }
  await writeList(opened);
}

/** What is not stored yet, small files first, so that a large one does not hold them up. */
function missing(): readonly Blob[] {
  return unfinished()
    .flatMap(blobsOf)
    .filter((blob) => !stored.has(blob))
    .sort((a, b) => a.size - b.size);
}

function isNeeded(blob: Blob): boolean {
  return unfinished().some((item) => blobsOf(item).includes(blob));
}

async function writeList(opened: QueueFolder): Promise<void> {
  const items = unfinished();
  const kinds = items.map((item) => blobsOf(item).map(hasNoRoom));
  set({
    unkept: kinds.filter(([file]) => file).length,
    unkeptResults: kinds.filter(([file, ...results]) => !file && results.includes(true)).length,
  });
  const kept = items.flatMap((item) => keptFileOf(item, (blob) => stored.get(blob)) ?? []);
  const text = JSON.stringify([...store.snapshot().left, ...kept]);
  if (text !== written && (await opened.writeList([...store.snapshot().left, ...kept]))) written = text;
}

function hasNoRoom(blob: Blob): boolean {
  return stored.has(blob) && stored.get(blob) === undefined;
}

async function forget(opened: QueueFolder): Promise<void> {
  const listed = new Set(restorableItems(workbench.snapshot()).flatMap(blobsOf));
  const needed = new Set(unfinished().flatMap(blobsOf));
  for (const [blob, name] of stored) {
    if (resumed.has(blob) ? listed.has(blob) : needed.has(blob)) continue;
    stored.delete(blob);
    resumed.delete(blob);
    if (name !== undefined) await opened.remove(name);
  }
}

function set(changes: Partial<KeptQueue>): void {
  store.set({ ...store.snapshot(), ...changes });
}
