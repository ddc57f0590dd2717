import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRunner } from '@bakkum/conversion/runner';
import { afterAll, expect, test } from 'vitest';
import { diskOutput, type SyncHandle } from './browser/output-store.browser.ts';
import { estimateBytes, plannerFor } from './catalogue.ts';
import { discardStored, openFileBlob, temporaryFolder } from './node/file-blobs.node.ts';
import { createOutputStore } from './node/output-store.node.ts';
import { spawnNodeWorker } from './node/spawn.node.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-outputs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a result in Node is a file with a blob that reads from it', async () => {
  const output = createOutputStore(path.join(folder, 'a')).open();
  output.write(new Uint8Array([3, 4]), 2);
  output.write(new Uint8Array([1, 2]), 0);
  output.truncate(3);
  expect(output.size).toBe(3);
  const blob = await output.close('audio/mpeg');
  expect([blob.type, blob.size]).toEqual(['audio/mpeg', 3]);
  expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([1, 2, 3]);
  await output.discard();
  expect(readdirSync(path.join(folder, 'a'))).toEqual([]);
});

test('discarding never deletes a file of the user', async () => {
  const file = path.join(folder, 'mine.txt');
  writeFileSync(file, 'mine');
  await discardStored([await openFileBlob(file)]);
  expect(existsSync(file)).toBe(true);
  expect(temporaryFolder().startsWith(tmpdir())).toBe(true);
});

test('a file-backed blob reaches a worker thread and is converted', async () => {
  const runner = createRunner({
    spawn: spawnNodeWorker,
    maxWorkers: 1,
    memoryBudgetBytes: 1e9,
    estimateBytes,
    deadlineMs: () => 30_000,
  });
  try {
    const answer = plannerFor(new Set()).plan('png', 'webp');
    if (!answer.ok) throw new Error(answer.refusal.reason);
    const picture = path.resolve(import.meta.dirname, '../../../tests/fixtures/images/png.png');
    const result = await runner.run({ inputs: [await openFileBlob(picture)], plans: answer.plans, options: {} });
    if (!result.ok) throw new Error(result.code);
    expect(await result.files[0].blob.slice(8, 12).text()).toBe('WEBP');
    expect((await readFile(picture)).length).toBeGreaterThan(0);
  } finally {
    runner.dispose();
  }
});

function throwQuota(): number {
  throw new DOMException('full', 'QuotaExceededError');
}

/** A disk with a fixed capacity that behaves like a browser's private file system. */
function smallDisk(capacity: number, refuse: () => number = throwQuota) {
  let bytes = new Uint8Array(0);
  const grow = (size: number): void => {
    const grown = new Uint8Array(size);
    grown.set(bytes.subarray(0, size));
    bytes = grown;
  };
  const handle: SyncHandle = {
    write(part, { at }) {
      if (at + part.length > capacity) return refuse();
      if (at + part.length > bytes.length) grow(at + part.length);
      bytes.set(part, at);
      return part.length;
    },
    truncate: grow,
    getSize: () => bytes.length,
    close: () => undefined,
  };
  const removed: string[] = [];
  const named: Blob[] = [];
  const entry = {
    file: async () => new Blob([bytes]),
    remove: async () => void removed.push('file'),
    made: (blob: Blob) => void named.push(blob),
  };
  return { output: diskOutput(handle, entry), removed, named };
}

test.each([
  ['throws', throwQuota],
  ['returns an error as a number', () => 2 ** 32 - 8],
])('in a browser, data that no longer fits on the disk goes to memory when the write %s', async (_, refuse) => {
  const { output, named, removed } = smallDisk(4, refuse);
  output.write(new Uint8Array([1, 2, 3]), 0);
  output.write(new Uint8Array([4, 5, 6]), 3);
  output.write(new Uint8Array([9]), 2);
  output.write(new Uint8Array([8, 7]), 2);
  expect(output.size).toBe(6);
  const blob = await output.close('video/webm');
  expect(blob.type).toBe('video/webm');
  expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([1, 2, 8, 7, 5, 6]);
  expect(named).toEqual([blob]);
  await output.discard();
  expect(removed).toEqual(['file']);
});
