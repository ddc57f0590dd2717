/**
 * Keeps the list of this tab on the device while it is worked on, so that a reload need not lose it. What is done is no longer
 * kept. Loaded with the list.
 */

import type { FileItem } from './conversion-state.ts';
import { isUnfinished, type KeptFile, keptFileOf } from './kept-list.ts';
import { openQueueFolder, type QueueFolder } from './queue-folder.ts';
import { workbench } from './workbench.ts';

export type KeptQueue = {
  /** What an earlier page of this tab left, until somebody decides. */
  readonly left: readonly KeptFile[];
  /** How many files of the list a reload would lose, because there was no room for them. */
  readonly unkept: number;
};

/** A file converted at once is not worth a copy. */
const KEPT_AFTER_MS = 1_500;
const NOTHING: KeptQueue = { left: [], unkept: 0 };

let state = NOTHING;
let folder: Promise<QueueFolder | undefined> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let working: Promise<void> = Promise.resolve();
let written = '[]';
/** Names in the folder; nothing for a file there was no room for. */
const stored = new Map<File, string | undefined>();
/** Files that lie nowhere else: they stay for as long as the list has them. */
const resumed = new Set<File>();
const listeners = new Set<() => void>();

export const keptQueue = {
  snapshot: (): KeptQueue => state,
  onServer: (): KeptQueue => NOTHING,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Looks for what an earlier page left. */
  async open(): Promise<void> {
    await openedFolder();
  },
  /** Puts what was left into the list. */
  async resume(): Promise<void> {
    const opened = await openedFolder();
    const { left } = state;
    const read = await Promise.all(left.map(async (kept) => ({ kept, file: await opened?.read(kept) })));
    const files = read.flatMap(({ kept, file }) => (file ? [{ kept, file }] : []));
    for (const { kept, file } of files) {
      stored.set(file, kept.stored);
      resumed.add(file);
    }
    set({ ...state, left: [] });
    await workbench.restore(files.map(({ kept, file }) => ({ ...kept, file })));
  },
  async dismiss(): Promise<void> {
    const opened = await openedFolder();
    const { left } = state;
    set({ ...state, left: [] });
    if (opened) await Promise.all(left.map((kept) => opened.remove(kept.stored)));
    soon();
  },
};

workbench.subscribe(soon);

function openedFolder(): Promise<QueueFolder | undefined> {
  folder ??= openQueueFolder().then((opened) => {
    if (opened) {
      written = JSON.stringify(opened.left);
      set({ ...state, left: opened.left });
    }
    return opened;
  });
  return folder;
}

function soon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    working = working.then(bringUpToDate);
  }, KEPT_AFTER_MS);
}

/** Copies what is new, removes what is done, and writes down what is to become of the rest. One call after the other. */
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
  set({ ...state, unkept: items.filter(hasNoRoom).length });
  const list = [...state.left, ...kept];
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

function set(next: KeptQueue): void {
  state = next;
  for (const listener of listeners) listener();
}
