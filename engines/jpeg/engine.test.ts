import { extractMetadata } from '@bakkum/image-metadata/extract';
import { readJpegFrame } from '@bakkum/image-metadata/jpeg-frame';
import { stillRaster } from '@bakkum/raster/construct';
import { type Pixels, rasterOf } from '@bakkum/raster/raster';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const jpeg = { engine, manifest };

async function decodeFile(file: Blob) {
  const { outputs, warnings } = await convertWith(jpeg, { input: file, from: 'jpeg', to: 'raster' });
  const raster = rasterOf(outputs[0].content);
  let pixels: Pixels | undefined;
  for await (const frame of raster.frames()) pixels = await frame.pixels();
  if (!pixels) throw new Error('no frame');
  return { raster, pixels, warnings: warnings.map((warning) => warning.code) };
}

/** The colour at the centre of each quadrant, rounded to multiples of 85. */
function quarters({ width, height, data }: Pixels): string[] {
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
    return Array.from(data.subarray(from, from + 4), (sample) => Math.round(sample / 85)).join('');
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

const [RED, GREEN, BLUE, WHITE] = ['3003', '0303', '0033', '3333'];

async function encodeToFile(pixels: Pixels, options: Readonly<Record<string, string | number | null>> = {}, metadata = {}) {
  const raster = stillRaster(pixels, { width: pixels.width, height: pixels.height, metadata, dpi: 150 });
  const result = await convertWith(jpeg, { input: raster, from: 'raster', to: 'jpeg', options });
  const [{ content }] = result.outputs;
  if (!(content instanceof Blob)) throw new TypeError('not a file');
  return { file: content, bytes: new Uint8Array(await content.arrayBuffer()), warnings: result.warnings.map(({ code }) => code) };
}

describe('decoding JPEG', () => {
  it.each(['corners', 'progressive'])('reads %s', async (name) => {
    const { pixels, raster, warnings } = await decodeFile(await fixture(`jpeg/${name}.jpg`));
    expect([pixels.width, pixels.height, raster.mayHaveAlpha]).toEqual([48, 32, false]);
    expect(quarters(pixels)).toEqual([RED, GREEN, BLUE, WHITE]);
    expect(warnings).toEqual([]);
  });

  it('reads a grey image as RGBA', async () => {
    const { pixels } = await decodeFile(await fixture('jpeg/grey.jpg'));
    for (let i = 0; i < pixels.data.length; i += 4) {
      expect(pixels.data[i + 1]).toBe(pixels.data[i]);
      expect(pixels.data[i + 2]).toBe(pixels.data[i]);
      expect(pixels.data[i + 3]).toBe(255);
    }
  });

  it('rotates the image upright and resets the orientation it passes on', async () => {
    const { pixels, raster } = await decodeFile(await fixture('jpeg/orientation-6.jpg'));
    expect([pixels.width, pixels.height]).toEqual([32, 48]);
    expect(quarters(pixels)).toEqual([BLUE, RED, WHITE, GREEN]);
    expect(raster.dpi).toBe(300);
    const { bytes } = await encodeToFile(pixels, {}, raster.metadata);
    const written = await extractMetadata(bytes, 'jpeg');
    expect(written.exif).toBeDefined();
    expect(written.orientation).toBe(1);
  });

  it('returns the readable part of a truncated file with a warning', async () => {
    const { pixels, warnings } = await decodeFile(await fixture('jpeg/truncated.jpg'));
    expect([pixels.width, pixels.height]).toEqual([96, 64]);
    expect(warnings).toEqual(['damaged-source']);
  });

  it.each([
    ['CMYK', async () => fixture('jpeg/cmyk.jpg'), 'unsupported-feature'],
    ['a file truncated in its header', async () => (await fixture('jpeg/corners.jpg')).slice(0, 60), 'corrupt'],
    ['something else', async () => new Blob(['not a picture']), 'corrupt'],
    ['nothing', async () => new Blob([]), 'corrupt'],
  ])('refuses %s', async (_, file, code) => {
    await expect(decodeFile(await file())).rejects.toMatchObject({ code });
  });
});

/** Smooth shapes with noise, deterministic. */
function noise(width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  let state = 1;
  for (let i = 0; i < data.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[i] = i % 4 === 3 ? 255 : 128 + 90 * Math.sin(i / 777) + (state >>> 27);
  }
  return { depth: 8, width, height, data };
}

describe('encoding JPEG', () => {
  it('writes an image that reads back unchanged, with its density', async () => {
    const { pixels } = await decodeFile(await fixture('jpeg/corners.jpg'));
    const { file, bytes, warnings } = await encodeToFile(pixels);
    expect(file.type).toBe('image/jpeg');
    expect(readJpegFrame(bytes)).toMatchObject({ width: 48, height: 32, components: 3, precision: 8, complete: true });
    expect(quarters((await decodeFile(file)).pixels)).toEqual([RED, GREEN, BLUE, WHITE]);
    expect((await extractMetadata(bytes, 'jpeg')).dpi).toBe(150);
    expect(warnings).toEqual([]);
  });

  it('writes the same file whatever was encoded before, and leaves earlier files unchanged', async () => {
    const first = await encodeToFile(noise(320, 240));
    const large = await encodeToFile(noise(2400, 1000));
    const small = await encodeToFile(noise(33, 17), { compression: 'smallest' });
    await expect(encodeToFile(noise(640, 480), { targetSize: 1 })).rejects.toMatchObject({ code: 'invalid-options' });
    const again = await encodeToFile(noise(320, 240));
    expect(Buffer.from(again.bytes).equals(first.bytes)).toBe(true);
    for (const { bytes, file } of [first, large, small]) {
      expect(readJpegFrame(bytes)).toMatchObject({ complete: true });
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  it('writes the same files when several images are encoded at the same time', async () => {
    const sizes = [64, 200, 333];
    const alone: Uint8Array[] = [];
    for (const size of sizes) alone.push((await encodeToFile(noise(size, size))).bytes);
    const together = await Promise.all(sizes.map((size) => encodeToFile(noise(size, size))));
    expect(together.map(({ bytes }, index) => Buffer.from(bytes).equals(alone[index] ?? Buffer.of()))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('makes smaller files at lower quality and with the smallest compression', async () => {
    const sizes = await Promise.all(
      [{ quality: 'high' }, { quality: 'high', compression: 'smallest' }, { quality: 'medium' }, { quality: 'low' }].map(
        async (options) => (await encodeToFile(noise(320, 240), options)).bytes.length,
      ),
    );
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(new Set(sizes).size).toBe(4);
  });

  it('fits the target size, or refuses', async () => {
    const { bytes } = await encodeToFile(noise(160, 120), { targetSize: 5 });
    expect(bytes.length).toBeLessThanOrEqual(5000);
    expect(bytes.length).toBeGreaterThan(2500);
    await expect(encodeToFile(noise(640, 480), { targetSize: 1 })).rejects.toMatchObject({ code: 'invalid-options' });
  });

  it('flattens transparency onto the requested background', async () => {
    const data = new Uint8ClampedArray(16 * 16 * 4);
    const { file, warnings } = await encodeToFile({ depth: 8, width: 16, height: 16, data }, { background: '#0000ff' });
    expect(quarters((await decodeFile(file)).pixels)).toEqual([BLUE, BLUE, BLUE, BLUE]);
    expect(warnings).toEqual(['transparency-flattened']);
  });
});
