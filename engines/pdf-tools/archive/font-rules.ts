/** Fonts that PDF/A-2b allows for visible text (ISO 19005-2, 6.2.11). The programs of fonts are not read. */
import { PDFArray, PDFDict, PDFName, PDFNumber, PDFStream } from '@cantoo/pdf-lib';
import { arrayOf, dictOf, name, nameOf, numberOf } from '../document/objects.ts';
import { decodeName } from '../document/text-strings.ts';

const SYMBOLIC = 1 << 2;
const NONSYMBOLIC = 1 << 5;
const LATIN_ENCODINGS: ReadonlySet<string | undefined> = new Set(['WinAnsiEncoding', 'MacRomanEncoding']);
const IDENTITY: ReadonlySet<string> = new Set(['Identity-H', 'Identity-V']);

/** Whether a font other than a Type 3 font is embedded and describes its letters completely. */
export function isArchivalFont(font: PDFDict): boolean {
  switch (nameOf(font, 'Subtype')) {
    case 'Type0':
      return isArchivalComposite(font);
    case 'TrueType':
      return isEmbedded(font, ['FontFile2']) && hasWidths(font) && hasArchivalEncoding(font);
    case 'Type1':
    case 'MMType1':
      return isEmbedded(font, ['FontFile', 'FontFile3']) && hasWidths(font);
    default:
      return false;
  }
}

function isEmbedded(font: PDFDict, keys: readonly string[]): boolean {
  const descriptor = dictOf(font, 'FontDescriptor');
  return keys.some((key) => descriptor?.lookup(name(key)) instanceof PDFStream);
}

function hasWidths(font: PDFDict): boolean {
  const [first, last] = [numberOf(font, 'FirstChar'), numberOf(font, 'LastChar')];
  return first !== undefined && last !== undefined && arrayOf(font, 'Widths')?.size() === last - first + 1;
}

function hasArchivalEncoding(font: PDFDict): boolean {
  const flags = numberOf(dictOf(font, 'FontDescriptor'), 'Flags') ?? 0;
  const encoding = font.lookup(name('Encoding'));
  if ((flags & SYMBOLIC) !== 0) return (flags & NONSYMBOLIC) === 0 && encoding === undefined;
  if ((flags & NONSYMBOLIC) === 0) return false;
  if (encoding instanceof PDFName) return LATIN_ENCODINGS.has(decodeName(encoding));
  // Names of letters would need another table in the font.
  return (
    encoding instanceof PDFDict && !encoding.has(name('Differences')) && LATIN_ENCODINGS.has(nameOf(encoding, 'BaseEncoding'))
  );
}

/** A font whose codes have several bytes. Its map of codes must be in the file, or the one that changes nothing. */
function isArchivalComposite(font: PDFDict): boolean {
  const fonts = arrayOf(font, 'DescendantFonts');
  const descendant = fonts?.size() === 1 ? fonts.lookup(0) : undefined;
  const encoding = font.lookup(name('Encoding'));
  const isKnown = encoding instanceof PDFName ? IDENTITY.has(decodeName(encoding)) : isEmbeddedMap(encoding);
  if (!(descendant instanceof PDFDict) || !isKnown) return false;
  switch (nameOf(descendant, 'Subtype')) {
    case 'CIDFontType0':
      return isEmbedded(descendant, ['FontFile3']) && isWellFormed(descendant);
    case 'CIDFontType2': {
      // What a missing entry means in PDF, but PDF/A requires it.
      if (!descendant.has(name('CIDToGIDMap'))) descendant.set(name('CIDToGIDMap'), name('Identity'));
      return isEmbedded(descendant, ['FontFile2']) && isWellFormed(descendant);
    }
    default:
      return false;
  }
}

function isEmbeddedMap(encoding: unknown): boolean {
  return encoding instanceof PDFStream && !encoding.dict.has(name('UseCMap'));
}

function isWellFormed(descendant: PDFDict): boolean {
  const system = dictOf(descendant, 'CIDSystemInfo');
  const widths = descendant.lookup(name('W'));
  return system?.lookup(name('Supplement')) instanceof PDFNumber && (widths === undefined || widths instanceof PDFArray);
}
