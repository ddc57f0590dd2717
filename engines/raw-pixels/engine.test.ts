import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { framesOf, meanError, testPicture } from '@bakkum/tests/test-picture';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function read(input: Blob, from: string, options: Readonly<Record<string, number | null>> = {}) {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from, to: 'raster', options });
  const { frames } = await framesOf(outputs[0].content);
  const [first] = frames;
  if (!first) throw new Error('no picture');
  return { pixels: first.read, warnings };
}

describe('pixels without a header', () => {
  it.each([
    ['rgb-raw', 'rgb-raw.rgb', 0],
    ['rgba-raw', 'rgba-raw.rgba', 0],
    ['bgr-raw', 'bgr-raw.bgr', 0],
    ['bgra-raw', 'bgra-raw.bgra', 0],
    ['cmyk-raw', 'cmyk-raw.cmyk', 0],
    ['ycbcr-raw', 'ycbcr-raw.ycbcr', 2],
    ['uyvy', 'uyvy.uyvy', 2],
  ])('match native ImageMagick at the width detected from their rows: %s', async (from, file, most) => {
    const { pixels, warnings } = await read(await fixture(`images/${file}`), from);
    expect(meanError(pixels, testPicture(64, 48))).toBeLessThanOrEqual(most);
    expect(warnings).toEqual([{ code: 'size-guessed', params: { width: 64, height: 48 } }]);
  });

  it('are read at the requested size, or at the one that follows from one side', async () => {
    const grey = await fixture('images/gray-raw.gray');
    const asked = await read(grey, 'gray-raw', { rawWidth: 64, rawHeight: 40 });
    expect([asked.pixels.width, asked.pixels.height, asked.warnings]).toEqual([64, 40, []]);
    const followed = await read(grey, 'gray-raw', { rawHeight: 48 });
    expect([followed.pixels.width, followed.pixels.height]).toEqual([64, 48]);
  });

  it('need a size if none is detected, and one that fits', async () => {
    const noise = new Uint8Array(64 * 48).map((_, at) => (at * at * 7919 + at * 104_729) >>> 3);
    await expect(read(new Blob([noise]), 'gray-raw')).rejects.toMatchObject({ code: 'size-unknown' });
    await expect(read(new Blob([new Uint8Array(3072)]), 'gray-raw')).rejects.toMatchObject({ code: 'size-unknown' });
    await expect(read(new Blob([noise]), 'gray-raw', { rawWidth: 5000, rawHeight: 5000 })).rejects.toMatchObject({
      code: 'size-unknown',
    });
  });
});
