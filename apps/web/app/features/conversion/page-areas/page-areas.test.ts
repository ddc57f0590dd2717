import { describe, expect, it } from 'vitest';
import { areaBetween, changesPageSize, insideOf, middleOf } from './page-areas.ts';

describe('areas of pages', () => {
  it('lie between two points, within the page', () => {
    const page = { width: 200, height: 100 };
    expect(areaBetween({ x: 50.4, y: 80 }, { x: 10, y: 20 }, page)).toEqual({ x: 10, y: 20, width: 40, height: 60 });
    expect(areaBetween({ x: -20, y: 90 }, { x: 300, y: 120 }, page)).toEqual({ x: 0, y: 90, width: 200, height: 10 });
    expect(areaBetween({ x: 10, y: 10 }, { x: 11, y: 50 }, page)).toBeUndefined();
  });

  it('start in the middle without a pointer', () => {
    expect(middleOf({ width: 200, height: 100 })).toEqual({ x: 75, y: 48, width: 50, height: 5 });
    expect(insideOf({ width: 200, height: 100 })).toEqual({ x: 20, y: 10, width: 160, height: 80 });
  });

  it('cannot be drawn on pages that change their size', () => {
    expect(changesPageSize({ paperSize: 'keep', cropTop: 0 })).toBe(false);
    expect(changesPageSize({ paperSize: 'a4' })).toBe(true);
    expect(changesPageSize({ cropLeft: 5 })).toBe(true);
    expect(changesPageSize({ cropAreas: '1,1,5,5' })).toBe(true);
  });
});
