import { apply, type Matrix } from './matrix.ts';
import type { PathBuilder } from './path.ts';

const RADIANS = Math.PI / 180;

export type Arc = {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Degrees, anticlockwise from the right. */
  readonly from: number;
  readonly to: number;
  readonly clockwise: boolean;
};

/** A circular arc, with a line to its start if there is a current point. */
export function addArc(path: PathBuilder, matrix: Matrix, { x, y, radius, from, to, clockwise }: Arc): void {
  const sweep = sweepOf(from, to, clockwise);
  const at = (angle: number): readonly [number, number] =>
    apply(matrix, x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  const start = at(from * RADIANS);
  if (path.current()) path.line(...start);
  else path.move(...start);
  const pieces = Math.max(1, Math.ceil(Math.abs(sweep) / 90 - 1e-9));
  const step = (sweep / pieces) * RADIANS;
  const reach = radius * (4 / 3) * Math.tan(step / 4);
  for (let piece = 0; piece < pieces && sweep !== 0; piece += 1) {
    const a = from * RADIANS + piece * step;
    const b = a + step;
    const [cosA, sinA, cosB, sinB] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
    path.curve([
      ...apply(matrix, x + radius * cosA - reach * sinA, y + radius * sinA + reach * cosA),
      ...apply(matrix, x + radius * cosB + reach * sinB, y + radius * sinB - reach * cosB),
      ...at(b),
    ]);
  }
}

/** Degrees between two angles in the given direction. */
function sweepOf(from: number, to: number, clockwise: boolean): number {
  const turns = to - from;
  if (Math.abs(turns) > 360 * 1000) return clockwise ? -360 : 360;
  if (clockwise) return turns <= 0 ? turns : turns - 360 * Math.ceil(turns / 360);
  return turns >= 0 ? turns : turns + 360 * Math.ceil(-turns / 360);
}

export type TangentArc = {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly radius: number;
};

/**
 * Rounds the corner at the first point (`arcto`).
 * @returns the two tangent points, in user space
 */
export function addTangentArc(
  path: PathBuilder,
  matrix: Matrix,
  [x0, y0]: readonly [number, number],
  { x1, y1, x2, y2, radius }: TangentArc,
): readonly [number, number, number, number] {
  const [inX, inY, outX, outY] = [x0 - x1, y0 - y1, x2 - x1, y2 - y1];
  const lengths = Math.hypot(inX, inY) * Math.hypot(outX, outY);
  const cross = inX * outY - inY * outX;
  const dot = inX * outX + inY * outY;
  if (lengths === 0 || Math.abs(cross) < lengths * 1e-9 || radius === 0) {
    path.line(...apply(matrix, x1, y1));
    return [x1, y1, x1, y1];
  }
  const reach = (radius * (lengths + dot)) / Math.abs(cross);
  const [inScale, outScale] = [reach / Math.hypot(inX, inY), reach / Math.hypot(outX, outY)];
  const [startX, startY] = [x1 + inX * inScale, y1 + inY * inScale];
  const [endX, endY] = [x1 + outX * outScale, y1 + outY * outScale];
  // The centre is offset from the incoming line by the radius, on the side of the outgoing one.
  const side = Math.sign(cross) * (radius / Math.hypot(inX, inY));
  const [x, y] = [startX - inY * side, startY + inX * side];
  const from = Math.atan2(startY - y, startX - x) / RADIANS;
  const to = Math.atan2(endY - y, endX - x) / RADIANS;
  addArc(path, matrix, { x, y, radius: Math.abs(radius), from, to, clockwise: cross > 0 });
  return [startX, startY, endX, endY];
}
