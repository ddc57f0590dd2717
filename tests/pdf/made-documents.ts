/** Generates test documents with everything that refers to pages of a PDF. */
import { PDFArray, type PDFDict, PDFDocument, PDFHexString, PDFName, type PDFObject, type PDFRef, rgb } from '@cantoo/pdf-lib';

const name = (text: string): PDFName => PDFName.of(text);

export async function fileOf(document: PDFDocument): Promise<Blob> {
  return new Blob([new Uint8Array(await document.save({ useObjectStreams: false }))]);
}

/** A document whose pages contain a word and their number. */
export async function madePages(word: string, pages: number, size: readonly [number, number] = [200, 100]): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  document.setTitle(word);
  for (let number = 1; number <= pages; number += 1) document.addPage([...size]).drawText(`${word} ${number}`, { x: 20, y: 40 });
  return document;
}

export const madeFile = async (word: string, pages: number): Promise<Blob> => fileOf(await madePages(word, pages));

/**
 * Pages with a bookmark each (the first has a child that leads to the last page), a named destination `end`, a link from each page
 * to the next, a text field on each page, an attachment, roman page labels, and tags whose alternative text names the page.
 */
export async function madeRich(word: string, pages: number): Promise<PDFDocument> {
  const document = await madePages(word, pages);
  const refs = document.getPages().map(({ ref }) => ref);
  const { context, catalog } = document;
  addOutline(document, word, refs);
  for (const [at, page] of document.getPages().entries()) {
    const next = refs[(at + 1) % refs.length];
    if (next) page.node.addAnnot(context.register(link(document, place(document, next))));
    const field = document.getForm().createTextField(`${word}.${at + 1}`);
    field.setText(`${word} value ${at + 1}`);
    field.addToPage(page, { x: 20, y: 5, width: 100, height: 14, borderColor: rgb(0, 0, 0) });
  }
  const last = refs.at(-1);
  if (last) {
    document.getPage(0).node.addAnnot(context.register(link(document, PDFHexString.fromText('end'))));
    const names = PDFArray.withContext(context);
    for (const entry of [PDFHexString.fromText('end'), place(document, last)]) names.push(entry);
    const tree = context.obj({});
    tree.set(name('Names'), names);
    catalog.set(name('Names'), context.obj({ Dests: context.register(tree) }));
  }
  await document.attach(new TextEncoder().encode(`attached to ${word}`), 'note.txt');
  catalog.set(name('PageLabels'), context.obj({ Nums: [0, { S: 'r' }] }));
  addTags(document, word, refs);
  return document;
}

function place({ context }: PDFDocument, page: PDFRef): PDFArray {
  const array = PDFArray.withContext(context);
  for (const entry of [page, name('Fit')]) array.push(entry);
  return array;
}

function link({ context }: PDFDocument, to: PDFObject): PDFDict {
  const annotation = context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 20, 20], Border: [0, 0, 0] });
  annotation.set(name('Dest'), to);
  return annotation;
}

function addOutline(document: PDFDocument, word: string, pages: readonly PDFRef[]): void {
  const { context, catalog } = document;
  const rootRef = context.nextRef();
  const items = pages.map((page, at) => {
    const dict = context.obj({ Title: PDFHexString.fromText(`${word} bookmark ${at + 1}`), Parent: rootRef });
    dict.set(name('Dest'), place(document, page));
    return { dict, ref: context.register(dict) };
  });
  for (const [at, { dict }] of items.entries()) {
    const [before, after] = [items[at - 1], items[at + 1]];
    if (before) dict.set(name('Prev'), before.ref);
    if (after) dict.set(name('Next'), after.ref);
  }
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return;
  const below = context.obj({ Title: PDFHexString.fromText(`${word} nested`), Parent: first.ref });
  const lastPage = pages.at(-1);
  if (lastPage) below.set(name('Dest'), place(document, lastPage));
  const belowRef = context.register(below);
  for (const key of ['First', 'Last']) first.dict.set(name(key), belowRef);
  first.dict.set(name('Count'), context.obj(1));
  context.assign(rootRef, context.obj({ Type: 'Outlines', First: first.ref, Last: last.ref, Count: items.length + 1 }));
  catalog.set(name('Outlines'), rootRef);
}

function addTags(document: PDFDocument, word: string, pages: readonly PDFRef[]): void {
  const { context, catalog } = document;
  const root = context.nextRef();
  const elements = pages.map((page, at) => {
    const alternative = PDFHexString.fromText(`${word} spoken ${at + 1}`);
    return context.register(context.obj({ Type: 'StructElem', S: 'P', P: root, Pg: page, Alt: alternative, K: 0 }));
  });
  const numbers = PDFArray.withContext(context);
  for (const [at, element] of elements.entries()) {
    document.getPage(at).node.set(name('StructParents'), context.obj(at));
    numbers.push(context.obj(at));
    const own = PDFArray.withContext(context);
    own.push(element);
    numbers.push(own);
  }
  const kids = PDFArray.withContext(context);
  for (const element of elements) kids.push(element);
  const tree = context.obj({});
  tree.set(name('Nums'), numbers);
  const structure = context.obj({ Type: 'StructTreeRoot' });
  structure.set(name('K'), kids);
  structure.set(name('ParentTree'), tree);
  context.assign(root, structure);
  catalog.set(name('StructTreeRoot'), root);
  catalog.set(name('MarkInfo'), context.obj({ Marked: true }));
}
