import { frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';
import { resize } from '@bakkum/raster/resize';
import { contextFor, convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { framesOf, meanError, testPicture } from '@bakkum/tests/test-picture';
import { afterAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bench = workbench();
afterAll(() => bench.dispose());

const codesOf = (warnings: readonly { readonly code: string }[]): string[] => warnings.map(({ code }) => code);

async function write(pixels: Pixels, to: string, options = {}) {
  const input = stillRaster(pixels, pixels);
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from: 'raster', to, options });
  if (!(outputs[0].content instanceof Blob)) throw new TypeError('an icon is a file');
  return { file: outputs[0].content, warnings: codesOf(warnings) };
}

async function read(input: Blob, from: string) {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from, to: 'raster' });
  const { raster, frames } = await framesOf(outputs[0].content);
  const pictures = frames.map((frame) => frame.read);
  const sizes = pictures.map(({ width, height }) => (width === height ? `${width}` : `${width}x${height}`)).join(' ');
  return { raster, pictures, sizes, warnings: codesOf(warnings) };
}

const writeAndRead = async (pixels: Pixels, to: string, options = {}) => read((await write(pixels, to, options)).file, to);
const bytesOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());
const translucent = (side: number): Pixels => testPicture(side, side, { alpha: true });
const alphaAt = ({ data, width }: Pixels, x: number, y: number): number => data[(y * width + x) * 4 + 3] ?? -1;

describe('icon sizes', () => {
  it.each([
    ['ico', 300, {}, '256 128 64 48 32 24 16'],
    ['ico', 100, {}, '64 48 32 24 16'],
    ['ico', 300, { sizes: 'favicon' }, '48 32 16'],
    ['ico', 100, { sizes: 'single' }, '100'],
    ['ico', 300, { sizes: 'single' }, '256'],
    ['ico', 9, {}, '9'],
    ['cur', 300, {}, '128 96 64 48 32'],
    ['cur', 20, {}, '20'],
    ['icns', 300, {}, '256 128 64 32 16'],
    ['icns', 1100, { sizes: 'single' }, '1024'],
    ['icns', 9, {}, '16'],
  ])('of %s from an image of %i with %j: %s', async (to, side, options, sizes) => {
    expect((await writeAndRead(testPicture(side, side), to, options)).sizes).toBe(sizes);
  });

  it('come with a warning if the image is larger than the format allows', async () => {
    expect((await write(testPicture(257, 3), 'ico')).warnings).toEqual(['resized-to-fit']);
    expect((await write(testPicture(256, 256), 'ico')).warnings).toEqual([]);
    expect((await write(testPicture(300, 300), 'icns')).warnings).toEqual([]);
  });

  it.each(['ico', 'cur', 'icns'])('of %s keep colours and alpha', async (to) => {
    const source = translucent(128);
    const { pictures } = await writeAndRead(source, to);
    for (const picture of pictures) {
      const expected = await resize(source, picture.width, picture.height);
      expect(meanError(picture, picture.width === 128 ? source : expected)).toBe(0);
      expect(alphaAt(picture, 0, 0)).toBeLessThan(16);
    }
  });

  it('of the source icon are kept unchanged', async () => {
    const own = [testPicture(64, 64), testPicture(32, 32, { squareAt: 20 }), testPicture(16, 16, { squareAt: 10 })];
    const input = sequenceRaster({
      kind: 'sizes',
      frameCount: own.length,
      async *frames() {
        for (const pixels of own) yield frameOf(pixels);
      },
    });
    const { outputs } = await convertWith({ engine, manifest }, { input, from: 'raster', to: 'ico' });
    if (!(outputs[0].content instanceof Blob)) throw new TypeError('an icon is a file');
    const { pictures, sizes } = await read(outputs[0].content, 'ico');
    expect(sizes).toBe('64 48 32 24 16');
    expect(
      [pictures[0], pictures[2], pictures[4]].map((picture, index) => picture && meanError(picture, own[index] ?? picture)),
    ).toEqual([0, 0, 0]);
  });
});

describe('a non-square image', () => {
  it('is centred on a transparent square', async () => {
    const { pictures } = await writeAndRead(testPicture(64, 48), 'ico', { sizes: 'single' });
    const [picture] = pictures;
    expect(picture && [picture.width, alphaAt(picture, 30, 7), alphaAt(picture, 30, 8), alphaAt(picture, 30, 55)]).toEqual([
      64, 0, 255, 255,
    ]);
  });

  it('is cropped or stretched on request, and cropping never enlarges it', async () => {
    const cropped = await writeAndRead(testPicture(64, 48), 'ico', { fit: 'cover', sizes: 'single' });
    const stretched = await writeAndRead(testPicture(64, 48), 'ico', { fit: 'stretch', sizes: 'single' });
    expect([cropped.sizes, stretched.sizes]).toEqual(['48', '64']);
    for (const [picture] of [cropped.pictures, stretched.pictures]) expect(picture && alphaAt(picture, 0, 0)).toBe(255);
  });
});

