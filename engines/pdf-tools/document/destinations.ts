import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFObject, PDFRef, PDFString } from '@cantoo/pdf-lib';
import { namesIn } from './name-tree.ts';
import { dictFrom, dictOf, name, nameOf, reachable, textOf } from './objects.ts';

/** Named places of a document. Their names are only unique within it. */
export type NamedDestinations = ReadonlyMap<string, PDFObject>;

export function namedDestinations({ catalog, context }: PDFDocument): NamedDestinations {
  const old = (dictOf(catalog, 'Dests')?.entries() ?? []).map(([key, value]) => [key.decodeText(), value] as const);
  return new Map([...old, ...namesIn(dictOf(dictOf(catalog, 'Names'), 'Dests'), context)]);
}

/** The explicit form `[page /Fit …]` of a destination; `undefined` if it names no place. */
export function explicitDestination(
  value: PDFObject | undefined,
  names: NamedDestinations,
  { context }: PDFDocument,
): PDFArray | undefined {
  const given = context.lookup(value);
  const named = given instanceof PDFName ? given.decodeText() : textOf(given);
  const found = named === undefined ? given : context.lookup(names.get(named));
  const place = found instanceof PDFDict ? found.lookup(name('D')) : found;
  return place instanceof PDFArray ? place : undefined;
}

/** Where a link or bookmark leads in its own document: its `Dest`, or that of its `GoTo` action. */
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

/** Replaces names of places by the places, so that the pages can join a document that uses the same names for other places. */
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
