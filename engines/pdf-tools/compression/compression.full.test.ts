import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { PDFDocument, PDFName, PDFRawStream, type PDFRef, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { contextFor } from '../../../tests/engine-context.ts';
import { hasProgram } from '../../../tests/native.ts';
import { check, edit, plainContent, removeFiles, saved, textIn } from '../../../tests/pdf/judged-files.ts';
import { fileOf } from '../../../tests/pdf/made-documents.ts';
import { manifest } from '../manifest.ts';
import { contentOperators } from '../pages/content-operators.ts';
import { ImageCodec } from './image-codec.ts';
import { jpegQuality } from './jpeg-quality.ts';

afterAll(removeFiles);

const HAS_JUDGES = hasProgram('pdftotext') && hasProgram('qpdf') && hasProgram('pdfimages');

/** Soft shapes with a little grain, as in a photo. */
function photo(width: number, height: number, components: 1 | 3): Uint8Array {
  const samples = new Uint8Array(width * height * components);
  let grain = 1;
  for (let at = 0; at < samples.length; at += 1) {
    const pixel = Math.floor(at / components);
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    grain = (grain * 1_103_515_245 + 12_345) % 2_147_483_648;
    samples[at] = 128 + 90 * Math.sin(x / 37 + (at % components)) * Math.cos(y / 53) + (grain % 9);
  }
  return samples;
}

function flateImage(document: PDFDocument, width: number, height: number, components: 1 | 3, samples: Uint8Array): PDFRef {
  const entries = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 };
  const stream = document.context.flateStream(samples, { ...entries, ColorSpace: components === 1 ? 'DeviceGray' : 'DeviceRGB' });
  return document.context.register(stream);
}

/** Draws an image on a new page at a width in points, with some text. */
function addImage(document: PDFDocument, image: PDFRef, width: number, height: number): void {
  const page = document.addPage([612, 792]);
  const font = document.embedStandardFont(StandardFonts.Helvetica);
  page.drawText('A photo', { x: 30, y: 750, font });
  const key = page.node.newXObject('Im', image);
  const operators = `q ${width} 0 0 ${height} 50 100 cm ${key.toString()} Do Q`;
  page.node.addContentStream(document.context.register(document.context.stream(operators)));
}

async function withPhoto(size: readonly [number, number], components: 1 | 3 = 3): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const [width, height] = size;
  addImage(document, flateImage(document, width, height, components, photo(width, height, components)), 240, 180);
  return document;
}

type Listed = { readonly width: number; readonly height: number; readonly colour: string; readonly encoding: string };

function imagesIn(file: string): readonly Listed[] {
  const lines = execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' }).trim().split('\n').slice(2);
  return lines.map((line) => {
    const [, , , width, height, colour = '', , , encoding = ''] = line.trim().split(/\s+/);
    return { width: Number(width), height: Number(height), colour, encoding };
  });
}

const bytesIn = (file: string): number => statSync(file).size;

