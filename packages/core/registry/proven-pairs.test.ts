import { expect, test } from 'vitest';
import { isOffered } from './offered-pairs.ts';
import { provenTargets } from './proven-pairs.ts';

test('camera RAW counts as proven where DNG is, because LibRaw develops both', () => {
  for (const host of ['browser', 'node'] as const) expect(provenTargets(host, 'cr2')).toEqual(provenTargets(host, 'dng'));
  expect(isOffered({ from: 'nef', to: 'jpeg' })).toBe(true);
});

test('a format of which no real file was tried has no proven targets', () => {
  expect(provenTargets('browser', 'no-such-format')).toBeUndefined();
});
