import { parseAdditions } from '@bakkum/conversion/pages/page-additions';
import { describe, expect, it } from 'vitest';
import { drawingFrom, extended, smoothPath } from './strokes.ts';

describe('strokes', () => {
  it('leave out points that are too close', () => {
    const stroke = [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 2, y: 0 },
    ].reduce(extended, []);
    expect(stroke).toEqual([
      { x: 0, y: 0 },
      { x: 2, y: 0 },
    ]);
  });

  it('become smooth curves, and a point becomes a dot', () => {
    const stroke = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
    ];
    expect(smoothPath(stroke)).toBe('M0 0Q10 0 10 5L10 10');
    expect(smoothPath([{ x: 3, y: 4.04 }])).toBe('M3 4L3 4');
    expect(smoothPath([])).toBe('');
  });

  it('become a drawing in the smallest box', () => {
    const stroke = [
      { x: 100, y: 50 },
      { x: 140, y: 70 },
    ];
    const drawing = drawingFrom([stroke, [{ x: 120, y: 90 }]]);
    expect(drawing).toEqual({ path: 'M0 0L40 20M20 40L20 40', box: [40, 40] });
    const addition = { type: 'drawing', x: 0, y: 0, width: 10, stroke: 5, ...drawing };
    expect(parseAdditions(JSON.stringify([addition]))).toHaveLength(1);
    expect(drawingFrom([[]])).toBeUndefined();
  });
});
