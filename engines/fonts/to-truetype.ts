import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { readCff } from './cff.ts';
import type { Cubic, Point } from './charstring.ts';
import { neededTable, readSfnt, type Table, TRUETYPE, tableOf, whole, writeSfnt } from './sfnt.ts';

type OutlinePoint = { readonly x: number; readonly y: number; readonly onCurve: boolean };
type Glyph = { readonly data: Bytes; readonly points: number; readonly contours: number; readonly left: number };

/** Tables specific to PostScript outlines or to the bytes of the font. */
const LEFT_OUT: ReadonlySet<string> = new Set(['CFF ', 'VORG', 'DSIG']);
/** Maximum deviation of a curve as a fraction of the em: half a unit of a thousand. */
const TOLERANCE = 1 / 2000;

/**
 * Replaces PostScript outlines with TrueType ones. Widths, names, characters and layout rules stay; hints are lost, and cubic
 * curves are approximated by quadratic ones. Errors: `corrupt`; `unsupported-feature` for variable CFF2 fonts.
 */
export function toTrueType(sfnt: Bytes): Bytes {
  const font = readSfnt(sfnt);
  if (tableOf(font, 'CFF2')) throw new ConversionError('unsupported-feature', 'outlines of CFF2');
  return whole(() => {
    const em = viewOf(neededTable(font, 'head')).getUint16(18);
    const glyphs = readCff(neededTable(font, 'CFF ')).map((paths) => glyphOf(paths, em * TOLERANCE));
    const made: readonly Table[] = [
      ...outlineTables(glyphs),
      { tag: 'maxp', data: maxpOf(glyphs) },
      { tag: 'head', data: headOf(neededTable(font, 'head')) },
      { tag: 'hmtx', data: hmtxOf(neededTable(font, 'hmtx'), viewOf(neededTable(font, 'hhea')).getUint16(34), glyphs) },
    ];
    const kept = font.tables.filter(({ tag }) => !LEFT_OUT.has(tag) && !made.some((table) => table.tag === tag));
    return writeSfnt({ flavour: TRUETYPE, tables: [...kept, ...made] });
  });
}

/** TrueType fills to the right of a path, PostScript to the left, so every path is reversed. */
function glyphOf(paths: readonly Cubic[], tolerance: number): Glyph {
  const contours = paths.map((path) => contourOf(path, tolerance).toReversed()).filter((points) => points.length > 1);
  const points = contours.flat();
  if (points.length === 0) return { data: new Uint8Array(), points: 0, contours: 0, left: 0 };
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const box = [least(xs), least(ys), -least(xs.map((x) => -x)), -least(ys.map((y) => -y))];
  const size = 10 + contours.length * 2 + 2 + points.length * 5;
  const data = new Uint8Array(size + (size % 2));
  const view = viewOf(data);
  view.setInt16(0, contours.length);
  for (const [index, side] of box.entries()) view.setInt16(2 + index * 2, side);
  let end = -1;
  for (const [index, contour] of contours.entries()) {
    end += contour.length;
    view.setUint16(10 + index * 2, end);
  }
  const flags = 12 + contours.length * 2;
  let before = { x: 0, y: 0 };
  for (const [index, point] of points.entries()) {
    view.setUint8(flags + index, point.onCurve ? 1 : 0);
    view.setInt16(flags + points.length + index * 2, point.x - before.x);
    view.setInt16(flags + points.length * 3 + index * 2, point.y - before.y);
    before = point;
  }
  return { data, points: points.length, contours: contours.length, left: box[0] ?? 0 };
}

const least = (numbers: readonly number[]): number => numbers.reduce((one, other) => Math.min(one, other));

function contourOf({ start, curves }: Cubic, tolerance: number): readonly OutlinePoint[] {
  const points: OutlinePoint[] = [rounded(start, true)];
  let from = start;
  for (const [one, two, to] of curves) {
    const isStraight = one === from && two === to;
    if (isStraight) points.push(rounded(to, true));
    else points.push(...quadratics([from, one, two, to], tolerance));
    from = to;
  }
  const [first, last] = [points[0], points.at(-1)];
  return points.length > 1 && first?.x === last?.x && first?.y === last?.y ? points.slice(0, -1) : points; // closed implicitly
}

