import { deflate } from '@bakkum/bytes/streams';
import { PDFArray, type PDFDict, type PDFDocument, type PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import { dictFrom, filtersOf, name, nameOf } from '../document/objects.ts';
import { decodeName } from '../document/text-strings.ts';
import { unpack } from '../document/unpacking.ts';

/** Filters that only spell bytes another way or pack them less well. */
const WEAK: ReadonlySet<string> = new Set(['ASCIIHexDecode', 'ASCII85Decode', 'LZWDecode', 'RunLengthDecode', 'FlateDecode']);

/** Packs the streams of a document that are not packed, or packed badly. */
export async function packStreams({ context }: PDFDocument, signal: AbortSignal): Promise<void> {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    signal.throwIfAborted();
    if (!(object instanceof PDFRawStream) || !isWeaklyPacked(object.dict)) continue;
    const packed = await repacked(object);
    if (packed) context.assign(ref, packed);
  }
}

function isWeaklyPacked(dict: PDFDict): boolean {
  // PDF/A requires metadata that can be read without unpacking it.
  if (nameOf(dict, 'Type') === 'Metadata' || dict.has(name('DecodeParms')) || dict.has(name('F'))) return false;
  return filtersOf(dict).every((filter) => WEAK.has(filter));
}

async function repacked(stream: PDFRawStream): Promise<PDFRawStream | undefined> {
  const content = unpacked(stream);
  if (!content) return undefined;
  const packed = await deflate(new Uint8Array(content));
  if (packed.length >= stream.contents.length) return undefined;
  const dict = stream.dict.clone();
  dict.set(name('Filter'), name('FlateDecode'));
  return PDFRawStream.of(dict, packed);
}

function unpacked(stream: PDFRawStream): Uint8Array | undefined {
  try {
    return unpack(stream);
  } catch {
    return undefined; // damaged or too large; it stays as it is
  }
}

/** Data that only editing programs use: previews of pages, and private copies of a whole drawing. */
const UNUSED = ['Thumb', 'PieceInfo'];

export function removeUnused({ context, catalog }: PDFDocument): void {
  for (const dict of [catalog, ...context.enumerateIndirectObjects().map(([, object]) => dictFrom(object))])
    for (const key of UNUSED) dict?.delete(name(key));
}

/** Only streams and objects of these types are merged. Other objects can be equal and still mean different things. */
const MERGED: ReadonlySet<string> = new Set(['Font', 'FontDescriptor', 'Encoding', 'ExtGState']);
/** Objects that refer to merged ones become equal in the next round. */
const MAX_ROUNDS = 4;

/** Keeps one of several equal streams, fonts and graphics states. */
export async function mergeDuplicates(document: PDFDocument, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const same = await duplicatesIn(document, signal);
    if (same.size === 0) return;
    for (const [ref, object] of document.context.enumerateIndirectObjects())
      if (same.has(ref)) document.context.delete(ref);
      else redirect(object, same);
    redirect(document.catalog, same);
  }
}

async function duplicatesIn({ context }: PDFDocument, signal: AbortSignal): Promise<ReadonlyMap<PDFRef, PDFRef>> {
  const first = new Map<string, PDFRef>();
  const same = new Map<PDFRef, PDFRef>();
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    signal.throwIfAborted();
    const identity = await identityOf(object);
    if (identity === undefined) continue;
    const known = first.get(identity);
    if (known) same.set(ref, known);
    else first.set(identity, ref);
  }
  return same;
}

/** A text that only equal objects have; `undefined` for objects that are never merged. */
async function identityOf(object: PDFObject): Promise<string | undefined> {
  const dict = dictFrom(object);
  if (!dict || dict.has(name('StructParent')) || dict.has(name('StructParents'))) return undefined;
  if (!(object instanceof PDFRawStream)) return MERGED.has(nameOf(dict, 'Type') ?? '') ? spelled(dict) : undefined;
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(object.contents));
  return `${spelled(dict)} ${[...new Uint8Array(digest)].join(',')}`;
}

/** Entries in alphabetical order, without the length, which the content determines. */
function spelled(dict: PDFDict): string {
  const entries = dict.entries().filter(([key]) => decodeName(key) !== 'Length');
  return entries
    .map(([key, value]) => `${key.toString()} ${value.toString()}`)
    .toSorted()
    .join();
}

function redirect(object: PDFObject | undefined, same: ReadonlyMap<PDFRef, PDFRef>): void {
  const dict = dictFrom(object);
  if (dict)
    for (const [key, value] of dict.entries())
      if (value instanceof PDFRef) dict.set(key, same.get(value) ?? value);
      else redirect(value, same);
  if (!(object instanceof PDFArray)) return;
  for (const [at, value] of object.asArray().entries())
    if (value instanceof PDFRef) object.set(at, same.get(value) ?? value);
    else redirect(value, same);
}
