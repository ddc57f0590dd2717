import { PDFArray, type PDFDict, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { dictFrom, name, nameOf } from '../document/objects.ts';
import { decodeName } from '../document/text-strings.ts';

/** Keys of resources and annotations whose values are not drawn. */
const ELSEWHERE: ReadonlySet<string> = new Set(['Parent', 'P', 'Dest', 'A', 'AA', 'Popup', 'IRT', 'Metadata', 'PieceInfo', 'FS']);

/**
 * The images that the resources and annotations of the given pages refer to, each once, in the order of the pages. Masks belong to
 * their image. Images within the operators of a page (inline images) are not objects and are not included.
 */
export function imagesOn({ document: { context }, pages, nodes }: Part, indexes: readonly number[]): readonly PDFRef[] {
  const found: PDFRef[] = [];
  const seen = new Set<PDFObject>([...pages.map(({ ref }) => ref), ...nodes]);
  const open: PDFObject[] = indexes.flatMap((index) => rootsOf(pages[index]?.dict)).toReversed();
  for (let entry = open.pop(); entry; entry = open.pop()) {
    if (seen.has(entry)) continue;
    seen.add(entry);
    const value = context.lookup(entry);
    if (!value || (value !== entry && seen.has(value))) continue;
    seen.add(value);
    if (value instanceof PDFStream && nameOf(value.dict, 'Subtype') === 'Image') {
      if (entry instanceof PDFRef) found.push(entry);
    } else for (const child of childrenOf(value).toReversed()) open.push(child);
  }
  return found;
}

function rootsOf(page: PDFDict | undefined): readonly PDFObject[] {
  return ['Resources', 'Annots'].flatMap((key) => page?.get(name(key)) ?? []);
}

/** The values of an array, dictionary or stream that can be drawn. */
function childrenOf(value: PDFObject): readonly PDFObject[] {
  if (value instanceof PDFArray) return value.asArray();
  return (dictFrom(value)?.entries() ?? []).flatMap(([key, child]) => (ELSEWHERE.has(decodeName(key)) ? [] : [child]));
}
