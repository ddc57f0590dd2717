import type { SheetRow, SheetSection } from './sheet.ts';

export type Point = { readonly x: number; readonly y: number };

/** Area of coordinates from 0 to 1. */
export type Box = { readonly width: number; readonly height: number };

/** A geometry row as SVG path commands, in inches with y upwards. */
type Drawn = { readonly path: string; readonly end: Point };

const STEPS_OF_CURVE = 48;

/** Converts a geometry section to an SVG path and the end points of its rows. */
export function outlineOf(section: SheetSection, box: Box): { readonly path: string; readonly ends: readonly Point[] } {
  const drawn: Drawn[] = [];
  for (const row of section.rows) drawn.push(drawnBy(row, drawn.at(-1)?.end ?? { x: 0, y: 0 }, box));
  return { path: drawn.map(({ path }) => path).join(''), ends: drawn.map(({ end }) => end) };
}

type Rows = {
  readonly from: Point;
  readonly box: Box;
  readonly cells: ReadonlyMap<string, string>;
  at(x: string, y: string): Point;
  value(cell: string): number;
};

/** Path commands of each row type. */
const DRAWN: Readonly<Record<string, (row: Rows, end: Point) => string>> = {
  MoveTo: (_, end) => `M${pair(end)}`,
  ArcTo: ({ from, value }, end) => bow(from, end, value('A')),
  EllipticalArcTo: ({ from, at, value }, end) => ellipticalArc(from, at('A', 'B'), end, value('C'), value('D') || 1),
  CubBezTo: ({ at }, end) => `C${pair(at('A', 'B'))} ${pair(at('C', 'D'))} ${pair(end)}`,
  QuadBezTo: ({ at }, end) => `Q${pair(at('A', 'B'))} ${pair(end)}`,
  Ellipse: ({ at }, end) => ellipse(end, at('A', 'B'), at('C', 'D')),
  PolylineTo: ({ cells, box }, end) => `${polyline(cells.get('A') ?? '', box)}L${pair(end)}`,
  NURBSTo: ({ from, cells, box, value }, end) =>
    spline(from, end, { formula: cells.get('E') ?? '', box, first: value('C'), beforeLast: value('A') }),
};

/** Coordinates of `Rel…` rows are fractions of the shape's width and height. */
function drawnBy({ kind, cells }: SheetRow, from: Point, box: Box): Drawn {
  const isRelative = kind.startsWith('Rel');
  const value = (cell: string): number => Number(cells.get(cell) ?? 0) || 0;
  const at = (x: string, y: string): Point => ({
    x: value(x) * (isRelative ? box.width : 1),
    y: value(y) * (isRelative ? box.height : 1),
  });
  const end = at('X', 'Y');
  const draw = DRAWN[isRelative ? kind.slice(3) : kind];
  return { path: draw ? draw({ from, box, cells, at, value }, end) : `L${pair(end)}`, end };
}

const short = (value: number): string => String(Math.round(value * 1e5) / 1e5);
const pair = ({ x, y }: Point): string => `${short(x)} ${short(y)}`;

/** Draws a circular arc, given the distance of its middle from the chord. */
function bow(from: Point, to: Point, height: number): string {
  const chord = Math.hypot(to.x - from.x, to.y - from.y);
  if (Math.abs(height) < 1e-6 || chord === 0) return `L${pair(to)}`;
  const radius = (chord * chord) / (8 * Math.abs(height)) + Math.abs(height) / 2;
  return `A${short(radius)} ${short(radius)} 0 ${Math.abs(height) > chord / 2 ? 1 : 0} ${height > 0 ? 1 : 0} ${pair(to)}`;
}

/** Draws an elliptical arc through a point, given the rotation and ratio of its axes. */
function ellipticalArc(from: Point, through: Point, to: Point, angle: number, ratio: number): string {
  const flat = ({ x, y }: Point): Point => ({
    x: (x * Math.cos(angle) + y * Math.sin(angle)) / ratio,
    y: -x * Math.sin(angle) + y * Math.cos(angle),
  });
  const [a, b, c] = [flat(from), flat(through), flat(to)];
  const twice = 2 * (a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y));
  if (Math.abs(twice) < 1e-9) return `L${pair(to)}`;
  const square = ({ x, y }: Point): number => x * x + y * y;
  const centre = {
    x: (square(a) * (b.y - c.y) + square(b) * (c.y - a.y) + square(c) * (a.y - b.y)) / twice,
    y: (square(a) * (c.x - b.x) + square(b) * (a.x - c.x) + square(c) * (b.x - a.x)) / twice,
  };
  const radius = Math.hypot(a.x - centre.x, a.y - centre.y);
  const isLeft = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
  const isLarge = sameSide(a, c, centre, b);
  const turn = (angle * 180) / Math.PI;
  return `A${short(radius * ratio)} ${short(radius)} ${short(turn)} ${isLarge ? 1 : 0} ${isLeft ? 1 : 0} ${pair(to)}`;
}

