import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { framesOf, meanError, testPicture } from '@bakkum/tests/test-picture';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function read(input: Blob, from: string) {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from, to: 'raster' });
  const { frames } = await framesOf(outputs[0].content);
  const [first] = frames;
  if (!first) throw new Error('no picture');
  return { pixels: first.read, warnings: warnings.map(({ code }) => code) };
}

const le32 = (...values: number[]): Uint8Array<ArrayBuffer> => new Uint8Array(Uint32Array.from(values).buffer);
const zeros = (count: number): Uint8Array<ArrayBuffer> => new Uint8Array(count);

/** A BLP2 with one mipmap level. */
const second = ([encoding, alphaBits, alphaKind]: readonly number[], width: number, height: number, data: readonly number[]) =>
  new Blob([
    'BLP2',
    le32(1),
    Uint8Array.of(encoding ?? 0, alphaBits ?? 0, alphaKind ?? 0, 0),
    le32(width, height, 1172),
    zeros(60),
    le32(data.length),
    zeros(60),
    zeros(1024),
    Uint8Array.from(data),
  ]);

describe('Blizzard textures', () => {
  it('match Pillow through their palette', async () => {
    const { pixels, warnings } = await read(await fixture('images/blp.blp'), 'blp');
    expect(meanError(pixels, testPicture(64, 48))).toBeLessThan(3);
    expect(warnings).toEqual([]);
  });

  it('are read from blocks with one or eight bits of alpha', async () => {
    // White and black, transparent in the order that marks it; then pixels 0, 1, 2, 3 of each row.
    const clear = await read(second([2, 1, 0], 4, 4, [0, 0, 255, 255, 0xe4, 0xe4, 0xe4, 0xe4]), 'blp');
    expect([...clear.pixels.data.subarray(0, 16)]).toEqual([0, 0, 0, 255, 255, 255, 255, 255, 127, 127, 127, 255, 0, 0, 0, 0]);
    const alpha = [200, 100, 0b10_001_000, 0, 0, 0, 0, 0];
    const shaded = await read(second([2, 8, 7], 4, 4, [...alpha, 255, 255, 0, 0, 0, 0, 0, 0]), 'blp');
    expect([shaded.pixels.data[3], shaded.pixels.data[7], shaded.pixels.data[11]]).toEqual([200, 100, 185]);
  });

  it('are read as raw pixels, blue first', async () => {
    const { pixels } = await read(second([3, 8, 0], 1, 1, [10, 20, 30, 40]), 'blp');
    expect([...pixels.data]).toEqual([30, 20, 10, 40]);
  });

  it('of version 1 are read as JPEG with a header shared by all levels', async () => {
    const jpeg = new Uint8Array(await (await fixture('images/jpeg.jpg')).arrayBuffer());
    const shared = jpeg.subarray(0, 200);
    const rest = jpeg.subarray(200);
    const header = [le32(0, 0, 64, 48, 5, 0, 160 + shared.length), zeros(60), le32(rest.length), zeros(60), le32(shared.length)];
    const { pixels, warnings } = await read(new Blob(['BLP1', ...header, shared, rest]), 'blp');
    const swapped = testPicture(64, 48);
    for (let at = 0; at < swapped.data.length; at += 4) {
      const red = swapped.data[at] ?? 0;
      swapped.data[at] = swapped.data[at + 2] ?? 0;
      swapped.data[at + 2] = red;
    }
    expect(meanError(pixels, swapped)).toBeLessThan(4);
    expect(warnings).toEqual([]);
  });

  it('are corrupt if truncated', async () => {
    const whole = await fixture('images/blp.blp');
    await expect(read(whole.slice(0, 2000), 'blp')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(whole.slice(0, 50), 'blp')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(second([2, 0, 0], 60_000, 60_000, [0]), 'blp')).rejects.toMatchObject({ code: 'too-large' });
  });
});

describe('Independence War textures', () => {
  it('are read as raw pixels', async () => {
    const { pixels } = await read(await fixture('images/ftex.ftu'), 'ftex');
    expect(meanError(pixels, testPicture(64, 48))).toBe(0);
  });

  it('are read from blocks, and refused without them', async () => {
    const blocks = (data: Uint8Array<ArrayBuffer>) => new Blob(['FTEX', le32(1, 4, 4, 1, 1, 0, 32, data.length), data]);
    const { pixels } = await read(blocks(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0)), 'ftex');
    expect([...pixels.data.subarray(0, 4)]).toEqual([0, 0, 0, 255]);
    await expect(read(blocks(Uint8Array.of(0, 0)), 'ftex')).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('GPU textures', () => {
  it.each(['ktx', 'ktx2', 'pvr'])('are read uncompressed, and refused if truncated: %s', async (format) => {
    const whole = await fixture(`images/${format}.${format}`);
    expect(meanError((await read(whole, format)).pixels, testPicture(64, 48))).toBe(0);
    await expect(read(whole.slice(0, whole.size / 2), format)).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('are read from blocks, and with rows padded to four bytes', async () => {
    const mark = Uint8Array.of(0xab, 0x4b, 0x54, 0x58, 0x20, 0x31, 0x31, 0xbb, 13, 10, 26, 10);
    const ktx = (fields: readonly number[], data: readonly number[]) =>
      new Blob([mark, le32(0x04030201, ...fields), le32(data.length), Uint8Array.from(data)]);
    const blocks = await read(ktx([0, 1, 0, 0x83f1, 0x1908, 4, 4, 0, 0, 1, 1, 0], [255, 255, 0, 0, 0, 0, 0, 0]), 'ktx');
    expect([...blocks.pixels.data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
    const rows = await read(ktx([0x1401, 1, 0x1907, 0x8051, 0x1907, 1, 2, 0, 0, 1, 1, 0], [1, 2, 3, 0, 4, 5, 6, 0]), 'ktx');
    expect([...rows.pixels.data]).toEqual([1, 2, 3, 255, 4, 5, 6, 255]);
    await expect(read(ktx([0, 1, 0, 0x9274, 0x1907, 4, 4, 0, 0, 1, 1, 0], []), 'ktx')).rejects.toMatchObject({
      code: 'unsupported-feature',
    });
  });
});
