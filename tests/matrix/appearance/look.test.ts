import { expect, test } from 'vitest';
import { type Look, lookFaults, parsePpm } from './look.ts';

const SIDE = 100;
type Color = readonly [number, number, number];
const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];
const RED: Color = [200, 20, 20];
const BLUE: Color = [20, 20, 200];

/** A white page with a square of a color in its corner. */
function page(side: number, color: Color): Look {
  const pixels = new Uint8Array(SIDE * SIDE * 3);
  for (let at = 0; at < SIDE * SIDE; at += 1)
    pixels.set(at % SIDE < side && Math.floor(at / SIDE) < side ? color : WHITE, at * 3);
  return { width: SIDE, height: SIDE, pixels };
}

test('accepts a page that looks the same, and one with a little less ink', () => {
  expect(lookFaults(page(20, BLACK), page(20, BLACK))).toEqual([]);
  expect(lookFaults(page(16, BLACK), page(20, BLACK))).toEqual([]);
  expect(lookFaults(page(0, BLACK), page(0, BLACK))).toEqual([]);
});

test('finds blank pages, pages that are covered, and swapped colors', () => {
  expect(lookFaults(page(0, BLACK), page(20, BLACK))).toEqual(['almost nothing of it is drawn']);
  expect(lookFaults(page(100, BLACK), page(20, BLACK))).toEqual(['much more is drawn than natively']);
  expect(lookFaults(page(20, RED), page(20, BLUE))).toEqual(['other colors than natively']);
  expect(lookFaults(page(20, BLACK), page(20, [190, 190, 190]))).toEqual(['other colors than natively']);
});

test('accepts shades that became dots', () => {
  const shades: Look = { width: SIDE, height: SIDE, pixels: new Uint8Array(SIDE * SIDE * 3).fill(150) };
  const dots = shades.pixels.map((_, at) => (Math.floor(at / 3) % 2 === 0 ? 0 : 255));
  expect(lookFaults({ ...shades, pixels: dots }, shades, 'dots')).toEqual([]);
});

test('reads a pixmap', () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('P6\n1 2\n255\n'), 1, 2, 3, 4, 5, 6]);
  expect(parsePpm(bytes)).toEqual({ width: 1, height: 2, pixels: new Uint8Array([1, 2, 3, 4, 5, 6]) });
});
