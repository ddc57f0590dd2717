import { describe, expect, it } from 'vitest';
import type { PixelBox } from './grey-image.ts';
import { partsOf } from './text-lines.ts';

type Painted = Omit<PixelBox, 'right' | 'bottom'> & { readonly width: number; readonly height: number };

function pageOf(width: number, height: number, boxes: Iterable<Painted>) {
  const ink = new Uint8Array(width * height);
  for (const box of boxes)
    for (let y = box.top; y < box.top + box.height; y++) ink.fill(1, y * width + box.left, y * width + box.left + box.width);
  return { width, height, ink };
}

/** A row of letters of 20 by 20 pixels. */
const letters = (top: number, count: number): readonly Painted[] =>
  Array.from({ length: count }, (_, at) => ({ left: 20 + at * 26, top, width: 20, height: 20 }));

describe('lines of text', () => {
  it('are found with their dots and accents', () => {
    const accents = [{ left: 24, top: 94, width: 6, height: 4 }];
    const { lines, letter } = partsOf(pageOf(600, 300, [...letters(100, 10), ...letters(200, 5), ...accents]));
    expect(letter).toBe(20);
    expect(lines.toSorted((one, other) => one.top - other.top)).toEqual([
      { left: 20, top: 94, right: 274, bottom: 120 },
      { left: 20, top: 200, right: 144, bottom: 220 },
    ]);
  });

  it('are divided where they touch', () => {
    const touching = Array.from({ length: 4 }, (_, line) => letters(100 + line * 24, 10)).flat();
    const strokes = Array.from({ length: 3 }, (_, line) => ({ left: 30, top: 120 + line * 24, width: 2, height: 4 }));
    const { lines } = partsOf(pageOf(600, 300, [...touching, ...strokes, ...letters(260, 10)]));
    expect(lines.map(({ top }) => top).toSorted((one, other) => one - other)).toHaveLength(5);
  });

  // Comparing each speck with every other takes hours.
  it('take seconds to find among hundreds of thousands of specks', () => {
    const specks = function* (): Generator<Painted> {
      for (let top = 0; top + 2 < 2400; top += 3)
        for (let left = (top % 2) * 6; left + 2 < 2400; left += 12) yield { left, top, width: 2, height: 2 };
    };
    const { lines } = partsOf(pageOf(2400, 2400, [...specks(), { left: 10, top: 10, width: 6, height: 6 }]));
    expect(lines).toHaveLength(1);
  });

  it('are divided in a column of thousands that touch', () => {
    const column = function* (): Generator<Painted> {
      for (let top = 0; top + 10 < 20_000; top += 10) {
        for (let left = 0; left < 700; left += 8) yield { left, top, width: 6, height: 8 };
        // Fills the rows between two lines.
        yield { left: 706, top: top + 6, width: 6, height: 6 };
      }
    };
    expect(partsOf(pageOf(800, 20_000, column())).lines.length).toBeGreaterThan(900);
  });
});
