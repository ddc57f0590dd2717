import type { ConvertResult } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import type { Pixels, Raster } from '@bakkum/raster/raster';
import { afterAll, describe, expect, it } from 'vitest';
import { convertWith } from '../../tests/engine-context.ts';
import { hasProgram, workbench } from '../../tests/native.ts';
import { meanError, testPicture } from '../../tests/test-picture.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bench = workbench();
afterAll(() => bench.dispose());

type Pixels8 = Extract<Pixels, { depth: 8 }>;

const encode = (raster: Raster, options: OptionValues = {}): Promise<ConvertResult> =>
  convertWith({ engine, manifest }, { input: raster, from: 'raster', to: 'gif', options });

async function bytesOf(result: ConvertResult, index = 0): Promise<Uint8Array<ArrayBuffer>> {
  const content = result.outputs[index]?.content;
  if (!(content instanceof Blob)) throw new Error('expected a file');
  return new Uint8Array(await content.arrayBuffer());
}

const codes = (result: ConvertResult) => result.warnings.map(({ code }) => code);
const still = (pixels: Pixels8, metadata = {}) => stillRaster(pixels, { ...pixels, metadata });

/** A square of one colour on another, or on transparency: few colours, exact in a GIF. */
function square(at: number, ground: readonly number[]): Pixels8 {
  const data = new Uint8ClampedArray(40 * 30 * 4);
  for (let index = 0; index < 40 * 30; index += 1) {
    const x = index % 40;
    const isInside = x >= at && x < at + 10 && index < 400;
    data.set(isInside ? [200, 30, 10, 255] : ground, index * 4);
  }
  return { depth: 8, width: 40, height: 30, data };
}

function animation(pictures: readonly Pixels8[], loopCount: number, durations: readonly number[] = []): Raster {
  return sequenceRaster({
    kind: 'animation',
    frameCount: pictures.length,
    loopCount,
    frames: async function* () {
      for (const [index, picture] of pictures.entries())
        yield frameOf({ ...picture, data: picture.data.slice() }, durations[index] ?? 100);
    },
  });
}

/** Frames as displayed by another program. */
function shown(file: Uint8Array, { width, height }: Pixels8): Pixels8[] {
  bench.write('a.gif', file);
  bench.run('/usr/bin/convert', 'a.gif', '-coalesce', '-depth', '8', '-append', 'RGBA:a.rgba');
  const raw = bench.read('a.rgba');
  const size = width * height * 4;
  return Array.from({ length: raw.length / size }, (_, index) => ({
    depth: 8,
    width,
    height,
    data: new Uint8ClampedArray(raw.slice(index * size, (index + 1) * size)),
  }));
}

const hasMagick = hasProgram('/usr/bin/convert');

/** The count in Netscape's extension; `undefined` without one. */
function startsAgain(file: Uint8Array): number | undefined {
  const at = Buffer.from(file).indexOf('NETSCAPE2.0');
  return at < 0 ? undefined : Buffer.from(file).readUInt16LE(at + 13);
}

/** Delays of all graphic control extensions in hundredths of a second. */
function delaysOf(file: Uint8Array): number[] {
  return [
    ...Buffer.from(file)
      .toString('latin1')
      .matchAll(/\x21\xf9\x04[\x04-\x0f](..)[^]\0\x2c/gs),
  ].map(([, two = '']) => Buffer.from(two, 'latin1').readUInt16LE(0));
}

