import { textAt, viewOf } from '@bakkum/bytes/bytes';

/** Data read from a TrueType file (OpenType specification, 1.9). Numbers are in units of the em square. */
export type FontFile = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly unitsPerEm: number;
  readonly ascent: number;
  /** Below the baseline, so negative. */
  readonly descent: number;
  readonly box: readonly [number, number, number, number];
  readonly glyphCount: number;
  /** 0 if the typeface has no glyph for a code point. */
  glyphOf(codePoint: number): number;
  widthOf(glyph: number): number;
  has(tag: string): boolean;
  table(tag: string): Uint8Array<ArrayBuffer>;
};

/**
 * Reads a TrueType file. Errors: `RangeError` if it is not TrueType, which is a defect for our own fonts; callers that read other
 * fonts catch it.
 */
export function readFont(bytes: Uint8Array<ArrayBuffer>): FontFile {
  const tables = directoryOf(bytes);
  const table = (tag: string): Uint8Array<ArrayBuffer> => {
    const found = tables.get(tag);
    if (!found) throw new RangeError(`a font without ${tag}`);
    return found;
  };
  const head = viewOf(table('head'));
  const horizontal = viewOf(table('hhea'));
  const glyphOf: CharacterMap = tables.has('cmap') ? characterMap(viewOf(table('cmap'))) : () => 0;
  const metrics = viewOf(table('hmtx'));
  const lastWidth = horizontal.getUint16(34) - 1;
  return {
    bytes,
    unitsPerEm: head.getUint16(18),
    ascent: horizontal.getInt16(4),
    descent: horizontal.getInt16(6),
    box: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
    glyphCount: viewOf(table('maxp')).getUint16(4),
    glyphOf,
    widthOf: (glyph) => metrics.getUint16(Math.min(glyph, lastWidth) * 4),
    has: (tag) => tables.has(tag),
    table,
  };
}

function directoryOf(bytes: Uint8Array<ArrayBuffer>): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const view = viewOf(bytes);
  const count = view.getUint16(4);
  const tables = new Map<string, Uint8Array<ArrayBuffer>>();
  for (let at = 12; at < 12 + count * 16; at += 16) {
    const tag = textAt(bytes, at, 4);
    const offset = view.getUint32(at + 8);
    tables.set(tag, bytes.subarray(offset, offset + view.getUint32(at + 12)));
  }
  return tables;
}

type CharacterMap = (codePoint: number) => number;

/** The most complete Unicode map: format 12, else 4. A font without either is drawn by glyph numbers only. */
function characterMap(cmap: DataView): CharacterMap {
  const offsets = Array.from({ length: cmap.getUint16(2) }, (_, index) => cmap.getUint32(8 + index * 8));
  const ofFormat = (format: number) => offsets.find((offset) => cmap.getUint16(offset) === format);
  const long = ofFormat(12);
  if (long !== undefined) return segmentedCoverage(cmap, long);
  const short = ofFormat(4);
  return short === undefined ? () => 0 : segmentMapping(cmap, short);
}

/** Format 12: groups of code points with consecutive glyphs. */
function segmentedCoverage(cmap: DataView, start: number): CharacterMap {
  const count = cmap.getUint32(start + 12);
  return (codePoint) => {
    const at = start + 16 + 12 * firstIndex(count, (index) => cmap.getUint32(start + 16 + 12 * index + 4) >= codePoint);
    if (at >= start + 16 + 12 * count) return 0;
    const first = cmap.getUint32(at);
    return codePoint < first ? 0 : cmap.getUint32(at + 8) + codePoint - first;
  };
}

/** Format 4: four parallel lists with the ends, starts, deltas and offsets of ranges. */
function segmentMapping(cmap: DataView, start: number): CharacterMap {
  const bytes = cmap.getUint16(start + 6);
  const [ends, starts, deltas, offsets] = [14, 16 + bytes, 16 + 2 * bytes, 16 + 3 * bytes].map((at) => start + at) as [
    number,
    number,
    number,
    number,
  ];
  return (codePoint) => {
    if (codePoint > 0xffff) return 0;
    const at = 2 * firstIndex(bytes / 2, (index) => cmap.getUint16(ends + 2 * index) >= codePoint);
    if (at >= bytes) return 0;
    const first = cmap.getUint16(starts + at);
    if (codePoint < first) return 0;
    const delta = cmap.getUint16(deltas + at);
    const offset = cmap.getUint16(offsets + at);
    if (offset === 0) return (codePoint + delta) & 0xffff;
    const glyph = cmap.getUint16(offsets + at + offset + 2 * (codePoint - first));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  };
}

/** The first index of a sorted list for which `holds` is true, `count` if there is none. */
function firstIndex(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
