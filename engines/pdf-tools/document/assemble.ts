import type { Warning } from '@bakkum/conversion/engine';
import type { PageEntry, Turn } from '@bakkum/conversion/pages/page-list';
import { PDFDict, PDFDocument, PDFHeader, PDFNumber, PDFPageLeaf, PDFRef } from '@cantoo/pdf-lib';
import { setBox, viewOf } from '../pages/boxes.ts';
import { mergeAttachments } from './attachments.ts';
import { ObjectCopier } from './copier.ts';
import { pageOf, resolveNames } from './destinations.ts';
import { mergeForms, pruneFields, removeSignatures, separateAnnotations } from './form-fields.ts';
import { mergeLayers } from './layers.ts';
import { arrayOf, deleteUnreachable, dictOf, name, numberOf } from './objects.ts';
import { type Bookmark, readOutline, withoutDeadBookmarks, writeOutline } from './outline.ts';
import { type PageLabel, readPageLabels, writePageLabels } from './page-labels.ts';
import { type PageNode, readPageTree, writePageTree } from './page-tree.ts';
import { mergeStructures, pruneStructure, structureKeys, type TagsByPage, tagsByPage } from './structure.ts';

/** A source document. Its page numbers continue those of the previous part. */
export type Part = { readonly document: PDFDocument; readonly pages: readonly PageNode[]; readonly nodes: ReadonlySet<PDFRef> };

export type Assembled = {
  readonly document: PDFDocument;
  readonly pages: readonly PDFRef[];
  readonly warnings: readonly Warning[];
};

export function partOf(document: PDFDocument): Part {
  return { document, ...readPageTree(document) };
}

/**
 * Builds one document from the listed pages, which are numbered continuously across all parts. Keeps the bookmarks, links, form
 * fields, attachments, layers, tags and page labels of the listed pages, and nothing that belongs only to other pages.
 */
export async function assemble(parts: readonly Part[], entries: readonly PageEntry[]): Promise<Assembled> {
  const target = await PDFDocument.create({ updateMetadata: false });
  const used = parts.map((part, at) => usedPages(part, firstIndex(parts, at), entries));
  const isJoined = used.filter(({ size }) => size > 0).length > 1;
  const isCut = parts.some(({ pages }, at) => (used[at]?.size ?? 0) < pages.length);
  const copies: Copy[] = [];
  let structureOffset = 0;
  for (const [at, part] of parts.entries()) {
    const taken = used[at] ?? new Set();
    if (taken.size === 0) continue;
    if (isJoined) resolveNames(part.document);
    copies.push(copyPart(part, taken, target, { start: firstIndex(parts, at), structureOffset }));
    structureOffset += structureKeys(part.document, part.pages);
  }
  const pages = placePages(target, copies, entries);
  for (const { copier } of copies) copier.finish();
  const losesFields = separateCopies(target, pages);
  writePageTree(
    target,
    pages.map(({ ref }) => ref),
  );
  joinCatalogs(target, copies, isCut);
  writePageLabels(
    target,
    pages.map(({ label }) => label),
  );
  const signed = removeSignatures(target);
  deleteUnreachable(target);
  const warnings: readonly Warning[] = [
    ...(losesFields ? [{ code: 'fields-flattened' } as const] : []),
    ...(signed ? [{ code: 'signatures-dropped' } as const] : []),
  ];
  return { document: target, pages: pages.map(({ ref }) => ref), warnings };
}

function firstIndex(parts: readonly Part[], at: number): number {
  return parts.slice(0, at).reduce((sum, { pages }) => sum + pages.length, 0);
}

/** Indexes of the used pages within the part. */
function usedPages({ pages }: Part, start: number, entries: readonly PageEntry[]): ReadonlySet<number> {
  const own = entries.flatMap(({ index }) => (index === undefined ? [] : [index - start]));
  return new Set(own.filter((index) => index >= 0 && index < pages.length));
}

type Copy = {
  readonly part: Part;
  readonly start: number;
  readonly structureOffset: number;
  readonly copier: ObjectCopier;
  /** Reference of each used page in the result. */
  readonly refs: ReadonlyMap<number, PDFRef>;
  /** The copied catalog. The first part's catalog becomes the catalog of the result. */
  readonly catalog: PDFDict;
  readonly labels: readonly (PageLabel | undefined)[] | undefined;
};

function copyPart(
  part: Part,
  used: ReadonlySet<number>,
  target: PDFDocument,
  { start, structureOffset }: { readonly start: number; readonly structureOffset: number },
): Copy {
  const { document, pages } = part;
  const copier = new ObjectCopier(document, target, removedBy(part, used), structureOffset);
  const refs = new Map([...used].map((index) => [index, target.context.nextRef()]));
  for (const [index, ref] of refs) {
    const page = pages[index];
    if (page) copier.replace(page.ref, ref);
  }
  const catalog = copier.dict(document.catalog);
  for (const key of ['Pages', 'Type', 'PageLabels']) catalog.delete(name(key));
  const info = document.context.trailerInfo.Info;
  if (!target.context.trailerInfo.Info && info) {
    const copy = copier.value(info);
    if (copy) target.context.trailerInfo.Info = copy;
    target.context.header = PDFHeader.forVersion(...versionOf(document));
  }
  return { part, start, structureOffset, copier, refs, catalog, labels: readPageLabels(document, pages.length) };
}

