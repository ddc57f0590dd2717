import { PDFDict, PDFDocument, PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../../tests/native.ts';
import { check, edit, plainContent, removeFiles } from '../../../tests/pdf/judged-files.ts';
import { fileOf } from '../../../tests/pdf/made-documents.ts';
import { partOf } from './assemble.ts';
import { tagsByPage } from './structure.ts';

afterAll(removeFiles);

const ROLE = 'Alt';
type Entry = string | number | PDFRef | (number | PDFRef)[];

/** A section over the first two pages, a paragraph on each page, and a table on the third. Names are alternative texts. */
async function tagged(): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const { context } = document;
  const pages = [1, 2, 3].map((number) => {
    const page = document.addPage([200, 200]);
    page.drawText(`page ${number}`, { x: 10, y: 10 });
    page.node.set(PDFName.of('StructParents'), context.obj(number));
    return page.ref;
  });
  const element = (name: string, entries: Readonly<Record<string, Entry>>): PDFRef => {
    const dict = context.obj({ S: 'P', ...entries });
    dict.set(PDFName.of(ROLE), PDFString.of(name));
    return context.register(dict);
  };
  const [first, second, third] = pages as [PDFRef, PDFRef, PDFRef];
  const one = element('one', { Pg: first, K: 0 });
  const two = element('two', { Pg: second, K: 0 });
  const section = element('section', { S: 'Sect', K: [one, two] });
  const cell = element('cell', { S: 'TD', Pg: third, K: [0] });
  const table = element('table', { S: 'Table', K: [element('row', { S: 'TR', K: [cell] })] });
  const parents = [one, two, cell].flatMap((ref, at) => [at + 1, context.register(context.obj([ref]))]);
  const root = context.obj({ Type: 'StructTreeRoot', K: [section, table], ParentTree: { Nums: parents } });
  document.catalog.set(PDFName.of('StructTreeRoot'), context.register(root));
  return document;
}

const namesIn = (file: string): readonly string[] =>
  [...plainContent(file).matchAll(/\/Alt \((\w+)\)/g)].map(([, name = '']) => name);

describe('tags', () => {
  it('belong to pages as their outermost elements', async () => {
    const document = await tagged();
    const { pages } = partOf(document);
    const tags = tagsByPage(document, pages);
    const names = pages.map(({ ref }) =>
      (tags.get(ref) ?? []).flatMap((tag) => {
        const found = document.context.lookup(tag);
        const name = found instanceof PDFDict ? found.get(PDFName.of(ROLE)) : undefined;
        return name instanceof PDFString ? [name.asString()] : ['entry'];
      }),
    );
    expect(names).toEqual([
      ['one', 'entry'],
      ['two', 'entry'],
      ['table', 'entry'],
    ]);
  });

  it.skipIf(!hasProgram('qpdf'))('of each page go into its part of a divided document', async () => {
    const { files } = await edit([await fileOf(await tagged())], { split: 'every' });
    expect(files.map(({ file }) => namesIn(file).toSorted())).toEqual([
      ['one', 'section'],
      ['section', 'two'],
      ['cell', 'row', 'table'],
    ]);
    for (const { file } of files) expect(check(file)).toContain('No syntax');
  });
});
