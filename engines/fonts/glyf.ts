import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/** A point of a TrueType contour; points off the curve are controls of quadratic curves. */
export type OutlinePoint = { readonly x: number; readonly y: number; readonly onCurve: boolean };
export type Contour = readonly OutlinePoint[];

/** A component that is only moved. */
export type Part = { readonly glyph: number; readonly dx: number; readonly dy: number };

/** OpenType 1.9, "glyf": flags of a point. */
const ON_CURVE = 1;
const SHORT_X = 2;
const SHORT_Y = 4;
const REPEAT = 8;
const SAME_X = 16;
const SAME_Y = 32;
/** Flags of a component. */
const WORDS = 1;
const ARE_OFFSETS = 2;
const ONE_SCALE = 8;
const MORE = 32;
const TWO_SCALES = 64;
const MATRIX = 128;
const OFFSETS_ARE_SCALED = 0x800;

/** Depth of components of components. */
const MAX_DEPTH = 16;
/**
 * Points and components of a whole font, more than fonts have: shared outlines, repeated flags and components of components make many of
 * few bytes.
 */
const WORK = 200_000;
const WORK_PER_BYTE = 8;

/** Reads the outlines of the glyphs of a font, each once. Errors: RangeError if truncated; `corrupt`. */
export class GlyphReader {
  #work: number;
  readonly #glyf: Bytes;
  readonly #offset: (glyph: number) => number;

  /** @param isLong from `head`: offsets have 32 bits */
  constructor(glyf: Bytes, loca: Bytes, isLong: boolean) {
    const view = viewOf(loca);
    this.#glyf = glyf;
    this.#work = WORK + glyf.length * WORK_PER_BYTE;
    this.#offset = (glyph) => (isLong ? view.getUint32(glyph * 4) : view.getUint16(glyph * 2) * 2);
  }

  /** Returns the left end of a glyph as the font states it, by which programs place it; 0 for an empty one. */
  left(glyph: number): number {
    const data = this.#data(glyph);
    return data.length === 0 ? 0 : viewOf(data).getInt16(2);
  }

  contours(glyph: number, depth = 0): readonly Contour[] {
    const data = this.#data(glyph);
    this.#spend(1);
    if (data.length === 0) return [];
    const count = viewOf(data).getInt16(0);
    if (count >= 0) return simpleContours(data, count, (points) => this.#spend(points));
    if (depth > MAX_DEPTH) throw new ConversionError('corrupt', 'components without end');
    return this.#components(data, depth);
  }

  /**
   * Returns the components of a glyph if all are only moved; `undefined` if one is scaled, turned or placed by a point, and for a glyph
   * without components.
   */
  parts(glyph: number): readonly Part[] | undefined {
    const data = this.#data(glyph);
    if (data.length === 0) return undefined;
    const view = viewOf(data);
    if (view.getInt16(0) >= 0) return undefined;
    const parts: Part[] = [];
    for (let at = 10, hasMore = true; hasMore; ) {
      const flags = view.getUint16(at);
      if (!(flags & ARE_OFFSETS) || (flags & (ONE_SCALE | TWO_SCALES | MATRIX)) !== 0) return undefined;
      this.#spend(1);
      const {
        arguments: [dx, dy],
        end,
      } = placeOf(view, at + 4, flags);
      parts.push({ glyph: view.getUint16(at + 2), dx, dy });
      at = end;
      hasMore = (flags & MORE) !== 0;
    }
    return parts;
  }

  #spend(work: number): void {
    this.#work -= work;
    if (this.#work < 0) throw new ConversionError('corrupt', 'more points than a font has');
  }

  #data(glyph: number): Bytes {
    const [from, to] = [this.#offset(glyph), this.#offset(glyph + 1)];
    if (to > this.#glyf.length) throw new RangeError('a glyph is cut off');
    return this.#glyf.subarray(from, Math.max(from, to));
  }

  #components(data: Bytes, depth: number): readonly Contour[] {
    const view = viewOf(data);
    const drawn: Contour[] = [];
    for (let at = 10, hasMore = true; hasMore; ) {
      const flags = view.getUint16(at);
      const part = this.contours(view.getUint16(at + 2), depth + 1);
      const place = placeOf(view, at + 4, flags);
      at = place.end;
      hasMore = (flags & MORE) !== 0;
      this.#spend(pointsOf(part));
      if (!(flags & ARE_OFFSETS)) this.#spend(pointsOf(drawn));
      drawn.push(...placed(part, place, flags, drawn));
    }
    return drawn;
  }
}

const pointsOf = (contours: readonly Contour[]): number => contours.reduce((sum, { length }) => sum + length, 0);

/** @param spend called with the number of points before they are read */
function simpleContours(data: Bytes, count: number, spend: (points: number) => void): readonly Contour[] {
  const view = viewOf(data);
  const ends = Array.from({ length: count }, (_, index) => view.getUint16(10 + index * 2));
  if (ends.some((end, index) => end < (ends[index - 1] ?? 0))) throw new ConversionError('corrupt', 'contours out of order');
  const total = (ends.at(-1) ?? -1) + 1;
  spend(total);
  let at = 12 + count * 2 + view.getUint16(10 + count * 2);
  const flags: number[] = [];
  while (flags.length < total) {
    const flag = view.getUint8(at++);
    const times = flag & REPEAT ? view.getUint8(at++) + 1 : 1;
    for (let time = 0; time < times && flags.length < total; time += 1) flags.push(flag);
  }
  const along = (short: number, same: number): readonly number[] => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? view.getUint8(at++) : -view.getUint8(at++);
      else if (!(flag & same)) {
        value += view.getInt16(at);
        at += 2;
      }
      return value;
    });
  };
  const [xs, ys] = [along(SHORT_X, SAME_X), along(SHORT_Y, SAME_Y)];
  const points = flags.map((flag, index) => ({ x: xs[index] ?? 0, y: ys[index] ?? 0, onCurve: (flag & ON_CURVE) !== 0 }));
  return ends.map((end, index) => points.slice((ends[index - 1] ?? -1) + 1, end + 1));
}

