import { viewOf } from '@bakkum/bytes/bytes';
import type { FontFile } from '@bakkum/document-typefaces/font-file';
import { hexOf, type PdfFile, real } from './pdf-file.ts';
import { subsetFont } from './truetype-subset.ts';

/** A glyph of a font, its code in the pages' text, and its text if that differs from the character. */
export type Coded = { readonly code: number; readonly glyph: number; readonly text?: string };

/**
 * A font of the document and the characters used so far. Each character has its own code, even if two share a glyph, so that
 * copied text matches the original.
 */
export type UsedFont = {
  readonly name: string;
  readonly font: FontFile;
  readonly characters: Map<string, Coded>;
};

/** A character map holds at most this many lines per block (Adobe technical note 5014). */
const BLOCK = 100;
const SYMBOLIC = 4;
const STEM_WIDTH = 80;

/** Writes a subset font and the map back to characters, for searching and copying. Returns its object number. */
export function writeFont(pdf: PdfFile, { font, characters }: UsedFont, tag: string): number {
  const coded = [...characters.values()];
  const { bytes, numberOf } = subsetFont(
    font,
    coded.map(({ glyph }) => glyph),
  );
  const name = `${tag}+${postscriptName(font)}`;
  const scaled = (units: number): string => real((units * 1000) / font.unitsPerEm);
  const file = pdf.stream(`/Length1 ${bytes.length}`, bytes);
  const descriptor = pdf.object(
    `<< /Type /FontDescriptor /FontName /${name} /Flags ${SYMBOLIC} /FontBBox [${font.box.map(scaled).join(' ')}] /ItalicAngle 0 ` +
      `/Ascent ${scaled(font.ascent)} /Descent ${scaled(font.descent)} /CapHeight ${scaled(font.ascent)} /StemV ${STEM_WIDTH} /FontFile2 ${file} 0 R >>`,
  );
  const places = pdf.stream('', placesOf(coded, numberOf));
  const widths = coded.map(({ code, glyph }) => `${code} [${scaled(font.widthOf(glyph))}]`).join(' ');
  const descendant = pdf.object(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ` +
      `/FontDescriptor ${descriptor} 0 R /CIDToGIDMap ${places} 0 R /DW 1000 /W [${widths}] >>`,
  );
  const map = pdf.stream('', new TextEncoder().encode(characterMap(characters)));
  return pdf.object(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${map} 0 R >>`,
  );
}

/** Two bytes per code: the index of its glyph in the subset font. */
function placesOf(coded: readonly Coded[], numberOf: ReadonlyMap<number, number>): Uint8Array {
  const places = new DataView(new ArrayBuffer((coded.length + 1) * 2));
  for (const { code, glyph } of coded) places.setUint16(code * 2, numberOf.get(glyph) ?? 0);
  return new Uint8Array(places.buffer);
}

function characterMap(characters: ReadonlyMap<string, Coded>): string {
  const lines = [...characters].map(([character, { code, text }]) => `<${codeOf(code)}> <${hexOf(text ?? character)}>`);
  const blocks = Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, index) => {
    const block = lines.slice(index * BLOCK, (index + 1) * BLOCK);
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`;
  });
  return (
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n' +
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n' +
    `1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n${blocks.join('')}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n`
  );
}

/** A code in the syntax of the pages' text. */
export function codeOf(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}

const WINDOWS = 3;
const POSTSCRIPT_NAME = 6;

/** Letters, digits and hyphens (OpenType, table `name`). Fonts subset by other programs may have no name, or a damaged one. */
function postscriptName(font: FontFile): string {
  const bytes = font.has('name') ? font.table('name') : new Uint8Array();
  const table = viewOf(bytes);
  const count = bytes.length < 6 ? 0 : Math.min(table.getUint16(2), Math.floor((bytes.length - 6) / 12));
  const records = Array.from({ length: count }, (_, index) => 6 + index * 12);
  const record = records.find((at) => table.getUint16(at) === WINDOWS && table.getUint16(at + 6) === POSTSCRIPT_NAME);
  if (record === undefined) return 'Font';
  const start = table.getUint16(4) + table.getUint16(record + 10);
  const name = new TextDecoder('utf-16be').decode(bytes.subarray(start, start + table.getUint16(record + 8)));
  return name.replaceAll(/[^\w-]/g, '') || 'Font';
}
