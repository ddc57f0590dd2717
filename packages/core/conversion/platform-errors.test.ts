import { expect, it } from 'vitest';
import { isOutOfMemory, isStackOverflow } from './platform-errors.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it worked');
}

const overflow = (): number => 1 + overflow();

it('recognizes a stack overflow', () => {
  const error = thrownBy(overflow);
  expect([isStackOverflow(error), isOutOfMemory(error)]).toEqual([true, false]);
});

it.each([
  ['a buffer', () => new ArrayBuffer(Number.MAX_SAFE_INTEGER)],
  ['an array', () => Object.assign([], { length: -1 })],
  ['a text', () => 'a'.repeat(2 ** 30)],
  ['a decoded text', () => Buffer.alloc(2 ** 29).toString('latin1')],
])('recognizes that %s cannot be allocated', (_name, allocate) => {
  const error = thrownBy(allocate);
  expect([isOutOfMemory(error), isStackOverflow(error)]).toEqual([true, false]);
});

it('recognizes a WebAssembly program without memory', () => {
  expect(isOutOfMemory(new WebAssembly.RuntimeError('Aborted(OOM)'))).toBe(true);
});

it('recognizes neither in a read outside a buffer', () => {
  const error = thrownBy(() => new DataView(new ArrayBuffer(2)).getInt32(0));
  expect(error).toBeInstanceOf(RangeError);
  expect([isOutOfMemory(error), isStackOverflow(error)]).toEqual([false, false]);
});