describe.skipIf(!HAS_JUDGES)('compression', () => {
  it.each([
    ['print', 1000, 750],
    ['balanced', 500, 375],
    ['small', 320, 240],
  ])('to %s stores photos as JPEG with the resolution of that level', async (compress, width, height) => {
    const source = await fileOf(await withPhoto([1600, 1200]));
    const { file, warnings } = await edit([source], { compress });
    expect(imagesIn(file)).toEqual([{ width, height, colour: 'rgb', encoding: 'jpeg' }]);
    expect(warnings).toEqual([{ code: 'images-recompressed', params: { count: 1 } }]);
    expect(bytesIn(file)).toBeLessThan(source.size / 10);
    expect(check(file)).toContain('No syntax');
    expect(textIn(file)).toEqual(['A photo']);
  });

  it('looks like the original', async () => {
    const source = await fileOf(await withPhoto([1600, 1200]));
    const { file } = await edit([source], { compress: 'balanced' });
    const drawn = (pdf: string): Buffer => execFileSync('pdftoppm', ['-r', '72', pdf], { maxBuffer: 1 << 26 });
    const [before, after] = [drawn(await saved(source)), drawn(file)];
    expect(after.length).toBe(before.length);
    const difference = before.reduce((sum, byte, at) => sum + Math.abs(byte - (after[at] ?? 0)), 0) / before.length;
    expect(difference).toBeLessThan(1);
  });

  it('keeps grey photos grey', async () => {
    const { file } = await edit([await fileOf(await withPhoto([1600, 1200], 1))], { compress: 'balanced' });
    expect(imagesIn(file)).toEqual([{ width: 500, height: 375, colour: 'gray', encoding: 'jpeg' }]);
  });

  it('measures images inside forms and on rotated pages', async () => {
    const document = await withPhoto([1600, 1200]);
    const whole = await PDFDocument.create();
    const form = await whole.embedPage(document.getPage(0));
    whole.addPage([792, 612]).drawPage(form, { x: 0, y: 0, width: 306, height: 396 });
    const { file } = await edit([await fileOf(whole)], { compress: 'balanced', pages: '@90' });
    expect(imagesIn(file)[0]).toMatchObject({ width: 250, height: 188 });
  });

  it('keeps drawings with few colours sharp', async () => {
    const document = await PDFDocument.create();
    const samples = new Uint8Array(800 * 600 * 3).map((_, at) => (Math.floor(at / 3) % 7 === 0 ? 0 : 255));
    addImage(document, flateImage(document, 800, 600, 3, samples), 80, 60);
    const { file } = await edit([await fileOf(document)], { compress: 'small' });
    expect(imagesIn(file)).toEqual([{ width: 800, height: 600, colour: 'rgb', encoding: 'image' }]);
  });

  it('keeps transparency, scaled without loss', async () => {
    const document = await withPhoto([1600, 1200]);
    const mask = flateImage(document, 1600, 1200, 1, photo(1600, 1200, 1));
    for (const [, object] of document.context.enumerateIndirectObjects())
      if (object.toString().includes('/DeviceRGB')) Reflect.get(object, 'dict').set(PDFName.of('SMask'), mask);
    const { file } = await edit([await fileOf(document)], { compress: 'balanced' });
    expect(imagesIn(file)).toEqual([
      { width: 500, height: 375, colour: 'rgb', encoding: 'jpeg' },
      { width: 500, height: 375, colour: 'gray', encoding: 'image' },
    ]);
    expect(check(file)).toContain('No syntax');
  });

  it('reaches a requested size with as much quality as fits', async () => {
    const source = await fileOf(await withPhoto([1600, 1200]));
    const { file, warnings } = await edit([source], { targetSize: 40 });
    expect(bytesIn(file)).toBeLessThanOrEqual(40_000);
    expect(bytesIn(file)).toBeGreaterThan(10_000);
    expect(warnings).toEqual([{ code: 'images-recompressed', params: { count: 1 } }]);
  });

  it('warns if a size cannot be reached', async () => {
    const { file, warnings } = await edit([await fileOf(await withPhoto([1600, 1200]))], { targetSize: 1 });
    expect(warnings.map(({ code }) => code)).toEqual(['images-recompressed', 'size-not-reached']);
    expect(bytesIn(file)).toBeLessThan(20_000);
  });

  it('returns the original if nothing can be saved', async () => {
    const once = await edit([await fileOf(await withPhoto([1600, 1200]))], { compress: 'small' });
    const source = readFileSync(once.file);
    const again = await edit([new Blob([new Uint8Array(source)])], { compress: 'small' });
    expect(again.warnings).toEqual([{ code: 'already-small' }]);
    expect(readFileSync(again.file).equals(source)).toBe(true);
  });

  it('applies other edits even if nothing can be saved', async () => {
    const once = await edit([await fileOf(await withPhoto([1600, 1200]))], { compress: 'small' });
    const { file, warnings } = await edit([new Blob([new Uint8Array(readFileSync(once.file))])], {
      compress: 'small',
      pages: '1,blank',
    });
    expect(textIn(file)).toEqual(['A photo', '']);
    expect(warnings).toEqual([]);
  });

  it('without loss merges equal images and packs streams, and changes no pixel', async () => {
    const document = await PDFDocument.create();
    for (let page = 0; page < 3; page += 1) addImage(document, flateImage(document, 400, 300, 3, photo(400, 300, 3)), 240, 180);
    const source = await fileOf(document);
    const { file, warnings } = await edit([source], { compress: 'lossless' });
    expect(warnings).toEqual([]);
    expect(bytesIn(file)).toBeLessThan(source.size / 2.5);
    expect(plainContent(file).match(/\/Subtype \/Image/g)).toHaveLength(1);
    const pixels = (pdf: string): string =>
      execFileSync('pdftoppm', ['-r', '50', pdf], { encoding: 'latin1', maxBuffer: 1 << 26 });
    expect(pixels(file)).toBe(pixels(await saved(source)));
  });

  describe('of images that PDFium draws', () => {
    const cmyk = (width: number, height: number): Uint8Array => {
      const rgb = photo(width, height, 3);
      return new Uint8Array(width * height * 4).map((_, at) => (at % 4 === 3 ? 20 : (rgb[(at >> 2) * 3 + (at % 4)] ?? 0)));
    };
    const withStream = async (samples: Uint8Array, entries: Record<string, string | number>): Promise<PDFDocument> => {
      const document = await PDFDocument.create();
      const all: Record<string, string | number> = { Type: 'XObject', Subtype: 'Image', BitsPerComponent: 8, ...entries };
      const stream = 'Filter' in entries ? document.context.stream(samples, all) : document.context.flateStream(samples, all);
      addImage(document, document.context.register(stream), 240, 180);
      return document;
    };
    const gray = (file: string): Buffer => execFileSync('pdftoppm', ['-r', '50', '-gray', file], { maxBuffer: 1 << 26 });
    const meanDifference = (one: Buffer, other: Buffer): number => {
      expect(one.length).toBe(other.length);
      return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
    };

    it('stores CMYK as RGB and looks the same', async () => {
      const source = await fileOf(await withStream(cmyk(1600, 1200), { Width: 1600, Height: 1200, ColorSpace: 'DeviceCMYK' }));
      const { file, warnings } = await edit([source], { compress: 'balanced' });
      expect(imagesIn(file)).toEqual([{ width: 500, height: 375, colour: 'rgb', encoding: 'jpeg' }]);
      expect(warnings).toEqual([{ code: 'images-recompressed', params: { count: 1 } }, { code: 'profile-converted' }]);
      expect(bytesIn(file)).toBeLessThan(source.size / 20);
      // PDFium and Poppler convert CMYK differently.
      expect(meanDifference(gray(await saved(source)), gray(file))).toBeLessThan(4);
    });

    it('keeps images that PDFium cannot read', async () => {
      const pgm = Buffer.concat([Buffer.from('P5 1600 1200 255\n'), photo(1600, 1200, 1)]);
      const jp2 = execFileSync('convert', ['pgm:-', 'j2k:-'], { input: pgm, maxBuffer: 1 << 26 });
      const size = { Width: 1600, Height: 1200 };
      const jpx = { ...size, Filter: 'JPXDecode' };
      for (const [samples, entries] of [
        [jp2, { ...jpx, ColorSpace: 'DeviceCMYK' }],
        [jp2, { ...jpx, ColorSpace: 'DeviceRGB' }],
        [jp2, { ...jpx, ColorSpace: 'NoSuch' }],
        [jp2, { ...jpx, Width: 160, Height: 120 }],
        [jp2.subarray(0, jp2.length / 2), jpx],
        [Buffer.concat([jp2.subarray(0, 100), Buffer.alloc(jp2.length - 102), jp2.subarray(-2)]), jpx],
        [cmyk(1600, 400), { ...size, ColorSpace: 'DeviceCMYK' }],
      ] as const) {
        const { warnings } = await edit([await fileOf(await withStream(samples, entries))], { compress: 'small' });
        expect(warnings).not.toContainEqual(expect.objectContaining({ code: 'images-recompressed' }));
      }
    });

    it('stores drawings without loss', async () => {
      const samples = new Uint8Array(1600 * 1200 * 4).map((_, at) => (at % 4 === 0 && Math.floor(at / 40) % 2 === 0 ? 255 : 0));
      const source = await withStream(samples, { Width: 1600, Height: 1200, ColorSpace: 'DeviceCMYK' });
      const { file } = await edit([await fileOf(source)], { compress: 'balanced' });
      expect(imagesIn(file)).toMatchObject([{ width: 1600, height: 1200, encoding: 'image' }]);
    });

    it('keeps no profile of a replaced image', async () => {
      const document = await withStream(cmyk(1600, 1200), { Width: 1600, Height: 1200 });
      const { context } = document;
      const profile = context.register(
        context.stream(
          new Uint8Array(500_000).map((_, at) => (at * 7919) % 251),
          { N: 4 },
        ),
      );
      for (const [, object] of context.enumerateIndirectObjects())
        if (object instanceof PDFRawStream && object.dict.has(PDFName.of('Width')))
          object.dict.set(PDFName.of('ColorSpace'), context.obj(['ICCBased', profile]));
      for (const options of [{ compress: 'balanced' }, { targetSize: 100 }]) {
        const { file, warnings } = await edit([await fileOf(document)], options);
        expect(imagesIn(file)).toMatchObject([{ colour: 'rgb', encoding: 'jpeg' }]);
        expect(bytesIn(file)).toBeLessThan(100_000);
        expect(warnings).not.toContainEqual({ code: 'size-not-reached' });
      }
    });

    it('keeps CMYK for print', async () => {
      const source = await fileOf(await withStream(cmyk(1600, 1200), { Width: 1600, Height: 1200, ColorSpace: 'DeviceCMYK' }));
      const { file } = await edit([source], { compress: 'print' });
      expect(imagesIn(file)).toEqual([{ width: 1600, height: 1200, colour: 'cmyk', encoding: 'image' }]);
    });

    it.skipIf(!hasProgram('convert'))('scales JPEG 2000 down and looks the same', async () => {
      const pgm = Buffer.concat([Buffer.from('P5 1600 1200 255\n'), photo(1600, 1200, 1)]);
      const jp2 = execFileSync('convert', ['pgm:-', '-quality', '90', 'jp2:-'], { input: pgm, maxBuffer: 1 << 26 });
      const source = await fileOf(await withStream(jp2, { Width: 1600, Height: 1200, Filter: 'JPXDecode' }));
      const { file, warnings } = await edit([source], { compress: 'small' });
      expect(imagesIn(file)).toEqual([{ width: 320, height: 240, colour: 'gray', encoding: 'jpeg' }]);
      expect(warnings).toEqual([{ code: 'images-recompressed', params: { count: 1 } }]);
      expect(meanDifference(gray(await saved(source)), gray(file))).toBeLessThan(6);
    });
  });

  it('leaves damaged and unusual images unchanged', async () => {
    const document = await withPhoto([1600, 1200]);
    const bytes = await new ImageCodec(contextFor(manifest)).jpeg(
      { depth: 8, width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4).fill(90) },
      3,
      0.9,
    );
    const entries = { Type: 'XObject', Subtype: 'Image', ColorSpace: 'DeviceRGB', BitsPerComponent: 8, Filter: 'DCTDecode' };
    const cut = bytes.slice(0, bytes.length / 2);
    const broken = [
      document.context.stream(cut, { ...entries, Width: 64, Height: 64 }),
      document.context.stream(bytes, { ...entries, Width: 60_000, Height: 60_000 }),
      document.context.stream(new Uint8Array(9), { ...entries, Filter: 'FlateDecode', Width: 5000, Height: 5000 }),
      document.context.stream(bytes, { ...entries, ColorSpace: 'DeviceCMYK', Width: 64, Height: 64 }),
    ];
    for (const stream of broken) addImage(document, document.context.register(stream), 100, 100);
    const { warnings } = await edit([await fileOf(document)], { compress: 'small' });
    expect(warnings).toEqual([{ code: 'images-recompressed', params: { count: 1 } }]);
  });

  it('does not follow a file that draws billions of images', async () => {
    const document = await withPhoto([1600, 1200]);
    const { context } = document;
    const page = document.addPage([200, 200]);
    let inner = context.register(context.stream('', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] }));
    for (let depth = 0; depth < 10; depth += 1) {
      const form = context.stream('/X Do '.repeat(50), { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] });
      form.dict.set(PDFName.of('Resources'), context.obj({ XObject: { X: inner } }));
      inner = context.register(form);
    }
    const key = page.node.newXObject('Deep', inner);
    page.node.addContentStream(context.register(context.stream(`${key.toString()} Do`)));
    const { file } = await edit([await fileOf(document)], { compress: 'small' });
    // Drawn at an unknown size, so it keeps its pixels. Most programs hang on this file.
    expect(plainContent(file)).toMatch(/\/Filter \/DCTDecode[^]*\/Width 1600/);
  });
});

