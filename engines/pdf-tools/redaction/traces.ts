/** Copies of a page's text elsewhere in a file: titles, values, descriptions, scripts, metadata, attachments. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { arrayOf, dictFrom, dictOf, dictsIn, name, nameOf, reachable } from '../document/objects.ts';
import { readOutline, writeOutline } from '../document/outline.ts';
import { stripInfo } from '../output/document-info.ts';
import { comparable } from './request.ts';

/** Keys of the catalog and of name trees that repeat or act on content, or hold whole files. */
const CATALOG_TRACES = [
  'Names',
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

/** Removes everything beside the pages' content that can repeat it: metadata, attachments, tags, forms, scripts and thumbnails. */
export function removeTraces(document: PDFDocument, pages: readonly PDFRef[]): void {
  stripInfo(document);
  const destinations = dictOf(dictOf(document.catalog, 'Names'), 'Dests');
  for (const key of CATALOG_TRACES) document.catalog.delete(name(key));
  if (destinations) document.catalog.set(name('Names'), document.context.obj({ Dests: destinations }));
  for (const ref of pages) {
    const page = document.context.lookup(ref, PDFDict);
    for (const key of PAGE_TRACES) page.delete(name(key));
    keepLinks(page);
  }
}

/** Comments were drawn into the pages; what is left of them could still be read. */
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

/** Removes bookmarks, and empties every other text, that contain one of the terms. */
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
    if (dict) for (const [key, value] of dict.entries()) if (isTextWith(value, terms)) dict.set(key, PDFString.of(''));
    if (object instanceof PDFArray)
      for (let at = 0; at < object.size(); at += 1) if (isTextWith(object.get(at), terms)) object.set(at, PDFString.of(''));
  }
}

function isTextWith(value: PDFObject, terms: readonly string[]): boolean {
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return false;
  return contains(value.decodeText(), terms) || contains(new TextDecoder('latin1').decode(value.asBytes()), terms);
}

function contains(text: string, terms: readonly string[]): boolean {
  const plain = comparable(text);
  return terms.some((term) => plain.includes(term));
}

/** Whether a term is written in a stream of the document, plainly or as the bytes of a text string. Pixels are not read. */
export function isWritten(document: PDFDocument, terms: readonly string[]): boolean {
  const forms = terms.flatMap((term) => [term, wide(term), hexadecimal(term), hexadecimal(wide(term))]);
  return reachable(document).objects.some((object) => {
    if (!(object instanceof PDFStream) || nameOf(object.dict, 'Subtype') === 'Image' || isFont(object.dict)) return false;
    const content = comparable(new TextDecoder('latin1').decode(decoded(object)));
    return forms.some((form) => content.includes(form));
  });
}

/** Programs of fonts and their character maps name letters, not words. */
function isFont(dict: PDFDict): boolean {
  return (
    ['Length1', 'CMapName'].some((key) => dict.has(name(key))) ||
    /^(Type1C|CIDFontType0C|OpenType)$/.test(nameOf(dict, 'Subtype') ?? '')
  );
}

function decoded(stream: PDFStream): Uint8Array {
  if (!(stream instanceof PDFRawStream)) return stream.getContents();
  try {
    return decodePDFRawStream(stream).decode();
  } catch {
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
