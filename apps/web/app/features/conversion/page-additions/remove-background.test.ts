import { describe, expect, it } from 'vitest';
import { removeBackground } from './remove-background.ts';

const [WIDTH, HEIGHT] = [200, 100];

/** Paper that is darker to the right, as in a photo, with a line of ink from 60 to 140. */
function photographed(ink: readonly [number, number, number] | undefined) {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const paper = 250 - x * 0.5 + ((x * 7 + y * 13) % 5);
      const isInk = ink && x >= 60 && x < 140 && y >= 48 && y < 52;
      data.set(isInk ? [...ink, 255] : [paper, paper, paper - 5, 255], (y * WIDTH + x) * 4);
    }
  }
  return { width: WIDTH, height: HEIGHT, data };
}

const pixelAt = ({ data }: { readonly data: Uint8ClampedArray }, x: number, y: number): readonly number[] => [
  ...data.subarray((y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 4),
];

describe('the background of a signature', () => {
  it('becomes transparent in light and shadow, and ink keeps its color', () => {
    const pixels = photographed([20, 30, 120]);
    expect(removeBackground(pixels)).toEqual({ left: 60, top: 48, width: 80, height: 4 });
    for (const [x, y] of [
      [0, 0],
      [199, 99],
      [100, 40],
      [141, 50],
    ] as const)
      expect(pixelAt(pixels, x, y)[3]).toBe(0);
    expect(pixelAt(pixels, 100, 50)).toEqual([20, 30, 120, 255]);
  });

  it('gives soft edges the color of the ink', () => {
    const pixels = photographed([0, 0, 200]);
    // Half ink, half paper.
    pixels.data.set([112, 112, 212, 255], (47 * WIDTH + 100) * 4);
    removeBackground(pixels);
    const [red = 255, , blue = 0, opacity = 0] = pixelAt(pixels, 100, 47);
    expect(opacity).toBeGreaterThan(0);
    expect(red).toBeLessThan(100);
    expect(blue).toBeGreaterThan(red);
  });

  it('keeps a transparent image transparent', () => {
    const pixels = { width: 40, height: 40, data: new Uint8ClampedArray(40 * 40 * 4) };
    for (const at of [10, 11, 12, 50, 51, 52]) pixels.data.set([0, 0, 0, 255], (20 * 40 + at) * 4);
    expect(removeBackground(pixels)).toEqual({ left: 10, top: 20, width: 3, height: 2 });
    expect(pixels.data[3]).toBe(0);
  });

  it('loses its dust', () => {
    const pixels = photographed([20, 30, 120]);
    for (const [x, y] of [
      [10, 90],
      [11, 90],
      [150, 5],
    ] as const)
      pixels.data.set([0, 0, 0, 255], (y * WIDTH + x) * 4);
    expect(removeBackground(pixels)).toEqual({ left: 60, top: 48, width: 80, height: 4 });
  });

  it('of empty paper leaves nothing', () => {
    expect(removeBackground(photographed(undefined))).toBeUndefined();
  });
});