describe('other programs', () => {
  it.skipIf(!hasProgram('identify'))('read the sizes and alpha of ICO and CUR', async () => {
    bench.write('ours.ico', await bytesOf((await write(translucent(256), 'ico')).file));
    bench.write('ours.cur', await bytesOf((await write(translucent(128), 'cur')).file));
    expect(bench.run('identify', '-format', '%w ', 'ours.ico')).toBe('16 24 32 48 64 128 256 ');
    expect(bench.run('identify', '-format', '%w ', 'ours.cur')).toBe('32 48 64 96 128 ');
    expect(bench.run('identify', '-format', '%[fx:round(255*p{24,40}.a)] ', 'ours.ico[3]')).toBe('130 ');
    expect(bench.run('identify', '-format', '%[fx:round(255*p{128,40}.a)] ', 'ours.ico[6]')).toBe('128 ');
  });

  it.skipIf(!hasProgram('icns2png') || !hasProgram('identify'))('open the ICNS', async () => {
    bench.write('ours.icns', await bytesOf((await write(translucent(1024), 'icns')).file));
    const listed = bench.run('icns2png', '-l', 'ours.icns');
    for (const name of ['ic04', 'ic05', 'ic07', 'ic08', 'ic09', 'ic10', 'ic11', 'ic12', 'ic13', 'ic14'])
      expect(listed).toContain(name);
    bench.run('icns2png', '-x', 'ours.icns');
    expect(bench.run('identify', '-format', '%w %[fx:round(255*p{128,40}.a)]', 'ours_256x256x32.png')).toBe('256 128');
  });

  it.skipIf(!hasProgram('png2icns') || !hasProgram('identify'))('write ICNS files that are read here', async () => {
    const sides = [16, 32, 48, 128, 256];
    for (const side of sides) {
      const input = stillRaster(translucent(side), { width: side, height: side });
      const raw = (await framesOf(input)).frames[0]?.read.data ?? [];
      bench.write(`${side}.rgba`, Uint8Array.from(raw));
      bench.run('convert-im6.q16', '-size', `${side}x${side}`, '-depth', '8', `rgba:${side}.rgba`, `${side}.png`);
    }
    bench.run('png2icns', 'theirs.icns', ...sides.map((side) => `${side}.png`));
    const { sizes, pictures, warnings } = await read(new Blob([bench.read('theirs.icns')]), 'icns');
    expect(warnings).toEqual(sizes.startsWith('256') ? [] : ['frames-dropped']);
    expect(sizes).toMatch(/128 48 32 16$/);
    for (const picture of pictures) expect(meanError(picture, translucent(picture.width))).toBeLessThan(0.01);
  });

  it.each(['ico', 'cur'])('wrote the %s fixtures', async (format) => {
    const [picture] = (await read(await fixture(`images/${format}.${format}`), format)).pictures;
    expect(picture && meanError(picture, testPicture(64, 48, { alpha: true }))).toBe(0);
  });

  it.skipIf(!hasProgram('icns2png') || !hasProgram('identify'))('agree on the ICNS fixture', async () => {
    const file = await fixture('images/icns.icns');
    bench.write('fixture.icns', await bytesOf(file));
    bench.run('icns2png', '-x', 'fixture.icns');
    bench.run('convert-im6.q16', 'fixture_32x32x32.png', '-depth', '8', 'rgba:fixture.rgba');
    const [picture] = (await read(file, 'icns')).pictures;
    expect(
      picture && meanError(picture, { depth: 8, width: 32, height: 32, data: new Uint8ClampedArray(bench.read('fixture.rgba')) }),
    ).toBe(0);
  });
});

it('several pages become several icons', async () => {
  const input = sequenceRaster({
    kind: 'pages',
    frameCount: 2,
    async *frames() {
      yield frameOf(testPicture(20, 20));
      yield frameOf(testPicture(40, 40));
    },
  });
  const { outputs } = await convertWith({ engine, manifest }, { input, from: 'raster', to: 'ico' });
  expect(outputs.map(({ label }) => label)).toEqual(['page-1', 'page-2']);
});

it('warns about metadata and 16-bit samples that are lost', async () => {
  const pixels: Pixels = { depth: 16, width: 16, height: 16, data: new Uint16Array(16 * 16 * 4).fill(0x8080) };
  const input = stillRaster(pixels, { width: 16, height: 16, metadata: { exif: Uint8Array.of(1) } });
  const { warnings } = await convertWith({ engine, manifest }, { input, from: 'raster', to: 'ico' });
  expect(codesOf(warnings)).toEqual(['depth-reduced', 'metadata-dropped']);
});

it('stops when cancelled halfway', async () => {
  const controller = new AbortController();
  const pixels = testPicture(2000, 1500);
  const input = stillRaster(pixels, pixels);
  const running = convertWith({ engine, manifest }, { input, from: 'raster', to: 'icns' }, controller.signal);
  controller.abort();
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
});

it('reports each size it has read', async () => {
  const seen: number[] = [];
  const { file } = await write(testPicture(64, 64), 'ico');
  const context = { ...contextFor(manifest), onProgress: (fraction: number) => void seen.push(fraction) };
  await engine.convert({ inputs: [file], from: 'ico', to: 'raster', options: {} }, context);
  expect(seen).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
});
