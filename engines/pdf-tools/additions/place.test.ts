import { execFileSync } from 'node:child_process';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../../tests/native.ts';
import { check, edit, infoOf, outlineOf, removeFiles, textIn } from '../../../tests/pdf/judged-files.ts';
import { fileOf, madeFile, madePages, madeRich } from '../../../tests/pdf/made-documents.ts';

afterAll(removeFiles);

const HAS_JUDGES = ['pdftotext', 'pdfimages', 'pdftoppm', 'qpdf'].every(hasProgram);

const add = async (file: Blob, additions: readonly unknown[], more = {}) =>
  edit([file], { additions: JSON.stringify(additions), ...more });

type Word = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** The box of a word, from the upper left corner of the page as displayed. */
function wordIn(file: string, word: string): Word {
  const found = new RegExp(`xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">${word}<`).exec(
    execFileSync('pdftotext', ['-bbox', '-cropbox', file, '-'], { encoding: 'utf8' }),
  );
  const [left = Number.NaN, top = Number.NaN, right = Number.NaN, bottom = Number.NaN] = (found ?? []).slice(1).map(Number);
  return { left, top, right, bottom };
}

/** Red, green and blue of a point of the first page as displayed; one pixel per point. */
function pixelOf(file: string, x: number, y: number): readonly number[] {
  const args = ['-r', '72', '-cropbox', '-f', '1', '-l', '1', '-x', String(x), '-y', String(y), '-W', '1', '-H', '1', file];
  return [...execFileSync('pdftoppm', args).subarray(-3)];
}

/** A PNG of one color, with opacity from 0 to 255. */
function pngOf(size: number, [red, green, blue, opacity]: readonly [number, number, number, number], claimed = size): string {
  const row = Buffer.concat([
    Buffer.of(0),
    Buffer.concat(Array.from({ length: size }, () => Buffer.of(red, green, blue, opacity))),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claimed, 0);
  header.writeUInt32BE(claimed, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const chunk = (kind: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)]);
  };
  const rows = deflateSync(Buffer.concat(Array.from({ length: size }, () => row)));
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const file = Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
  return `data:image/png;base64,${file.toString('base64')}`;
}

const IMAGE = { type: 'image', x: 50, y: 20, width: 40, image: pngOf(8, [255, 0, 0, 255]) };
const TEXT = { type: 'text', x: 30, y: 20, text: 'Signed', size: 20 };

