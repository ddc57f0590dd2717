import { expect, test } from 'vitest';
import { provenTargets } from './proven-pairs.ts';

test('a format is not proven by another that the same program reads', () => {
  expect(provenTargets('node', 'dng')).toContain('jpeg');
  expect(provenTargets('node', 'nef')?.has('jpeg') ?? false).toBe(false);
});

test('a format of which no real file was tried has no proven targets', () => {
  expect(provenTargets('browser', 'no-such-format')).toBeUndefined();
});
