import { expect, test } from 'vitest';
import { type GreyPicture, structuralSimilarity } from './structural-similarity.ts';

const picture = (width: number, height: number, at: (x: number, y: number) => number): GreyPicture => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height }, (_, index) => at(index % width, Math.floor(index / width))),
});
const WHITE = picture(40, 40, () => 255);
const stripes = (shift: number, size = 40) => picture(size, size, (x) => ((x + shift) % 4 < 2 ? 0 : 255));

test('is 1 for an image and itself, and for two empty pages', () => {
  expect(structuralSimilarity(stripes(0), stripes(0))).toEqual({ page: 1, ink: 1 });
  expect(structuralSimilarity(WHITE, WHITE)).toEqual({ page: 1, ink: 1 });
});

test('follows the formula of the paper on one window', () => {
  // Means 0 and 255, no variance: luminance C1 / (255² + C1), structure C2 / C2.
  const c1 = 2.55 ** 2;
  const black = picture(8, 8, () => 0);
  const { page } = structuralSimilarity(
    black,
    picture(8, 8, () => 255),
  );
  expect(page).toBeCloseTo(c1 / (255 ** 2 + c1), 12);
  // An image and its negative: equal means 127.5, variance 127.5² each, covariance −127.5².
  const c2 = 7.65 ** 2;
  const v = 127.5 ** 2;
  expect(structuralSimilarity(stripes(0, 8), stripes(2, 8)).page).toBeCloseTo((-2 * v + c2) / (2 * v + c2), 12);
});

test('is symmetric', () => {
  const dotted = picture(40, 40, (x, y) => ((x * y) % 7) * 36);
  expect(structuralSimilarity(dotted, stripes(0))).toEqual(structuralSimilarity(stripes(0), dotted));
});

test('counts ink that only one image has, and not the paper around it', () => {
  const dot = picture(400, 400, (x, y) => (x < 8 && y < 8 ? ((x + y) % 2) * 255 : 255));
  const { page, ink } = structuralSimilarity(
    dot,
    picture(400, 400, () => 255),
  );
  expect(page).toBeGreaterThan(0.99);
  expect(ink).toBeLessThan(0.5);
});

test('treats the missing area of a smaller page as blank paper', () => {
  expect(
    structuralSimilarity(
      picture(20, 30, () => 255),
      WHITE,
    ),
  ).toEqual({ page: 1, ink: 1 });
  const { ink } = structuralSimilarity(stripes(0, 20), stripes(0, 40));
  expect(ink).toBeLessThan(0.6);
});