describe.skipIf(!hasMagick)('still GIFs', () => {
  it('with few colours are exact, transparency included', async () => {
    for (const ground of [
      [0, 0, 0, 255],
      [0, 0, 0, 0],
    ]) {
      const picture = square(3, ground);
      const result = await encode(still(picture));
      expect(codes(result)).toEqual([]);
      const [back] = shown(await bytesOf(result), picture);
      expect(back && meanError(back, picture)).toBe(0);
    }
  });

  it('with many colours are approximated with a warning', async () => {
    const picture = testPicture(120, 90);
    const result = await encode(still({ ...picture, data: picture.data.slice() }));
    expect(codes(result)).toEqual(['colours-reduced']);
    const [back] = shown(await bytesOf(result), picture);
    expect(back && meanError(back, picture)).toBeLessThan(3);
  });

  it('keep 256 colours, or 255 and transparency, and reduce more', async () => {
    const many = (count: number): Pixels8 => {
      const data = new Uint8ClampedArray(40 * 10 * 4);
      for (let index = 0; index < count; index += 1) data.set([index & 255, index >> 8, 77, 255], index * 4);
      for (let index = count; index < 400; index += 1) data.set(count > 255 ? [0, 0, 77, 255] : [0, 0, 0, 0], index * 4);
      return { depth: 8, width: 40, height: 10, data };
    };
    for (const count of [255, 256]) {
      const picture = many(count);
      const result = await encode(still(picture));
      expect(codes(result)).toEqual([]);
      const [back] = shown(await bytesOf(result), picture);
      expect(back && meanError(back, picture)).toBe(0);
    }
    expect(codes(await encode(still(many(257))))).toEqual(['colours-reduced']);
  });
});

describe('losses', () => {
  it('are reported for partial transparency and metadata', async () => {
    expect(codes(await encode(still(testPicture(8, 8, { alpha: true }))))).toEqual(['colours-reduced']);
    const exif = new Uint8Array(8);
    expect(codes(await encode(still(square(0, [0, 0, 0, 255]), { exif })))).toEqual(['metadata-dropped']);
    expect(codes(await encode(still(square(0, [0, 0, 0, 255]), { exif }), { metadata: 'strip' }))).toEqual([]);
  });
});

describe('animated GIFs', () => {
  const opaque = [0, 0, 90, 255];
  const clear = [0, 0, 0, 0];

  it.skipIf(!hasMagick).each([
    ['opaque', [0, 7, 7, 29].map((at) => square(at, opaque)), 3],
    ['with pixels that vanish', [0, 7, 20].map((at) => square(at, clear)), 3],
    ['that mix both', [square(0, clear), square(4, opaque), square(9, opaque), square(9, clear), square(2, opaque)], 5],
  ])('%s are displayed unchanged', async (_, pictures, count) => {
    const result = await encode(animation(pictures, 0));
    expect(codes(result)).toEqual([]);
    const frames = shown(await bytesOf(result), square(0, clear));
    const distinct = pictures.filter((picture, index) => index === 0 || meanError(picture, pictures[index - 1] ?? picture) > 0);
    expect(frames).toHaveLength(count);
    for (const [index, picture] of distinct.entries()) expect(meanError(frames[index] ?? testPicture(1, 1), picture)).toBe(0);
  });

  it('keep their loop count', async () => {
    const pictures = [square(0, opaque), square(9, opaque)];
    for (const [loops, value] of [
      [0, 0],
      [1, undefined],
      [2, 1],
      [6, 5],
    ] as const)
      expect(startsAgain(await bytesOf(await encode(animation(pictures, loops))))).toBe(value);
  });

  it('keep durations without drift, and merge equal frames', async () => {
    const pictures = [0, 3, 6, 9, 9, 12].map((at) => square(at, opaque));
    const file = await bytesOf(await encode(animation(pictures, 0, [33.4, 33.4, 33.4, 100, 250, 5])));
    expect(delaysOf(file)).toEqual([3, 4, 3, 35, 2]);
  });

  it('write only changed areas', async () => {
    const pictures = [testPicture(200, 150), testPicture(200, 150)];
    pictures[1]?.data.set([1, 2, 3, 255], (75 * 200 + 100) * 4);
    const one = await bytesOf(await encode(still(testPicture(200, 150))));
    const two = await bytesOf(await encode(animation(pictures, 0)));
    expect(two.length - one.length).toBeLessThan(80);
  });

  it('stop when cancelled', async () => {
    const job = { input: animation([square(0, opaque)], 0), from: 'raster', to: 'gif' };
    await expect(convertWith({ engine, manifest }, job, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
