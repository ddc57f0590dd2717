import { type Bytes, textAt, viewOf } from '@bakkum/bytes/bytes';
import type { FontFile } from '@bakkum/document-typefaces/font-file';

/** A font with some glyphs of another, and the new number of each. */
export type FontSubset = { readonly bytes: Bytes; readonly numberOf: ReadonlyMap<number, number> };

const COMPOSITE_WORDS = 0x0001;
const COMPOSITE_SCALE = 0x0008;
const COMPOSITE_MORE = 0x0020;
const COMPOSITE_TWO_SCALES = 0x0040;
const COMPOSITE_MATRIX = 0x0080;
/** Tables that a PDF reader needs of a font whose characters are referred to by glyph (ISO 32000-1, 9.9). */
const KEPT = ['cvt ', 'fpgm', 'prep'];

/**
 * Builds a subset font. Glyphs keep their outlines and hints and are renumbered from 1; 0 is the font's glyph for missing
 * characters.
 */
export function subsetFont(font: FontFile, glyphs: Iterable<number>): FontSubset {
  const outline = outlinesOf(font);
  const numberOf = new Map([[0, 0]]);
  const order = [0];
  const take = (glyph: number): void => {
    if (numberOf.has(glyph)) return;
    numberOf.set(glyph, order.length);
    order.push(glyph);
  };
  for (const glyph of glyphs) take(glyph);
  // The list grows while it is traversed, to include the parts of composite glyphs.
  for (const glyph of order) for (const { part } of partsOf(outline(glyph))) take(part);
  const outlines = order.map((glyph) => renumbered(outline(glyph), numberOf));
  return { bytes: assemble(font, order, outlines), numberOf };
}

/** The bytes of a glyph; empty for a blank one. */
function outlinesOf(font: FontFile): (glyph: number) => Bytes {
  const loca = viewOf(font.table('loca'));
  const glyf = font.table('glyf');
  const long = viewOf(font.table('head')).getInt16(50) === 1;
  const offset = (glyph: number): number => (long ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2);
  const last = loca.byteLength / (long ? 4 : 2) - 1;
  return (glyph) => {
    if (glyph >= last) return new Uint8Array();
    return glyf.slice(offset(glyph), offset(glyph + 1));
  };
}

/** The parts of a composite glyph, and the positions of their glyph numbers. */
function* partsOf(outline: Bytes): Generator<{ readonly part: number; readonly at: number }> {
  const view = new DataView(outline.buffer);
  if (outline.length < 10 || view.getInt16(0) >= 0) return;
  for (let at = 10, flags = COMPOSITE_MORE; (flags & COMPOSITE_MORE) !== 0 && at + 4 <= outline.length; ) {
    flags = view.getUint16(at);
    yield { part: view.getUint16(at + 2), at: at + 2 };
    at += 4 + ((flags & COMPOSITE_WORDS) === 0 ? 2 : 4) + scaleBytes(flags);
  }
}

function scaleBytes(flags: number): number {
  if ((flags & COMPOSITE_SCALE) !== 0) return 2;
  if ((flags & COMPOSITE_TWO_SCALES) !== 0) return 4;
  return (flags & COMPOSITE_MATRIX) === 0 ? 0 : 8;
}

function renumbered(outline: Bytes, numberOf: ReadonlyMap<number, number>): Bytes {
  const view = new DataView(outline.buffer);
  for (const { part, at } of partsOf(outline)) view.setUint16(at, numberOf.get(part) ?? 0);
  return outline;
}

function assemble(font: FontFile, order: readonly number[], outlines: readonly Bytes[]): Bytes {
  const loca = new DataView(new ArrayBuffer((outlines.length + 1) * 4));
  let end = 0;
  outlines.forEach((outline, index) => {
    end += (outline.length + 3) & ~3;
    loca.setUint32((index + 1) * 4, end);
  });
  const glyf = new Uint8Array(end);
  outlines.forEach((outline, index) => {
    glyf.set(outline, loca.getUint32(index * 4));
  });
  const tables = new Map<string, Uint8Array>([
    ['glyf', glyf],
    ['head', changed(font, 'head', (head) => head.setInt16(50, 1))],
    ['hhea', changed(font, 'hhea', (hhea) => hhea.setUint16(34, order.length))],
    ['hmtx', metricsOf(font, order, outlines)],
    ['loca', new Uint8Array(loca.buffer)],
    ['maxp', changed(font, 'maxp', (maxp) => maxp.setUint16(4, order.length))],
  ]);
  for (const tag of KEPT) if (hasTable(font, tag)) tables.set(tag, font.table(tag));
  return fontFile(tables);
}

function changed(font: FontFile, tag: string, change: (table: DataView) => void): Uint8Array {
  const copy = font.table(tag).slice();
  change(viewOf(copy));
  return copy;
}

/** Fonts without hinting have none of its tables. */
function hasTable({ bytes }: FontFile, tag: string): boolean {
  const view = viewOf(bytes);
  return Array.from({ length: view.getUint16(4) }, (_, index) => 12 + index * 16).some((at) => textAt(bytes, at, 4) === tag);
}

/** PDF readers move outlines to their side bearings, which are where their boxes begin. */
function metricsOf(font: FontFile, order: readonly number[], outlines: readonly Bytes[]): Uint8Array {
  const metrics = new DataView(new ArrayBuffer(order.length * 4));
  order.forEach((glyph, index) => {
    metrics.setUint16(index * 4, font.widthOf(glyph));
    metrics.setInt16(index * 4 + 2, leftOf(outlines[index]));
  });
  return new Uint8Array(metrics.buffer);
}

const leftOf = (outline: Bytes | undefined): number =>
  outline && outline.length >= 4 ? new DataView(outline.buffer, outline.byteOffset).getInt16(2) : 0;

function fontFile(tables: ReadonlyMap<string, Uint8Array>): Bytes {
  const tags = [...tables.keys()].sort();
  let length = 12 + tags.length * 16;
  const starts = tags.map((tag) => {
    const start = length;
    length += ((tables.get(tag)?.length ?? 0) + 3) & ~3;
    return start;
  });
  const file = new Uint8Array(length);
  const view = new DataView(file.buffer);
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tags.length);
  tags.forEach((tag, index) => {
    const table = tables.get(tag) ?? new Uint8Array();
    const at = 12 + index * 16;
    file.set(new TextEncoder().encode(tag), at);
    view.setUint32(at + 8, starts[index] ?? 0);
    view.setUint32(at + 12, table.length);
    file.set(table, starts[index]);
  });
  return file;
}
