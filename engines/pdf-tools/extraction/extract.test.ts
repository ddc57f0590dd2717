import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Warning } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { readPngPixels } from '@bakkum/document-pages/png';
import { PDFDocument, PDFHexString, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { contextFor, convertWith } from '../../../tests/engine-context.ts';
import { hasProgram } from '../../../tests/native.ts';
import { removeFiles, saved } from '../../../tests/pdf/judged-files.ts';
import { fileOf, madePages, madeRich } from '../../../tests/pdf/made-documents.ts';
import { partOf } from '../document/assemble.ts';
import { engine } from '../engine.ts';
import { manifest } from '../manifest.ts';
import { attachmentBytes, attachmentsIn } from './attachments.ts';

afterAll(removeFiles);

const HAS_JUDGES = hasProgram('pdfimages') && hasProgram('pdfdetach');
const JPEG = readFileSync(path.resolve(import.meta.dirname, '../../../tests/fixtures/images/jpeg.jpg'));
const JP2 = readFileSync(path.resolve(import.meta.dirname, '../../../tests/fixtures/images/jp2.jp2'));

type Extracted = { readonly files: Readonly<Record<string, Uint8Array>>; readonly warnings: readonly Warning[] };

async function extracted(input: Blob, options: OptionValues = {}): Promise<Extracted> {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from: 'pdf', to: 'zip', options });
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('no file');
  return { files: unzipSync(new Uint8Array(await content.arrayBuffer())), warnings };
}

type Image = Readonly<Record<string, string | number | boolean | readonly number[] | PDFRef>>;

function addImage(document: PDFDocument, bytes: Uint8Array, entries: Image, page = document.addPage([200, 200])): PDFRef {
  const { context } = document;
  const ref = context.register(context.stream(bytes, { Type: 'XObject', Subtype: 'Image', BitsPerComponent: 8, ...entries }));
  page.node.setXObject(PDFName.of(`Im${ref.objectNumber}`), ref);
  page.node.set(PDFName.of('Contents'), context.register(context.stream(`100 0 0 100 0 0 cm /Im${ref.objectNumber} Do`)));
  return ref;
}

const ramp = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 7) % 256);

