import { hexOf, type PdfFile, real } from '@bakkum/document-pages/pdf-file';
import type { Glyph } from '../display-list.ts';
import type { Matrix } from '../graphics/matrix.ts';
import { boxOf, transformed } from '../graphics/path.ts';
import { pathOperators } from './pdf-path.ts';

/** Position of a glyph in the PDF's fonts: outlines are stored in Type 3 fonts, so that text can be searched and copied. */
export type PlacedGlyph = { readonly font: string; readonly code: string; readonly scale: number };

export type PdfGlyphs = {
  place(glyph: Glyph): PlacedGlyph;
  /** Writes the fonts. @returns their entries in the resources */
  finish(): readonly string[];
};

type Entry = { readonly glyph: Glyph; readonly scale: number };

/** Codes fit in a byte and skip those that readers treat as white space. */
const FIRST_CODE = 33;
const PER_FONT = 256 - FIRST_CODE;
/** Smaller outlines are in units of the em square, not of its thousandth. */
const SMALL = 20;

export function createPdfGlyphs(pdf: PdfFile): PdfGlyphs {
  const placed = new Map<Glyph, PlacedGlyph>();
  const fonts: Entry[][] = [];
  return {
    place(glyph) {
      const known = placed.get(glyph);
      if (known) return known;
      let font = fonts.at(-1);
      if (!font || font.length >= PER_FONT) {
        font = [];
        fonts.push(font);
      }
      const box = boxOf(glyph.path) ?? [0, 0, 0, 0];
      const scale = Math.max(...box.map(Math.abs)) < SMALL ? 1000 : 1;
      const code = (FIRST_CODE + font.length).toString(16).padStart(2, '0');
      font.push({ glyph, scale });
      const made = { font: `G${fonts.length}`, code, scale };
      placed.set(glyph, made);
      return made;
    },
    finish: () => fonts.map((font, index) => `/G${index + 1} ${writeFont(pdf, font)} 0 R`),
  };
}

/** A Type 3 font, whose glyphs are procedures (ISO 32000-1, 9.6.5). */
function writeFont(pdf: PdfFile, font: readonly Entry[]): number {
  const names = font.map((_, index) => `/g${index}`);
  const procedures = font.map(({ glyph, scale }, index) => {
    const path = transformed(glyph.path, [scale, 0, 0, scale, 0, 0] satisfies Matrix);
    const box = (boxOf(path) ?? [0, 0, 0, 0]).map((value) => real(value)).join(' ');
    const body = `${real(widthOf({ glyph, scale }))} 0 ${box} d1\n${pathOperators(path, 1)}f\n`;
    return `/g${index} ${pdf.stream('', new TextEncoder().encode(body))} 0 R`;
  });
  const unicode = pdf.stream('', new TextEncoder().encode(unicodeMap(font)));
  const widths = font.map((entry) => real(widthOf(entry))).join(' ');
  return pdf.object(
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar ${FIRST_CODE} ` +
      `/LastChar ${FIRST_CODE + font.length - 1} /Widths [${widths}] /CharProcs << ${procedures.join(' ')} >> ` +
      `/Encoding << /Type /Encoding /Differences [${FIRST_CODE} ${names.join(' ')}] >> /Resources << >> /ToUnicode ${unicode} 0 R >>`,
  );
}

function widthOf({ glyph, scale }: Entry): number {
  return (glyph.advance ?? 0) * scale;
}

/** ISO 32000-1, 9.10.3; at most a hundred lines per block. */
function unicodeMap(font: readonly Entry[]): string {
  const lines = font.flatMap(({ glyph }, index) => {
    if (glyph.text === undefined) return [];
    return [`<${(FIRST_CODE + index).toString(16).padStart(2, '0')}> <${hexOf(glyph.text)}>`];
  });
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`);
  }
  return (
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n/CMapName /Letters def /CMapType 2 def\n' +
    `1 begincodespacerange <00> <ff> endcodespacerange\n${blocks.join('')}endcmap end end\n`
  );
}