describe.skipIf(!HAS_JUDGES)('added text', () => {
  it('is searchable in every script, with embedded fonts', async () => {
    const text = '서명: 홍길동\n<Kim> & 日本 Привет';
    const { file, warnings } = await add(await madeFile('one', 3), [{ type: 'text', pages: '2', x: 20, y: 10, text, size: 11 }]);
    expect(warnings).toEqual([]);
    expect(check(file)).toContain('No syntax');
    const pages = textIn(file);
    for (const part of ['서명: 홍길동', '<Kim> & 日本 Привет', 'one 2']) expect(pages[1]).toContain(part);
    expect([pages[0], pages[2]]).toEqual(['one 1', 'one 3']);
    const fonts = execFileSync('pdffonts', [file], { encoding: 'utf8' });
    expect(fonts).toMatch(/NanumGothic\S* +CID TrueType +Identity-H +yes yes yes/);
    expect(fonts).toMatch(/NotoSans\S* +CID TrueType +Identity-H +yes yes yes/);
  });

  it('has its font and color', async () => {
    const look = { font: 'serif', bold: true, italic: true, colour: '#0000ff' };
    const { file } = await add(await madeFile('one', 1), [{ ...TEXT, text: 'MM', size: 40, ...look }]);
    const pixels = execFileSync('pdftoppm', ['-r', '72', file]);
    expect(pixels.includes(Buffer.of(255, 255, 255, 0, 0, 255))).toBe(true);
    const korean = await add(await madeFile('one', 1), [{ ...TEXT, text: '홍 Kim', font: 'serif' }]);
    expect(execFileSync('pdffonts', [korean.file], { encoding: 'utf8' })).toMatch(/LibertinusSerif[\s\S]*NanumMyeongjo/);
  });

  const place = { left: 30, top: 20, height: 20 * 1.25 };

  it.each([0, 90, 180, 270])('is upright at its place on a page rotated by %i degrees with a shifted box', async (rotation) => {
    const document = await madePages('one', 1, [400, 500]);
    document.getPage(0).setCropBox(50, 100, 250, 300);
    document.getPage(0).node.set(PDFName.of('Rotate'), PDFNumber.of(rotation));
    const { file } = await add(await fileOf(document), [TEXT]);
    const { left, top, bottom } = wordIn(file, 'Signed');
    expect(left).toBeCloseTo(place.left, -0.5);
    expect(top).toBeGreaterThan(place.top - 5);
    expect(bottom).toBeLessThan(place.top + place.height + 5);
    expect(check(file)).toContain('No syntax');
  });

  it('is on the pages of the result, in units of the page', async () => {
    const document = await madePages('one', 2, [300, 300]);
    for (const page of document.getPages()) page.node.set(PDFName.of('UserUnit'), PDFNumber.of(2));
    const { file } = await add(await fileOf(document), [{ ...TEXT, pages: 1 }], { pages: '2@90' });
    expect(textIn(file)).toHaveLength(1);
    const { left, top } = wordIn(file, 'Signed');
    expect(left).toBeCloseTo(place.left, -0.5);
    expect(top).toBeGreaterThan(place.top - 5);
    expect(infoOf(file)).toContain('Pages:           1');
  });

  it('is drawn within a page that leaves its graphics state changed', async () => {
    const document = await madePages('one', 1, [300, 300]);
    const { context } = document;
    const odd = context.register(context.stream('q 0.1 0 0 0.1 500 500 cm 1 0 0 rg'));
    document.getPage(0).node.set(PDFName.of('Contents'), context.obj([odd]));
    const { file } = await add(await fileOf(document), [TEXT]);
    expect(wordIn(file, 'Signed').left).toBeCloseTo(place.left, -0.5);
  });
});

describe.skipIf(!HAS_JUDGES)('added images', () => {
  it('keep proportions and transparency, and are stored once for all pages', async () => {
    const glass = { ...IMAGE, x: 110, image: pngOf(8, [0, 0, 255, 0]) };
    const { file } = await add(await madeFile('one', 20), [IMAGE, glass]);
    expect(check(file)).toContain('No syntax');
    expect(pixelOf(file, 70, 40)).toEqual([255, 0, 0]);
    expect(pixelOf(file, 70, 62)).toEqual([255, 255, 255]);
    expect(pixelOf(file, 130, 40)).toEqual([255, 255, 255]);
    const rows = execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' }).trim().split('\n').slice(2);
    const objects = rows.map((row) => row.trim().split(/ +/).slice(2, 11).join(' '));
    expect(new Set(objects).size).toBeLessThanOrEqual(4);
    expect(objects.some((row) => row.startsWith('smask 8 8'))).toBe(true);
  });

  it('are stretched if both sides are given', async () => {
    const { file } = await add(await madeFile('one', 1), [{ ...IMAGE, height: 10 }]);
    expect([pixelOf(file, 70, 25), pixelOf(file, 70, 35)]).toEqual([
      [255, 0, 0],
      [255, 255, 255],
    ]);
  });

  it('that cannot be read or have too many pixels are refused', async () => {
    const broken = { ...IMAGE, image: 'data:image/png;base64,aGVsbG8=' };
    await expect(add(await madeFile('one', 1), [broken])).rejects.toMatchObject({ code: 'invalid-options' });
    const truncated = { ...IMAGE, image: pngOf(8, [255, 0, 0, 255], 1000) };
    await expect(add(await madeFile('one', 1), [truncated])).rejects.toMatchObject({ code: 'invalid-options' });
    const bomb = { ...IMAGE, image: pngOf(8, [255, 0, 0, 255], 20_000) };
    await expect(add(await madeFile('one', 1), [bomb])).rejects.toMatchObject({ code: 'too-large' });
    const many = [1, 2, 3].map((red) => ({ ...IMAGE, image: pngOf(8, [red, 0, 0, 255], 6000) }));
    await expect(add(await madeFile('one', 1), many)).rejects.toMatchObject({ code: 'too-large' });
    const same = Array.from({ length: 3 }, () => ({ ...IMAGE, image: pngOf(8, [1, 0, 0, 255], 6000) }));
    await expect(add(await madeFile('one', 1), same)).rejects.toMatchObject({ code: 'invalid-options' });
  });
});

