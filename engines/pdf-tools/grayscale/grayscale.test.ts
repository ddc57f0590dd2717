import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PDFDocument, PDFHexString, PDFName, type PDFObject, PDFString, rgb } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../../tests/native.ts';
import { check, edit, removeFiles, saved, textIn } from '../../../tests/pdf/judged-files.ts';
import { fileOf, madePages, madeRich } from '../../../tests/pdf/made-documents.ts';
import { grayContent } from './operators.ts';

afterAll(removeFiles);

const HAS_JUDGES = hasProgram('pdftoppm') && hasProgram('qpdf') && hasProgram('pdftotext');
const JPEG = readFileSync(path.resolve(import.meta.dirname, '../../../tests/fixtures/images/jpeg.jpg'));
const JP2 = readFileSync(path.resolve(import.meta.dirname, '../../../tests/fixtures/images/jp2.jp2'));
const CMYK_JPEG = readFileSync(path.resolve(import.meta.dirname, '../../../tests/fixtures/images/jpeg-cmyk.jpg'));

type Picture = { readonly chroma: number; readonly shades: number };

/** Draws all pages: the largest difference between two color channels, and the number of different grays. */
function drawn(file: string, program: 'pdftoppm' | 'gs' = 'pdftoppm'): Picture {
  const pixels =
    program === 'gs'
      ? execFileSync('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=ppmraw', '-r40', '-sOutputFile=-', file], {
          maxBuffer: 1 << 28,
        })
      : execFileSync('pdftoppm', ['-r', '40', file], { maxBuffer: 1 << 28 });
  let chroma = 0;
  const shades = new Set<number>();
  for (let start = 0; start < pixels.length; ) {
    const [header, width, height] =
      /^P6\s(?:#.*\n)?\s*(\d+)\s+(\d+)\s+255\s/.exec(pixels.toString('latin1', start, start + 200)) ?? [];
    if (header === undefined) throw new TypeError('not a PPM');
    const from = start + header.length;
    start = from + Number(width) * Number(height) * 3;
    for (let at = from; at < start; at += 3) {
      const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
      chroma = Math.max(chroma, Math.abs(red - green), Math.abs(green - blue));
      shades.add(green);
    }
  }
  return { chroma, shades: shades.size };
}

/** A page that draws with the given operators and resources. */
function addPage(
  document: PDFDocument,
  operators: string,
  resources: Readonly<Record<string, Readonly<Record<string, PDFObject>>>>,
): void {
  const { context } = document;
  const page = document.addPage([200, 200]);
  for (const [category, entries] of Object.entries(resources)) {
    const dict = context.obj({});
    for (const [key, value] of Object.entries(entries)) dict.set(PDFName.of(key), value);
    page.node.Resources()?.set(PDFName.of(category), dict);
  }
  page.node.set(PDFName.of('Contents'), context.register(context.stream(operators)));
}

const SAMPLES = Uint8Array.from({ length: 3000 }, (_, at) => (at * 37) % 256);