/** Whether two points are on the same side of a line; the arc through one of them is then more than half. */
function sameSide(a: Point, b: Point, one: Point, other: Point): boolean {
  const side = ({ x, y }: Point): number => (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
  return side(one) * side(other) > 0;
}

function ellipse(centre: Point, a: Point, b: Point): string {
  const rx = Math.hypot(a.x - centre.x, a.y - centre.y);
  const ry = Math.hypot(b.x - centre.x, b.y - centre.y);
  const turn = (Math.atan2(a.y - centre.y, a.x - centre.x) * 180) / Math.PI;
  const opposite = { x: 2 * centre.x - a.x, y: 2 * centre.y - a.y };
  const half = (to: Point): string => `A${short(rx)} ${short(ry)} ${short(turn)} 0 1 ${pair(to)}`;
  return `M${pair(a)}${half(opposite)}${half(a)}Z`;
}

/** `POLYLINE(xType, yType, x1, y1, …)`: type 0 uses fractions of width and height. */
function polyline(formula: string, box: Box): string {
  const [xType = 0, yType = 0, ...numbers] = numbersIn(formula);
  return pairsOf(numbers, 2)
    .map(([x = 0, y = 0]) => `L${pair({ x: xType === 0 ? x * box.width : x, y: yType === 0 ? y * box.height : y })}`)
    .join('');
}

type Spline = { readonly formula: string; readonly box: Box; readonly first: number; readonly beforeLast: number };

/** `NURBS(knotLast, degree, xType, yType, x1, y1, knot1, weight1, …)` with two separate knots; drawn as short line segments. */
function spline(from: Point, to: Point, { formula, box, first, beforeLast }: Spline): string {
  const [last = 1, degree = 3, xType = 0, yType = 0, ...numbers] = numbersIn(formula);
  const inner = pairsOf(numbers, 4).map(([x = 0, y = 0, knot = 0, weight = 1]) => ({
    x: xType === 0 ? x * box.width : x,
    y: yType === 0 ? y * box.height : y,
    knot,
    weight,
  }));
  const points = [{ ...from, weight: 1 }, ...inner, { ...to, weight: 1 }];
  if (points.length <= degree || inner.length === 0) return `L${pair(to)}`;
  const knots = [first, ...inner.map(({ knot }) => knot), beforeLast];
  while (knots.length < points.length + degree + 1) knots.push(last);
  const start = knots[degree] ?? 0;
  const end = knots[points.length] ?? last;
  return Array.from({ length: STEPS_OF_CURVE }, (_, step) => {
    const parameter = start + ((end - start) * (step + 1)) / STEPS_OF_CURVE;
    return step === STEPS_OF_CURVE - 1 ? `L${pair(to)}` : `L${pair(pointAt(parameter, points, knots, degree))}`;
  }).join('');
}

type Weighted = Point & { readonly weight: number };

/** De Boor's algorithm with weighted points. */
function pointAt(parameter: number, points: readonly Weighted[], knots: readonly number[], degree: number): Point {
  let span = degree;
  while (span < points.length - 1 && (knots[span + 1] ?? 0) <= parameter) span += 1;
  const near = Array.from({ length: degree + 1 }, (_, index) => {
    const { x, y, weight } = points[span - degree + index] ?? { x: 0, y: 0, weight: 1 };
    return { x: x * weight, y: y * weight, weight };
  });
  for (let level = 1; level <= degree; level += 1)
    for (let index = degree; index >= level; index -= 1) {
      const low = knots[span - degree + index] ?? 0;
      const high = knots[span + 1 + index - level] ?? 0;
      const share = high === low ? 0 : (parameter - low) / (high - low);
      const [before, here] = [near[index - 1], near[index]];
      if (before && here) near[index] = mixed(before, here, share);
    }
  const { x, y, weight } = near[degree] ?? { x: 0, y: 0, weight: 1 };
  return { x: x / (weight || 1), y: y / (weight || 1) };
}

function mixed(a: Weighted, b: Weighted, share: number): Weighted {
  const between = (from: number, to: number): number => from + (to - from) * share;
  return { x: between(a.x, b.x), y: between(a.y, b.y), weight: between(a.weight, b.weight) };
}

function numbersIn(formula: string): readonly number[] {
  const inside = formula.slice(formula.indexOf('(') + 1).split(')', 1)[0] ?? '';
  return inside.split(/[,;]/).map((text) => Number.parseFloat(text) || 0);
}

function pairsOf(numbers: readonly number[], size: number): readonly (readonly number[])[] {
  return Array.from({ length: Math.floor(numbers.length / size) }, (_, index) => numbers.slice(index * size, (index + 1) * size));
}
