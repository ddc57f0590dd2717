import { expect, test } from 'vitest';
import { fitScale, panned, WHOLE, zoomed } from './view-frame.ts';

const frame = { width: 400, height: 300 };
const image = { width: 4000, height: 2000 };

test('shows the whole image, and never enlarges a small one', () => {
  expect(fitScale(frame, image)).toBe(0.1);
  expect(fitScale(frame, { width: 64, height: 48 })).toBe(1);
});

test('keeps the point under the pointer when zooming', () => {
  const view = zoomed(WHOLE, frame, image, 1, { x: 100, y: 20 });
  expect(view).toEqual({ scale: 1, x: -900, y: -180 });
  expect(zoomed(view, frame, image, 0.05, { x: 0, y: 0 })).toEqual(WHOLE);
  expect(zoomed(view, frame, image, 100, { x: 0, y: 0 }).scale).toBe(8);
});

test('does not pan beyond the edges', () => {
  const view = { scale: 1, x: 0, y: 0 };
  expect(panned(view, frame, image, { x: 5000, y: -5000 })).toEqual({ scale: 1, x: 1800, y: -850 });
  expect(panned(WHOLE, frame, image, { x: 50, y: 50 })).toEqual({ x: 0, y: 0 });
});
