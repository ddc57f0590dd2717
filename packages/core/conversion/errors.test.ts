import { expect, it } from 'vitest';
import { ConversionError, toConversionError } from './errors.ts';

function failureOf(work: () => unknown): string {
  try {
    work();
  } catch (thrown) {
    return toConversionError(thrown, 'corrupt').code;
  }
  throw new Error('it worked');
}

const LONG = Array.from({ length: 1_000_000 }, () => 1);

it.each([
  ['a list with too many elements for one call', () => Math.min(...LONG), 'too-large'],
  ['endless recursion', () => nested(0), 'too-large'],
  ['a text that is too long', () => 'a'.repeat(2 ** 30), 'out-of-memory'],
  ['a decoded text that is too long', () => Buffer.alloc(2 ** 29).toString('latin1'), 'out-of-memory'],
  ['an error of the engine', () => JSON.parse('{'), 'corrupt'],
  ['an error that is about other things', () => fail(new Error('the room of a zoom level')), 'corrupt'],
  ['a typed error', () => fail(new ConversionError('encrypted', '')), 'encrypted'],
])('explains %s', (_kind, work, code) => {
  expect(failureOf(work)).toBe(code);
});

const nested = (depth: number): number => 1 + nested(depth + 1);

function fail(error: Error): never {
  throw error;
}