describe('the quality of a JPEG', () => {
  it.each([0.3, 0.5, 0.75, 0.9])('is found if it was %f', async (quality) => {
    const data = new Uint8ClampedArray(64 * 64 * 4).map((_, at) => (at * 7) % 251);
    const codec = new ImageCodec(contextFor(manifest));
    const bytes = await codec.jpeg({ depth: 8, width: 64, height: 64, data }, 3, quality);
    expect(Math.abs((jpegQuality(bytes) ?? 0) - quality)).toBeLessThan(0.08);
  });

  it('is unknown without tables', () => expect(jpegQuality(new Uint8Array([0xff, 0xd8, 0xff, 0xda, 0, 2]))).toBeUndefined());
});

describe('operators of a content stream', () => {
  const read = (content: string): readonly string[] =>
    [...contentOperators(new TextEncoder().encode(content))].map(([operator, operands]) => [...operands, operator].join(' '));

  it('are read with their numbers and names', () => {
    expect(read('q 1 0 0 -1.5 .5 7 cm/Im1 Do Q')).toEqual(['q', '1 0 0 -1.5 0.5 7 cm', '/Im1 Do', 'Q']);
  });

  it('are not found in strings, comments or inline images', () => {
    const content = '(a (nested\\) Do) Q) Tj <5120446f> Tj % Do\n[(Do) -20 (Q)] TJ /P BDC BI /W 1 ID Do Q \u0001 EI Q';
    expect(read(content)).toEqual(['Tj', 'Tj', '-20 TJ', '/P BDC', 'BI', '/W 1 ID', 'Q']);
  });
});
