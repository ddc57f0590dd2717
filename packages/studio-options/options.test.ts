import { expect, it } from 'vitest';
import { imageFileName } from './file-name.ts';
import { ASPECT_RATIOS, RESOLUTIONS, resolutionById, tierAllows } from './resolutions.ts';

it('sells the sizes of the specification at its prices', () => {
  const prices = RESOLUTIONS.map(({ id, credits, tier }) => [id, credits, tier]);
  expect(prices).toEqual([
    ['512x512', 1, 'free'],
    ['1024x1024', 2, 'free'],
    ['1536x1536', 4, 'premium'],
    ['2048x2048', 6, 'premium'],
    ['4096x4096', 12, 'annual'],
    ['1024x768', 3, 'free'],
    ['1920x1080', 5, 'premium'],
    ['768x1024', 3, 'free'],
    ['1080x1920', 5, 'premium'],
  ]);
});

it('has a size of every ratio, and each size has the ratio it says', () => {
  expect(new Set(RESOLUTIONS.map(({ aspectRatio }) => aspectRatio))).toEqual(new Set(ASPECT_RATIOS));
  for (const { id, aspectRatio } of RESOLUTIONS) {
    const { width, height } = resolutionById(id);
    const [across = 0, down = 0] = aspectRatio.split(':').map(Number);
    expect(width * down).toBe(height * across);
  }
});

it('lets the larger plan do what the smaller may, and not the other way', () => {
  expect(tierAllows('annual', 'premium')).toBe(true);
  expect(tierAllows('premium', 'annual')).toBe(false);
  expect(tierAllows('free', 'premium')).toBe(false);
});

it('names a file by what the prompt says', () => {
  const at = new Date(1_795_255_200_000);
  expect(imageFileName('A red fox, in the SNOW!', at, 'jpeg')).toBe('ai-image-a-red-fox-in-the-snow-1795255200000.jpg');
  expect(imageFileName('눈 속의 여우', at, 'png')).toBe('ai-image-1795255200000.png');
  expect(imageFileName('x'.repeat(80), at, 'webp')).toBe(`ai-image-${'x'.repeat(50)}-1795255200000.webp`);
});
