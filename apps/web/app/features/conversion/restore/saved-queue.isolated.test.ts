import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStore } from '../../../state/create-store.ts';
import { type ConversionState, EMPTY_STATE, type FileItem } from '../list/conversion-state.ts';
import type { Restored } from '../list/conversion-store.ts';
import type { KeptFile } from './saved-list.ts';

let workbench = createStore<ConversionState>(EMPTY_STATE);
const restore = vi.fn(async (files: readonly Restored[]): Promise<void> => list(files.map(itemOf)));
/** The stored files by their names. */
const disk = new Map<string, Blob>();
let left: readonly KeptFile[] = [];
/** The bytes of the files that fit on the disk. */
let room = Number.POSITIVE_INFINITY;
let written: readonly KeptFile[] = [];

const folder = {
  keep: async (file: Blob) => {
    if (file.size > room) return undefined;
    const name = `new-${disk.size}`;
    disk.set(name, file);
    return name;
  },
  read: async (name: string) => disk.get(name),
  remove: async (name: string) => void disk.delete(name),
  writeList: async (files: readonly KeptFile[]) => {
    written = files;
    return true;
  },
};

beforeEach(() => {
  // Queues of earlier tests keep following their own list.
  vi.resetModules();
  workbench = createStore<ConversionState>(EMPTY_STATE);
  vi.doMock('../workbench.ts', () => ({ workbench: { ...workbench, restore } }));
  vi.doMock('./queue-folder.ts', () => ({ openQueueFolder: async () => ({ ...folder, left }) }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  disk.clear();
  room = Number.POSITIVE_INFINITY;
  written = [];
});
afterEach(() => {
  restore.mockReset();
  vi.unstubAllGlobals();
});

function list(items: readonly FileItem[]): void {
  workbench.set({ ...EMPTY_STATE, items });
}

function itemOf({ file, target, options, state }: Restored, at: number): FileItem {
  const { name, size } = file;
  return { id: at, file, name, size, options, state: state ?? { status: 'pending' }, ...(target !== undefined && { target }) };
}

/** Returns a queue with two files that an earlier page left, one of them with a result. */
async function openQueue() {
  for (const name of ['a', 'b', 'b-result']) disk.set(name, new Blob([name]));
  const kept = { type: 'image/png', size: 1, lastModified: 1, target: 'jpeg', options: {} };
  const result = { stored: 'b-result', name: 'b.jpeg', type: 'image/jpeg', size: 8 };
  left = [
    { ...kept, stored: 'a', name: 'a.png' },
    { ...kept, stored: 'b', name: 'b.png', results: { files: [result], warnings: [], elapsedMs: 1 } },
  ];
  const { keptQueue } = await import('./saved-queue.ts');
  await keptQueue.open();
  return keptQueue;
}

const added = (name: string): FileItem => itemOf({ file: new File(['12345'], name), options: {} }, 9);
const completed = (item: FileItem, size: number): FileItem => ({
  ...item,
  state: {
    status: 'completed',
    files: [{ name: 'r', blob: new Blob(['x'.repeat(size)]) }],
    warnings: [],
    elapsedMs: 1,
    size,
  },
});

describe('resuming', () => {
  test('adds the files and results, and deletes them once they leave the list', async () => {
    const queue = await openQueue();
    await queue.resume();
    expect(queue.snapshot().left).toEqual([]);
    expect(workbench.snapshot().items).toMatchObject([
      { name: 'a.png', state: { status: 'pending' } },
      { name: 'b.png', state: { status: 'completed' } },
    ]);
    await expect.poll(() => written.map(({ stored }) => stored)).toEqual(['a', 'b']);
    expect([...disk.keys()]).toEqual(['a', 'b', 'b-result']);
    list([]);
    await expect.poll(() => disk.size).toBe(0);
  });

  test('that fails keeps the files on offer and on disk, and new files are still stored', async () => {
    const queue = await openQueue();
    restore.mockRejectedValueOnce(new TypeError('offline'));
    await expect(queue.resume()).rejects.toThrow('offline');
    expect(queue.snapshot().left).toHaveLength(2);
    list([added('c.png')]);
    await expect.poll(() => written.map(({ name }) => name)).toEqual(['a.png', 'b.png', 'c.png']);
    expect([...disk.keys()]).toEqual(['a', 'b', 'b-result', 'new-3']);
    await queue.resume();
    expect(queue.snapshot().left).toEqual([]);
  });

  test('keeps files on disk that the list refuses', async () => {
    const queue = await openQueue();
    restore.mockImplementationOnce(async ([first]) => list(first ? [itemOf(first, 0)] : []));
    await queue.resume();
    expect(queue.snapshot().left).toMatchObject([{ name: 'b.png' }]);
    list([]);
    await expect.poll(() => [...disk.keys()]).toEqual(['b', 'b-result']);
  });

  test('drops files that are gone from the disk', async () => {
    const queue = await openQueue();
    disk.clear();
    await queue.resume();
    expect(restore).not.toHaveBeenCalled();
    expect(queue.snapshot().left).toEqual([]);
  });
});

describe('discarding', () => {
  test('deletes the files and their results', async () => {
    const queue = await openQueue();
    await queue.dismiss();
    expect(queue.snapshot().left).toEqual([]);
    expect(disk.size).toBe(0);
  });

  test('waits for a resume, whose files it leaves alone', async () => {
    const queue = await openQueue();
    await Promise.all([queue.resume(), queue.dismiss()]);
    expect(workbench.snapshot().items).toHaveLength(2);
    expect([...disk.keys()]).toEqual(['a', 'b', 'b-result']);
  });
});

test('counts files and results without room apart', async () => {
  const queue = await openQueue();
  room = 5;
  list([completed(added('fits.png'), 5), completed(added('large-result.png'), 6)]);
  await expect.poll(() => queue.snapshot()).toMatchObject({ unkept: 0, unkeptResults: 1 });
  room = 4;
  list([completed(added('large.png'), 6)]);
  await expect.poll(() => queue.snapshot()).toMatchObject({ unkept: 1, unkeptResults: 0 });
});
