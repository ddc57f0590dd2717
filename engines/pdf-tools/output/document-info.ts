import type { OptionValues } from '@bakkum/conversion/options';
import { PDFDict, type PDFDocument, PDFHexString, PDFRawStream } from '@cantoo/pdf-lib';
import { dictOf, name, reachable } from '../document/objects.ts';
import { unpack } from '../document/unpacking.ts';

/** Keys of the information dictionary (ISO 32000-1, table 317), by option. */
const TEXTS = { title: 'Title', author: 'Author', subject: 'Subject', keywords: 'Keywords' } as const;

/** Applies the options of document properties. `documentInfo: strip` removes everything that describes the file or its makers. */
export function applyDocumentInfo(document: PDFDocument, options: OptionValues): void {
  if (options['documentInfo'] === 'strip') stripInfo(document);
  const given = Object.entries(TEXTS).flatMap(([option, key]) => {
    const text = options[option];
    return typeof text === 'string' && text.trim() !== '' ? [[key, text.trim()] as const] : [];
  });
  if (given.length === 0) return;
  const info = infoOf(document);
  for (const [key, text] of given) info.set(name(key), PDFHexString.fromText(text));
  // It repeats the old values, and readers prefer it.
  document.catalog.delete(name('Metadata'));
}

function infoOf({ context }: PDFDocument): PDFDict {
  const known = context.lookup(context.trailerInfo.Info);
  if (known instanceof PDFDict) return known;
  const made = context.obj({});
  context.trailerInfo.Info = context.register(made);
  return made;
}

/**
 * Removes the information dictionary, XMP of the document and of every object in it, private data of programs (`PieceInfo`), dates
 * and the thumbnails of pages.
 */
export function stripInfo(document: PDFDocument): void {
  const { context } = document;
  delete context.trailerInfo.Info;
  delete context.trailerInfo.ID;
  for (const object of reachable(document).objects) {
    const dict = object instanceof PDFDict ? object : object instanceof PDFRawStream ? object.dict : undefined;
    if (!dict) continue;
    for (const key of PRIVATE) dict.delete(name(key));
    // `M` is a date only in annotations; elsewhere, as in a font, it can be data.
    if (dict.has(name('Subtype')) && dict.has(name('Rect'))) for (const key of ['M', 'CreationDate']) dict.delete(name(key));
  }
  dictOf(document.catalog, 'Names')?.delete(name('IDS'));
}

const PRIVATE = ['Metadata', 'PieceInfo', 'LastModified', 'Thumb', 'SpiderInfo'];

function xmpOf(metadata: PDFRawStream): string {
  try {
    return new TextDecoder().decode(unpack(metadata));
  } catch {
    return 'pdfaid'; // cannot be read, so it may claim anything
  }
}

/** Removes the PDF/A claim from a file with a password, because PDF/A forbids passwords. */
export function withoutStandardClaim({ catalog, context }: PDFDocument): void {
  const metadata = context.lookup(catalog.get(name('Metadata')));
  if (metadata instanceof PDFRawStream && /pdfaid/.test(xmpOf(metadata))) catalog.delete(name('Metadata'));
}
