/** Files that once took minutes or hung. If one does again, the time limit of the tests fails it. */
import { deflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFCrossRefStream,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { contextFor } from '../../tests/engine-context.ts';
import { edit, removeFiles } from '../../tests/pdf/judged-files.ts';
import { fileOf, madePages } from '../../tests/pdf/made-documents.ts';
import { printedSizes } from './compression/image-sizes.ts';
import { partOf } from './document/assemble.ts';
import { pruneFields, removeSignatures } from './document/form-fields.ts';
import { reopen } from './document/open.ts';
import { readPageLabels } from './document/page-labels.ts';
import { UniqueNames } from './document/unique-names.ts';
import { startUnpacking, unpack } from './document/unpacking.ts';
import { makeGray } from './grayscale/grayscale.ts';
import { manifest } from './manifest.ts';
import { flatten } from './marks/flatten.ts';
import { orderEntriesQuickly } from './output/ordered-entries.ts';
import { pageAsForm, pageContent } from './pages/content.ts';

afterEach(() => startUnpacking());
afterAll(removeFiles);

/** Each field has the next one twice as a child: 2^60 paths lead to the last one. */
async function sharedFields(): Promise<PDFDocument> {
  const document = await madePages('one', 2);
  const { context } = document;
  let field = context.register(context.obj({ T: PDFString.of('last'), FT: 'Tx', Subtype: 'Widget', Rect: [0, 0, 1, 1] }));
  for (let depth = 0; depth < 60; depth += 1)
    field = context.register(context.obj({ T: PDFString.of('a'), Kids: [field, field] }));
  document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field, field] }));
  return document;
}

describe('fields that share their children', () => {
  it('are visited once when signatures are removed', async () => {
    expect(removeSignatures(await sharedFields())).toBe(false);
  });

  it('are visited once when pages are removed', async () => {
    const document = await sharedFields();
    pruneFields(document);
    const form = document.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
    expect(form.lookup(PDFName.of('Fields'))).toHaveProperty('array.length', 1);
  });

  it('do not stop an edit', async () => {
    const { files } = await edit([await fileOf(await sharedFields())], { pages: '1' });
    expect(files).toHaveLength(1);
  });
});

it('equal names take linear time', () => {
  const names = new UniqueNames(['note.txt']);
  const taken = Array.from({ length: 200_000 }, () => names.take('note', '.txt'));
  expect([taken[0], taken.at(-1), new Set(taken).size]).toEqual(['note-2.txt', 'note-200001.txt', 200_000]);
  expect([names.take('other'), names.take('note-7', '.txt')]).toEqual(['other', 'note-7-2.txt']);
});

it('page labels take linear time', async () => {
  const document = await PDFDocument.create();
  const ranges = Array.from({ length: 100_000 }, (_, at) => [at * 2, document.context.obj({ S: 'r' })] as const).flat();
  document.catalog.set(PDFName.of('PageLabels'), document.context.obj({ Nums: ranges }));
  const labels = readPageLabels(document, 200_000);
  expect(labels?.slice(4, 6).map((label) => label?.lookup(PDFName.of('St'), PDFNumber).asNumber())).toEqual([1, 2]);
});

it('annotations take linear time to flatten', async () => {
  const document = await madePages('one', 1);
  const { context } = document;
  const look = context.register(context.stream('q Q', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] }));
  const stamp = context.register(context.obj({ Subtype: 'Stamp', Rect: [0, 0, 1, 1], AP: { N: look } }));
  document.getPage(0).node.set(PDFName.of('Annots'), context.obj(Array.from({ length: 100_000 }, () => stamp)));
  expect(flatten(partOf(document))).toBe(0);
  expect(document.getPage(0).node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).keys()).toHaveLength(100_000);
});

it('entries of a cross-reference stream take linear time', async () => {
  orderEntriesQuickly();
  const { context } = await PDFDocument.create();
  const stream = PDFCrossRefStream.create(context.obj({}));
  let compared = 0;
  for (const number of [...Array.from({ length: 50_000 }, (_, at) => at + 1), 7]) {
    const ref = PDFRef.of(number);
    Object.defineProperty(ref, 'objectNumber', {
      get: () => {
        compared += 1;
        return number;
      },
      configurable: true,
    });
    stream.addUncompressedEntry(ref, number);
    Object.defineProperty(ref, 'objectNumber', { value: number, writable: true, configurable: true });
  }
  expect(compared).toBeLessThan(500_000);
  expect(stream).toHaveProperty('entries.length', 50_002);
  expect(stream).toHaveProperty('entries.8.offset', 7);
});

const MEGABYTE = 1024 * 1024;

/** A stream of spaces, packed twice. */
function bombOf(document: PDFDocument, megabytes: number): PDFRawStream {
  const once = deflateSync(Buffer.alloc(megabytes * MEGABYTE, ' '));
  const dict = document.context.obj({ Type: 'XObject', Subtype: 'Form', Filter: ['FlateDecode', 'FlateDecode'] });
  return PDFRawStream.of(dict, deflateSync(once));
}

