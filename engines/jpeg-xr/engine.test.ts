import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { framesOf, meanError, testPicture } from '@bakkum/tests/test-picture';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { toDisplay } from './linear-light.ts';
import { manifest } from './manifest.ts';

const read = async (input: Blob) => {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from: 'jxr', to: 'raster' });
  const { frames, raster } = await framesOf(outputs[0].content);
  const [first] = frames;
  if (!first) throw new Error('no picture');
  return { pixels: first.read, raster, warnings };
};

/** Sets the 32-bit value of a directory tag; our fixtures have the directory at byte 8 or at the offset they state. */
async function withTag(file: Blob, tag: number, value: number): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const start = view.getUint32(4, true);
  for (let index = 0; index < view.getUint16(start, true); index += 1) {
    const at = start + 2 + index * 12;
    if (view.getUint16(at, true) === tag) view.setUint32(at + 8, value, true);
  }
  return new Blob([bytes]);
}

const TURN = 0xbc02;
const WIDTH = 0xbc80;

describe('JPEG XR', () => {
  it('is read without loss from JxrEncApp output', async () => {
    expect(meanError((await read(await fixture('images/jxr.jxr'))).pixels, testPicture(64, 48))).toBe(0);
  });

  it.each(['jxr-alpha', 'jxr-alpha-within'])('keeps alpha: %s', async (name) => {
    const { pixels, raster } = await read(await fixture(`images/${name}.jxr`));
    expect(meanError(pixels, testPicture(64, 48, { alpha: true }))).toBe(0);
    expect(raster.mayHaveAlpha).toBe(true);
  });

  it('with linear floating point is converted to display colours', async () => {
    const { pixels } = await read(await fixture('images/jxr-float.jxr'));
    expect(pixels.depth).toBe(16);
    expect(meanError(pixels, testPicture(64, 48))).toBeLessThan(0.5);
  });

  it('is rotated by its directory', async () => {
    const whole = await fixture('images/jxr.jxr');
    const upsideDown = (await read(await withTag(whole, TURN, 1))).pixels;
    expect([...upsideDown.data.subarray(0, 3)]).toEqual([0, 196, 90]);
    const turned = (await read(await withTag(whole, TURN, 4))).pixels;
    expect([turned.width, turned.height]).toEqual([48, 64]);
    expect([...turned.data.subarray(47 * 4, 47 * 4 + 3)]).toEqual([230, 20, 20]);
  });

  it('is tone-mapped if large parts are brighter than white, and clips small highlights', () => {
    const bright = Float32Array.from({ length: 400 }, (_, index) => (index % 4 === 3 ? 1 : index < 200 ? 4 : 0.5));
    const { data } = toDisplay(bright, 10, 10);
    expect(data[0]).toBeGreaterThan(60_000);
    expect(data[399 - 3]).toBeLessThan(45_000);
    const spark = Float32Array.from({ length: 8000 }, (_, index) => (index % 4 === 3 ? 1 : index === 0 ? 9 : 0.5));
    expect(toDisplay(spark, 50, 40).data[400]).toBe(48_192);
  });

  it('is corrupt if truncated or without a size, and refused if huge', async () => {
    const whole = await fixture('images/jxr.jxr');
    await expect(read(whole.slice(0, whole.size / 8))).rejects.toMatchObject({ code: 'corrupt' });
    expect((await read(whole.slice(0, whole.size - 200))).warnings).toEqual([{ code: 'damaged-source' }]);
    await expect(read(whole.slice(0, 20))).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(await withTag(whole, WIDTH, 0))).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(await withTag(whole, WIDTH, 0x7f_ff_ff_ff))).rejects.toMatchObject({ code: 'too-large' });
    await expect(read(new Blob([]))).rejects.toMatchObject({ code: 'empty' });
  });
});
