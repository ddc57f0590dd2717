import { expect, it } from 'vitest';
import { compose, composeCompatible, decomposeCompatible, hasSurplusMarks } from './compose.ts';

it.each([
  ['한글'.normalize('NFD'), '한글'],
  ['e\u0301', '\u00e9'],
  [`x${'\u0334'.repeat(30)}y`, `x${'\u0334'.repeat(30)}y`],
  [`x${'\u0334'.repeat(31)}y`, `x${'\u0334'.repeat(30)}y`],
])('%j is composed to %j', (text, composed) => {
  expect(compose(text)).toBe(composed);
});

it('composes full-width letters as plain ones', () => {
  expect(composeCompatible('Ｃｈａｐｔｅｒ １ ﾊﾟ')).toBe('Chapter 1 パ');
});

it('finds more marks on a character than are kept', () => {
  expect([30, 31].map((count) => hasSurplusMarks(`x${'\u0334'.repeat(count)}`))).toEqual([false, true]);
});

// Without the limit, sorting the marks takes minutes.
it('takes linear time', () => {
  expect(compose('\u0315\u0316'.repeat(500_000))).toHaveLength(30);
  expect(composeCompatible('\u0315\uff9e'.repeat(500_000))).toHaveLength(30);
  expect(decomposeCompatible('\u0315\uff9e'.repeat(500_000))).toHaveLength(30);
  expect(composeCompatible('\ufdfa'.repeat(100_000))).toHaveLength(1_800_000);
});
