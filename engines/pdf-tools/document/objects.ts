/** Shorthands for the objects of PDF (ISO 32000-1, 7.3), as pdf-lib holds them in memory. */
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { decodeName, decodeText } from './text-strings.ts';

export const name = (text: string): PDFName => PDFName.of(text);

export function dictOf(from: PDFDict | undefined, key: string): PDFDict | undefined {
  const value = from?.lookup(name(key));
  return value instanceof PDFDict ? value : undefined;
}

export function arrayOf(from: PDFDict | undefined, key: string): PDFArray | undefined {
  const value = from?.lookup(name(key));
  return value instanceof PDFArray ? value : undefined;
}

export function numberOf(from: PDFDict | undefined, key: string): number | undefined {
  const value = from?.lookup(name(key));
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}

export function nameOf(from: PDFDict | undefined, key: string): string | undefined {
  const value = from?.lookup(name(key));
  return value instanceof PDFName ? decodeName(value) : undefined;
}

/** More filters than any stream has. Streams can share one long list. */
const MAX_FILTERS = 100;

/** Names of the filters of a stream, in the order of decoding (ISO 32000-1, 7.4). */
export function filtersOf(dict: PDFDict): readonly string[] {
  const filter = dict.lookup(name('Filter'));
  const list =
    filter instanceof PDFArray
      ? filter
          .asArray()
          .slice(0, MAX_FILTERS)
          .map((entry) => dict.context.lookup(entry))
      : [filter];
  return list.flatMap((entry) => (entry instanceof PDFName ? [decodeName(entry)] : []));
}

export function textOf(value: PDFObject | undefined): string | undefined {
  return value instanceof PDFString || value instanceof PDFHexString ? decodeText(value) : undefined;
}

export function refOf(from: PDFDict | undefined, key: string): PDFRef | undefined {
  const value = from?.get(name(key));
  return value instanceof PDFRef ? value : undefined;
}

/** The dictionaries in an array, with the references to them. */
export function dictsIn(array: PDFArray | undefined, context: PDFContext): readonly (readonly [PDFDict, PDFObject])[] {
  return (array?.asArray() ?? []).flatMap((entry) => {
    const value = context.lookup(entry);
    return value instanceof PDFDict ? [[value, entry] as const] : [];
  });
}

/** An array, new and empty if there is none. */
export function arrayAt(from: PDFDict, key: string): PDFArray {
  const known = arrayOf(from, key);
  if (known) return known;
  const made = PDFArray.withContext(from.context);
  from.set(name(key), made);
  return made;
}

/** A dictionary, new and empty if there is none. */
export function dictAt(from: PDFDict, key: string): PDFDict {
  const known = dictOf(from, key);
  if (known) return known;
  const made = PDFDict.withContext(from.context);
  from.set(name(key), made);
  return made;
}

/** The dictionary of a dictionary or stream. */
export function dictFrom(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFDict) return object;
  return object instanceof PDFStream ? object.dict : undefined;
}

/** Returns every object reachable from the trailer, with the references to it. */
export function reachable({ context, catalog }: PDFDocument): {
  readonly objects: readonly PDFObject[];
  readonly refs: ReadonlySet<PDFRef>;
} {
  const refs = new Set<PDFRef>();
  const objects: PDFObject[] = [];
  const open: (PDFObject | undefined)[] = [catalog, context.trailerInfo.Root, context.trailerInfo.Info, context.trailerInfo.ID];
  for (let object = open.pop(); open.length > 0 || object !== undefined; object = open.pop()) {
    if (object === undefined) continue;
    if (object instanceof PDFRef) {
      if (refs.has(object)) continue;
      refs.add(object);
      open.push(context.lookup(object));
      continue;
    }
    objects.push(object);
    const inside = object instanceof PDFArray ? object.asArray() : (dictFrom(object)?.values() ?? []);
    for (const child of inside) open.push(child);
  }
  return { objects, refs };
}

/** Deletes every unreferenced object, so that removed content is not in the file. */
export function deleteUnreachable(document: PDFDocument): void {
  takeUnreachable(document);
}

/** Deletes what nothing refers to and returns it, so that it can be assigned again. */
export function takeUnreachable(document: PDFDocument): readonly (readonly [PDFRef, PDFObject])[] {
  const { refs } = reachable(document);
  const unreachable = document.context.enumerateIndirectObjects().filter(([ref]) => !refs.has(ref));
  for (const [ref] of unreachable) document.context.delete(ref);
  return unreachable;
}
