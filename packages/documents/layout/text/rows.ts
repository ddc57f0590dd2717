import { type Box, union } from '../page-content.ts';
import { parseMarker } from './list-markers.ts';
import { type Segment, textOf } from './segments.ts';

/** Segments side by side on one line, left to right. */
export type Row = Box & { readonly baseline: number; readonly size: number; readonly parts: readonly Segment[] };

/** Maximum distance between a list marker and its text, relative to the text size. */
const MARKER_GAP = 4;

/** Lines of a column, top to bottom. A list marker and its text are one part, separated by a space. */
export function rowsOf(segments: readonly Segment[]): readonly Row[] {
  const rows: Segment[][] = [];
  for (const segment of segments.toSorted((a, b) => a.baseline - b.baseline)) {
    const row = rows.findLast((one) => one.some((part) => isBeside(part, segment)));
    if (row) row.push(segment);
    else rows.push([segment]);
  }
  return rows.map(rowFrom).sort((a, b) => a.baseline - b.baseline);
}

function isBeside(part: Segment, other: Segment): boolean {
  const isApart = part.right <= other.left + 1 || other.right <= part.left + 1;
  return isApart && Math.abs(part.baseline - other.baseline) < Math.min(part.size, other.size) * 0.45;
}

function rowFrom(parts: readonly Segment[]): Row {
  const sorted = joinMarker(parts.toSorted((a, b) => a.left - b.left));
  const longest = sorted.reduce((best, part) => (part.glyphs.length > best.glyphs.length ? part : best));
  return { ...union(sorted), baseline: longest.baseline, size: longest.size, parts: sorted };
}

function joinMarker(parts: readonly Segment[]): readonly Segment[] {
  const [marker, text, ...rest] = parts;
  if (!marker || !text || rest.length > 1 || marker.glyphs.length > 6) return parts;
  if (text.left - marker.right > Math.max(marker.size, text.size) * MARKER_GAP || !parseMarker(textOf(marker))) return parts;
  const [first] = text.glyphs;
  if (!first) return parts;
  const space = { ...first, text: ' ', left: marker.right, right: text.left };
  return [{ ...text, ...union([marker, text]), glyphs: [...marker.glyphs, space, ...text.glyphs] }, ...rest];
}
