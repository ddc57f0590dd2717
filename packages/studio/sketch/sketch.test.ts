import { inflateSync } from 'node:zlib';
import { STYLE_IDS } from '@bakkum/studio-options/styles';
import { expect, it } from 'vitest';
import { FIGURES } from './figure-table.ts';
import { coverOf, placedLoops } from './outline.ts';
import { drawSketch, renderSketch } from './sketch.ts';

const request = { prompt: 'a lighthouse by the sea at sunset', style: 'photorealistic', width: 96, height: 72, seed: 5 } as const;

/** Mean difference of two images of the same size, out of 255. */
function difference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;
}

it.each(STYLE_IDS)('draws the same image for the same request in the style %s', (style) => {
  const once = drawSketch({ ...request, style });
  expect(once).toMatchObject({ width: 96, height: 72 });
  expect(drawSketch({ ...request, style }).rgb).toEqual(once.rgb);
});

it('draws a different image for another seed or prompt', () => {
  const { rgb } = drawSketch(request);
  expect(difference(rgb, drawSketch({ ...request, seed: 6 }).rgb)).toBeGreaterThan(4);
  expect(difference(rgb, drawSketch({ ...request, prompt: 'a cat in a snowy forest' }).rgb)).toBeGreaterThan(10);
});

it('gives every style a distinct look', () => {
  const pictures = STYLE_IDS.map((style) => drawSketch({ ...request, style }).rgb);
  pictures.forEach((one, index) => {
    for (const other of pictures.slice(index + 1)) expect(difference(one, other)).toBeGreaterThan(5);
  });
});

it('makes night darker than day, and snow lighter than a forest in summer', () => {
  const light = (prompt: string): number => drawSketch({ ...request, prompt }).rgb.reduce((sum, value) => sum + value, 0);
  expect(light('밤의 숲')).toBeLessThan(light('낮의 숲') * 0.6);
  expect(light('눈 내리는 들판, 낮')).toBeGreaterThan(light('여름 숲, 낮'));
});

it('writes a PNG of the requested size', async () => {
  const png = await renderSketch({ ...request, width: 33, height: 21 });
  const view = new DataView(png.buffer);
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  expect([view.getUint32(16), view.getUint32(20)]).toEqual([33, 21]);
  const length = view.getUint32(33);
  expect(inflateSync(png.subarray(41, 41 + length)).length).toBe((33 * 3 + 1) * 21);
});

it('covers the exact area of an outline', () => {
  const loops = placedLoops('M0 0 L100 0 L100 100 L0 100 Z', { left: 2, top: 3, size: 10.5, mirrored: false });
  const { amount } = coverOf(loops, { width: 40, height: 40 });
  expect(amount.reduce((sum, value) => sum + value, 0)).toBeCloseTo(10.5 * 10.5, 3);
});

it('has an outline for every figure', () => {
  for (const { parts } of Object.values(FIGURES)) {
    for (const [, path] of parts) {
      const loops = placedLoops(path, { left: 50, top: 50, size: 100, mirrored: true });
      expect(loops.length).toBeGreaterThan(0);
      expect(loops.flat().every(Number.isFinite)).toBe(true);
      expect(coverOf(loops, { width: 200, height: 200 }).amount.some((value) => value > 0.5)).toBe(true);
    }
  }
});
