import { expect, it, vi } from 'vitest';
import { inTwoTones } from './two-tones.ts';

const SIDE = 64;

/** A square image of greys. */
function image(greyAt: (x: number, y: number) => number) {
  const data = new Uint8Array(SIDE * SIDE * 4).fill(255);
  for (let at = 0; at < SIDE * SIDE; at += 1) data.fill(greyAt(at % SIDE, Math.floor(at / SIDE)), at * 4, at * 4 + 3);
  return { width: SIDE, height: SIDE, data };
}

/** Returns the first channel, after checking that every pixel is opaque black or white. */
function tonesOf(pixels: Uint8Array): readonly number[] {
  return Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [red = 1, ...others] = pixels.subarray(at * 4, at * 4 + 4);
    expect([[0, 255].includes(red), others]).toEqual([true, [red, red, 255]]);
    return red;
  });
}

it.each([
  ['pale text', 205, 255],
  ['grey paper', 20, 150],
  ['a dark drawing', 10, 60],
])('splits the two tones of %s', async (_, dark, light) => {
  const isDark = (x: number, y: number): boolean => x % 8 < 2 && y % 3 !== 0;
  const tones = tonesOf(await inTwoTones(image((x, y) => (isDark(x, y) ? dark : light))));
  expect(tones).toEqual(Array.from(tones, (__, at) => (isDark(at % SIDE, Math.floor(at / SIDE)) ? 0 : 255)));
});

it('keeps the brightness of shades', async () => {
  const tones = tonesOf(await inTwoTones(image((x) => x * 4)));
  for (const column of [8, 24, 40, 56]) {
    const near = tones.filter((_, at) => Math.abs((at % SIDE) - column) <= 4);
    expect(Math.abs(near.reduce((sum, tone) => sum + tone, 0) / near.length - column * 4)).toBeLessThan(12);
  }
});

it('leaves a single tone as it is', async () => {
  expect(new Set(tonesOf(await inTwoTones(image(() => 255))))).toEqual(new Set([255]));
  expect(new Set(tonesOf(await inTwoTones(image(() => 30))))).toEqual(new Set([0]));
});

it('ends when it is cancelled', async () => {
  const cancelling = new AbortController();
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  const converted = inTwoTones(
    image((x) => x * 4),
    cancelling.signal,
  );
  cancelling.abort(new Error('cancelled'));
  await expect(converted).rejects.toThrow('cancelled');
  clock.mockRestore();
});
