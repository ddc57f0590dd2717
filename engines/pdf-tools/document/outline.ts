import { PDFDict, type PDFDocument, PDFNumber, type PDFRef } from '@cantoo/pdf-lib';
import { destinationIn, namedDestinations, pageOf } from './destinations.ts';
import { dictAt, dictOf, name, refOf, textOf } from './objects.ts';

/** A bookmark with its children. */
export type Bookmark = {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly title: string;
  /** The page it leads to, if it is in this document. */
  readonly page: PDFRef | undefined;
  readonly isOpen: boolean;
  readonly children: readonly Bookmark[];
};

/** Limits for files whose bookmarks form a loop. */
const MAX_DEPTH = 64;

/** @param root outline to read. Default: the outline in the document's catalog */
export function readOutline(document: PDFDocument, root = dictOf(document.catalog, 'Outlines')): readonly Bookmark[] {
  const names = namedDestinations(document);
  const seen = new Set<PDFRef>();
  const read = (parent: PDFDict | undefined, depth: number): readonly Bookmark[] => {
    const found: Bookmark[] = [];
    let ref = depth > MAX_DEPTH ? undefined : refOf(parent, 'First');
    while (ref && !seen.has(ref)) {
      seen.add(ref);
      const dict = document.context.lookup(ref);
      if (!(dict instanceof PDFDict)) break;
      const count = dict.lookup(name('Count'));
      found.push({
        ref,
        dict,
        title: textOf(dict.lookup(name('Title'))) ?? '',
        page: pageOf(destinationIn(dict, names, document)),
        isOpen: count instanceof PDFNumber && count.asNumber() > 0,
        children: read(dict, depth + 1),
      });
      ref = refOf(dict, 'Next');
    }
    return found;
  };
  return read(root, 0);
}

/** Removes bookmarks without a page, unless they have another action or child bookmarks. */
export function withoutDeadBookmarks(bookmarks: readonly Bookmark[]): readonly Bookmark[] {
  return bookmarks.flatMap((bookmark) => {
    const children = withoutDeadBookmarks(bookmark.children);
    const action = dictOf(bookmark.dict, 'A');
    const leads = bookmark.page !== undefined || (action !== undefined && action.lookup(name('S')) !== name('GoTo'));
    return leads || children.length > 0 ? [{ ...bookmark, children }] : [];
  });
}

/** Writes the bookmarks as the outline of their document. */
export function writeOutline(document: PDFDocument, bookmarks: readonly Bookmark[]): void {
  const { catalog, context } = document;
  if (bookmarks.length === 0) {
    catalog.delete(name('Outlines'));
    if (catalog.lookup(name('PageMode')) === name('UseOutlines')) catalog.delete(name('PageMode'));
    return;
  }
  const root = dictAt(catalog, 'Outlines');
  const known = refOf(catalog, 'Outlines') ?? context.register(root);
  catalog.set(name('Outlines'), known);
  root.set(name('Type'), name('Outlines'));
  link(root, known, bookmarks, true);
}

/** Links siblings, and counts the visible ones. */
function link(parent: PDFDict, parentRef: PDFRef, bookmarks: readonly Bookmark[], isOpen: boolean): number {
  let visible = bookmarks.length;
  for (const [at, { dict, ref, children, isOpen: opened, page }] of bookmarks.entries()) {
    dict.set(name('Parent'), parentRef);
    setOrDelete(dict, 'Prev', bookmarks[at - 1]?.ref);
    setOrDelete(dict, 'Next', bookmarks[at + 1]?.ref);
    if (page === undefined && dictOf(dict, 'A')?.lookup(name('S')) === name('GoTo')) dict.delete(name('A'));
    if (page === undefined) dict.delete(name('Dest'));
    const below = link(dict, ref, children, opened);
    if (opened) visible += below;
  }
  setOrDelete(parent, 'First', bookmarks[0]?.ref);
  setOrDelete(parent, 'Last', bookmarks.at(-1)?.ref);
  if (bookmarks.length === 0) parent.delete(name('Count'));
  else parent.set(name('Count'), PDFNumber.of(isOpen ? visible : -visible));
  return bookmarks.length === 0 ? 0 : visible;
}

function setOrDelete(dict: PDFDict, key: string, ref: PDFRef | undefined): void {
  if (ref) dict.set(name(key), ref);
  else dict.delete(name(key));
}
