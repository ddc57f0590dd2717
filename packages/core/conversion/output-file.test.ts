import { expect, test } from 'vitest';
import { memoryOutput } from './memory-output.ts';
import { type OutputFile, trackOutputs } from './output-file.ts';

const bytesOf = async (blob: Blob): Promise<number[]> => [...new Uint8Array(await blob.arrayBuffer())];

test('memory accepts writes in any order across its chunks and fills gaps with zeros', async () => {
  const output = memoryOutput();
  const mebibyte = 1024 * 1024;
  output.write(new Uint8Array([7, 8, 9]), mebibyte - 1);
  output.write(new Uint8Array([1]), 0);
  expect(output.size).toBe(mebibyte + 2);
  const blob = await output.close('video/mp4');
  expect(blob.type).toBe('video/mp4');
  expect(await bytesOf(blob.slice(0, 3))).toEqual([1, 0, 0]);
  expect(await bytesOf(blob.slice(mebibyte - 2))).toEqual([0, 7, 8, 9]);
});

test('memory that is truncated and grown again holds zeros after the cut', async () => {
  const output = memoryOutput();
  output.write(new Uint8Array([1, 2, 3, 4]), 0);
  output.truncate(2);
  output.truncate(5);
  expect(await bytesOf(await output.close(''))).toEqual([1, 2, 0, 0, 0]);
});

test('keeps only the files behind its results when a job ends', async () => {
  const discarded: string[] = [];
  const names = ['result', 'intermediate', 'unfinished', 'given up'];
  const outputs = trackOutputs(async () => {
    const name = names.shift() ?? '';
    const memory = memoryOutput();
    const file: OutputFile = {
      write: memory.write,
      size: 0,
      truncate: memory.truncate,
      close: memory.close,
      discard: async () => void discarded.push(name),
    };
    return file;
  });
  const result = await (await outputs.open()).close('');
  await (await outputs.open()).close('');
  await outputs.open();
  await (await outputs.open()).discard();
  expect(discarded).toEqual(['given up']);
  await outputs.settle(new Set([result]));
  expect(discarded).toEqual(['given up', 'intermediate', 'unfinished']);
});

test('counts the bytes of open and closed files, but not of discarded ones', async () => {
  const outputs = trackOutputs(async () => memoryOutput());
  const [kept, lost] = [await outputs.open(), await outputs.open()];
  kept.write(new Uint8Array(7), 0);
  lost.write(new Uint8Array(5), 10);
  expect(outputs.written()).toBe(22);
  const closing = kept.close('');
  expect(outputs.written()).toBe(22);
  await closing;
  await lost.discard();
  expect(outputs.written()).toBe(7);
});
