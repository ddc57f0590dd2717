import { expect, test } from 'vitest';
import type { GreyImage } from './grey-image.ts';
import { looksLikePage } from './paper.ts';

/** An image with these brightness levels in equal shares. */
function imageOf(...levels: readonly number[]): GreyImage {
  return { width: levels.length, height: 1, data: Uint8Array.from(levels) };
}

test('a bright page and a dark screenshot look like pages', () => {
  expect(looksLikePage(imageOf(250, 252, 248, 255, 0))).toBe(true);
  expect(looksLikePage(imageOf(30, 28, 32, 240, 120))).toBe(true);
  expect(looksLikePage(imageOf(185, 190, 60, 240, 120))).toBe(true);
});

test('an image with all brightness levels does not', () => {
  expect(looksLikePage(imageOf(...Array.from({ length: 256 }, (_, level) => level)))).toBe(false);
  expect(looksLikePage(imageOf(100, 110, 30, 200, 160))).toBe(false);
});
