/** Copies of a page's text elsewhere in a file: titles, values, descriptions, scripts, metadata, attachments. */
import { ConversionError } from '@bakkum/conversion/errors';
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { resolveNames } from '../document/destinations.ts';
import { arrayOf, dictFrom, dictsIn, name, nameOf, reachable } from '../document/objects.ts';
import { readOutline, writeOutline } from '../document/outline.ts';
import { decodeName, decodeText } from '../document/text-strings.ts';
import { unpack } from '../document/unpacking.ts';
import { stripInfo } from '../output/document-info.ts';
import { contentStrings } from './content-strings.ts';
import { comparable } from './request.ts';

/** Keys of the catalog and of name trees that repeat content, run actions or hold whole files. */
const CATALOG_TRACES = [
  'Names',
  'Dests',
  'AF',
  'Collection',
  'StructTreeRoot',
  'MarkInfo',
  'OpenAction',
  'AA',
  'AcroForm',
  'PieceInfo',
  'Threads',
];
const PAGE_TRACES = ['AF', 'AA', 'StructParents', 'PieceInfo', 'Thumb', 'B'];

/** Removes everything outside the pages that can repeat their content: metadata, attachments, tags, forms, scripts and thumbnails. */
export function removeTraces(document: PDFDocument, pages: readonly PDFRef[]): void {
  stripInfo(document);
  // Names of destinations are often headings.
  resolveNames(document);
  for (const key of CATALOG_TRACES) document.catalog.delete(name(key));
  for (const object of reachable(document).objects) {
    const dict = dictFrom(object);
    if (nameOf(dict, 'S') === 'JavaScript') dict?.delete(name('JS'));
  }
  for (const ref of pages) {
    const page = document.context.lookup(ref, PDFDict);
    for (const key of PAGE_TRACES) page.delete(name(key));
    keepLinks(page);
  }
}

/** Removes what is left of comments after they were drawn into the pages. */
function keepLinks(page: PDFDict): void {
  const links = PDFArray.withContext(page.context);
  for (const [annotation, entry] of dictsIn(arrayOf(page, 'Annots'), page.context)) {
    if (nameOf(annotation, 'Subtype') !== 'Link') continue;
    for (const key of ['Contents', 'PA', 'AA', 'NM', 'StructParent']) annotation.delete(name(key));
    links.push(entry);
  }
  if (links.size() > 0) page.set(name('Annots'), links);
  else page.delete(name('Annots'));
}

/** Removes bookmarks that contain one of the terms, and empties all other text strings that do. */
export function removeTerms(document: PDFDocument, terms: readonly string[]): void {
  if (terms.length === 0) return;
  const outline = readOutline(document);
  const without = (bookmarks: typeof outline): typeof outline =>
    bookmarks.flatMap((bookmark) =>
      contains(bookmark.title, terms) ? [] : [{ ...bookmark, children: without(bookmark.children) }],
    );
  writeOutline(document, without(outline));
  for (const object of reachable(document).objects) {
    const dict = dictFrom(object);
    for (const [key, value] of dict?.entries() ?? []) {
      if (isTextWith(value, terms)) dict?.set(key, PDFString.of(''));
      // A destination that does not exist.
      else if (DESTINATIONS.has(key) && value instanceof PDFName && contains(decodeName(value), terms)) dict?.delete(key);
    }
    if (object instanceof PDFArray)
      for (let at = 0; at < object.size(); at += 1) if (isTextWith(object.get(at), terms)) object.set(at, PDFString.of(''));
  }
}

const DESTINATIONS: ReadonlySet<PDFName> = new Set([name('Dest'), name('D')]);

function isTextWith(value: PDFObject, terms: readonly string[]): boolean {
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return false;
  return contains(decodeText(value), terms) || contains(new TextDecoder('latin1').decode(value.asBytes()), terms);
}

function contains(text: string, terms: readonly string[]): boolean {
  const plain = comparable(text);
  return terms.some((term) => plain.includes(term));
}

/**
 * Whether a term is written in a stream of the document, plainly or as the bytes of a text string. In page content, only strings
 * are searched, because numbers are not text. Pixels are not searched.
 */
export function isWritten(document: PDFDocument, terms: readonly string[]): boolean {
  const forms = [...new Set(terms.flatMap((term) => writtenForms(term)))];
  const { objects } = reachable(document);
  const contents = contentStreams(document);
  const maps = toUnicodeMaps(document, objects);
  return objects.some((object) => {
    if (!(object instanceof PDFStream) || maps.has(object) || isBinary(object.dict)) return false;
    const raw = new TextDecoder('latin1').decode(decoded(object));
    const isContent = contents.has(object) || nameOf(object.dict, 'Subtype') === 'Form';
    const text = comparable(isContent ? contentStrings(raw) : raw);
    return forms.some((form) => text.includes(form));
  });
}

/** A term as it can be written in a stream, comparable like the content of the stream. */
function writtenForms(term: string): readonly string[] {
  const composed = term.normalize('NFC');
  const forms = [composed, wide(term), wide(composed), hexadecimal(term), hexadecimal(wide(term)), hexadecimal(wide(composed))];
  return forms.map(comparable);
}

/** Streams of the pages' content. */
function contentStreams(document: PDFDocument): ReadonlySet<PDFObject> {
  const streams = new Set<PDFObject>();
  for (const { node } of document.getPages()) {
    const contents = node.Contents();
    const parts = contents instanceof PDFArray ? contents.asArray() : contents ? [contents] : [];
    for (const part of parts) {
      const stream = document.context.lookup(part);
      if (stream) streams.add(stream);
    }
  }
  return streams;
}

/** Character maps of fonts: codes, not words. */
function toUnicodeMaps(document: PDFDocument, objects: readonly PDFObject[]): ReadonlySet<PDFObject> {
  const maps = objects.map((object) => document.context.lookup(dictFrom(object)?.get(name('ToUnicode'))));
  return new Set(maps.filter((map) => map !== undefined));
}

/** Keys of images, font programs, character maps, functions, shadings and color profiles, which contain no words. */
const BINARY_KEYS = ['Length1', 'CMapName', 'FunctionType', 'ShadingType', 'Alternate'];
const BINARY_SUBTYPE = /^(Image|Type1C|CIDFontType0C|OpenType)$/;

function isBinary(dict: PDFDict): boolean {
  return BINARY_KEYS.some((key) => dict.has(name(key))) || BINARY_SUBTYPE.test(nameOf(dict, 'Subtype') ?? '');
}

function decoded(stream: PDFStream): Uint8Array {
  if (!(stream instanceof PDFRawStream)) return stream.getContents();
  try {
    return unpack(stream);
  } catch (cause) {
    // It may contain anything.
    if (cause instanceof ConversionError) throw cause;
    return stream.contents;
  }
}

const wide = (text: string): string =>
  [...text]
    .flatMap((letter) => {
      const code = letter.charCodeAt(0);
      return [String.fromCharCode(code >> 8), String.fromCharCode(code & 255)];
    })
    .join('');

const hexadecimal = (text: string): string =>
  [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
