import { expect, it } from 'vitest';
import { BATCH, shownWith } from './shown-changes.ts';

const FIRST = { from: 0, to: BATCH };

it('stays the same for a change that is already shown', () => {
  expect(shownWith(FIRST, BATCH - 1)).toBe(FIRST);
});

it('grows for a change in the next batch', () => {
  expect(shownWith(FIRST, BATCH)).toEqual({ from: 0, to: 2 * BATCH });
});

it('renders one batch around a change far away, in either direction', () => {
  const far = shownWith(FIRST, 100_001);
  expect(far).toEqual({ from: 100_000, to: 100_000 + BATCH });
  expect(shownWith(far, 3)).toEqual(FIRST);
});