/** One page for each kind of colour. */
async function colourful(): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const { context } = document;
  const array = (...entries: (PDFObject | number)[]) => context.obj(entries);
  const name = (text: string) => PDFName.of(text);
  const fn = (entries: LiteralObject) => context.register(context.obj(entries));
  const toRgb = fn({ FunctionType: 2, Domain: [0, 1], C0: [1, 1, 1], C1: [1, 0, 0.2], N: 1 });
  const toCmyk = fn({ FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: [1, 0.2, 0, 0.1], N: 1.5 });
  const toLab = fn({ FunctionType: 2, Domain: [0, 1], C0: [100, 0, 0], C1: [50, 80, -60], N: 1 });
  const lab = array(name('Lab'), context.obj({ WhitePoint: [0.96, 1, 0.82], Range: [-100, 100, -100, 100] }));
  const code = context.register(
    context.stream('{ dup 0.5 mul exch 0 exch dup 0.25 mul }', {
      FunctionType: 4,
      Domain: [0, 1],
      Range: [0, 1, 0, 1, 0, 1, 0, 1],
    }),
  );
  const table = context.register(
    context.flateStream(Uint8Array.of(255, 255, 255, 10, 200, 40), {
      FunctionType: 0,
      Domain: [0, 1],
      Range: [0, 1, 0, 1, 0, 1],
      Size: [2],
      BitsPerSample: 8,
    }),
  );
  const stitched = fn({ FunctionType: 3, Domain: [0, 1], Functions: [toRgb, table], Bounds: [0.5], Encode: [0, 1, 0, 1] });
  const profile = context.register(context.stream('no profile', { N: 3, Alternate: 'DeviceRGB' }));
  const fill = (space: string, ...values: string[]) =>
    values.map((value, at) => `/${space} cs ${value} scn ${at * 40} 10 30 150 re f`).join('\n');
  addPage(
    document,
    '1 0 0 rg 10 10 50 50 re f 0 0.5 1 RG 5 w 80 80 50 50 re S 0 1 0.5 0.1 k 10 100 50 50 re f q 1 .5 0 .2 K 100 10 m 180 60 l S Q',
    {},
  );
  addPage(document, '/DeviceRGB cs 1 0.4 0 sc 10 10 50 50 re f /DeviceCMYK CS 1 0 1 0 SC 4 w 70 70 60 60 re S', {});
  addPage(document, fill('A', '1 0 0', '0 1 0.5'), { ColorSpace: { A: array(name('ICCBased'), profile) } });
  addPage(document, fill('A', '1 0 0', '0.2 0.9 0.1'), {
    ColorSpace: { A: array(name('CalRGB'), context.obj({ WhitePoint: [0.95, 1, 1.09] })) },
  });
  for (const [tint, alternate] of [
    [toRgb, 'DeviceRGB'],
    [toCmyk, 'DeviceCMYK'],
    [code, 'DeviceCMYK'],
    [table, 'DeviceRGB'],
    [stitched, 'DeviceRGB'],
    [toLab, lab],
  ] as const)
    addPage(document, fill('A', '0.2', '0.6', '1'), {
      ColorSpace: {
        A: array(name('Separation'), name('Spot'), typeof alternate === 'string' ? name(alternate) : alternate, tint),
      },
    });
  addPage(document, fill('A', '0', '1', '2'), {
    ColorSpace: { A: array(name('Indexed'), name('DeviceRGB'), 2, PDFHexString.of('ff000000ff400000ff')) },
  });
  const axial = (space: PDFObject, shade: PDFObject) => {
    const shading = context.obj({ ShadingType: 2, Coords: [0, 0, 200, 200], Extend: [true, true] });
    shading.set(name('ColorSpace'), space);
    shading.set(name('Function'), shade);
    return context.register(shading);
  };
  addPage(document, '/S sh', { Shading: { S: axial(name('DeviceRGB'), toRgb) } });
  addPage(document, '/S sh', { Shading: { S: axial(array(name('ICCBased'), profile), table) } });
  const pattern = context.register(
    context.stream('1 0 1 rg 0 0 5 5 re f', {
      PatternType: 1,
      PaintType: 1,
      TilingType: 1,
      BBox: [0, 0, 10, 10],
      XStep: 10,
      YStep: 10,
      Resources: {},
    }),
  );
  const stencil = context.register(
    context.stream('0 0 5 5 re f', {
      PatternType: 1,
      PaintType: 2,
      TilingType: 1,
      BBox: [0, 0, 10, 10],
      XStep: 10,
      YStep: 10,
      Resources: {},
    }),
  );
  addPage(document, '/Pattern cs /P scn 0 0 100 200 re f /U cs 0 0.8 0.2 /Q scn 100 0 100 200 re f', {
    Pattern: { P: pattern, Q: stencil },
    ColorSpace: { U: array(name('Pattern'), name('DeviceRGB')) },
  });
  const form = context.register(
    context.stream('0 0 1 rg 20 20 100 100 re f', {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 200, 200],
      Resources: {},
      Group: { S: 'Transparency', CS: 'DeviceRGB' },
    }),
  );
  addPage(document, '/F Do', { XObject: { F: form } });
  addPage(document, `q 100 0 0 100 0 0 cm BI /W 2 /H 2 /BPC 8 /CS /RGB ID ${'\x41\x90\x20'.repeat(4)} EI Q`, {});
  const image = (bytes: Uint8Array, entries: LiteralObject) => {
    const stream = context.stream(bytes, { Type: 'XObject', Subtype: 'Image', BitsPerComponent: 8, ...entries });
    addPage(document, 'q 180 0 0 180 10 10 cm /I Do Q', { XObject: { I: context.register(stream) } });
  };
  image(SAMPLES, { Width: 25, Height: 40, ColorSpace: 'DeviceRGB' });
  image(SAMPLES.subarray(0, 2000), { Width: 25, Height: 20, ColorSpace: 'DeviceCMYK' });
  image(JP2, { Width: 64, Height: 48, Filter: 'JPXDecode' });
  image(CMYK_JPEG, { Width: 64, Height: 48, ColorSpace: 'DeviceCMYK', Filter: 'DCTDecode' });
  image(
    SAMPLES.subarray(0, 1200).map((value) => value % 3),
    { Width: 40, Height: 30, ColorSpace: [name('Indexed'), name('DeviceRGB'), 2, PDFHexString.of('ff800000ff4020c0ff')] },
  );
  document.addPage([200, 200]).drawImage(await document.embedJpg(JPEG), { x: 0, y: 0, width: 200, height: 200 });
  const page = document.addPage([200, 200]);
  page.drawText('Red text', { x: 20, y: 100, color: rgb(1, 0, 0) });
  page.node.addAnnot(
    context.register(
      context.obj({
        Subtype: 'Square',
        Rect: [10, 10, 60, 60],
        C: [1, 0, 0],
        IC: [0, 1, 0],
        DA: PDFString.of('/Helv 12 Tf 0 0 1 rg'),
        F: 4,
      }),
    ),
  );
  return document;
}

