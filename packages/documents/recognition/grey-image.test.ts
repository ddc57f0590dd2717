import { describe, expect, it } from 'vitest';
import { type GreyImage, onPaper, resized } from './grey-image.ts';

const imageOf = (width: number, ...data: readonly number[]): GreyImage => ({
  width,
  height: data.length / width,
  data: Uint8Array.from(data),
});

describe('onPaper', () => {
  it('inverts an image that is mostly dark', () => {
    expect(onPaper(imageOf(4, 0, 10, 255, 0))).toEqual(imageOf(4, 255, 245, 0, 255));
  });

  it('returns an image that is mostly bright unchanged', () => {
    const page = imageOf(4, 255, 0, 255, 250);
    expect(onPaper(page)).toBe(page);
  });
});

describe('resized', () => {
  it('averages columns and keeps rows', () => {
    expect(resized(imageOf(4, 0, 100, 200, 200, 10, 30, 50, 70), 0.5, 1)).toEqual(imageOf(2, 50, 200, 20, 60));
  });

  it('never becomes empty', () => {
    expect(resized(imageOf(2, 80, 120), 0.1, 0.1)).toMatchObject({ width: 1, height: 1 });
  });
});
