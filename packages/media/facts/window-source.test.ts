import { expect, test } from 'vitest';
import { WindowSource } from './window-source.ts';

const UNIT = 256 * 1024;

/** Creates a file whose bytes encode their position, and records the reads. */
function file(size: number) {
  const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 7 + (index >> 8)) % 251);
  const asked: { start: number; end: number }[] = [];
  const blob = new Blob([bytes]);
  const { slice } = blob;
  blob.slice = (start = 0, end = size, type) => {
    asked.push({ start, end });
    return slice.call(blob, start, end, type);
  };
  return { bytes, blob, asked };
}

async function read(source: WindowSource, start: number, end: number): Promise<Uint8Array | undefined> {
  const piece = await source._read(start, end);
  return piece?.bytes.subarray(start - piece.offset, end - piece.offset);
}

test.each([
  ['in a window', 10, 500],
  ['across two', UNIT - 5, UNIT + 5],
  ['across many', 5, 20 * UNIT],
  ['at the end', 24 * UNIT + 1, 24 * UNIT + 77],
])('returns the requested bytes: %s', async (_, start, end) => {
  const { bytes, blob } = file(24 * UNIT + 77);
  const source = new WindowSource(blob);
  expect(source._getFileSize()).toBe(bytes.length);
  for (const time of ['first', 'second']) {
    const found = await read(source, start, end);
    expect([time, found && Buffer.compare(found, bytes.subarray(start, end))]).toEqual([time, 0]);
  }
});

test('answers from memory without reading the file again', async () => {
  const { blob, asked } = file(UNIT);
  const source = new WindowSource(blob);
  await source._read(0, 10);
  expect(source._read(UNIT - 10, UNIT)).not.toBeInstanceOf(Promise);
  expect(asked).toEqual([{ start: 0, end: UNIT }]);
});

test('reads sequential files ahead in large pieces, each byte once', async () => {
  const { bytes, blob, asked } = file(40 * UNIT);
  const source = new WindowSource(blob);
  for (let at = 0; at < bytes.length; at += 50_000) {
    const end = Math.min(at + 50_000, bytes.length);
    const found = await read(source, at, end);
    expect(found && Buffer.compare(found, bytes.subarray(at, end))).toBe(0);
  }
  expect(asked.map(({ start }) => start / UNIT)).toEqual([0, 1, 17, 33]);
  expect(asked.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(bytes.length);
});

test('reads little for random access and drops the oldest window', async () => {
  const { blob, asked } = file(40 * UNIT);
  const source = new WindowSource(blob);
  for (const unit of [0, 4, 8, 12, 16, 20, 24, 28, 32]) await source._read(unit * UNIT, unit * UNIT + 10);
  expect(asked.every(({ start, end }) => end - start === UNIT)).toBe(true);
  await source._read(0, 10);
  expect(asked.length).toBe(10);
});

test('reports a file that can no longer be read, and tries again next time', async () => {
  const { blob, bytes } = file(100);
  const whole = blob.slice;
  const gone = new Blob([]);
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  blob.slice = () => gone;
  const source = new WindowSource(blob);
  await expect(source._read(0, 10)).rejects.toThrow('gone');
  blob.slice = whole;
  expect(await read(source, 0, 100)).toEqual(bytes);
});

test('stops a search that requests the same bytes forever', async () => {
  const source = new WindowSource(file(100).blob);
  await source._read(0, 8);
  let asked = 0;
  while (source._read(92, 100) !== null) asked += 1;
  expect(asked).toBeGreaterThan(100);
});
