import { extractMetadata } from '@bakkum/image-metadata/extract';
import { frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import { toDepth16 } from '@bakkum/raster/depth';
import type { Pixels, Raster } from '@bakkum/raster/raster';
import { contextFor, convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { framesOf, meanError, testPicture } from '@bakkum/tests/test-picture';
import { afterAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';
import { readPages } from './pages.ts';

const tiff = { engine, manifest };
const hasMagick = hasProgram('/usr/bin/convert');
const bench = workbench();
afterAll(() => bench.dispose());

async function write(raster: Raster, options: Readonly<Record<string, string>> = {}) {
  const { outputs, warnings } = await convertWith(tiff, { input: raster, from: 'raster', to: 'tiff', options });
  const { content } = outputs[0];
  if (!(content instanceof Blob) || outputs.length > 1) throw new TypeError('not one file');
  expect(content.type).toBe('image/tiff');
  return { file: content, bytes: new Uint8Array(await content.arrayBuffer()), warnings: warnings.map(({ code }) => code) };
}

const still = (pixels: Pixels, metadata = {}) => stillRaster(pixels, { ...pixels, metadata, dpi: 300 });

async function read(file: Blob) {
  const { outputs } = await convertWith(tiff, { input: file, from: 'tiff', to: 'raster' });
  const { raster, frames } = await framesOf(outputs[0].content);
  return { raster, pictures: frames.map((frame) => frame.read) };
}

function grey({ depth, width, height, data }: Pixels): Pixels {
  const flat = data.map((_, index) => data[index % 4 === 3 ? index : index - (index % 4)] ?? 0);
  return depth === 8
    ? { depth, width, height, data: new Uint8ClampedArray(flat) }
    : { depth, width, height, data: new Uint16Array(flat) };
}

/** Returns 16-bit pixels with significant low bits. */
function deep(pixels: Pixels): Pixels {
  const { width, height, data } = toDepth16({ ...pixels });
  return { depth: 16, width, height, data: data.map((value, index) => (index % 4 === 3 ? value : value ^ (index % 251))) };
}

const PICTURES: readonly (readonly [name: string, pixels: Pixels, samples: number])[] = [
  ['RGB', testPicture(301, 230), 3],
  ['RGB and alpha', testPicture(33, 17, { alpha: true }), 4],
  ['grey', grey(testPicture(50, 20)), 1],
  ['grey and alpha', grey(testPicture(50, 20, { alpha: true })), 2],
  ['16-bit RGB', deep(testPicture(301, 230)), 3],
  ['16-bit RGB and alpha', deep(testPicture(33, 17, { alpha: true })), 4],
  ['16-bit grey', grey(deep(testPicture(50, 20))), 1],
];

const copyOf = (pixels: Pixels): Pixels =>
  pixels.depth === 8 ? { ...pixels, data: pixels.data.slice() } : { ...pixels, data: pixels.data.slice() };

describe.each(['deflate', 'lzw', 'none'])('compression %s', (compression) => {
  it.each(PICTURES)('survives a round trip of %s', async (_, pixels, samples) => {
    const { file, bytes, warnings } = await write(still(copyOf(pixels)), { compression });
    expect(warnings).toEqual([]);
    const [page] = readPages(bytes).pages;
    expect([page.samples, page.bits, page.predicted]).toEqual([samples, pixels.depth, compression !== 'none']);
    const { raster, pictures } = await read(file);
    expect(pictures[0]).toEqual(pixels);
    expect([raster.dpi, raster.mayHaveAlpha]).toEqual([300, samples % 2 === 0]);
  });

  it.skipIf(!hasMagick).each(PICTURES)('is read identically by native ImageMagick: %s', async (_, pixels) => {
    bench.write('a.tif', (await write(still(copyOf(pixels)), { compression })).bytes);
    bench.run('/usr/bin/convert', 'a.tif', '-depth', String(pixels.depth), '-endian', 'LSB', 'RGBA:a.rgba');
    const raw = bench.read('a.rgba').slice().buffer;
    const { width, height, depth } = pixels;
    const native: Pixels =
      depth === 8
        ? { depth, width, height, data: new Uint8ClampedArray(raw) }
        : { depth, width, height, data: new Uint16Array(raw) };
    expect(meanError(native, pixels)).toBe(0);
    expect(bench.run('identify', '-format', '%x %U', 'a.tif')).toMatch(/^300 PixelsPerInch/);
  });
});

it.skipIf(!hasProgram('vips'))('is read identically by libvips', async () => {
  for (const [, pixels] of PICTURES) {
    bench.write('b.tif', (await write(still(copyOf(pixels)), { compression: 'deflate' })).bytes);
    bench.run('vips', 'copy', 'b.tif', 'c.tif[compression=none]');
    expect((await read(new Blob([bench.read('c.tif')]))).pictures[0]).toEqual(pixels);
  }
});

describe('pages', () => {
  const sequence = (kind: 'pages' | 'animation' | 'sizes', ...pictures: Pixels[]) =>
    sequenceRaster({
      kind,
      frameCount: pictures.length,
      async *frames() {
        for (const picture of pictures) yield frameOf(copyOf(picture), kind === 'animation' ? 100 : 0);
      },
    });
  const pictures = [testPicture(40, 30), deep(testPicture(20, 60)), grey(testPicture(5, 5))];
  const frames = [testPicture(12, 12), testPicture(12, 12, { squareAt: 5 })];

  it('of a document keep their size and depth', async () => {
    const { file } = await write(sequence('pages', ...pictures));
    const back = await read(file);
    expect([back.raster.kind, back.raster.frameCount]).toEqual(['pages', 3]);
    expect(back.pictures).toEqual(pictures);
  });

  it('are created from frames and sizes on request', async () => {
    for (const kind of ['animation', 'sizes'] as const) {
      const first = await write(sequence(kind, ...frames));
      expect((await read(first.file)).pictures).toEqual([frames[0]]);
      expect(first.warnings).toEqual(kind === 'animation' ? ['animation-flattened'] : []);
      const all = await write(sequence(kind, ...frames), { frames: 'all' });
      expect((await read(all.file)).pictures).toEqual(frames);
      expect(all.warnings).toEqual([]);
    }
  });

  it.skipIf(!hasMagick)('are counted the same by native ImageMagick', async () => {
    bench.write('p.tif', (await write(sequence('pages', ...pictures))).bytes);
    expect(bench.run('identify', '-format', '%wx%h@%z ', 'p.tif').trim()).toBe('40x30@8 20x60@16 5x5@8');
  });
});

describe('metadata', () => {
  const xmp = new TextEncoder().encode('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>');
  /** Artist in the main directory, exposure time (a rational) and ISO (a short) in the Exif one. */
  const exifBlock = (littleEndian: boolean): Uint8Array<ArrayBuffer> => {
    const block = new Uint8Array(90);
    const view = new DataView(block.buffer);
    const short = (at: number, value: number) => view.setUint16(at, value, littleEndian);
    const long = (at: number, value: number) => view.setUint32(at, value, littleEndian);
    block.set(new TextEncoder().encode(littleEndian ? 'II' : 'MM'));
    const field = (at: number, tag: number, type: number, count: number) => {
      short(at, tag);
      short(at + 2, type);
      long(at + 4, count);
    };
    short(2, 42);
    long(4, 8);
    short(8, 2);
    field(10, 315, 2, 4);
    block.set(new TextEncoder().encode('Min\0'), 18);
    field(22, 34_665, 4, 1);
    long(30, 38);
    short(38, 2);
    field(40, 33_434, 5, 1);
    long(48, 80);
    field(52, 34_855, 3, 1);
    short(60, 400);
    long(80, 1);
    long(84, 250);
    return block;
  };

  it.each([true, false])('is kept: Exif (little-endian: %s), XMP and profile', async (littleEndian) => {
    const { icc } = await extractMetadata(new Uint8Array(await (await fixture('heic/photo.heic')).arrayBuffer()), 'heic');
    const profile = icc ?? rgbProfile();
    const { bytes } = await write(still(grey(testPicture(8, 8)), { exif: exifBlock(littleEndian), xmp, icc: profile }));
    const written = await extractMetadata(bytes, 'tiff');
    expect([written.xmp, written.icc, written.dpi]).toEqual([xmp, profile, 300]);
    // With an RGB profile, grey is written as RGB.
    expect(readPages(bytes).pages[0].samples).toBe(3);
    if (!hasMagick) return;
    bench.write('m.tif', bytes);
    const told = bench.run(
      'identify',
      '-format',
      '%[exif:Artist] %[tiff:artist] %[exif:ExposureTime] %[exif:PhotographicSensitivity]',
      'm.tif',
    );
    expect(told).toMatch(/Min/);
  });

  it('keeps numbers of the Exif directory regardless of their byte order', async () => {
    const both = await Promise.all([true, false].map((order) => write(still(testPicture(8, 8), { exif: exifBlock(order) }))));
    expect(both[0]?.bytes).toEqual(both[1]?.bytes);
    const again = await extractMetadata(both[0]?.bytes ?? new Uint8Array(), 'tiff');
    const text = Buffer.from(again.exif ?? []).toString('latin1');
    expect(text).toContain('Min\0');
    expect(text).toContain(Buffer.from(Uint32Array.of(1, 250).buffer).toString('latin1'));
  });

  it('is dropped on request, except for the profile', async () => {
    const { bytes } = await write(still(testPicture(8, 8), { exif: exifBlock(true), xmp, icc: rgbProfile() }), {
      metadata: 'strip',
    });
    const written = await extractMetadata(bytes, 'tiff');
    expect([written.exif, written.xmp, written.icc]).toEqual([undefined, undefined, rgbProfile()]);
  });
});

/** The minimum that counts as an RGB profile: a header. */
function rgbProfile(): Uint8Array<ArrayBuffer> {
  const profile = new Uint8Array(140);
  profile.set(new TextEncoder().encode('RGB '), 16);
  profile.set(new TextEncoder().encode('acsp'), 36);
  return profile;
}

describe('the encoder', () => {
  it('reduces 16 bits to 8 on request', async () => {
    const { bytes, warnings } = await write(still(deep(testPicture(9, 9))), { bitDepth: '8' });
    expect([readPages(bytes).pages[0].bits, warnings]).toEqual([8, ['depth-reduced']]);
  });

  it('stops when cancelled before and during encoding', async () => {
    const job = { input: still(testPicture(9, 9)), from: 'raster', to: 'tiff' };
    await expect(convertWith(tiff, job, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    const control = new AbortController();
    const context = { ...contextFor(manifest, control.signal), onProgress: () => control.abort() };
    const large = still(testPicture(600, 2000));
    const request = { inputs: [large], from: 'raster', to: 'tiff', options: {} } as const;
    await expect(engine.convert(request, context)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('reports monotonic progress to the end', async () => {
    const seen: number[] = [];
    const context = { ...contextFor(manifest), onProgress: (fraction: number) => seen.push(fraction) };
    await engine.convert({ inputs: [still(testPicture(600, 2000))], from: 'raster', to: 'tiff', options: {} }, context);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });
});
