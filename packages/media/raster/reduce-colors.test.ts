import { expect, it } from 'vitest';
import type { Pixels } from './raster.ts';
import { reduceColors } from './reduce-colors.ts';

type Color = readonly [number, number, number, number];

function imageOf(width: number, height: number, colorAt: (x: number, y: number) => Color) {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) data.set(colorAt(x, y), 4 * (y * width + x));
  return { depth: 8, width, height, data } satisfies Pixels;
}

const wordsOf = ({ data }: { readonly data: Uint8ClampedArray<ArrayBuffer> }): Uint32Array => new Uint32Array(data.buffer);
const colorsOf = (image: { readonly data: Uint8ClampedArray<ArrayBuffer> }): number => new Set(wordsOf(image)).size;
const reduce = (image: Extract<Pixels, { depth: 8 }>, limit: number) => reduceColors(image, limit, new AbortController().signal);

const gradient = () => imageOf(200, 150, (x, y) => [x, y, (x + y) % 256, 255]);

it.each([2, 16, 64, 256])('leaves at most %i colors', async (limit) => {
  const image = gradient();
  await reduce(image, limit);
  expect(colorsOf(image)).toBeLessThanOrEqual(limit);
  expect(colorsOf(image)).toBeGreaterThan(limit * 0.9);
});

it('changes nothing if there are few enough colors', async () => {
  const image = imageOf(64, 4, (x, y) => [x, y, 7, x % 3 === 0 ? 128 : 255]);
  const before = wordsOf(image).slice();
  await reduce(image, 256);
  expect(wordsOf(image)).toEqual(before);
});

it('stays close to a photo: areas keep their mean, and pixels change little', async () => {
  const [before, image] = [gradient(), gradient()];
  await reduce(image, 256);
  const errors = image.data.map((value, at) => Math.abs(value - (before.data[at] ?? 0)));
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(4);
  for (let block = 0; block < 15; block += 1) {
    const meanOf = ({ data }: typeof image): number => {
      const part = data.subarray(block * 8000, (block + 1) * 8000);
      return part.reduce((sum, value) => sum + value, 0) / part.length;
    };
    expect(Math.abs(meanOf(image) - meanOf(before))).toBeLessThan(1);
  }
});

it('keeps the exact color of flat areas, without specks', async () => {
  const background: Color = [250, 251, 252, 255];
  const image = imageOf(300, 300, (x, y) => (x < 100 && y < 100 ? [x * 2, y * 2, (x * y) % 256, 255] : background));
  await reduce(image, 64);
  const flat = wordsOf(image).filter((_, at) => at % 300 > 110 && at >= 110 * 300);
  expect(new Set(flat).size).toBe(1);
  expect([...image.data.subarray(-4)]).toEqual(background);
});

it('keeps opaque pixels opaque, transparent ones transparent, and soft edges soft', async () => {
  const alphaOf = (x: number): number => Math.max(0, Math.min(255, (x - 50) * 3));
  const image = imageOf(200, 100, (x, y) => [(x * 7) % 256, y * 2, 99, alphaOf(x)]);
  await reduce(image, 128);
  const wrong = wordsOf(image).filter((word, at) => {
    const alpha = alphaOf(at % 200);
    return alpha === 0 || alpha === 255 ? word >>> 24 !== alpha : Math.abs((word >>> 24) - alpha) >= 64;
  });
  expect(wrong).toHaveLength(0);
});

it('treats the hidden colors of transparent pixels as one', async () => {
  const image = imageOf(300, 10, (x) => (x < 290 ? [x % 256, 3, 4, 0] : [1, 2, 3, 255]));
  await reduce(image, 256);
  expect(colorsOf(image)).toBe(2);
});

it('stops when it is cancelled', async () => {
  const controller = new AbortController();
  controller.abort();
  await expect(
    reduceColors(
      imageOf(1500, 1500, (x, y) => [x % 256, y % 256, 0, 255]),
      256,
      controller.signal,
    ),
  ).rejects.toThrow('aborted');
});
