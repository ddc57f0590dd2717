import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from '@cantoo/pdf-lib';
import { numbersIn, numberTree } from './name-tree.ts';
import { dictAt, dictOf, name, nameOf, numberOf, refOf } from './objects.ts';
import type { PageNode } from './page-tree.ts';

const MAX_DEPTH = 256;

/** Returns one more than the highest key in the structure's parent tree or used by a page. */
export function structureKeys({ catalog, context }: PDFDocument, pages: readonly PageNode[]): number {
  const tree = dictOf(dictOf(catalog, 'StructTreeRoot'), 'ParentTree');
  const keys = [
    ...numbersIn(tree, context).map(([key]) => key),
    ...pages.map(({ dict }) => numberOf(dict, 'StructParents') ?? -1),
  ];
  return keys.reduce((highest, key) => Math.max(highest, key), -1) + 1;
}

/** A document's structure, and the offset added to the keys of its parent tree. */
export type OffsetStructure = { readonly root: PDFDict; readonly offset: number };

/** Concatenates the tag structures, which screen readers use. */
export function mergeStructures({ catalog, context }: PDFDocument, structures: readonly OffsetStructure[]): void {
  if (structures.length === 0) return;
  const kids = PDFArray.withContext(context);
  const parents = new Map<number, PDFObject>();
  const root = context.obj({ Type: 'StructTreeRoot' });
  const rootRef = context.register(root);
  for (const { root: own, offset } of structures) {
    for (const kid of kidsOf(own)) {
      kids.push(kid);
      const dict = context.lookup(kid);
      if (dict instanceof PDFDict) dict.set(name('P'), rootRef);
    }
    for (const [key, value] of numbersIn(dictOf(own, 'ParentTree'), context)) parents.set(key + offset, value);
    for (const key of ['RoleMap', 'ClassMap'])
      for (const [entry, value] of dictOf(own, key)?.entries() ?? [])
        if (!dictAt(root, key).has(entry)) dictAt(root, key).set(entry, value);
    const spaces = own.get(name('Namespaces'));
    if (spaces && !root.has(name('Namespaces'))) root.set(name('Namespaces'), spaces);
  }
  root.set(name('K'), kids);
  root.set(name('ParentTree'), numberTree(parents, context));
  root.set(name('ParentTreeNextKey'), PDFNumber.of(Math.max(-1, ...[...parents.keys()].slice(-1)) + 1));
  catalog.set(name('StructTreeRoot'), rootRef);
}

/** References of tags by the page whose content they describe. */
export type TagsByPage = ReadonlyMap<PDFRef, readonly PDFRef[]>;

/**
 * Returns, for each page, the outermost elements that belong to it alone and its entries of the parent tree. They are left out together
 * with the page, so each file of a divided document gets only its part of the structure.
 */
export function tagsByPage({ catalog, context }: PDFDocument, pages: readonly PageNode[]): TagsByPage {
  const root = dictOf(catalog, 'StructTreeRoot');
  const found = new Map<PDFRef, PDFRef[]>();
  if (!root) return found;
  const add = (page: PDFRef, ref: PDFObject | undefined): void => {
    if (!(ref instanceof PDFRef)) return;
    const known = found.get(page);
    if (known) known.push(ref);
    else found.set(page, [ref]);
  };
  collectTags(root, context, new Set(), 0, add);
  const parents = new Map(numbersIn(dictOf(root, 'ParentTree'), context));
  for (const { ref, dict } of pages) {
    const key = numberOf(dict, 'StructParents');
    if (key !== undefined) add(ref, parents.get(key));
  }
  return found;
}

/** `many`: several pages, none, or unknown. */
type Owner = PDFRef | 'many';

