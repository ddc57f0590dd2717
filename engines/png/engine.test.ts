import { extractMetadata } from '@bakkum/image-metadata/extract';
import { readPngHeader } from '@bakkum/image-metadata/png-header';
import { stillRaster } from '@bakkum/raster/construct';
import { type Pixels, rasterOf } from '@bakkum/raster/raster';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const png = { engine, manifest };

async function decodeFile(file: Blob) {
  const { outputs, warnings } = await convertWith(png, { input: file, from: 'png', to: 'raster' });
  const raster = rasterOf(outputs[0].content);
  for await (const frame of raster.frames()) return { raster, pixels: await frame.pixels(), warnings };
  throw new Error('no frame');
}

async function encodeToFile(pixels: Pixels, options: Readonly<Record<string, string>> = {}, metadata = {}) {
  const raster = stillRaster(pixels, { width: pixels.width, height: pixels.height, metadata, dpi: 300 });
  const result = await convertWith(png, { input: raster, from: 'raster', to: 'png', options });
  const [{ content }] = result.outputs;
  if (!(content instanceof Blob)) throw new TypeError('not a file');
  expect(result.warnings).toEqual([]);
  return { file: content, bytes: new Uint8Array(await content.arrayBuffer()) };
}

function pixelAt({ width, data }: Pixels, x: number, y: number): number[] {
  return Array.from(data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4));
}

describe('decoding PNG', () => {
  it.each([
    ['rgb8', [255, 0, 0, 255], false],
    ['palette', [255, 0, 0, 255], false],
    ['rgba8', [255, 0, 0, 0], true],
    ['palette-transparent', [255, 0, 0, 0], true],
  ])('reads %s', async (name, topLeft, mayHaveAlpha) => {
    const { pixels, raster } = await decodeFile(await fixture(`png/${name}.png`));
    expect([pixels.depth, pixels.width, pixels.height, raster.mayHaveAlpha]).toEqual([8, 48, 32, mayHaveAlpha]);
    expect(pixelAt(pixels, 2, 2)[3]).toBe(topLeft[3]);
    if (!mayHaveAlpha) expect(pixelAt(pixels, 2, 2)).toEqual(topLeft);
    expect(pixelAt(pixels, 46, 2)).toEqual([0, 255, 0, 255]);
    expect(pixelAt(pixels, 2, 30)).toEqual([0, 0, 255, 255]);
  });

  it('reads grey as RGBA', async () => {
    const gradient = (await decodeFile(await fixture('png/grey8.png'))).pixels;
    expect(pixelAt(gradient, 5, 0)).toEqual([0, 0, 0, 255]);
    expect(pixelAt(gradient, 5, 31)).toEqual([255, 255, 255, 255]);
    const dithered = (await decodeFile(await fixture('png/grey1.png'))).pixels;
    expect(new Set(dithered.data)).toEqual(new Set([0, 255]));
  });

  it('keeps every bit of 16-bit samples, interlaced or not', async () => {
    // ImageMagick's gradient: rgb(0.3%, 10%, 20%) at the top, 40.123 % opaque in the second file.
    const { pixels } = await decodeFile(await fixture('png/rgb16.png'));
    expect(pixels.depth).toBe(16);
    expect(pixelAt(pixels, 0, 0)).toEqual([197, 6554, 13107, 65_535]);
    const interlaced = await decodeFile(await fixture('png/rgba16-interlaced.png'));
    expect(pixelAt(interlaced.pixels, 0, 0)).toEqual([197, 6554, 13107, 26_295]);
  });

  it.each([
    ['a truncated file', async () => fixture('png/truncated.png'), 'corrupt'],
    ['only a header', async () => (await fixture('png/rgb8.png')).slice(0, 33), 'corrupt'],
    ['something else', async () => new Blob(['not a picture']), 'corrupt'],
    ['nothing', async () => new Blob([]), 'corrupt'],
  ])('refuses %s', async (_, file, code) => {
    await expect(decodeFile(await file())).rejects.toMatchObject({ code });
  });

  it('does not treat an animation as a still', async () => {
    const still = new Uint8Array(await (await fixture('png/rgb8.png')).arrayBuffer());
    const control = [0, 0, 0, 8, ...'acTL'.split('').map((c) => c.charCodeAt(0)), 0, 0, 0, 2, 0, 0, 0, 0, 0xf3, 0x8d, 0x93, 0x70];
    const animated = new Blob([still.slice(0, 33), new Uint8Array(control), still.slice(33)]);
    await expect(decodeFile(animated)).rejects.toMatchObject({ code: 'unsupported-feature' });
  });
});

describe('encoding PNG', () => {
  it.each(['fast', 'balanced', 'smallest'])('preserves pixels with %s compression', async (compression) => {
    for (const name of ['rgb8', 'rgba8', 'rgb16', 'rgba16-interlaced', 'grey8']) {
      const { pixels } = await decodeFile(await fixture(`png/${name}.png`));
      const { file } = await encodeToFile(pixels, { compression });
      expect((await decodeFile(file)).pixels).toEqual(pixels);
    }
  });

  it.each(['fast', 'balanced', 'smallest'])(
    'stores a palette of at most the chosen number of colors (%s)',
    async (compression) => {
      const data = Uint8ClampedArray.from({ length: 4 * 128 * 128 }, (_, at) => (at % 4 === 3 ? 255 : (at * 7) % 253));
      const picture: Pixels = { depth: 8, width: 128, height: 128, data };
      const { file, bytes } = await encodeToFile(picture, { colors: '64', compression });
      const { pixels } = await decodeFile(file);
      expect(new Set(new Uint32Array(pixels.data.buffer)).size).toBeLessThanOrEqual(64);
      const PALETTE = 3;
      expect(bytes[25]).toBe(PALETTE); // color type in the header
    },
  );

  it('makes smaller files with stronger compression', async () => {
    const { pixels } = await decodeFile(await fixture('png/grey8.png'));
    const fast = await encodeToFile(pixels, { compression: 'fast' });
    const balanced = await encodeToFile(pixels);
    expect(balanced.bytes.length).toBeLessThan(fast.bytes.length);
    expect(readPngHeader(balanced.bytes)?.colourType).toBe(0);
  });

  it.each(['fast', 'balanced', 'smallest'])('keeps metadata and density with %s compression', async (compression) => {
    const { pixels } = await decodeFile(await fixture('png/rgb8.png'));
    const xmp = new TextEncoder().encode('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>');
    const { bytes } = await encodeToFile(pixels, { compression }, { xmp });
    const written = await extractMetadata(bytes, 'png');
    expect(written.xmp).toEqual(xmp);
    expect(Math.round(written.dpi ?? 0)).toBe(300);
  });
});
