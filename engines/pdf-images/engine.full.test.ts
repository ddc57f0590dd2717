import type { Content, ConvertResult } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { frameOf, sequenceRaster, stillRaster } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';
import { afterAll, describe, expect, it } from 'vitest';
import { contextFor, convertWith, fixture } from '../../tests/engine-context.ts';
import { hasProgram, workbench } from '../../tests/native.ts';
import { meanError, testPicture } from '../../tests/test-picture.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bench = workbench();
afterAll(() => bench.dispose());

const canJudge = ['pdfinfo', 'pdfimages', 'pdftoppm', 'qpdf', '/usr/bin/convert', 'exiftool'].every(hasProgram);

const encode = (input: Content, from: string, options: OptionValues = {}): Promise<ConvertResult> =>
  convertWith({ engine, manifest }, { input, from, to: 'pdf', options });

/** Writes the PDF, validates it, and returns its facts. */
async function written(result: ConvertResult): Promise<string> {
  const { content } = result.outputs[0];
  if (!(content instanceof Blob)) throw new Error('expected a file');
  bench.write('a.pdf', new Uint8Array(await content.arrayBuffer()));
  expect(bench.run('qpdf', '--check', 'a.pdf')).toContain('No syntax or stream encoding errors');
  return bench.run('pdfinfo', 'a.pdf');
}

/** Columns of a row of `pdfimages -list`: type, width, height, colour, comp, bpc, enc. */
const imageRow = (row: number) =>
  bench.run('pdfimages', '-list', 'a.pdf').split('\n')[row + 2]?.trim().split(/\s+/).slice(2, 9).join(' ');

function rgbaOf(file: string, { width, height }: Pick<Pixels, 'width' | 'height'>): Pixels {
  bench.run('/usr/bin/convert', file, '-depth', '8', 'RGBA:a.rgba');
  return { depth: 8, width, height, data: new Uint8ClampedArray(bench.read('a.rgba')) };
}

/** The first page rendered by another program, one pixel per image pixel at 96 dpi. */
function drawn(size: Pick<Pixels, 'width' | 'height'>, dpi = 96): Pixels {
  bench.run('pdftoppm', '-r', String(dpi), '-png', '-singlefile', 'a.pdf', 'page');
  return rgbaOf('page.png', size);
}

const jpegOf = (...settings: readonly string[]): Uint8Array<ArrayBuffer> => {
  bench.run('/usr/bin/convert', '-size', '48x32', 'gradient:red-blue', ...settings, 'a.jpg');
  return bench.read('a.jpg');
};