/** Returns the page of all content below an element, and adds the outermost elements of one page where it is not the same. */
function collectTags(
  element: PDFDict,
  context: PDFContext,
  seen: Set<PDFDict>,
  depth: number,
  add: (page: PDFRef, ref: PDFObject) => void,
): Owner {
  if (seen.has(element) || depth > MAX_DEPTH) return 'many';
  seen.add(element);
  const own: Owner = refOf(element, 'Pg') ?? 'many';
  const owners = kidsOf(element).map((kid): readonly [PDFObject, Owner] => {
    const value = context.lookup(kid);
    if (!(value instanceof PDFDict)) return [kid, own];
    const type = nameOf(value, 'Type');
    if (type === 'MCR' || type === 'OBJR') return [kid, refOf(value, 'Pg') ?? own];
    return [kid, collectTags(value, context, seen, depth + 1, add)];
  });
  const [first = [undefined, own]] = owners;
  const page: Owner = owners.every(([, owner]) => owner === first[1]) ? first[1] : 'many';
  // The root of the structure is never left out.
  if (page !== 'many' && (own === 'many' || own === page) && depth > 0) return page;
  for (const [kid, owner] of owners) if (owner !== 'many') add(owner, kid);
  return 'many';
}

function kidsOf(element: PDFDict): readonly PDFObject[] {
  const kids = element.lookup(name('K'));
  if (kids instanceof PDFArray) return kids.asArray();
  const only = element.get(name('K'));
  return only && kids !== PDFNull ? [only] : [];
}

/**
 * Removes the elements of removed pages, because they can repeat text of the page (`ActualText`, `Alt`). The `Pg` of an element no
 * longer refers to a removed page.
 */
export function pruneStructure({ catalog, context }: PDFDocument): void {
  const root = dictOf(catalog, 'StructTreeRoot');
  if (!root) return;
  const kept = new Set<PDFDict>();
  const seen = new Set<PDFDict>();
  setKids(root, keptKids(root, context, kept, seen, 0));
  const parents = numbersIn(dictOf(root, 'ParentTree'), context).flatMap(([key, value]) => {
    const left = keptParents(value, context, kept);
    return left ? [[key, left] as const] : [];
  });
  root.set(name('ParentTree'), numberTree(new Map(parents), context));
  for (const key of ['IDTree']) root.delete(name(key));
}

function keptKids(
  element: PDFDict,
  context: PDFContext,
  kept: Set<PDFDict>,
  seen: Set<PDFDict>,
  depth: number,
): readonly PDFObject[] {
  const hasPage = element.has(name('Pg'));
  return kidsOf(element).filter((kid) => {
    const value = context.lookup(kid);
    if (value instanceof PDFNumber) return hasPage;
    if (!(value instanceof PDFDict) || depth > MAX_DEPTH) return false;
    const type = nameOf(value, 'Type');
    if (type === 'MCR') return hasPage || value.has(name('Pg'));
    if (type === 'OBJR') return context.lookup(value.get(name('Obj'))) !== undefined;
    if (seen.has(value)) return kept.has(value);
    seen.add(value);
    const own = keptKids(value, context, kept, seen, depth + 1);
    if (own.length === 0) return false;
    setKids(value, own);
    kept.add(value);
    return true;
  });
}

function setKids(element: PDFDict, kids: readonly PDFObject[]): void {
  const list = PDFArray.withContext(element.context);
  for (const kid of kids) list.push(kid);
  element.set(name('K'), list);
}

/** Returns the entry of a page (an array) or of an annotation (one element), without removed elements. */
function keptParents(value: PDFObject, context: PDFContext, kept: ReadonlySet<PDFDict>): PDFObject | undefined {
  const isKept = (entry: PDFObject): boolean => {
    const dict = context.lookup(entry);
    return dict instanceof PDFDict && kept.has(dict);
  };
  const list = context.lookup(value);
  if (!(list instanceof PDFArray)) return isKept(value) ? value : undefined;
  if (!list.asArray().some(isKept)) return undefined;
  const left = PDFArray.withContext(context);
  for (const entry of list.asArray()) left.push(entry instanceof PDFRef && isKept(entry) ? entry : PDFNull);
  return left;
}