/** PDF version of the result: at least 1.7, because we write its syntax. */
function versionOf({ context }: PDFDocument): [number, number] {
  const [, major = '1', minor = '7'] = /%PDF-(\d)\.(\d)/.exec(context.header.toString()) ?? [];
  return major === '2' ? [2, Number(minor)] : [1, Math.max(7, Number(minor))];
}

/** Cached, because splitting a document copies from the same part for every file. */
const knownTags = new WeakMap<Part, TagsByPage>();

function tagsOf(part: Part): TagsByPage {
  const known = knownTags.get(part) ?? tagsByPage(part.document, part.pages);
  knownTags.set(part, known);
  return known;
}

/** References that are not copied: the page tree, and unused pages with their annotations and tags. */
function removedBy(part: Part, used: ReadonlySet<number>): ReadonlySet<PDFRef> {
  const { pages, nodes } = part;
  const removed = new Set(nodes);
  const tags: TagsByPage = used.size < pages.length ? tagsOf(part) : new Map();
  const annotationsOf = (page: PageNode): readonly PDFRef[] =>
    (arrayOf(page.dict, 'Annots')?.asArray() ?? []).filter((entry) => entry instanceof PDFRef);
  const kept = new Set(pages.filter((_, index) => used.has(index)).flatMap(annotationsOf));
  for (const [index, page] of pages.entries()) {
    if (used.has(index)) continue;
    removed.add(page.ref);
    for (const tag of tags.get(page.ref) ?? []) removed.add(tag);
    for (const annotation of annotationsOf(page)) if (!kept.has(annotation)) removed.add(annotation);
  }
  return removed;
}

type Placed = {
  readonly ref: PDFRef;
  readonly leaf: PDFPageLeaf;
  readonly isRepeated: boolean;
  readonly label: PageLabel | undefined;
};

function placePages(target: PDFDocument, copies: readonly Copy[], entries: readonly PageEntry[]): readonly Placed[] {
  const seen = new Set<PDFRef>();
  const placed = entries.map(({ index, turn }) => {
    const copy = index === undefined ? undefined : copies.findLast(({ start }) => start <= index);
    const own = copy && index !== undefined ? placePage(target, copy, index - copy.start, turn, seen) : undefined;
    return { turn, page: own };
  });
  // A blank page looks as large as the page before it, or the first one.
  let model = placed.find(({ page }) => page)?.page;
  return placed.map(({ turn, page }) => {
    model = page ?? model;
    return page ?? placeBlank(target, model?.leaf, turn);
  });
}

function placePage(target: PDFDocument, copy: Copy, index: number, turn: Turn, seen: Set<PDFRef>): Placed | undefined {
  const page = copy.part.pages[index];
  const ref = copy.refs.get(index);
  if (!page || !ref) return undefined;
  const isRepeated = seen.has(ref);
  seen.add(ref);
  const leaf = copy.copier.page(page.dict);
  const own = isRepeated ? target.context.nextRef() : ref;
  target.context.assign(own, leaf);
  if (turn !== 0) leaf.set(name('Rotate'), PDFNumber.of(((numberOf(page.dict, 'Rotate') ?? 0) + turn) % 360));
  return { ref: own, leaf, isRepeated, label: copy.labels?.[index] };
}

function placeBlank(target: PDFDocument, model: PDFDict | undefined, turn: Turn): Placed {
  const { width, height } = viewOf(model ?? target.context.obj({}));
  const [across, up] = turn === 90 || turn === 270 ? [height, width] : [width, height];
  const leaf = PDFPageLeaf.fromMapWithContext(new Map(), target.context, false);
  leaf.set(name('Type'), name('Page'));
  leaf.set(name('Resources'), target.context.obj({}));
  setBox(leaf, 'MediaBox', { x: 0, y: 0, width: across, height: up });
  const unit = model?.get(name('UserUnit'));
  if (unit) leaf.set(name('UserUnit'), unit);
  return { ref: target.context.register(leaf), leaf, isRepeated: false, label: undefined };
}

function separateCopies(target: PDFDocument, pages: readonly Placed[]): boolean {
  return pages.filter(({ isRepeated, leaf, ref }) => isRepeated && separateAnnotations(leaf, ref, target)).length > 0;
}

function joinCatalogs(target: PDFDocument, copies: readonly Copy[], isCut: boolean): void {
  const { catalog } = target;
  const [first, ...rest] = copies;
  if (!first) return;
  for (const [key, value] of first.catalog.entries()) catalog.set(key, value);
  const others = rest.map((copy) => copy.catalog);
  const bookmarks: readonly Bookmark[] = copies.flatMap((copy) => readOutline(target, dictOf(copy.catalog, 'Outlines')));
  writeOutline(target, isCut ? withoutDeadBookmarks(bookmarks) : bookmarks);
  mergeForms(
    target,
    copies.flatMap((copy) => dictOf(copy.catalog, 'AcroForm') ?? []),
  );
  mergeAttachments(target, others);
  mergeLayers(target, others);
  if (rest.length > 0)
    mergeStructures(
      target,
      copies.flatMap(({ catalog: own, structureOffset: offset }) => {
        const root = dictOf(own, 'StructTreeRoot');
        return root ? [{ root, offset }] : [];
      }),
    );
  if (!isCut) return;
  pruneFields(target);
  pruneStructure(target);
  const opening = catalog.lookup(name('OpenAction'));
  const place = arrayOf(catalog, 'OpenAction') ?? (opening instanceof PDFDict ? arrayOf(opening, 'D') : undefined);
  if (place && pageOf(place) === undefined) catalog.delete(name('OpenAction'));
}
