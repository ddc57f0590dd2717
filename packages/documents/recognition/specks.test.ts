import { describe, expect, it } from 'vitest';
import type { GreyImage } from './grey-image.ts';
import { withoutSpecks } from './specks.ts';
import { inkOf } from './threshold.ts';

/** Gray paper with a letter of strokes three pixels wide, a dot beside it, and a speck in every square of this side. */
function page(side: number, square: number, speck: number): GreyImage {
  const data = new Uint8Array(side * side).fill(200);
  const draw = (left: number, top: number, width: number, height: number): void => {
    for (let y = top; y < top + height; y++) data.fill(20, y * side + left, y * side + left + width);
  };
  for (let y = 5; y < side - 5; y += square) for (let x = 5; x < side - 5; x += square) draw(x, y, speck, speck);
  draw(52, 52, 3, 24);
  draw(52, 64, 18, 3);
  draw(74, 73, 3, 3);
  return { width: side, height: side, data };
}

const darkIn = ({ data }: GreyImage): number => data.reduce((sum, value) => sum + (value < 100 ? 1 : 0), 0);
const cleaned = (image: GreyImage): GreyImage => withoutSpecks(image, inkOf(image));
const LETTER = 3 * 24 + 3 * 15 + 9;

describe('specks', () => {
  it('are removed from a page full of them, but not the letters and their dots', () => {
    expect(darkIn(cleaned(page(200, 20, 1)))).toBe(LETTER);
  });

  it('have the brightness of the paper around them', () => {
    expect(new Set(cleaned(page(200, 20, 1)).data)).toEqual(new Set([20, 200]));
  });

  it('may be two pixels wide on a page of high resolution', () => {
    expect(darkIn(cleaned(page(3000, 60, 2)))).toBe(LETTER);
    const coarse = page(200, 20, 2);
    expect(cleaned(coarse)).toBe(coarse);
  });

  it('stay on a page that has few', () => {
    const image = page(200, 100, 1);
    expect(cleaned(image)).toBe(image);
  });
});