type LiteralObject = NonNullable<Parameters<PDFDocument['context']['stream']>[1]>;

describe.skipIf(!HAS_JUDGES)('a gray document', () => {
  it('has no colour on any page, in two renderers', async () => {
    const source = await fileOf(await colourful());
    expect(drawn(await saved(source)).chroma).toBeGreaterThan(200);
    const { file, warnings } = await edit([source], { grayscale: true });
    expect(check(file)).toContain('No syntax');
    expect(drawn(file).chroma).toBeLessThanOrEqual(2);
    if (hasProgram('gs')) expect(drawn(file, 'gs').chroma).toBeLessThanOrEqual(2);
    expect(warnings).toEqual([]);
  });

  it('shows as many shades on each page as before', async () => {
    const document = await colourful();
    for (let page = 1; page <= document.getPageCount(); page += 1) {
      const pages = String(page);
      const before = drawn((await edit([await fileOf(await colourful())], { pages })).file);
      const after = drawn((await edit([await fileOf(await colourful())], { pages, grayscale: true })).file);
      expect([page, after.chroma <= 2, after.shades >= Math.min(2, before.shades)]).toEqual([page, true, true]);
    }
  });

  it('keeps its text, links and fields', async () => {
    const rich = await fileOf(await madeRich('one', 2));
    const { file } = await edit([rich], { grayscale: true });
    expect(textIn(file)).toEqual(textIn((await edit([rich])).file));
    expect(drawn(file).chroma).toBe(0);
  });

  it('has a gray watermark', async () => {
    const { file } = await edit([await fileOf(await madePages('one', 1, [300, 300]))], {
      grayscale: true,
      watermark: '대외비',
      watermarkColour: '#ff0000',
      watermarkPosition: 'horizontal',
      watermarkOpacity: 100,
    });
    expect(drawn(file).chroma).toBe(0);
    expect(textIn(file)[0]).toContain('대외비');
  });

  it('reports how many colours stay', async () => {
    const document = await PDFDocument.create();
    const lab = document.context.obj([PDFName.of('Lab'), document.context.obj({ WhitePoint: [0.96, 1, 0.82] })]);
    addPage(document, '/A cs 50 80 -60 scn 0 0 9 9 re f', { ColorSpace: { A: lab } });
    const { warnings } = await edit([await fileOf(document)], { grayscale: true });
    expect(warnings).toEqual([{ code: 'colours-left', params: { count: 1 } }]);
  });

  it('has JPEG images with one component', async () => {
    const document = await PDFDocument.create();
    document.addPage([100, 100]).drawImage(await document.embedJpg(JPEG));
    const { file } = await edit([await fileOf(document)], { grayscale: true });
    expect(execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' })).toMatch(/gray +1 +8 +jpeg/);
  });
});

describe('operators', () => {
  const gray = (text: string): string | undefined => {
    const { bytes } = grayContent(new TextEncoder().encode(text));
    return bytes && new TextDecoder().decode(bytes);
  };

  it('become gray, and nothing else changes', () => {
    expect(gray('q 1 0 0 rg (1 0 0 rg) Tj 0 0 0 1 K % 1 0 0 rg\n/A cs 1 0 0 scn Q')).toBe(
      'q 0.3 g (1 0 0 rg) Tj 0 G % 1 0 0 rg\n/A cs 1 0 0 scn Q',
    );
    expect(gray('0.5 g BT /F 1 Tf (x) Tj ET')).toBeUndefined();
  });

  it('with missing or strange operands stay', () => {
    for (const text of ['1 0 rg', 'rg', '/A 0 0 rg', 'k', '/X cs']) expect(gray(text)).toBeUndefined();
    expect(gray('9 9 9 rg -1 -1 -1 RG')).toBe('1 g 0 G');
  });

  it('of an inline image with a palette are counted', () => {
    expect(grayContent(new TextEncoder().encode('BI /W 1 /H 1 /BPC 8 /CS [/I /RGB 0 <ff0000>] ID 0 EI')).left).toBe(1);
  });
});