/** Where a component stands: two arguments, and the matrix `a b c d` of OpenType's `xscale scale01 scale10 yscale`. */
type Place = { readonly arguments: readonly [number, number]; readonly matrix: readonly number[]; readonly end: number };

function placeOf(view: DataView, start: number, flags: number): Place {
  const isSigned = (flags & ARE_OFFSETS) !== 0;
  const word = (at: number): number => (isSigned ? view.getInt16(at) : view.getUint16(at));
  const byte = (at: number): number => (isSigned ? view.getInt8(at) : view.getUint8(at));
  const pair: readonly [number, number] = flags & WORDS ? [word(start), word(start + 2)] : [byte(start), byte(start + 1)];
  const at = start + (flags & WORDS ? 4 : 2);
  const scale = (index: number): number => view.getInt16(at + index * 2) / 16_384;
  if (flags & ONE_SCALE) return { arguments: pair, matrix: [scale(0), 0, 0, scale(0)], end: at + 2 };
  if (flags & TWO_SCALES) return { arguments: pair, matrix: [scale(0), 0, 0, scale(1)], end: at + 4 };
  if (flags & MATRIX) return { arguments: pair, matrix: [scale(0), scale(1), scale(2), scale(3)], end: at + 8 };
  return { arguments: pair, matrix: [1, 0, 0, 1], end: at };
}

/** Transforms a component, and moves it by its offsets or so that its point meets a point drawn before. */
function placed(part: readonly Contour[], place: Place, flags: number, drawn: readonly Contour[]): readonly Contour[] {
  const [a = 1, b = 0, c = 0, d = 1] = place.matrix;
  const turned = part.map((contour) => contour.map(({ x, y, onCurve }) => ({ x: x * a + y * c, y: x * b + y * d, onCurve })));
  const [one, two] = place.arguments;
  if (!(flags & ARE_OFFSETS)) {
    const [anchor, own] = [drawn.flat()[one], turned.flat()[two]];
    if (!anchor || !own) throw new ConversionError('corrupt', 'a component at a point that is not there');
    return moved(turned, anchor.x - own.x, anchor.y - own.y);
  }
  if (!(flags & OFFSETS_ARE_SCALED)) return moved(turned, one, two);
  return moved(turned, one * Math.hypot(a, b), two * Math.hypot(c, d));
}

export function moved(contours: readonly Contour[], dx: number, dy: number): readonly Contour[] {
  if (dx === 0 && dy === 0) return contours;
  return contours.map((contour) => contour.map(({ x, y, onCurve }) => ({ x: x + dx, y: y + dy, onCurve })));
}
