import { viewOf } from '@bakkum/bytes/bytes';
import { type FontFile, readFont } from '@bakkum/document-typefaces/font-file';
import type { Glyph } from '../display-list.ts';
import type { Matrix } from '../graphics/matrix.ts';
import { concat } from '../graphics/matrix.ts';
import { type Path, PathBuilder, transformed } from '../graphics/path.ts';

/** The outlines of a TrueType font, scaled to an em square of size 1. */
export type TrueTypeFace = {
  readonly font: FontFile;
  outline(glyph: number): Glyph;
  /** Relative to the em square. */
  advance(glyph: number): number;
};

/**
 * @throws RangeError if it is not a TrueType font
 */
export function openTrueType(bytes: Uint8Array<ArrayBuffer>): TrueTypeFace {
  const font = readFont(bytes);
  const em = font.unitsPerEm || 1000;
  const isLong = viewOf(font.table('head')).getInt16(50) === 1;
  const tables = { loca: viewOf(font.table('loca')), glyf: viewOf(font.table('glyf')), isLong, count: font.glyphCount };
  const known = new Map<number, Glyph>();
  return {
    font,
    outline(glyph) {
      let found = known.get(glyph);
      if (!found) {
        found = { path: transformed(outlineOf(tables, glyph, 0), [1 / em, 0, 0, 1 / em, 0, 0]) };
        known.set(glyph, found);
      }
      return found;
    },
    advance: (glyph) => font.widthOf(glyph) / em,
  };
}

type Tables = { readonly loca: DataView; readonly glyf: DataView; readonly isLong: boolean; readonly count: number };

const EMPTY: Path = { verbs: [], points: [] };
const MAX_PARTS = 8;

function outlineOf(tables: Tables, glyph: number, depth: number): Path {
  const { loca, glyf, isLong } = tables;
  const offset = (index: number): number => {
    if ((index + 1) * (isLong ? 4 : 2) > loca.byteLength) return 0;
    return isLong ? loca.getUint32(index * 4) : loca.getUint16(index * 2) * 2;
  };
  const [start, end] = [offset(glyph), offset(glyph + 1)];
  if (end <= start || start + 10 > glyf.byteLength || depth > MAX_PARTS) return EMPTY;
  const contours = glyf.getInt16(start);
  try {
    return contours >= 0 ? simpleOutline(glyf, start, contours) : compoundOutline(tables, start + 10, depth);
  } catch (thrown) {
    // A truncated glyph is left blank, as printers do.
    if (thrown instanceof RangeError) return EMPTY;
    throw thrown;
  }
}

type Point = { readonly x: number; readonly y: number; readonly isOn: boolean };

/** OpenType 1.9, "glyf": ends of contours, flags, then differences of x and of y. */
function simpleOutline(glyf: DataView, start: number, contours: number): Path {
  const ends = Array.from({ length: contours }, (_, index) => glyf.getUint16(start + 10 + index * 2));
  const count = contours === 0 ? 0 : (ends.at(-1) ?? 0) + 1;
  let at = start + 10 + contours * 2;
  at += 2 + glyf.getUint16(at);
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = glyf.getUint8(at++);
    const times = (flag & 8) !== 0 ? glyf.getUint8(at++) : 0;
    for (let time = 0; time <= times; time += 1) flags.push(flag);
  }
  const readAxis = (short: number, same: number): number[] => {
    let value = 0;
    return flags.slice(0, count).map((flag) => {
      if ((flag & short) !== 0) value += (flag & same) !== 0 ? glyf.getUint8(at++) : -glyf.getUint8(at++);
      else if ((flag & same) === 0) {
        value += glyf.getInt16(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = readAxis(2, 16);
  const ys = readAxis(4, 32);
  const points = xs.map((x, index): Point => ({ x, y: ys[index] ?? 0, isOn: ((flags[index] ?? 0) & 1) === 1 }));
  const builder = new PathBuilder();
  ends.forEach((end, index) => addContour(builder, points.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end + 1)));
  return builder.finished();
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, isOn: true });

function addContour(builder: PathBuilder, points: readonly Point[]): void {
  const [head, tail] = [points[0], points.at(-1)];
  if (!head || !tail || points.length < 2) return;
  const start = head.isOn ? head : tail.isOn ? tail : between(head, tail);
  builder.move(start.x, start.y);
  let from = start;
  let pull: Point | undefined;
  const curve = (control: Point, to: Point): void => {
    builder.curve([
      from.x + (2 / 3) * (control.x - from.x),
      from.y + (2 / 3) * (control.y - from.y),
      to.x + (2 / 3) * (control.x - to.x),
      to.y + (2 / 3) * (control.y - to.y),
      to.x,
      to.y,
    ]);
    from = to;
  };
  for (const point of head.isOn ? points.slice(1) : points) {
    if (!point.isOn) {
      if (pull) curve(pull, between(pull, point));
      pull = point;
    } else {
      if (pull) curve(pull, point);
      else builder.line(point.x, point.y);
      from = point;
      pull = undefined;
    }
  }
  if (pull) curve(pull, start);
  builder.close();
}

function compoundOutline(tables: Tables, start: number, depth: number): Path {
  const { glyf } = tables;
  const builder = new PathBuilder();
  let at = start;
  for (let parts = 0; parts < 64; parts += 1) {
    const flags = glyf.getUint16(at);
    const part = glyf.getUint16(at + 2);
    at += 4;
    const isWide = (flags & 1) !== 0;
    const [dx, dy] = isWide ? [glyf.getInt16(at), glyf.getInt16(at + 2)] : [glyf.getInt8(at), glyf.getInt8(at + 1)];
    at += isWide ? 4 : 2;
    const [linear, size] = scaleAt(glyf, at, flags);
    at += size;
    const placed = concat(linear, [1, 0, 0, 1, (flags & 2) !== 0 ? dx : 0, (flags & 2) !== 0 ? dy : 0]);
    builder.append(transformed(outlineOf(tables, part, depth + 1), placed));
    if ((flags & 32) === 0) break;
  }
  return builder.finished();
}

function scaleAt(glyf: DataView, at: number, flags: number): readonly [Matrix, number] {
  const value = (offset: number): number => glyf.getInt16(at + offset) / 16_384;
  if ((flags & 8) !== 0) return [[value(0), 0, 0, value(0), 0, 0], 2];
  if ((flags & 64) !== 0) return [[value(0), 0, 0, value(2), 0, 0], 4];
  if ((flags & 128) !== 0) return [[value(0), value(2), value(4), value(6), 0, 0], 8];
  return [[1, 0, 0, 1, 0, 0], 0];
}
