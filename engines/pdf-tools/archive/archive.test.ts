import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PDFDict, PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../../tests/native.ts';
import { archiveProblems, HAS_ARCHIVE_JUDGE } from '../../../tests/pdf/archive-judge.ts';
import {
  attachmentsOf,
  check,
  edit,
  infoOf,
  outlineOf,
  plainContent,
  removeFiles,
  textIn,
} from '../../../tests/pdf/judged-files.ts';
import { fileOf, madeFile, madeRich } from '../../../tests/pdf/made-documents.ts';
import { PageRules } from './page-rules.ts';

afterAll(removeFiles);

const name = (text: string): PDFName => PDFName.of(text);

/** Pages without text. */
async function emptyPages(count: number): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  for (let number = 1; number <= count; number += 1) document.addPage([200, 200]);
  return document;
}

describe.runIf(['qpdf', 'pdftotext', 'pdffonts'].every(hasProgram))('an archived PDF', () => {
  it('keeps text in embedded fonts, links and bookmarks', async () => {
    const source = await fileOf(await emptyPages(2));
    const { file, warnings } = await edit([source], { archive: true, header: '보존 문서 {page}', title: 'A & B <c>' });
    expect(warnings).toEqual([]);
    check(file);
    expect(textIn(file)).toEqual(['보존 문서 1', '보존 문서 2']);
    expect(infoOf(file)).toContain('A & B <c>');
    if (HAS_ARCHIVE_JUDGE) expect(archiveProblems(file)).toEqual([]);
  });

  it('has pages as images where fonts are not embedded, without forms and attachments', async () => {
    const { file, warnings } = await edit([await fileOf(await madeRich('Word', 3))], { archive: true });
    expect(warnings).toEqual([
      { code: 'attachments-dropped' },
      { code: 'fields-flattened' },
      { code: 'archived-pages-as-images', params: { count: 3 } },
    ]);
    check(file);
    expect(textIn(file)).toEqual(['', '', '']);
    expect(attachmentsOf(file)).toEqual([]);
    expect(outlineOf(file).length).toBeGreaterThan(0);
    expect(plainContent(file)).toContain('/Link');
    expect(execFileSync('pdffonts', [file], { encoding: 'utf8' }).trim().split('\n')).toHaveLength(2);
    if (HAS_ARCHIVE_JUDGE) expect(archiveProblems(file)).toEqual([]);
  });

  it('has no scripts, no LZW and no metadata that contradicts its properties', async () => {
    const document = await emptyPages(1);
    const { context, catalog } = document;
    document.setTitle('Title\u0001 of it');
    document.setAuthor('Kim');
    catalog.set(name('OpenAction'), context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') }));
    document.addJavaScript('start', 'app.alert(2)');
    const xmp = '<x:xmpmeta xmlns:photoshop="p"><photoshop:City>Seoul</photoshop:City><dc:title>Other</dc:title></x:xmpmeta>';
    const metadata = context.flateStream(xmp, { Type: 'Metadata', Subtype: 'XML' });
    catalog.set(name('Metadata'), context.register(metadata));
    const page = document.getPage(0).node;
    page.set(name('Contents'), context.register(lzw(document, '0 0 9 9 re f')));
    const { file, warnings } = await edit([await fileOf(document)], { archive: true });
    expect(warnings).toEqual([{ code: 'metadata-dropped' }]);
    check(file);
    const content = plainContent(file);
    for (const word of ['JavaScript', 'LZWDecode', 'Seoul', 'Other']) expect(content).not.toContain(word);
    expect(content).toContain('0 0 9 9 re f');
    expect(content).toContain('<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Title  of it</rdf:li></rdf:Alt></dc:title>');
    if (HAS_ARCHIVE_JUDGE) expect(archiveProblems(file)).toEqual([]);
  });

  it('is made of each part of a split file', async () => {
    const { files } = await edit([await fileOf(await emptyPages(2))], { archive: true, split: 'every', footer: 'p. {page}' });
    expect(files).toHaveLength(2);
    for (const { file } of files) {
      check(file);
      expect(plainContent(file)).toContain('<pdfaid:part>2</pdfaid:part>');
      if (HAS_ARCHIVE_JUDGE) expect(archiveProblems(file)).toEqual([]);
    }
  });
});

it.runIf(HAS_ARCHIVE_JUDGE)('is judged by a program that finds violations', async () => {
  const { file } = await edit([await madeFile('Word', 1)]);
  expect(archiveProblems(file)).toEqual(['no claim of PDF/A-2']);
});

it('refuses a password and pages of a forbidden size', async () => {
  const source = await madeFile('Word', 1);
  await expect(edit([source], { archive: true, newPassword: 'secret' })).rejects.toMatchObject({ code: 'invalid-options' });
  const document = await PDFDocument.create();
  document.addPage([2, 2]);
  const tiny = await fileOf(document);
  await expect(edit([tiny], { archive: true })).rejects.toMatchObject({ code: 'unsupported-feature' });
});

it('keeps fonts, images and destinations whose names look like forbidden entries', async () => {
  const document = await emptyPages(1);
  const { context, catalog } = document;
  const { node } = document.getPage(0);
  const form = context.stream('0 0 9 9 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], Resources: {} });
  const names = ['AA', 'AF', 'EF', 'Thumb', 'Metadata', 'A'];
  for (const each of names) node.setXObject(name(each), context.register(form));
  node.set(name('Contents'), context.register(context.stream(names.map((each) => `/${each} Do`).join(' '))));
  catalog.set(name('Dests'), context.obj({ AA: [document.getPage(0).ref, 'Fit'] }));
  const { file, warnings } = await edit([await fileOf(document)], { archive: true });
  expect(warnings).toEqual([]);
  const archived = await PDFDocument.load(readFileSync(file), { updateMetadata: false });
  const resources = archived.getPage(0).node.Resources()?.lookup(name('XObject'), PDFDict);
  expect(resources?.keys().map((key) => key.decodeText())).toEqual(names);
  expect(archived.catalog.lookup(name('Dests'), PDFDict).has(name('AA'))).toBe(true);
});

describe('the rules for pages', () => {
  it.each([
    ['1 0 0 rg 0 0 9 9 re f', true],
    ['0 0 0 1 k 0 0 9 9 re f', false],
    ['/DeviceCMYK cs 0 0 0 1 sc', false],
    ['/Unknown cs 0 sc', false],
    ['BT /F 12 Tf (text) Tj ET', false],
    ['BT /F 12 Tf 3 Tr (invisible text) Tj ET', true],
    ['BT 3 Tr q 0 Tr /F 12 Tf (text) Tj Q ET', false],
    ['q BT 3 Tr ET Q BT /F 12 Tf (text) Tj ET', false],
    ['BT (text in no font) Tj ET', false],
    ['/Missing Do', false],
    ['/Missing gs', false],
    ['0 0 9 9 re unknown', false],
    ['/Perceptual ri', true],
    ['/Other ri', false],
    ['99999999999 w', false],
    ['q '.repeat(28), true],
    ['q '.repeat(29), false],
    ['/Span <</ActualText (a) /E true>> BDC EMC', true],
    ['BI /W 1 /H 1 /BPC 8 /CS /G ID x EI', true],
    ['BI /W 1 /H 1 /BPC 8 /CS /CMYK ID xxxx EI', false],
    ['BI /W 1 /H 1 /IM true /F /LZW ID x EI', false],
    ['BI /W 1 /H 1 /BPC 8 /CS /G /I true ID x EI', false],
  ])('judge %s', async (content, isAllowed) => {
    expect(await isAllowedContent(content)).toBe(isAllowed);
  });

  it('judge any number of operands in linear time', async () => {
    expect(await isAllowedContent('true '.repeat(1_000_000))).toBe(false);
  });

  it.each([
    [{ BM: 'Multiply', OPM: 1 }, true],
    [{ BM: 'Other' }, false],
    [{ TR: 'Identity' }, false],
    [{ TR2: 'Default' }, true],
  ])('judge the graphics state %o', async (state, isAllowed) => {
    const document = await emptyPages(1);
    const { node } = document.getPage(0);
    node.setExtGState(name('S'), document.context.obj(state));
    node.set(name('Contents'), document.context.register(document.context.stream('/S gs')));
    expect(new PageRules(document.context).isAllowed(node)).toBe(isAllowed);
  });

  it('judge color spaces that contain themselves many times', async () => {
    const document = await emptyPages(1);
    const { context } = document;
    const { node } = document.getPage(0);
    const spaces = Array.from({ length: 9 }, () => context.nextRef());
    for (const ref of spaces) {
      const colorants = context.obj(
        Object.fromEntries(
          spaces.flatMap((other, at) => [
            [`${at} a`, other],
            [`${at} b`, other],
          ]),
        ),
      );
      const space = context.obj(['DeviceN', ['Ink'], 'DeviceRGB', {}, { Colorants: colorants }]);
      context.assign(ref, space);
    }
    const [first] = spaces;
    if (first) node.Resources()?.set(name('ColorSpace'), context.obj({ S: first }));
    node.set(name('Contents'), context.register(context.stream('/S cs 1 scn '.repeat(100_000))));
    expect(new PageRules(context).isAllowed(node)).toBe(false);
  });

  it('judge forms that contain themselves, and forms without resources', async () => {
    const document = await emptyPages(2);
    const { context } = document;
    const form = context.stream('/X Do', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9] });
    const own = context.register(form);
    const bare = context.register(context.stream('0 0 9 9 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9] }));
    form.dict.set(name('Resources'), context.obj({ XObject: { X: own } }));
    const rules = new PageRules(context);
    const verdicts = [own, bare].map((ref, at) => {
      const { node } = document.getPage(at);
      node.setXObject(name('X'), ref);
      node.set(name('Contents'), context.register(context.stream('/X Do')));
      return rules.isAllowed(node);
    });
    expect(verdicts).toEqual([true, false]);
  });
});

/** Judges a page with this content and a font F, which is not embedded. */
async function isAllowedContent(content: string): Promise<boolean> {
  const document = await emptyPages(1);
  const { node } = document.getPage(0);
  const font = await document.embedFont(StandardFonts.Helvetica);
  node.setFontDictionary(name('F'), font.ref);
  await document.flush();
  node.set(name('Contents'), document.context.register(document.context.stream(content)));
  return new PageRules(document.context).isAllowed(node);
}

/** Packs text of at most 250 bytes with LZW, in codes of nine bits. */
function lzw({ context }: PDFDocument, text: string) {
  const codes = [256, ...Buffer.from(text, 'latin1'), 257];
  const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('');
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
  return context.stream(new Uint8Array(bytes), { Filter: 'LZWDecode' });
}
