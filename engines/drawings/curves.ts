import type { Point } from './sheet.ts';

const STEP = Math.PI / 36;

/**
 * Points of an elliptical arc: angles in radians, counterclockwise; `axis` is the major half axis, `ratio` that of minor to
 * major.
 */
export function ellipse(centre: Point, axis: Point, ratio: number, from: number, to: number): readonly Point[] {
  const turn = to > from ? to - from : to - from + 2 * Math.PI;
  const steps = Math.max(2, Math.ceil(turn / STEP));
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = from + (turn * step) / steps;
    const [along, across] = [Math.cos(angle), Math.sin(angle) * ratio];
    return [centre[0] + axis[0] * along - axis[1] * across, centre[1] + axis[1] * along + axis[0] * across];
  });
}

/** Points of an arc between two polyline vertices: a bulge is the tangent of a quarter of its angle. */
export function bulged(from: Point, to: Point, bulge: number): readonly Point[] {
  if (bulge === 0) return [from];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const factor = (1 / bulge - bulge) / 4;
  const centre: Point = [(from[0] + to[0]) / 2 - dy * factor, (from[1] + to[1]) / 2 + dx * factor];
  const angle = Math.atan2(from[1] - centre[1], from[0] - centre[0]);
  const turn = 4 * Math.atan(bulge);
  const radius = Math.hypot(from[0] - centre[0], from[1] - centre[1]);
  const steps = Math.max(2, Math.ceil(Math.abs(turn) / STEP));
  return Array.from({ length: steps }, (_, step): Point => {
    const here = angle + (turn * step) / steps;
    return [centre[0] + radius * Math.cos(here), centre[1] + radius * Math.sin(here)];
  });
}

const PIECES = 8;

/** Points of a B-spline by de Boor's algorithm; the control points if the knots do not fit. */
export function spline(
  controls: readonly Point[],
  knots: readonly number[],
  degree: number,
  weights: readonly number[],
): readonly Point[] {
  if (knots.length !== controls.length + degree + 1 || degree < 1) return controls;
  const points: Point[] = [];
  for (let span = degree; span < controls.length; span += 1) {
    const [from = 0, to = 0] = knots.slice(span, span + 2);
    if (to <= from) continue;
    for (let step = 0; step <= PIECES; step += 1)
      points.push(splinePoint(controls, knots, degree, weights, span, from + ((to - from) * step) / PIECES));
  }
  return points;
}

function splinePoint(
  controls: readonly Point[],
  knots: readonly number[],
  degree: number,
  weights: readonly number[],
  span: number,
  at: number,
): Point {
  const row = Array.from({ length: degree + 1 }, (_, index) => {
    const place = span - degree + index;
    const [x, y] = controls[place] ?? [0, 0];
    const weight = weights[place] ?? 1;
    return [x * weight, y * weight, weight] as const;
  });
  for (let level = 1; level <= degree; level += 1)
    for (let index = degree; index >= level; index -= 1) {
      const low = knots[span - degree + index] ?? 0;
      const high = knots[span + 1 + index - level] ?? 0;
      const part = high === low ? 0 : (at - low) / (high - low);
      const [before, after] = [row[index - 1] ?? [0, 0, 1], row[index] ?? [0, 0, 1]];
      row[index] = [0, 1, 2].map((axis) => (before[axis] ?? 0) * (1 - part) + (after[axis] ?? 0) * part) as [
        number,
        number,
        number,
      ];
    }
  const [x, y, weight] = row[degree] ?? [0, 0, 1];
  return [x / weight, y / weight];
}

/** Points of a smooth curve through the given points (Catmull-Rom), an approximation for splines with fit points only. */
export function through(points: readonly Point[]): readonly Point[] {
  const place = (at: number): Point => points[Math.min(points.length - 1, Math.max(0, at))] ?? [0, 0];
  return points.flatMap((from, at) => {
    if (at + 1 === points.length) return [from];
    const [before, to, after] = [place(at - 1), place(at + 1), place(at + 2)];
    return Array.from({ length: PIECES }, (_, step): Point => {
      const t = step / PIECES;
      const along = (axis: 0 | 1): number =>
        from[axis] +
        0.5 *
          t *
          (to[axis] -
            before[axis] +
            t *
              (2 * before[axis] -
                5 * from[axis] +
                4 * to[axis] -
                after[axis] +
                t * (3 * (from[axis] - to[axis]) + after[axis] - before[axis])));
      return [along(0), along(1)];
    });
  });
}
