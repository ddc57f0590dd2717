import type { DrawingAddition } from '@bakkum/conversion/pages/page-additions';

type Point = { readonly x: number; readonly y: number };

/** The points of one stroke of the pen. */
export type Stroke = readonly Point[];

/** Points closer than this, in units of the drawing area, are only the trembling of a hand or a sensor. */
const MIN_DISTANCE = 1.5;
/** More points make no visible difference, and the path too long to store. */
export const MAX_POINTS = 6000;

/** Adds a point to a stroke, unless it is too close to the last one. */
export function extended(stroke: Stroke, point: Point): Stroke {
  const last = stroke.at(-1);
  if (last && Math.hypot(point.x - last.x, point.y - last.y) < MIN_DISTANCE) return stroke;
  return [...stroke, point];
}

/** Returns SVG path data of a smooth line: curves from the middle of each section to the middle of the next. */
export function smoothPath(stroke: Stroke): string {
  const [first, ...rest] = stroke;
  if (!first) return '';
  // A point is a line without length, which a round pen draws as a dot.
  if (rest.length === 0) return `M${at(first)}L${at(first)}`;
  let path = `M${at(first)}`;
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1];
    path += next ? `Q${at(point)} ${at(middle(point, next))}` : `L${at(point)}`;
  }
  return path;
}

const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const tenth = (value: number): number => Math.round(value * 10) / 10;
const at = ({ x, y }: Point): string => `${tenth(x)} ${tenth(y)}`;

/** Returns the strokes in the smallest box around them; `undefined` if there are none. */
export function drawingFrom(strokes: readonly Stroke[]): Pick<DrawingAddition, 'path' | 'box'> | undefined {
  const points = strokes.flat();
  if (points.length === 0) return undefined;
  const [left, top] = [Math.min(...points.map(({ x }) => x)), Math.min(...points.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...points.map(({ x }) => x)), Math.max(...points.map(({ y }) => y))];
  const path = strokes.map((stroke) => smoothPath(stroke.map(({ x, y }) => ({ x: x - left, y: y - top })))).join('');
  return { path, box: [tenth(Math.max(1, right - left)), tenth(Math.max(1, bottom - top))] };
}
