import type { OptionValues } from '@bakkum/conversion/options';
import { rasterOf } from '@bakkum/raster/raster';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const REPORT = 'documents/pdf.pdf';
const draw = async (input: Blob, options: OptionValues = {}) =>
  convertWith({ engine, manifest }, { input, from: 'pdf', to: 'raster', options });

describe('PDF pages as images', () => {
  it('have the requested size and ink on opaque white', async () => {
    const { outputs, warnings } = await draw(await fixture(REPORT), { dpi: 72 });
    const raster = rasterOf(outputs[0].content);
    expect(raster).toMatchObject({ kind: 'pages', frameCount: 2, dpi: 72, mayHaveAlpha: false });
    expect(warnings).toEqual([]);
    let pages = 0;
    for await (const frame of raster.frames()) {
      const { width, height, data } = await frame.pixels();
      expect([width, height]).toEqual([595, 842]);
      expect([...data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
      expect(data.some((sample, at) => at % 4 < 3 && sample < 64)).toBe(true);
      pages += 1;
    }
    expect(pages).toBe(2);
    raster.release();
  });

  it('include only the selected pages', async () => {
    const raster = rasterOf((await draw(await fixture(REPORT), { pages: '2', dpi: 36 })).outputs[0].content);
    expect(raster.frameCount).toBe(1);
    raster.release();
    await expect(draw(await fixture(REPORT), { pages: '7' })).rejects.toMatchObject({ code: 'invalid-options' });
    await expect(draw(await fixture(REPORT), { pages: 'all' })).rejects.toMatchObject({ code: 'invalid-options' });
  });

  it('show Hangul in a font the file names but does not embed', async () => {
    const raster = rasterOf((await draw(new Blob([unembedded('한글')]), { dpi: 72 })).outputs[0].content);
    for await (const frame of raster.frames()) {
      const { width, data } = await frame.pixels();
      const inked = Array.from({ length: width }, (_, x) => x).filter((x) =>
        Array.from({ length: 60 }, (_unused, y) => data[(y * width + x) * 4] ?? 255).some((red) => red < 128),
      );
      expect(inked.length).toBeGreaterThan(25);
    }
    raster.release();
  });

  it.each(FLAT_JPEG_2000)('show a JPEG 2000 image with %i resolutions that is scaled down further', async (_, color, image) => {
    const raster = rasterOf((await draw(withJpeg2000(image), { dpi: 36 })).outputs[0].content);
    for await (const frame of raster.frames()) {
      const { width, height, data } = await frame.pixels();
      const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4;
      expect([...data.subarray(middle, middle + 3)]).toEqual(color);
    }
    raster.release();
  });

  it('need the password of a protected file', async () => {
    const locked = await fixture('documents/encrypted.pdf');
    await expect(draw(locked)).rejects.toMatchObject({ code: 'encrypted' });
    await expect(draw(locked, { password: 'guess' })).rejects.toMatchObject({ code: 'wrong-password' });
    const raster = rasterOf((await draw(locked, { password: 'secret', dpi: 36 })).outputs[0].content);
    expect(raster.frameCount).toBe(2);
    raster.release();
  });

  it('of a file without its end are recovered with a warning; other files are refused', async () => {
    const bytes = new Uint8Array(await (await fixture(REPORT)).arrayBuffer());
    const { outputs, warnings } = await draw(new Blob([bytes.slice(0, bytes.length - 400)]), { dpi: 36 });
    expect(warnings).toEqual([{ code: 'damaged-source' }]);
    rasterOf(outputs[0].content).release();
    await expect(draw(new Blob(['%PDF-1.7\nnothing here']))).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('a PDF as an editable document', () => {
  const partOf = async (to: string, part: string, options: OptionValues = {}): Promise<string> => {
    const { outputs } = await convertWith({ engine, manifest }, { input: await fixture(REPORT), from: 'pdf', to, options });
    const [{ content }] = outputs;
    if (!(content instanceof Blob)) throw new TypeError('no file');
    return strFromU8(unzipSync(new Uint8Array(await content.arrayBuffer()))[part] ?? new Uint8Array());
  };

  it('flows, or keeps line and page ends', async () => {
    const [easy, exact] = await Promise.all(
      ['editable', 'exact'].map((documentLook) => partOf('docx', 'word/document.xml', { documentLook })),
    );
    expect(easy).not.toContain('<w:br/>');
    expect(exact?.match(/<w:br\/>/g)?.length).toBeGreaterThan(5);
    expect(exact?.match(/<w:pageBreakBefore\/>/g)).toHaveLength(1);
  });

  it('is a presentation with one slide per page and its text as text', async () => {
    const [first, second, third] = await Promise.all([1, 2, 3].map((page) => partOf('pptx', `ppt/slides/slide${page}.xml`)));
    expect(first).toContain('Quarterly report');
    expect(first).toContain('<a:tbl>');
    expect(second).toContain('<a:t>');
    expect(third).toBe('');
  });

  it.each(['docx', 'txt', 'md', 'html'])('has text that was typed with a reader, and keeps links, as %s', async (to) => {
    const input = new Blob([annotated('Name and address', 'Hong Gildong')]);
    const { outputs } = await convertWith({ engine, manifest }, { input, from: 'pdf', to });
    const [{ content }] = outputs;
    if (!(content instanceof Blob)) throw new TypeError('no file');
    const bytes = new Uint8Array(await content.arrayBuffer());
    const files = to === 'docx' ? Object.values(unzipSync(bytes)) : [bytes];
    const all = files.map((file) => strFromU8(file)).join('\n');
    expect(all).toContain('Name and address');
    expect(all.split('Hong Gildong')).toHaveLength(2);
    if (to !== 'txt') expect(all).toContain('https://example.org/');
  });
});

describe('what a PDF paints behind its text', () => {
  const SHADED =
    '/Shading<</S <</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 200 0]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>>>>>';
  const PATTERN = `/Pattern<</P <</PatternType 2 /Shading <</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 200 0]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>>>>>>>`;
  const convert = async (to: string, paint: string): Promise<{ readonly xml: string; readonly images: number }> => {
    const content = `${paint} BT /F1 12 Tf 1 g 40 150 Td (Title) Tj ET BT /F1 12 Tf 0 g 40 30 Td (Words below) Tj ET`;
    const input = new Blob([
      fileOf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>${SHADED}${PATTERN}>>>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
        '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      ]),
    ]);
    const { outputs } = await convertWith({ engine, manifest }, { input, from: 'pdf', to });
    const [{ content: file }] = outputs;
    if (!(file instanceof Blob)) throw new TypeError('no file');
    const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
    const part = to === 'docx' ? 'word/document.xml' : 'ppt/slides/slide1.xml';
    return {
      xml: strFromU8(files[part] ?? new Uint8Array()),
      images: Object.keys(files).filter((name) => name.includes('/media/')).length,
    };
  };

  it.each(['docx', 'pptx'])('is a shape in %s, at its place', async (to) => {
    const { xml, images } = await convert(to, '0 0.2 0.4 rg 20 100 160 80 re f');
    expect(xml).toContain('<a:srgbClr val="003366">');
    expect(xml).toMatch(/<a:ext cx="2032000" cy="1016000"\/>/);
    expect(xml).toMatch(to === 'docx' ? /<wp:posOffset>254000</ : /<a:off x="254000" y="254000"\/>/);
    expect(images).toBe(0);
  });

  it.each([
    ['a gradient', 'q 20 100 160 80 re W n /S sh Q'],
    ['an area filled with a gradient', '/Pattern cs /P scn 20 100 160 80 re f'],
    ['an area clipped to a curve', 'q 20 100 m 100 300 180 300 180 100 c W n 0 0.2 0.4 rg 20 100 160 80 re f Q'],
  ])('is an image if it is %s', async (_, paint) => {
    const { xml, images } = await convert('docx', paint);
    expect(images).toBe(1);
    expect(xml).toContain('behindDoc="1"');
  });

  it('is left out on white paper', async () => {
    const { xml } = await convert('docx', '1 1 1 rg 0 0 200 200 re f');
    expect(xml).not.toContain('behindDoc');
  });
});

describe('a PDF as lines and sheets', () => {
  const textOf = async (to: string, options: OptionValues): Promise<string> => {
    const { outputs } = await convertWith({ engine, manifest }, { input: await fixture(REPORT), from: 'pdf', to, options });
    const texts = await Promise.all(outputs.map(async ({ content }) => (content instanceof Blob ? content.text() : '')));
    return texts.join('\n');
  };

  it.each(['txt', 'md', 'html'])('keeps line ends in %s on request', async (to) => {
    const [flowing, lines] = await Promise.all(['flowing', 'lines'].map((textLayout) => textOf(to, { textLayout })));
    const count = (text: string | undefined): number => text?.split(/\n|<br>/).length ?? 0;
    expect(count(lines)).toBeGreaterThan(count(flowing) + 4);
  });

  it('has one sheet per page with all its text, or one per table', async () => {
    const sheets = async (sheetPer: string): Promise<Record<string, Uint8Array>> => {
      const { outputs } = await convertWith(
        { engine, manifest },
        { input: await fixture(REPORT), from: 'pdf', to: 'xlsx', options: { sheetPer } },
      );
      const [{ content }] = outputs;
      if (!(content instanceof Blob)) throw new TypeError('no file');
      return unzipSync(new Uint8Array(await content.arrayBuffer()));
    };
    const [tables, pages] = [await sheets('table'), await sheets('page')];
    const words = (files: Record<string, Uint8Array>): string => strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(strFromU8(pages['xl/workbook.xml'] ?? new Uint8Array())).toMatch(/name="Page 1".*name="Page 2"/);
    expect(words(pages)).toContain('Quarterly report');
    expect(words(tables)).not.toContain('Quarterly report');
    const files = await convertWith(
      { engine, manifest },
      { input: await fixture(REPORT), from: 'pdf', to: 'csv', options: { sheetPer: 'page' } },
    );
    expect(files.outputs.map(({ label }) => label)).toEqual(['page-1', 'page-2']);
  });

  it.each(['txt', 'md', 'xlsx', 'csv'])('has nothing for %s if a page has no text', async (to) => {
    const bare = new Blob([drawing('')]);
    await expect(convertWith({ engine, manifest }, { input: bare, from: 'pdf', to })).rejects.toMatchObject({ code: 'empty' });
  });

  it('stores drawings at the requested density', async () => {
    const weight = async (imageQuality: string): Promise<number> => {
      const { outputs } = await convertWith(
        { engine, manifest },
        { input: new Blob([drawing()]), from: 'pdf', to: 'docx', options: { imageQuality } },
      );
      const [{ content }] = outputs;
      if (!(content instanceof Blob)) throw new TypeError('no file');
      const files = unzipSync(new Uint8Array(await content.arrayBuffer()));
      const png = Object.entries(files).find(([name]) => name.endsWith('.png'))?.[1];
      if (!png) throw new TypeError('no picture');
      return new DataView(png.buffer, png.byteOffset).getUint32(16);
    };
    expect((await weight('high')) / (await weight('low'))).toBeCloseTo(3, 1);
  });
});

describe('a PDF as drawings', () => {
  it('becomes one file per page with positioned text and embedded images', async () => {
    const { outputs } = await convertWith({ engine, manifest }, { input: await fixture(REPORT), from: 'pdf', to: 'svg' });
    expect(outputs.map(({ label }) => label)).toEqual(['page-1', 'page-2']);
    const pages = await Promise.all(outputs.map(async ({ content }) => (content instanceof Blob ? content.text() : '')));
    const first = pages[0] ?? '';
    expect(first).toMatch(/<text [^>]*>Quarterly report/);
    expect(first).toContain('<path d="M');
    expect(pages.join('')).toContain('data:image/jpeg;base64,');
    expect(first).not.toContain('NaN');
  });
});

/** A page with a line of text and a curved shape. */
function drawing(words = 'Words of a page'): string {
  const content = `BT /F1 12 Tf 20 180 Td (${words}) Tj ET 0.2 0.4 0.8 rg 50 40 m 80 140 120 140 150 40 c f`;
  return fileOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]);
}

/** A page with one line in a font of Adobe's Korean character collection. */
/** A page with a line of text, a link, and a text that was typed into it with a reader, once shown, once hidden and once for print only. */
function annotated(text: string, typed: string): string {
  const textAnnotation = (flags: number, rectangle: string, appearance: number): string =>
    `<</Type/Annot/Subtype/FreeText/F ${flags}/Rect${rectangle}/DA(/F1 12 Tf)/Contents(${typed})/AP<</N ${appearance} 0 R>>>>`;
  const streamOf = (content: string): string => `/Length ${content.length}>>stream\n${content}\nendstream`;
  return fileOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[6 0 R 7 0 R 9 0 R 10 0 R]>>',
    `<<${streamOf(`BT /F1 12 Tf 40 300 Td (${text}) Tj ET`)}`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Annot/Subtype/Link/Rect[40 295 140 315]/A<</S/URI/URI(https://example.org/)>>>>',
    textAnnotation(4, '[40 190 240 210]', 8),
    `<</Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F1 5 0 R>>>>${streamOf(`BT /F1 12 Tf 0 5 Td (${typed}) Tj ET`)}`,
    textAnnotation(2, '[40 90 240 110]', 8),
    textAnnotation(32, '[40 50 240 70]', 8),
  ]);
}

function unembedded(text: string): string {
  const codes = [...text].map((character) => character.charCodeAt(0).toString(16).padStart(4, '0')).join('');
  const content = `BT /F1 24 Tf 20 20 Td <${codes}> Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 120 60]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type0/BaseFont/HYSMyeongJo-Medium/Encoding/UniKS-UCS2-H/DescendantFonts[6 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/HYSMyeongJo-Medium/CIDSystemInfo<</Registry(Adobe)/Ordering(Korea1)/Supplement 1>>/DW 1000/FontDescriptor 7 0 R>>',
    '<</Type/FontDescriptor/FontName/HYSMyeongJo-Medium/Flags 6/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 880/Descent -120/StemV 80>>',
  ];
  return fileOf(objects);
}

/** Number of resolutions, color and file of images: `convert -size 256x256 xc:#3060c0 -define jp2:number-resolutions=N`, compressed with loss. */
const FLAT_JPEG_2000 = [
  [
    1,
    [44, 92, 188],
    '/0//UQAvAAAAAAEAAAABAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAAADBwEBBwEBBwEB/1IADAAAAAEBAAQEAAH/XAAEQED/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAAGOAAH/k/Dnz+fPnz58/nz+fPnz584RUFSv/3/pEVBUr/9/6RFQVK//f+kRUFSv/3/pEVBUr/9/6RFQVK//f+kRUFSv/3/pEVBUr/9/6RFQVK//f+kRUFSv/3/pEVBUr/9/6RFQVK//f+kRUFSv/3/pEVBUr/9/6RFQVK//f+kRUFSv/3/p858/nz58+fP58/nz58+fOBQAXK//f74UAFyv/3++FABcr/9/vhQAXK//f74UAFyv/3++FABcr/9/vhQAXK//f74UAFyv/3++FABcr/9/vhQAXK//f74UAFyv/3++FABcr/9/vhQAXK//f74UAFyv/3++FABcr/9/vhQAXK//f77xz5/Pnz58+fz5/Pnz58+cEVBUr/9/vhFQVK//f74RUFSv/3++EVBUr/9/vhFQVK//f74RUFSv/3++EVBUr/9/vhFQVK//f74RUFSv/3++EVBUr/9/vhFQVK//f74RUFSv/3++EVBUr/9/vhFQVK//f74RUFSv/3++EVBUr/9/vv/Z',
  ],
  [
    2,
    [68, 116, 212],
    '/0//UQAvAAAAAAEAAAABAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAAADBwEBBwEBBwEB/1IADAAAAAEBAQQEAAH/XAAHQEBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAABUAAH/k4DmfPnzgBQAXK//f74UAFyv/3++FABcr/9/vhQAXK//f77jPnz5wBFQVK//f74RUFSv/3++EVBUr/9/vhFQVK//f76AgID/2Q==',
  ],
] as const;

function withJpeg2000(base64: string): Blob {
  const image = atob(base64);
  const content = 'q 36 0 0 36 10 10 cm /I Do Q';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 56 56]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    `<</Type/XObject/Subtype/Image/Width 256/Height 256/Filter/JPXDecode/Length ${image.length}>>stream\n${image}\nendstream`,
  ];
  return new Blob([Uint8Array.from(fileOf(objects), (letter) => letter.charCodeAt(0))]);
}

function fileOf(objects: readonly string[]): string {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return `%PDF-1.4\n${body}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\n%%EOF\n`;
}
