import { rasterOf } from '@bakkum/raster/raster';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const convert = (input: Blob, from = 'lottie') => convertWith({ engine, manifest }, { input, from, to: 'raster' });

/** A synthetic animation: a translucent brown square of 40 pixels that moves left to right in ten frames. */
describe('a moving square', () => {
  it.each([
    ['square.tgs', 'lottie'],
    ['square.lottie', 'lottie'],
    ['square.lottie.json', 'lottie-json'],
  ])('%s has its frames, durations and colours', async (name, from) => {
    const { outputs, warnings } = await convert(await fixture(`drawings/${name}`), from);
    const raster = rasterOf(outputs[0].content);
    expect(raster).toMatchObject({ kind: 'animation', frameCount: 10, loopCount: 0 });
    const seen: (readonly number[])[] = [];
    for await (const frame of raster.frames()) {
      const { data, width, height } = await frame.pixels();
      expect([width, height, frame.durationMs]).toEqual([100, 100, 40]);
      if (seen.length === 0) expect([...data.slice((50 * 100 + 20) * 4, (50 * 100 + 20) * 4 + 4)]).toEqual([102, 52, 0, 127]);
      const row = Array.from({ length: 100 }, (_, x) => (data[(50 * 100 + x) * 4 + 3] ?? 0) > 64);
      seen.push([row.indexOf(true), row.lastIndexOf(true)]);
    }
    expect(seen[0]).toEqual([0, 39]);
    expect(seen[5]).toEqual([30, 69]);
    expect(warnings).toEqual([]);
    raster.release();
  });

  it('warns about text that cannot be drawn', async () => {
    const json = JSON.parse(await (await fixture('drawings/square.lottie.json')).text()) as { layers: object[] };
    const worded = { ...json, layers: [...json.layers, { ty: 5, ip: 0, op: 10, ks: {}, t: {} }] };
    const { outputs, warnings } = await convert(new Blob([JSON.stringify(worded)]), 'lottie-json');
    expect(warnings).toEqual([{ code: 'fonts-substituted' }]);
    rasterOf(outputs[0].content).release();
  });
});

describe('hostile input', () => {
  it.each([
    ['empty', '', 'empty'],
    ['no JSON', '{"w":', 'corrupt'],
    ['JSON of something else', '{"layers":[]}', 'corrupt'],
    ['no time', '{"w":9,"h":9,"ip":0,"op":0,"fr":25,"layers":[]}', 'corrupt'],
    ['too large for an image', '{"w":1e6,"h":1e6,"ip":0,"op":9,"fr":25,"layers":[]}', 'too-large'],
    ['too long for an animation', '{"w":9,"h":9,"ip":0,"op":1e9,"fr":25,"layers":[]}', 'too-large'],
  ])('%s', async (_, text, code) => {
    await expect(convert(new Blob([text]), 'lottie-json')).rejects.toMatchObject({ code });
  });

  it('is corrupt if truncated', async () => {
    const whole = await (await fixture('drawings/square.tgs')).bytes();
    await expect(convert(new Blob([whole.slice(0, 120)]))).rejects.toMatchObject({ code: 'corrupt' });
  });
});