describe('images', () => {
  it('are the stored JPEG and JPEG 2000 files, each once, in the order of the pages', async () => {
    const document = await PDFDocument.create();
    const photo = await document.embedJpg(JPEG);
    for (let at = 0; at < 3; at += 1) document.addPage([200, 200]).drawImage(photo);
    addImage(document, JP2, { Width: 64, Height: 48, Filter: 'JPXDecode' });
    const { files, warnings } = await extracted(await fileOf(document));
    expect(Object.keys(files)).toEqual(['image-001.jpg', 'image-002.jp2']);
    expect(Buffer.from(files['image-001.jpg'] ?? []).equals(JPEG)).toBe(true);
    expect(Buffer.from(files['image-002.jp2'] ?? []).equals(JP2)).toBe(true);
    expect(warnings).toEqual([]);
  });

  it('are PNG with their masks applied', async () => {
    const document = await PDFDocument.create();
    const { context } = document;
    const size = { Width: 8, Height: 4 };
    const opacity = context.register(
      context.stream(ramp(32), { Type: 'XObject', Subtype: 'Image', ColorSpace: 'DeviceGray', BitsPerComponent: 8, ...size }),
    );
    addImage(document, ramp(96), { ...size, ColorSpace: 'DeviceRGB', SMask: opacity });
    const { files } = await extracted(await fileOf(document));
    expect(Object.keys(files)).toEqual(['image-001.png']);
    const image = readPngPixels(files['image-001.png'] ?? new Uint8Array());
    expect([image?.width, image?.height]).toEqual([8, 4]);
    const samples = ramp(96);
    for (let at = 0; at < 32; at += 1) {
      const alpha = ramp(32)[at] ?? 0;
      expect(image?.data[at * 4 + 3]).toBe(alpha);
      if (alpha > 0) for (let part = 0; part < 3; part += 1) expect(image?.data[at * 4 + part]).toBe(samples[at * 3 + part]);
    }
  });

  it.skipIf(!HAS_JUDGES)('have the pixels that pdfimages finds', async () => {
    const document = await PDFDocument.create();
    const { context } = document;
    addImage(document, ramp(48 * 20 * 3), { Width: 48, Height: 20, ColorSpace: 'DeviceRGB' });
    addImage(document, ramp(40 * 10), { Width: 40, Height: 10, ColorSpace: 'DeviceGray' });
    addImage(document, ramp(6 * 10), { Width: 41, Height: 10, ColorSpace: 'DeviceGray', BitsPerComponent: 1 });
    const palette = context.obj([PDFName.of('Indexed'), PDFName.of('DeviceRGB'), 255, PDFHexString.of('10f0a0'.repeat(256))]);
    addImage(document, ramp(30 * 10), { Width: 30, Height: 10, ColorSpace: context.register(palette) });
    const file = await fileOf(document);
    const { files } = await extracted(file);
    const place = await saved(file);
    const folder = `${place}-images`;
    mkdirSync(folder);
    execFileSync('pdfimages', ['-png', place, `${folder}/x`]);
    const theirs = readdirSync(folder).toSorted();
    expect(theirs).toHaveLength(4);
    expect(Object.keys(files)).toHaveLength(4);
    for (const [at, other] of theirs.entries()) {
      const own = readPngPixels(files[`image-00${at + 1}.png`] ?? new Uint8Array());
      const plain = execFileSync('convert', [path.join(folder, other), '-depth', '8', 'rgba:-']);
      expect(Buffer.from(own?.data ?? []).equals(plain)).toBe(true);
    }
  });

  it('are limited to the listed pages', async () => {
    const document = await PDFDocument.create();
    for (const width of [4, 5, 6]) addImage(document, ramp(width), { Width: width, Height: 1, ColorSpace: 'DeviceGray' });
    const { files } = await extracted(await fileOf(document), { pages: '3,2' });
    const widths = Object.values(files).map((file) => readPngPixels(file)?.width);
    expect(widths).toEqual([6, 5]);
  });

  it('that are damaged or too large are left out with a warning', async () => {
    const document = await PDFDocument.create();
    addImage(document, ramp(4), { Width: 4, Height: 1, ColorSpace: 'DeviceGray' });
    addImage(document, ramp(4), { Width: 100_000, Height: 100_000, ColorSpace: 'DeviceGray' });
    const { files, warnings } = await extracted(await fileOf(document));
    expect(Object.keys(files)).toEqual(['image-001.png']);
    expect(warnings).toEqual([{ code: 'pictures-dropped' }]);
  });

  it('that refer to much of the file are copied up to a limit', async () => {
    const document = await PDFDocument.create();
    const { context } = document;
    const much = context.register(context.obj(Array.from({ length: 300_000 }, () => 1)));
    for (let at = 0; at < 12; at += 1)
      addImage(document, ramp(4), { Width: 4, Height: 1, ColorSpace: 'DeviceGray', Decode: [1, 0], Other: much });
    const { files, warnings } = await extracted(await fileOf(document));
    expect(Object.keys(files).length).toBeLessThan(12);
    expect(warnings).toEqual([{ code: 'pictures-dropped' }]);
  });

  it('that contain each other are visited once', async () => {
    const document = await PDFDocument.create();
    const { context } = document;
    const [one, other] = [context.nextRef(), context.nextRef()];
    for (const [ref, to] of [
      [one, other],
      [other, one],
    ] as const)
      context.assign(ref, context.stream('', { Subtype: 'Form', BBox: [0, 0, 1, 1], Resources: { XObject: { A: to, B: to } } }));
    document.addPage([10, 10]).node.setXObject(PDFName.of('Loop'), one);
    await expect(extracted(await fileOf(document))).rejects.toMatchObject({ code: 'empty' });
  });
});