describe.skipIf(!canJudge)('decoded images', () => {
  it('keep every pixel', async () => {
    const picture = testPicture(61, 47);
    const info = await written(await encode(stillRaster(picture, { ...picture }), 'raster'));
    expect(info).toMatch(/Page size:\s+45\.75 x 35\.25 pts/);
    expect(imageRow(0)).toBe('image 61 47 rgb 3 8 image');
    bench.run('pdfimages', '-png', 'a.pdf', 'out');
    expect(meanError(rgbaOf('out-000.png', picture), picture)).toBe(0);
  });

  it('keep opacity as a soft mask', async () => {
    const picture = testPicture(40, 30, { alpha: true });
    await written(await encode(stillRaster(picture, { ...picture }), 'raster'));
    expect(imageRow(1)).toBe('smask 40 30 gray 1 8 image');
    const white = {
      ...picture,
      data: picture.data.map((value, at) => {
        const alpha = picture.data[at - (at % 4) + 3] ?? 0;
        return at % 4 === 3 ? 255 : Math.round((value * alpha + 255 * (255 - alpha)) / 255);
      }),
    };
    // The reference blends in 8 bits, twice; without the mask the error would be large.
    expect(meanError(drawn(picture), white)).toBeLessThan(2);
    expect(meanError(drawn(picture), picture)).toBeGreaterThan(20);
  });

  it('keep 16 bits, and grey as one channel', async () => {
    const data = new Uint16Array(20 * 10 * 4);
    for (let index = 0; index < 200; index += 1) data.set([index * 300, index * 300, index * 300, 65_535], index * 4);
    const picture: Pixels = { depth: 16, width: 20, height: 10, data };
    await written(await encode(stillRaster(picture, { width: 20, height: 10, dpi: 144 }), 'raster'));
    expect(imageRow(0)).toBe('image 20 10 gray 1 16 image');
    bench.run('qpdf', '--qdf', '--stream-data=uncompress', '--decode-level=all', 'a.pdf', 'plain.pdf');
    const samples = Buffer.alloc(400);
    for (let index = 0; index < 200; index += 1) samples.writeUInt16BE(index * 300, index * 2);
    expect(Buffer.from(bench.read('plain.pdf')).includes(samples)).toBe(true);
  });

  it('are accepted as a stream', async () => {
    const still = () => stillRaster(testPicture(48, 32), { width: 48, height: 32 });
    const fractions: number[] = [];
    async function* contents() {
      yield still();
      yield still();
    }
    const result = await engine.convert(
      { inputs: [still()], following: { count: 2, contents: contents() }, from: 'raster', to: 'pdf', options: {} },
      { ...contextFor(manifest), onProgress: (fraction) => void fractions.push(fraction) },
    );
    expect(await written(result)).toMatch(/Pages:\s+3/);
    expect(fractions).toEqual([1 / 3, 2 / 3, 1]);
  });

  it('become a page each, also from several files', async () => {
    const picture = testPicture(10, 10);
    const pages = sequenceRaster({
      kind: 'pages',
      frameCount: 3,
      frames: async function* () {
        for (let page = 0; page < 3; page += 1) yield frameOf(testPicture(10 + page, 10));
      },
    });
    const request = {
      inputs: [pages, stillRaster(picture, { ...picture, dpi: 72 })],
      from: 'raster',
      to: 'pdf',
      options: {},
    } as const;
    const info = await written(await engine.convert(request, contextFor(manifest)));
    expect(info).toMatch(/Pages:\s+4/);
    expect(bench.run('pdfinfo', '-f', '4', '-l', '4', 'a.pdf')).toMatch(/size:\s+10 x 10 pts/);
  });

  it('warn that Exif is lost, and respect the maximum page size', async () => {
    const picture = testPicture(20_000, 3);
    const raster = stillRaster(picture, { ...picture, metadata: { exif: new Uint8Array(8) } });
    const result = await encode(raster, 'raster');
    expect(result.warnings).toEqual([{ code: 'metadata-dropped' }]);
    expect(await written(result)).toMatch(/Page size:\s+14400 x 2\.16 pts/);
  });
});

