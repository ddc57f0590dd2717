import { describe, expect, it } from 'vitest';
import type { Pixels } from './raster.ts';
import { rescale, resize, scalingFor } from './resize.ts';

function filled(width: number, height: number, pixel: readonly number[], depth: 8 | 16 = 8): Pixels {
  const samples = Array.from({ length: width * height * 4 }, (_, i) => pixel[i % 4] ?? 0);
  return depth === 8
    ? { depth, width, height, data: new Uint8ClampedArray(samples) }
    : { depth, width, height, data: new Uint16Array(samples) };
}

describe('resize', () => {
  it.each([
    [7, 5],
    [64, 48],
    [201, 99],
    [1, 1],
  ])('keeps a constant colour constant at %d×%d', async (width, height) => {
    const small = await resize(filled(64, 48, [13, 200, 77, 255]), width, height);
    expect(small).toEqual(filled(width, height, [13, 200, 77, 255]));
  });

  it('keeps 16-bit samples exact', async () => {
    const small = await resize(filled(31, 17, [1, 40_000, 65_535, 65_535], 16), 10, 9);
    expect(small).toEqual(filled(10, 9, [1, 40_000, 65_535, 65_535], 16));
  });

  it('keeps a constant translucent colour constant', async () => {
    const small = await resize(filled(40, 40, [200, 100, 50, 128]), 13, 13);
    expect(small).toEqual(filled(13, 13, [200, 100, 50, 128]));
  });

  it('does not bleed the colour of invisible pixels into an adjacent edge', async () => {
    const source = filled(32, 8, [255, 0, 0, 255]);
    for (let y = 0; y < 8; y++) {
      for (let x = 16; x < 32; x++) source.data.set([0, 0, 0, 0], (y * 32 + x) * 4);
    }
    const { data } = await resize(source, 11, 3);
    const visible = Array.from({ length: data.length / 4 }, (_, i) => Array.from(data.subarray(i * 4, i * 4 + 4))).filter(
      (p) => (p[3] ?? 0) > 4,
    );
    expect(visible.length).toBeGreaterThan(0);
    for (const [red, green, blue] of visible) {
      expect(red).toBeGreaterThanOrEqual(252);
      expect([green, blue]).toEqual([0, 0]);
    }
  });

  it('averages a fine checkerboard to grey', async () => {
    const source = filled(64, 64, [0, 0, 0, 255]);
    for (let i = 0; i < 64 * 64; i++) if ((i + Math.floor(i / 64)) % 2 === 0) source.data.set([255, 255, 255, 255], i * 4);
    const { data } = await resize(source, 8, 8);
    for (let i = 0; i < data.length; i += 4) expect(Math.abs((data[i] ?? 0) - 127.5)).toBeLessThan(6);
  });

  it('uses only the requested part', async () => {
    const source = filled(20, 10, [0, 0, 255, 255]);
    for (let y = 0; y < 10; y++) for (let x = 0; x < 10; x++) source.data.set([255, 0, 0, 255], (y * 20 + x) * 4);
    const half = await rescale(source, { left: 0, top: 0, sourceWidth: 5, sourceHeight: 10, width: 5, height: 10 });
    expect(half).toEqual(filled(5, 10, [255, 0, 0, 255]));
  });

  it('leaves its source unchanged and stops when aborted', async () => {
    const source = filled(200, 150, [9, 9, 9, 255]);
    const before = source.data.slice();
    const controller = new AbortController();
    const running = resize(source, 4000, 3000, controller.signal);
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(source.data).toEqual(before);
  });
});

describe('scalingFor', () => {
  const source = { width: 400, height: 300 };
  const sizeOf = (box: Parameters<typeof scalingFor>[1]) => {
    const scaling = scalingFor(source, box);
    return scaling && [scaling.width, scaling.height];
  };

  it('changes nothing without a requested size, or with the current one', () => {
    expect(scalingFor(source, { fit: 'contain' })).toBeUndefined();
    expect(scalingFor(source, { width: 400, fit: 'contain' })).toBeUndefined();
    expect(scalingFor(source, { width: 400, height: 900, fit: 'contain' })).toBeUndefined();
  });

  it('follows the proportions when one side is given, for any fit', () => {
    expect(sizeOf({ width: 200, fit: 'contain' })).toEqual([200, 150]);
    expect(sizeOf({ height: 75, fit: 'cover' })).toEqual([100, 75]);
    expect(sizeOf({ width: 800, fit: 'stretch' })).toEqual([800, 600]);
  });

  it('stays inside the size for contain, fills it for stretch', () => {
    expect(sizeOf({ width: 100, height: 100, fit: 'contain' })).toEqual([100, 75]);
    expect(sizeOf({ width: 100, height: 100, fit: 'stretch' })).toEqual([100, 100]);
  });

  it('crops evenly for cover', () => {
    expect(scalingFor(source, { width: 100, height: 100, fit: 'cover' })).toEqual({
      left: 50,
      top: 0,
      sourceWidth: 300,
      sourceHeight: 300,
      width: 100,
      height: 100,
    });
  });

  it('never rounds a side to zero', () => {
    expect(scalingFor({ width: 5000, height: 2 }, { width: 10, fit: 'contain' })).toMatchObject({ width: 10, height: 1 });
  });
});