describe.skipIf(!HAS_JUDGES)('added drawings', () => {
  it('are vector lines at their place', async () => {
    const drawing = { type: 'drawing', x: 20, y: 20, width: 100, path: 'M0 10Q50 10 100 10L100 20', box: [100, 20], stroke: 4 };
    const { file } = await add(await madeFile('one', 1), [{ ...drawing, colour: '#008000' }]);
    expect([pixelOf(file, 70, 30), pixelOf(file, 120, 38), pixelOf(file, 70, 25)]).toEqual([
      [0, 128, 0],
      [0, 128, 0],
      [255, 255, 255],
    ]);
    expect(execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' }).trim().split('\n')).toHaveLength(2);
  });
});

describe.skipIf(!HAS_JUDGES)('a file with additions', () => {
  it('keeps bookmarks, links, fields and attachments', async () => {
    const document = await madeRich('one', 3);
    const { file, warnings } = await add(await fileOf(document), [TEXT, IMAGE]);
    expect(warnings).toEqual([]);
    expect(outlineOf(file)).toHaveLength(4);
    const again = await PDFDocument.load(await (await fileOf(document)).arrayBuffer());
    expect(again.getForm().getFields()).toHaveLength(3);
    expect(execFileSync('pdfdetach', ['-list', file], { encoding: 'utf8' })).toContain('note.txt');
  });

  it('has them in gray if it is made gray, like the rest', async () => {
    const { file } = await add(await madeFile('one', 1), [IMAGE], { grayscale: true });
    const [red, green, blue] = pixelOf(file, 70, 40);
    expect([red === green, green === blue, red === 255]).toEqual([true, true, false]);
  });

  it('tells how many are on missing pages', async () => {
    const { file, warnings } = await add(await madeFile('one', 2), [TEXT, { ...TEXT, pages: '7' }, { ...TEXT, pages: '8-9' }]);
    expect(warnings).toEqual([{ code: 'additions-not-placed', params: { count: 2 } }]);
    expect(textIn(file)[1]).toContain('Signed');
  });
});

describe('additions that are not valid', () => {
  it.each([
    '{',
    '{}',
    '[1]',
    '[null]',
    '[{"type":"stamp","x":0,"y":0}]',
    '[{"type":"text","x":0,"y":0,"text":" "}]',
    '[{"type":"text","x":"0","y":0,"text":"a"}]',
    '[{"type":"text","x":0,"y":0,"text":"a","colour":"red\\"/>"}]',
    '[{"type":"text","x":0,"y":0,"text":"a","pages":"a"}]',
    '[{"type":"text","x":0,"y":0,"text":"a","size":1e9}]',
    '[{"type":"image","x":0,"y":0,"width":5,"image":"https://example.com/a.png"}]',
    '[{"type":"image","x":0,"y":0,"width":5,"image":"data:image/svg+xml;base64,PHN2Zy8+"}]',
    '[{"type":"drawing","x":0,"y":0,"width":5,"box":[5,0],"stroke":1,"path":"M0 0"}]',
    '[{"type":"drawing","x":0,"y":0,"width":5,"box":[5,5],"stroke":1,"path":"M0 0\\"/><image/>"}]',
  ])('%s is refused', async (additions) => {
    await expect(edit([await madeFile('one', 1)], { additions })).rejects.toMatchObject({ code: 'invalid-options' });
  });

  it('names the wrong value', async () => {
    const additions = JSON.stringify([TEXT, { ...TEXT, size: -1 }]);
    await expect(edit([await madeFile('one', 1)], { additions })).rejects.toThrow('additions[1].size');
  });
});