describe('streams that unpack to more than the limit', () => {
  it('are refused while they are unpacked', async () => {
    const bomb = bombOf(await PDFDocument.create(), 8);
    expect(bomb.contents.length).toBeLessThan(1024);
    expect(unpack(bomb)).toHaveLength(8 * MEGABYTE);
    startUnpacking(20 * MEGABYTE);
    expect(unpack(bomb)).toHaveLength(8 * MEGABYTE);
    expect(() => Array.from({ length: 3 }, () => unpack(bomb))).toThrow('too many bytes');
  });

  it('are refused when the file is opened', async () => {
    const document = await madePages('one', 1);
    const once = deflateSync(Buffer.from(`90 0 (${' '.repeat(8 * MEGABYTE)})`));
    // pdf-lib writes no object stream that it has not made, so the type is set afterwards.
    const entries = { Type: 'ObjXxx', N: 1, First: 5, Filter: ['FlateDecode', 'FlateDecode'] };
    document.context.register(document.context.stream(deflateSync(once), entries));
    const saved = Buffer.from(await document.save({ useObjectStreams: false }));
    const bytes = Buffer.from(saved.toString('latin1').replace('ObjXxx', 'ObjStm'), 'latin1');
    startUnpacking(4 * MEGABYTE);
    await expect(reopen(bytes)).rejects.toMatchObject({ code: 'too-large' });
  });

  it('are refused as the content of a page that names one of them many times', async () => {
    const document = await madePages('one', 1);
    const page = document.getPage(0).node;
    const content = document.context.register(bombOf(document, 20));
    page.set(PDFName.of('Contents'), document.context.obj(Array.from({ length: 1000 }, () => content)));
    expect(() => pageContent(page)).toThrow('too many bytes');
    expect(() => pageAsForm(page, { x: 0, y: 0, width: 1, height: 1 })).toThrow('too many bytes');
  });

  it('are not followed when a form is drawn many times', async () => {
    const document = await madePages('one', 1);
    const { context } = document;
    const page = document.getPage(0).node;
    page.set(PDFName.of('Resources'), context.obj({ XObject: { F: context.register(bombOf(document, 4)) } }));
    page.set(PDFName.of('Contents'), context.register(context.stream('/F Do\n'.repeat(100_000))));
    expect(printedSizes(partOf(document))).toBeUndefined();
  });
});

it('images drawn with matrices that overflow have no printed size', async () => {
  const document = await madePages('one', 1);
  const { context } = document;
  const page = document.getPage(0).node;
  const image = context.register(context.stream('x', { Subtype: 'Image' }));
  page.set(PDFName.of('Resources'), context.obj({ XObject: { I: image } }));
  const huge = '1e308 0 0 1e308 0 0 cm ';
  page.set(PDFName.of('Contents'), context.register(context.stream(`${huge}${huge}/I Do 0 0 0 0 0 0 cm /I Do`)));
  expect(printedSizes(partOf(document))?.size).toBe(0);
});

describe('a document made gray', () => {
  const makeGrayIn = async (document: PDFDocument) => makeGray(partOf(document), contextFor(manifest), () => undefined);

  it('calculates functions once that others share', async () => {
    const document = await madePages('one', 1);
    const { context } = document;
    let shade = context.register(context.obj({ FunctionType: 2, Domain: [0, 1], C0: [1, 0, 0], C1: [0, 1, 0], N: 1 }));
    for (let depth = 0; depth < 8; depth += 1)
      shade = context.register(
        context.obj({
          FunctionType: 3,
          Domain: [0, 1],
          Functions: Array.from({ length: 40 }, () => shade),
          Bounds: [],
          Encode: [],
        }),
      );
    const table = context.register(
      context.flateStream(new Uint8Array(3_000_000), {
        FunctionType: 0,
        BitsPerSample: 8,
        Domain: [0, 1],
        Range: [0, 1, 0, 1, 0, 1],
        Size: [1_000_000],
      }),
    );
    const spaces = context.obj({ CS: context.obj(['Separation', 'Spot', 'DeviceRGB', shade]) });
    for (let at = 0; at < 5000; at += 1)
      spaces.set(PDFName.of(`S${at}`), context.obj(['Separation', `Spot${at}`, 'DeviceRGB', table]));
    document.getPage(0).node.Resources()?.set(PDFName.of('ColorSpace'), spaces);
    expect(await makeGrayIn(document)).toBe(0);
    const made = spaces.lookup(PDFName.of('S4999'), PDFArray).lookup(2);
    expect(made).toBe(PDFName.of('DeviceGray'));
  });

  it('takes linear time if pages and fonts share what they use', async () => {
    const document = await madePages('one', 1);
    const { context } = document;
    const many = context.obj(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`S${at}`, 'DeviceGray'])));
    const spaces = context.register(many);
    const glyphs = context.register(context.obj(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`g${at}`, 1]))));
    const numbers = context.register(context.obj(Array.from({ length: 10_000 }, () => 1)));
    const appearance = context.register(PDFString.of('0.5 0.1 0.2 rg '.repeat(10_000)));
    const contents = context.register(context.flateStream('0.5 0.1 0.2 rg '.repeat(10_000)));
    const filters = context.register(context.obj(Array.from({ length: 10_000 }, () => PDFName.of('Odd'))));
    const used = Array.from({ length: 10_000 }, () => {
      const stream = context.stream('', { Subtype: 'Image', Width: 1, Height: 1, ColorSpace: 'DeviceRGB', BitsPerComponent: 8 });
      stream.dict.set(PDFName.of('Filter'), filters);
      context.register(stream);
      return context.register(
        context.obj({
          ColorSpace: spaces,
          CharProcs: glyphs,
          Rect: [],
          Subtype: 'Circle',
          C: numbers,
          IC: numbers,
          DA: appearance,
        }),
      );
    });
    document.catalog.set(PDFName.of('Used'), context.obj(used));
    for (let at = 0; at < 1000; at += 1) document.addPage([10, 10]).node.set(PDFName.of('Contents'), contents);
    await makeGrayIn(document);
    expect(document.getPage(1).node.get(PDFName.of('Contents'))).toBe(document.getPage(1000).node.get(PDFName.of('Contents')));
    expect(document.getPage(1).node.get(PDFName.of('Contents'))).not.toBe(contents);
  });
});
