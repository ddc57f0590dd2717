import { memoryOutput } from '@bakkum/conversion/memory-output';
import { expect, test } from 'vitest';
import { FileTarget } from './target.ts';

const MIB = 1024 * 1024;

/** An in-memory target, its number of writes, and its content when finished. */
function target() {
  const output = memoryOutput();
  const { write } = output;
  const writes: number[] = [];
  output.write = (bytes, position) => {
    writes.push(bytes.length);
    write.call(output, bytes, position);
  };
  const made = new FileTarget(output);
  made._start();
  const content = async () => {
    await made._finalize();
    return new Uint8Array(await (await output.close('')).arrayBuffer());
  };
  return { write: (bytes: Uint8Array, position: number) => made._write(bytes, position), writes, content };
}

test('gathers small pieces and reserves space for sizes that are known later', async () => {
  const { write, writes, content } = target();
  const expected: number[] = [];
  for (let block = 0; block < 100; block += 1) {
    const at = expected.length;
    write(Uint8Array.of(1, block), at);
    write(Uint8Array.of(3, 3, 3), at + 4);
    write(Uint8Array.of(7, 7), at + 2);
    expected.push(1, block, 7, 7, 3, 3, 3);
  }
  expect([...(await content())]).toEqual(expected);
  expect(writes).toEqual([700]);
});

test('fills reserved space with zeros, whatever was gathered before', async () => {
  const { write, content } = target();
  write(new Uint8Array(MIB).fill(9), 0);
  write(Uint8Array.of(5), MIB);
  write(Uint8Array.of(5), MIB + 4);
  expect([...(await content()).subarray(MIB - 1)]).toEqual([9, 5, 0, 0, 0, 5]);
});

test('writes behind the current position and continues at the end', async () => {
  const { write, content } = target();
  const expected = new Uint8Array(5 * MIB + 3);
  for (let at = 0; at < 5 * MIB; at += MIB / 4) {
    const part = new Uint8Array(MIB / 4).fill(at / 1000 + 1);
    write(part, at);
    expected.set(part, at);
  }
  for (const [at, ...values] of [
    [4, 1, 2, 3, 4],
    [5 * MIB, 6],
    [MIB - 2, 8, 8, 8, 8],
    [5 * MIB + 1, 7, 7],
  ]) {
    write(Uint8Array.from(values), at ?? 0);
    expected.set(values, at ?? 0);
  }
  expect(Buffer.compare(await content(), expected)).toBe(0);
});

test('gathers overwrites and leaves the rest of the file unchanged', async () => {
  const { write, writes, content } = target();
  const expected = new Uint8Array(4 * MIB).fill(9);
  write(expected, 0);
  for (const [start, count] of [
    [100, 5000],
    [200_000, 300],
  ] as const)
    for (let at = start; at < start + count; at += 4) {
      write(Uint8Array.of(1, 2, 3, 4), at);
      expected.set([1, 2, 3, 4], at);
    }
  write(Uint8Array.of(7), 4 * MIB);
  expect(Buffer.compare(await content(), Buffer.concat([expected, Uint8Array.of(7)]))).toBe(0);
  expect(writes).toEqual([4 * MIB, 5000, 300, 1]);
});

test('copies its input, so that the caller may reuse the buffer', async () => {
  const { write, content } = target();
  const bytes = Uint8Array.of(1, 2);
  write(bytes, 0);
  bytes.fill(0);
  expect([...(await content())]).toEqual([1, 2]);
});

test('throws the errors of the file', () => {
  const made = new FileTarget({
    ...memoryOutput(),
    write: () => {
      throw new RangeError('full');
    },
  });
  expect(() => made._write(new Uint8Array(2 * MIB), 0)).toThrow('full');
});
