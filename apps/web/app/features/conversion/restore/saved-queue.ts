/**
 * Stores the list of this tab on the device while it is processed, so that a reload does not lose it. Finished files are removed.
 * Loaded with the list.
 */

import { createStore } from '../../../state/create-store.ts';
import type { FileItem } from '../list/conversion-state.ts';
import { workbench } from '../workbench.ts';
import { openQueueFolder, type QueueFolder } from './queue-folder.ts';
import { isUnfinished, type KeptFile, keptFileOf } from './saved-list.ts';

export type KeptQueue = {
  /** Files an earlier page of this tab left, until the user decides. */
  readonly left: readonly KeptFile[];
  /** Number of files a reload would lose, because there was no room for them. */
  readonly unkept: number;
};

/** Milliseconds before a file is copied: one converted at once is not worth it. */
const COPY_DELAY_MS = 1_500;

const store = createStore<KeptQueue>({ left: [], unkept: 0 });
let folder: Promise<QueueFolder | undefined> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let working: Promise<void> = Promise.resolve();
let written = '[]';
/** Names in the folder; undefined for a file there was no room for. */
const stored = new Map<File, string | undefined>();
/** Files that are stored nowhere else stay while the list has them. */
const resumed = new Set<File>();

export const keptQueue = {
  subscribe: store.subscribe,
  snapshot: store.snapshot,
  initial: store.initial,
  /** Finds files saved by an earlier page. */
  async open(): Promise<void> {
    await openedFolder();
  },
  /** Adds the restored files to the list. */
  async resume(): Promise<void> {
    const opened = await openedFolder();
    const { left } = store.snapshot();
    const read = await Promise.all(left.map(async (kept) => ({ kept, file: await opened?.read(kept) })));
    const files = read.flatMap(({ kept, file }) => (file ? [{ kept, file }] : []));
    for (const { kept, file } of files) {
      stored.set(file, kept.stored);
      resumed.add(file);
    }
    set({ left: [] });
    await workbench.restore(files.map(({ kept, file }) => ({ ...kept, file })));
  },
  async dismiss(): Promise<void> {
    const opened = await openedFolder();
    const { left } = store.snapshot();
    set({ left: [] });
    if (opened) await Promise.all(left.map((kept) => opened.remove(kept.stored)));
    soon();
  },
};

workbench.subscribe(soon);
// Files that were added before this module was loaded.
if (workbench.snapshot().items.length > 0) soon();

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

function soon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    working = working.then(bringUpToDate);
  }, COPY_DELAY_MS);
}

/** Copies new files, removes finished ones and writes the settings of the rest. Calls run one after another. */
async function bringUpToDate(): Promise<void> {
  const opened = await openedFolder();
  if (!opened) return;
  await forget(opened);
  for (const item of workbench.snapshot().items) {
    if (!isUnfinished(item) || stored.has(item.file) || !isListed(item.file)) continue;
    stored.set(item.file, await opened.keep(item.file));
  }
  const items = workbench.snapshot().items.filter(isUnfinished);
  const kept = items.flatMap((item): readonly KeptFile[] => {
    const name = stored.get(item.file);
    return name === undefined ? [] : [keptFileOf(item, name)];
  });
  set({ unkept: items.filter(hasNoRoom).length });
  const list = [...store.snapshot().left, ...kept];
  const text = JSON.stringify(list);
  if (text !== written && (await opened.writeList(list))) written = text;
}

function hasNoRoom({ file }: FileItem): boolean {
  return stored.has(file) && stored.get(file) === undefined;
}

async function forget(opened: QueueFolder): Promise<void> {
  const { items } = workbench.snapshot();
  const listed = new Set(items.map(({ file }) => file));
  const unfinished = new Set(items.filter(isUnfinished).map(({ file }) => file));
  for (const [file, name] of stored) {
    if (resumed.has(file) ? listed.has(file) : unfinished.has(file)) continue;
    stored.delete(file);
    resumed.delete(file);
    if (name !== undefined) await opened.remove(name);
  }
}

function isListed(file: File): boolean {
  return workbench.snapshot().items.some((item) => item.file === file && isUnfinished(item));
}

function set(changes: Partial<KeptQueue>): void {
  store.set({ ...store.snapshot(), ...changes });
}
