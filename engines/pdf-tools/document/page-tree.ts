import { PDFArray, PDFDict, type PDFDocument, type PDFObject, PDFRef } from '@cantoo/pdf-lib';
import { arrayOf, name } from './objects.ts';

/** A page and the reference that links and bookmarks use for it. */
export type PageNode = { readonly ref: PDFRef; readonly dict: PDFDict };

export type PageTree = {
  readonly pages: readonly PageNode[];
  /** Inner nodes of the tree, which are not copied. */
  readonly nodes: ReadonlySet<PDFRef>;
};

/** Attributes that a page takes from the nodes above it (ISO 32000-1, table 30). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/** Reads the pages in order, and writes inherited attributes into each page. Loops in a broken tree are cut. */
export function readPageTree({ catalog, context }: PDFDocument): PageTree {
  const pages: PageNode[] = [];
  const nodes = new Set<PDFRef>();
  const seen = new Set<PDFRef>();
  const visit = (value: PDFObject | undefined, inherited: ReadonlyMap<string, PDFObject>): void => {
    const dict = context.lookup(value);
    if (!(dict instanceof PDFDict) || (value instanceof PDFRef && seen.has(value))) return;
    if (value instanceof PDFRef) seen.add(value);
    const own = new Map(inherited);
    for (const key of INHERITED) {
      const given = dict.get(name(key));
      if (given) own.set(key, given);
    }
    const kids = arrayOf(dict, 'Kids');
    if (kids) {
      if (value instanceof PDFRef) nodes.add(value);
      for (const kid of kids.asArray()) visit(kid, own);
      return;
    }
    for (const [key, given] of own) if (!dict.has(name(key))) dict.set(name(key), given);
    pages.push({ ref: value instanceof PDFRef ? value : context.register(dict), dict });
  };
  visit(catalog.get(name('Pages')), new Map());
  return { pages, nodes };
}

/** Makes these the pages of the document, in one flat tree. */
export function writePageTree({ catalog, context }: PDFDocument, pages: readonly PDFRef[]): void {
  const root = context.register(context.obj({ Type: 'Pages', Count: pages.length }));
  const kids = PDFArray.withContext(context);
  for (const page of pages) {
    kids.push(page);
    context.lookup(page, PDFDict).set(name('Parent'), root);
  }
  context.lookup(root, PDFDict).set(name('Kids'), kids);
  catalog.set(name('Pages'), root);
}
