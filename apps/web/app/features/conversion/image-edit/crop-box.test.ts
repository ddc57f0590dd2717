import { expect, test } from 'vitest';
import { HANDLES, isWhole, moved, RATIOS, resized, valueOf, withNumber, withRatio } from './crop-box.ts';
import { sourceArea, turnedArea } from './edited-view.ts';

const image = { width: 400, height: 300 };
const box = { x: 100, y: 90, width: 120, height: 80 };
const STEPS = [-500, -31, -1, 0, 1, 17, 500].flatMap((x) => [-500, -9, 0, 23, 500].map((y) => ({ x, y })));

test('a moved box stays inside the image and keeps its size', () => {
  expect(moved(box, { x: 5, y: -7 }, image)).toEqual({ ...box, x: 105, y: 83 });
  expect(moved(box, { x: 999, y: -999 }, image)).toEqual({ ...box, x: 280, y: 0 });
});

test('edges move alone, and the opposite edges stay', () => {
  expect(resized(box, 'nw', { x: 10, y: 20 }, image)).toEqual({ x: 110, y: 110, width: 110, height: 60 });
  expect(resized(box, 'e', { x: 10, y: 20 }, image)).toEqual({ ...box, width: 130 });
  expect(resized(box, 's', { x: 10, y: 999 }, image)).toEqual({ ...box, height: 210 });
  expect(resized(box, 'w', { x: 999, y: 0 }, image)).toEqual({ x: 219, y: 90, width: 1, height: 80 });
});

test.each(RATIOS)('a box of ratio %s stays inside the image at every handle', (name) => {
  const ratio = valueOf(name, image);
  const start = ratio === undefined ? box : withRatio(box, ratio, image);
  for (const handle of HANDLES)
    for (const step of STEPS) {
      const { x, y, width, height } = resized(start, handle, step, image, ratio);
      expect(Math.min(x, y, width - 1, height - 1)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(image.width);
      expect(y + height).toBeLessThanOrEqual(image.height);
      // Half a pixel of rounding on each side; a side of one pixel cannot be shorter.
      if (ratio !== undefined && Math.min(width, height) > 1)
        expect(Math.abs(width - height * ratio)).toBeLessThanOrEqual(0.5 + ratio / 2);
    }
});

test('a ratio gives the largest box around the same centre', () => {
  expect(withRatio(box, 1, image)).toEqual({ x: 10, y: 0, width: 300, height: 300 });
  expect(withRatio({ x: 300, y: 0, width: 100, height: 10 }, 9 / 16, image)).toEqual({ x: 231, y: 0, width: 169, height: 300 });
  expect(isWhole(withRatio(box, 4 / 3, image), image)).toBe(true);
});

test('typed numbers are kept if they fit, and the ratio stays', () => {
  expect(withNumber(box, 'width', 77, image)).toEqual({ ...box, width: 77 });
  expect(withNumber(box, 'x', 350, image)).toEqual({ ...box, x: 280 });
  expect(withNumber({ ...box, height: 120 }, 'width', 60, image, 1)).toMatchObject({ width: 60, height: 60 });
});

test('an area survives every turn and back', () => {
  for (const rotate of ['0', '90', '180', '270'] as const)
    for (const flip of ['none', 'horizontal', 'vertical'] as const) {
      const turned = turnedArea(box, { rotate, flip }, image);
      expect(sourceArea(turned, { rotate, flip }, image)).toEqual(box);
      const size = [turned.width, turned.height];
      expect(size).toEqual(rotate === '90' || rotate === '270' ? [80, 120] : [120, 80]);
    }
  expect(turnedArea(box, { rotate: '90', flip: 'none' }, image)).toEqual({ x: 130, y: 100, width: 80, height: 120 });
});
