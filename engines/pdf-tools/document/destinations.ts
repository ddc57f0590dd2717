import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFObject, PDFRef, PDFString } from '@cantoo/pdf-lib';
import { namesIn } from './name-tree.ts';
import { dictFrom, dictOf, name, nameOf, reachable, textOf } from './objects.ts';
import { decodeName } from './text-strings.ts';

/** Named destinations of a document. Names are unique only within it. */
export type NamedDestinations = ReadonlyMap<string, PDFObject>;

export function namedDestinations({ catalog, context }: PDFDocument): NamedDestinations {
  const old = (dictOf(catalog, 'Dests')?.entries() ?? []).map(([key, value]) => [decodeName(key), value] as const);
  return new Map([...old, ...namesIn(dictOf(dictOf(catalog, 'Names'), 'Dests'), context)]);
}

/** Returns the explicit form `[page /Fit …]` of a destination; `undefined` if it leads nowhere. */
export function explicitDestination(
  value: PDFObject | undefined,
  names: NamedDestinations,
  { context }: PDFDocument,
): PDFArray | undefined {
  const given = context.lookup(value);
  const named = given instanceof PDFName ? decodeName(given) : textOf(given);
  const found = named === undefined ? given : context.lookup(names.get(named));
  const place = found instanceof PDFDict ? found.lookup(name('D')) : found;
  return place instanceof PDFArray ? place : undefined;
}

/** Returns the destination of a link or bookmark within its document: its `Dest`, or the `D` of its `GoTo` action. */
export function destinationIn(dict: PDFDict, names: NamedDestinations, document: PDFDocument): PDFArray | undefined {
  const action = dictOf(dict, 'A');
  const value = dict.get(name('Dest')) ?? (nameOf(action, 'S') === 'GoTo' ? action?.get(name('D')) : undefined);
  return explicitDestination(value, names, document);
}

/** Page of a destination; `undefined` if that page was removed. */
export function pageOf(destination: PDFArray | undefined): PDFRef | undefined {
  const page = destination?.get(0);
  return page instanceof PDFRef ? page : undefined;
}

/** Replaces named destinations with explicit ones, so that the names cannot conflict with those of another document. */
export function resolveNames(document: PDFDocument): void {
  const names = namedDestinations(document);
  if (names.size === 0) return;
  for (const object of reachable(document).objects) {
    const dict = dictFrom(object);
    if (!dict) continue;
    const key = name(nameOf(dict, 'S') === 'GoTo' ? 'D' : 'Dest');
    const value = dict.get(key);
    if (!isName(document.context.lookup(value))) continue;
    const place = explicitDestination(value, names, document);
    if (place) dict.set(key, place);
  }
  document.catalog.delete(name('Dests'));
  dictOf(document.catalog, 'Names')?.delete(name('Dests'));
}

function isName(value: PDFObject | undefined): boolean {
  return value instanceof PDFName || value instanceof PDFString || value instanceof PDFHexString;
}