describe.skipIf(!canJudge)('JPEG', () => {
  it('is embedded unchanged next to decoded images', async () => {
    const file = jpegOf();
    const picture = testPicture(20, 10);
    const inputs = [stillRaster(picture, { ...picture }), new Blob([file]), stillRaster(picture, { ...picture })] as const;
    const result = await engine.convert({ inputs, from: 'raster', to: 'pdf', options: {} }, contextFor(manifest));
    expect(await written(result)).toMatch(/Pages:\s+3/);
    expect([0, 1, 2].map(imageRow).map((row) => row?.split(' ').at(-1))).toEqual(['image', 'jpeg', 'image']);
    bench.run('pdfimages', '-all', 'a.pdf', 'mixed');
    expect(Buffer.from(bench.read('mixed-001.jpg')).equals(Buffer.from(file))).toBe(true);
  });

  it.each([
    ['grey', ['-colorspace', 'Gray'], 'image 48 32 gray 1 8 jpeg'],
    ['colour', [], 'image 48 32 rgb 3 8 jpeg'],
    ['progressive', ['-interlace', 'JPEG'], 'image 48 32 rgb 3 8 jpeg'],
    ['CMYK', ['-colorspace', 'CMYK'], 'image 48 32 cmyk 4 8 jpeg'],
  ])('in %s is embedded unchanged', async (_, settings, row) => {
    const file = jpegOf(...settings);
    const size = { width: 48, height: 32 };
    const expected = rgbaOf('a.jpg[0]', size);
    await written(await encode(new Blob([file]), 'jpeg'));
    expect(imageRow(0)).toBe(row);
    bench.run('pdfimages', '-j', 'a.pdf', 'same');
    if (row.includes('cmyk')) bench.run('/usr/bin/convert', 'a.jpg', '-colorspace', 'sRGB', 'rgb.png');
    else expect(Buffer.from(bench.read('same-000.jpg')).equals(Buffer.from(file))).toBe(true);
    expect(meanError(drawn(size), row.includes('cmyk') ? rgbaOf('rgb.png', size) : expected)).toBeLessThan(
      row.includes('cmyk') ? 40 : 2,
    );
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('with orientation %i is shown upright', async (orientation) => {
    const picture = testPicture(48, 32);
    bench.write('a.raw', new Uint8Array(picture.data));
    bench.run('/usr/bin/convert', '-size', '48x32', '-depth', '8', 'RGBA:a.raw', '-alpha', 'off', '-quality', '98', 'a.jpg');
    bench.run('exiftool', '-q', '-n', '-overwrite_original', `-Orientation=${orientation}`, 'a.jpg');
    bench.run('/usr/bin/convert', 'a.jpg', '-auto-orient', 'upright.png');
    const size = orientation >= 5 ? { width: 32, height: 48 } : { width: 48, height: 32 };
    await written(await encode(new Blob([bench.read('a.jpg')]), 'jpeg'));
    expect(meanError(drawn(size, 96), rgbaOf('upright.png', size))).toBeLessThan(3);
  });

  it('loses only personal metadata on request', async () => {
    jpegOf('-set', 'comment', 'secret');
    bench.run('exiftool', '-q', '-n', '-overwrite_original', '-Artist=secret', '-XMP:Creator=secret', 'a.jpg');
    const file = bench.read('a.jpg');
    const expected = rgbaOf('a.jpg', { width: 48, height: 32 });
    await written(await encode(new Blob([file]), 'jpeg', { metadata: 'strip' }));
    expect(Buffer.from(bench.read('a.pdf')).includes('secret')).toBe(false);
    expect(meanError(drawn({ width: 48, height: 32 }), expected)).toBeLessThan(2);
    await written(await encode(new Blob([file]), 'jpeg'));
    expect(Buffer.from(bench.read('a.pdf')).includes('secret')).toBe(true);
  });

  it('is refused if PDF cannot store it', async () => {
    const file = jpegOf();
    const arithmetic = file.slice();
    arithmetic[Buffer.from(file).indexOf(Buffer.of(0xff, 0xc0)) + 1] = 0xc9;
    for (const [bytes, code] of [
      [new Uint8Array(), 'empty'],
      [file.slice(0, file.length - 60), 'corrupt'],
      [arithmetic, 'unsupported-feature'],
    ] as const)
      await expect(encode(new Blob([bytes]), 'jpeg')).rejects.toMatchObject({ code });
  });
});

describe.skipIf(!canJudge || !hasProgram('pdftotext'))('text in images', () => {
  it('can be searched if requested, over the unchanged image', async () => {
    const words = await fixture('text-recognition/words.jpg');
    const result = await encode(words, 'jpeg', { searchable: true });
    await written(result);
    expect(bench.run('pdftotext', 'a.pdf', '-').replaceAll(/\s+/g, ' ')).toContain('Reading words line by line');
    bench.run('pdfimages', '-j', 'a.pdf', 'kept');
    expect(bench.read('kept-000.jpg')).toEqual(new Uint8Array(await words.arrayBuffer()));
    expect(result.warnings).toContainEqual({ code: 'text-recognized', params: { count: 1 } });
  });

  it('is reported if there is none', async () => {
    const blank = { depth: 8, width: 90, height: 60, data: new Uint8ClampedArray(90 * 60 * 4).fill(255) } as const;
    const { warnings } = await encode(stillRaster(blank, { ...blank }), 'raster', { searchable: true });
    expect(warnings).toEqual([{ code: 'nothing-recognized' }]);
  });

  it('stays part of the image by default', async () => {
    await written(await encode(await fixture('text-recognition/words.jpg'), 'jpeg'));
    expect(bench.run('pdftotext', 'a.pdf', '-').trim()).toBe('');
  });
});
