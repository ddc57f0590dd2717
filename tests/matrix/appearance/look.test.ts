import { expect, test } from 'vitest';
import { isBlankOnly, type Look, lookFaults, parsePpm } from './look.ts';

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

/** Dark on the left, light on the right. */
const SHADES: Look = {
  width: SIDE,
  height: SIDE,
  pixels: new Uint8Array(SIDE * SIDE * 3).map((_, at) => 40 + (Math.floor(at / 3) % SIDE)),
};
const withPixels = (map: (value: number, pixel: number) => number): Look => ({
  ...SHADES,
  pixels: SHADES.pixels.map((value, at) => map(value, Math.floor(at / 3))),
});

test.each([
  ['dots', (value: number, pixel: number) => ((pixel * 61 + Math.floor(pixel / SIDE) * 17) % 180 < value ? 255 : 0), []],
  ['two halves', (value: number) => (value < 90 ? 0 : 255), []],
  ['white', () => 255, ['almost nothing of it is drawn']],
  ['black', () => 0, ['almost nothing of it is drawn']],
  ['inverted halves', (value: number) => (value < 90 ? 255 : 0), ['dark and light in other places than natively']],
])('compares dark and light fields of shades that became %s', (_, map, faults) => {
  expect(lookFaults(withPixels(map), SHADES, 'dots')).toEqual(faults);
});

test('compares pages of black and white', () => {
  const inverted = page(20, BLACK).pixels.map((value) => 255 - value);
  expect(lookFaults(page(20, BLACK), page(20, [190, 190, 190]), 'dots')).toEqual([]);
  expect(lookFaults({ ...page(20, BLACK), pixels: inverted }, page(20, BLACK), 'dots')).toEqual([
    'dark and light in other places than natively',
  ]);
  expect(lookFaults(page(100, BLACK), page(0, BLACK), 'dots')).toEqual(['black instead of white, or white instead of black']);
  expect(lookFaults(page(0, BLACK), page(0, BLACK), 'dots')).toEqual([]);
});

test('finds results whose pages are all blank', () => {
  const [blank, drawn] = [page(0, BLACK), page(20, BLACK)];
  expect([
    isBlankOnly([blank, blank], [blank, drawn]),
    isBlankOnly([], [drawn]),
    isBlankOnly([blank, page(8, BLACK)], [drawn]),
    isBlankOnly([blank], [blank]),
  ]).toEqual([true, true, false, false]);
});

test('reads a pixmap', () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('P6\n1 2\n255\n'), 1, 2, 3, 4, 5, 6]);
  expect(parsePpm(bytes)).toEqual({ width: 1, height: 2, pixels: new Uint8Array([1, 2, 3, 4, 5, 6]) });
});
