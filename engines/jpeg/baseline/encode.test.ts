import { readJpegFrame } from '@bakkum/image-metadata/jpeg-frame';
import { startProgram } from '@bakkum/raster/emscripten';
import type { Pixels } from '@bakkum/raster/raster';
import { contextFor } from '@bakkum/tests/engine-context';
import createEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import { defaultOptions } from '@jsquash/jpeg/meta.js';
import { describe, expect, it } from 'vitest';
import { decode } from '../codec.ts';
import { manifest } from '../manifest.ts';
import { encodeBaseline } from './encode.ts';

type Pixels8 = Extract<Pixels, { depth: 8 }>;
type Color = readonly [number, number, number];

/** @param colorOf gets a position and a random number from 0 to 1 */
function draw(width: number, height: number, colorOf: (x: number, y: number, random: () => number) => Color): Pixels8 {
  const data = new Uint8ClampedArray(width * height * 4);
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let at = 0; at < width * height; at += 1) data.set([...colorOf(at % width, Math.floor(at / width), random), 255], at * 4);
  return { depth: 8, width, height, data };
}

const shades = (width: number, height: number): Pixels8 => draw(width, height, (x, y) => [x % 256, y % 256, (x + y) % 256]);
const noise = (width: number, height: number): Pixels8 =>
  draw(width, height, (_x, _y, random) => [random() * 256, random() * 256, random() * 256]);
const blackAndWhite = (width: number, height: number): Pixels8 =>
  draw(width, height, (_x, _y, random) => (random() < 0.5 ? [0, 0, 0] : [255, 255, 255]));
/** Smooth shapes, an edge and grain. */
const photo = (width: number, height: number): Pixels8 =>
  draw(width, height, (x, y, random) => {
    const light = 128 + 60 * Math.sin(x / 47) + (x > y ? 40 : 0) + 16 * (random() - 0.5);
    return [light, light * 0.8 + 30 * Math.sin(y / 31), 255 - light];
  });

const encode = (pixels: Pixels8, quality: number) => encodeBaseline(pixels, quality, () => undefined);

/** The error of a file, as the peak signal-to-noise ratio in decibels. Fails if its decoder complains. */
async function fidelityOf(file: Uint8Array, { data, width, height }: Pixels8): Promise<number> {
  const { pixels, damaged } = await decode(file, contextFor(manifest));
  expect({ width: pixels.width, height: pixels.height, damaged }).toEqual({ width, height, damaged: false });
  const squares = data.reduce((sum, sample, index) => sum + (sample - (pixels.data[index] ?? 0)) ** 2, 0);
  return 10 * Math.log10((255 ** 2 * width * height * 3) / Math.max(1, squares));
}

async function encodeWithMozjpeg({ data, width, height }: Pixels8, quality: number): Promise<Uint8Array> {
  const program: { encode(data: Uint8ClampedArray, width: number, height: number, options: typeof defaultOptions): Uint8Array } =
    await startProgram(createEncoder, await contextFor(manifest).wasm('encoder'));
  const options = { ...defaultOptions, quality, baseline: true, progressive: false, quant_table: 0 };
  return program.encode(data, width, height, options);
}

/** The content of the first segment with this marker, and of the next with the same. */
function segmentsOf(file: Uint8Array, marker: number): readonly number[] {
  const content: number[] = [];
  for (let at = 2; file[at + 1] !== 0xda; ) {
    const end = at + 2 + (file[at + 2] ?? 0) * 256 + (file[at + 3] ?? 0);
    if (file[at + 1] === marker) content.push(...file.subarray(at + 4, end));
    at = end;
  }
  return content;
}

describe('sizes', () => {
  it.each([
    [1, 1],
    [1, 9],
    [9, 1],
    [7, 7],
    [8, 8],
    [17, 15],
    [33, 65],
    [65_500, 1],
    [1, 65_500],
  ])('writes %i × %i pixels of any content', async (width, height) => {
    for (const quality of width * height > 10_000 ? [80] : [30, 80, 92]) {
      expect(await fidelityOf(await encode(shades(width, height), quality), shades(width, height))).toBeGreaterThan(17);
      for (const pixels of [noise(width, height), blackAndWhite(width, height)]) {
        const file = await encode(pixels, quality);
        expect(readJpegFrame(file)).toMatchObject({ width, height, components: 3, precision: 8, complete: true });
        expect(await fidelityOf(file, pixels)).toBeGreaterThan(6);
      }
    }
  });

  it('writes files larger than their pixels', async () => {
    const pixels = noise(1, 1);
    const file = await encode(pixels, 100);
    expect(file.length).toBeGreaterThan(pixels.data.length);
    expect(await fidelityOf(file, pixels)).toBeGreaterThan(40);
  });

  it('writes noise at full quality, which needs many tokens', async () => {
    const pixels = noise(701, 503);
    expect(await fidelityOf(await encode(pixels, 100), pixels)).toBeGreaterThan(48);
  });
});

describe('in comparison with MozJPEG', () => {
  it.each([1, 25, 49, 50, 79, 80, 89, 90, 92, 100])('has the same tables and sampling at quality %i', async (quality) => {
    const pixels = shades(40, 24);
    const [own, other] = [await encode(pixels, quality), await encodeWithMozjpeg(pixels, quality)];
    for (const marker of [0xe0, 0xdb, 0xc0]) expect(segmentsOf(own, marker)).toEqual(segmentsOf(other, marker));
  });

  it.each([60, 80, 92])('is hardly larger and as close to the image at quality %i', async (quality) => {
    const pixels = photo(400, 301);
    const [own, other] = [await encode(pixels, quality), await encodeWithMozjpeg(pixels, quality)];
    expect(own.length / other.length).toBeLessThan(1.05);
    expect((await fidelityOf(own, pixels)) - (await fidelityOf(other, pixels))).toBeGreaterThan(-0.3);
  });
});

it('ends when its pause throws', async () => {
  const stop = new Error('stop');
  const pause = (): Promise<void> => Promise.reject(stop);
  await expect(encodeBaseline(shades(64, 64), 92, pause)).rejects.toBe(stop);
});
