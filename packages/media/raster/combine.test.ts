import type { Content, ConvertRequest } from '@bakkum/conversion/engine';
import { expect, test } from 'vitest';
import { encodeTogether } from './combine.ts';
import { sequenceRaster, stillRaster } from './construct.ts';
import type { Pixels, Raster } from './raster.ts';

const context = { signal: new AbortController().signal };

function picture(width: number, height: number, red: number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set([red, 0, 0, 255], at);
  return { depth: 8, width, height, data };
}

const still = (width: number, height: number, red: number): Raster => stillRaster(picture(width, height, red), { width, height });

function requestOf(first: Raster, rest: readonly Raster[], options: ConvertRequest['options'] = {}): ConvertRequest {
  async function* following(): AsyncGenerator<Content> {
    yield* rest;
  }
  const more = rest.length > 0 ? { following: { count: rest.length, contents: following() } } : {};
  return { inputs: [first], ...more, from: 'raster', to: 'any', options };
}

async function seen(request: ConvertRequest, kind: 'animation' | 'pages') {
  const frames: { pixels: Pixels; durationMs: number }[] = [];
  const result = await encodeTogether(request, context, kind, async (raster) => {
    for await (const { pixels, durationMs } of raster.frames()) frames.push({ pixels: await pixels(), durationMs });
    return { outputs: [{ content: new Blob() }], warnings: [] };
  });
  return { frames, warnings: result.warnings.map(({ code }) => code) };
}

test('passes a single image through', async () => {
  const only = still(3, 2, 9);
  await encodeTogether(requestOf(only, []), context, 'animation', async (raster, isCombined) => {
    expect([raster, isCombined]).toEqual([only, false]);
    return { outputs: [{ content: new Blob() }], warnings: [] };
  });
});

test('fits images of other sizes into the first one with transparent borders, each for the requested time', async () => {
  const { frames } = await seen(
    requestOf(still(8, 4, 10), [still(4, 4, 20), still(16, 8, 30)], { frameSeconds: 0.5 }),
    'animation',
  );
  expect(frames.map(({ pixels: { width, height } }) => [width, height])).toEqual([
    [8, 4],
    [8, 4],
    [8, 4],
  ]);
  expect(frames.map(({ durationMs }) => durationMs)).toEqual([500, 500, 500]);
  expect([...(frames[1]?.pixels.data.slice(0, 12) ?? [])]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 255]);
});

test('keeps the frame durations of an animation among the inputs', async () => {
  const moving = sequenceRaster({
    kind: 'animation',
    frameCount: 2,
    async *frames() {
      for (const red of [1, 2]) yield { width: 2, height: 2, durationMs: 80, pixels: async () => picture(2, 2, red) };
    },
  });
  const { frames } = await seen(requestOf(still(2, 2, 0), [moving]), 'animation');
  expect(frames.map(({ durationMs }) => durationMs)).toEqual([1000, 80, 80]);
});

test('keeps page sizes, reduces an animation to its first frame, and warns', async () => {
  const moving = sequenceRaster({
    kind: 'animation',
    frameCount: 2,
    async *frames() {
      for (const red of [1, 2]) yield { width: 2, height: 2, durationMs: 80, pixels: async () => picture(2, 2, red) };
    },
  });
  const { frames, warnings } = await seen(requestOf(still(5, 3, 7), [moving, still(1, 9, 8)]), 'pages');
  expect(frames.map(({ pixels: { width, height } }) => [width, height])).toEqual([
    [5, 3],
    [2, 2],
    [1, 9],
  ]);
  expect(warnings).toEqual(['animation-flattened']);
});

test('scales down animations larger than any screen', async () => {
  const { frames, warnings } = await seen(requestOf(still(3840, 4, 7), [still(2, 2, 8)]), 'animation');
  expect([frames[0]?.pixels.width, warnings]).toEqual([1920, ['resized-to-fit']]);
});