describe('attachments', () => {
  it.skipIf(!HAS_JUDGES)('have the content that pdfdetach finds', async () => {
    const document = await madeRich('one', 1);
    await document.attach(new TextEncoder().encode('값,1\n'), '자료.csv', { modificationDate: new Date('2024-05-06T07:08:10Z') });
    const file = await fileOf(document);
    const { files } = await extracted(file, { extract: 'attachments' });
    const place = await saved(file);
    const folder = `${place}-attached`;
    mkdirSync(folder);
    execFileSync('pdfdetach', ['-saveall', '-o', folder, place]);
    expect(Object.keys(files).toSorted()).toEqual(readdirSync(folder).toSorted());
    for (const [name, content] of Object.entries(files))
      expect(Buffer.from(content).equals(readFileSync(path.join(folder, name)))).toBe(true);
  });

  it('pinned to pages are included', async () => {
    const document = await madePages('one', 1);
    const { context } = document;
    const content = context.register(context.flateStream('pinned', { Type: 'EmbeddedFile' }));
    const spec = context.obj({ Type: 'Filespec', F: PDFHexString.fromText('C:\\Users\\kim\\note.txt'), EF: { F: content } });
    document.getPage(0).node.addAnnot(context.register(context.obj({ Subtype: 'FileAttachment', Rect: [0, 0, 9, 9], FS: spec })));
    const { files } = await extracted(await fileOf(document));
    expect(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([['note.txt', 'pinned']]);
  });

  it('cannot leave the folder, and equal names are numbered', async () => {
    const document = await madePages('one', 1);
    for (const [at, given] of ['../../etc/passwd', '/tmp/passwd', '..', 'a\u202etxt.exe', 'CON'].entries())
      await document.attach(Uint8Array.of(at), given);
    const { files } = await extracted(await fileOf(document));
    expect(Object.keys(files).toSorted()).toEqual(['_CON', '__', 'atxt.exe', 'passwd', 'passwd (2)']);
  });

  it('in a folder of their own beside images', async () => {
    const document = await madeRich('one', 1);
    addImage(document, ramp(4), { Width: 4, Height: 1, ColorSpace: 'DeviceGray' });
    const { files } = await extracted(await fileOf(document));
    expect(Object.keys(files)).toEqual(['images/image-001.png', 'attachments/note.txt']);
  });

  it('of pages that share one long list take linear time', async () => {
    const document = await madePages('one', 2000);
    const { context } = document;
    const note = context.obj({ Subtype: 'FileAttachment' });
    const shared = context.register(context.obj(Array.from({ length: 100_000 }, () => note)));
    for (const page of document.getPages()) page.node.set(PDFName.of('Annots'), shared);
    expect(attachmentsIn(partOf(document))).toEqual([]);
  });

  it('that are damaged or packed in several layers are not unpacked', async () => {
    const document = await madePages('one', 1);
    const { context } = document;
    const made = (bytes: Uint8Array, filter: readonly string[]) => {
      const stream = context.stream(bytes, {});
      stream.dict.set(PDFName.of('Filter'), context.obj(filter.map((each) => PDFName.of(each))));
      return { name: 'a', stream, modifiedAt: undefined };
    };
    const { signal } = contextFor(manifest);
    expect(await attachmentBytes(made(ramp(100), ['FlateDecode']), signal)).toBeUndefined();
    expect(await attachmentBytes(made(ramp(100), ['FlateDecode', 'FlateDecode']), signal)).toBeUndefined();
    expect(await attachmentBytes(made(new TextEncoder().encode('6869>'), ['ASCIIHexDecode']), signal)).toEqual(
      new TextEncoder().encode('hi'),
    );
    expect(attachmentsIn(partOf(document))).toEqual([]);
  });
});

describe('extraction', () => {
  it.skipIf(!hasProgram('qpdf'))('opens protected files with their password', async () => {
    const plain = await saved(await fileOf(await madeRich('one', 1)));
    execFileSync('qpdf', ['--encrypt', 'secret', 'owner', '256', '--', plain, `${plain}.sealed`]);
    const file = new Blob([readFileSync(`${plain}.sealed`)]);
    await expect(extracted(file)).rejects.toMatchObject({ code: 'encrypted' });
    const { files } = await extracted(file, { password: 'secret' });
    expect(Buffer.from(files['note.txt'] ?? []).toString()).toBe('attached to one');
  });

  it('of a file without images and attachments is refused', async () => {
    await expect(extracted(await fileOf(await madePages('one', 1)))).rejects.toMatchObject({ code: 'empty' });
  });
});