const rounded = ([x, y]: Point, onCurve: boolean): OutlinePoint => ({ x: Math.round(x), y: Math.round(y), onCurve });

type Curve = readonly [Point, Point, Point, Point];

/** Splits a cubic into as many quadratic curves as the tolerance requires; the error falls with the cube of their number. */
function quadratics(curve: Curve, tolerance: number): readonly OutlinePoint[] {
  const [a, b, c, d] = curve;
  const bend = Math.hypot(d[0] - 3 * c[0] + 3 * b[0] - a[0], d[1] - 3 * c[1] + 3 * b[1] - a[1]);
  const count = Math.max(1, Math.ceil(Math.cbrt((bend * Math.sqrt(3)) / 36 / tolerance)));
  return Array.from({ length: count }, (_, index) => {
    const [start, end] = [index / count, (index + 1) / count];
    const [p, q] = [pointAt(curve, start), pointAt(curve, end)];
    const third = (end - start) / 3;
    const [left, right] = [slopeAt(curve, start), slopeAt(curve, end)];
    const control = ([0, 1] as const).map((axis) => {
      const one = p[axis] + left[axis] * third;
      const two = q[axis] - right[axis] * third;
      return (3 * (one + two) - p[axis] - q[axis]) / 4;
    });
    return [rounded([control[0] ?? 0, control[1] ?? 0], false), rounded(q, true)];
  }).flat();
}

function pointAt([a, b, c, d]: Curve, t: number): Point {
  const s = 1 - t;
  const at = (axis: 0 | 1): number =>
    s * s * s * a[axis] + 3 * s * s * t * b[axis] + 3 * s * t * t * c[axis] + t * t * t * d[axis];
  return [at(0), at(1)];
}

function slopeAt([a, b, c, d]: Curve, t: number): Point {
  const s = 1 - t;
  const at = (axis: 0 | 1): number =>
    3 * (s * s * (b[axis] - a[axis]) + 2 * s * t * (c[axis] - b[axis]) + t * t * (d[axis] - c[axis]));
  return [at(0), at(1)];
}

function outlineTables(glyphs: readonly Glyph[]): readonly Table[] {
  const glyf = new Uint8Array(glyphs.reduce((total, { data }) => total + data.length, 0));
  const loca = new Uint8Array((glyphs.length + 1) * 4);
  let at = 0;
  for (const [index, { data }] of glyphs.entries()) {
    glyf.set(data, at);
    at += data.length;
    viewOf(loca).setUint32((index + 1) * 4, at);
  }
  return [
    { tag: 'loca', data: loca },
    { tag: 'glyf', data: glyf },
  ];
}

function maxpOf(glyphs: readonly Glyph[]): Bytes {
  const data = new Uint8Array(32);
  const view = viewOf(data);
  view.setUint32(0, 0x00010000);
  view.setUint16(4, glyphs.length);
  view.setUint16(6, -least(glyphs.map(({ points }) => -points)));
  view.setUint16(8, -least(glyphs.map(({ contours }) => -contours)));
  view.setUint16(14, 1); // zones
  return data;
}

/** Glyph offsets are stored in 32 bits. */
function headOf(head: Bytes): Bytes {
  const copy = new Uint8Array(head);
  viewOf(copy).setUint16(50, 1);
  return copy;
}

/** Keeps widths; side bearings are recomputed from the new outlines. */
function hmtxOf(hmtx: Bytes, metrics: number, glyphs: readonly Glyph[]): Bytes {
  const copy = new Uint8Array(hmtx);
  for (const [index, { left }] of glyphs.entries()) {
    const at = index < metrics ? index * 4 + 2 : metrics * 4 + (index - metrics) * 2;
    if (at + 2 <= copy.length) viewOf(copy).setInt16(at, left);
  }
  return copy;
}
