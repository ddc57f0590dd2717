import { describe, expect, it } from 'vitest';
import { rowsWithin, stretchesOf } from './row-window.ts';

const rows = { heights: [100, 200, 100, 100, 300], gap: 10 };

describe('rows within a part of a list', () => {
  it.each([
    ['the beginning', 0, 50, 0, 1],
    ['a row and the border of the next', 0, 110, 0, 2],
    ['the middle', 150, 340, 1, 3],
    ['the end', 600, 900, 4, 5],
    ['above everything', -900, -500, 0, 1],
    ['below everything', 5000, 6000, 4, 5],
  ])('%s', (_, top, bottom, from, to) => {
    expect(rowsWithin(rows, top, bottom)).toEqual({ from, to });
  });

  it('returns none for an empty list', () => {
    expect(rowsWithin({ heights: [], gap: 10 }, 0, 100)).toEqual({ from: 0, to: 0 });
  });
});

describe('segments of a list', () => {
  /** All rows with the gaps between them. */
  const whole = 840;

  it.each([
    ['all drawn', 0, 5, undefined, ['rows 0-5']],
    ['room around', 1, 3, undefined, ['room 0-1', 'rows 1-3', 'room 3-5']],
    ['the focus above', 3, 4, 0, ['rows 0-1', 'room 1-3', 'rows 3-4', 'room 4-5']],
    ['the focus right above', 1, 4, 0, ['rows 0-1', 'rows 1-4', 'room 4-5']],
    ['the focus below', 0, 2, 4, ['rows 0-2', 'room 2-4', 'rows 4-5']],
    ['the focus inside', 1, 3, 2, ['room 0-1', 'rows 1-3', 'room 3-5']],
    ['the focus gone', 1, 3, 9, ['room 0-1', 'rows 1-3', 'room 3-5']],
  ])('%s', (_, from, to, pinned, expected) => {
    const stretches = stretchesOf(rows, from, to, pinned);
    expect(stretches.map((one) => `${one.kind} ${one.from}-${one.to}`)).toEqual(expected);
    expect(stretches.reduce((sum, { height }) => sum + height, 0) + (stretches.length - 1) * rows.gap).toBe(whole);
  });
});
