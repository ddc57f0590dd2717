type Place = readonly [number, number];

const STEPS = 72;
const WHOLE = 2 * Math.PI;

/** Draws part of an ellipse, given the end points of its half axes and two angles. */
export function conic([x, y]: Place, one: Place, other: Place, from: number, to: number): readonly Place[] {
  const count = Math.max(2, Math.ceil((Math.abs(to - from) / WHOLE) * STEPS));
  return Array.from({ length: count + 1 }, (_, step) => {
    const angle = from + ((to - from) * step) / count;
    return [
      x + Math.cos(angle) * one[0] + Math.sin(angle) * other[0],
      y + Math.cos(angle) * one[1] + Math.sin(angle) * other[1],
    ] as const;
  });
}

/** Draws the arc between two directions, in the sense from the first half axis to the second. */
export function arcBetween(centre: Place, one: Place, other: Place, from: Place, to: Place): readonly Place[] {
  const [start, end] = [angleOf(one, other, from), angleOf(one, other, to)];
  return conic(centre, one, other, start, end <= start ? end + WHOLE : end);
}

/** Returns the angle of a direction in the coordinate system of the half axes. */
function angleOf(one: Place, other: Place, [x, y]: Place): number {
  const area = one[0] * other[1] - one[1] * other[0] || 1;
  return Math.atan2((one[0] * y - one[1] * x) / area, (x * other[1] - y * other[0]) / area);
}

/** Draws an arc through three points; a straight line if they are collinear. */
export function arcThrough(first: Place, middle: Place, last: Place): readonly Place[] {
  const [ax, ay, bx, by] = [middle[0] - first[0], middle[1] - first[1], last[0] - first[0], last[1] - first[1]];
  const twice = 2 * (ax * by - ay * bx);
  if (twice === 0) return [first, middle, last];
  const [a, b] = [ax * ax + ay * ay, bx * bx + by * by];
  const centre: Place = [first[0] + (by * a - ay * b) / twice, first[1] + (ax * b - bx * a) / twice];
  const radius = Math.hypot(first[0] - centre[0], first[1] - centre[1]);
  const seen = ([x, y]: Place): Place => [x - centre[0], y - centre[1]];
  // Reversed if the three points turn clockwise.
  const other: Place = twice > 0 ? [0, radius] : [0, -radius];
  return arcBetween(centre, [radius, 0], other, seen(first), seen(last));
}

/** Draws a cubic Bézier curve with four control points. */
export function bezier([a = [0, 0], b = a, c = b, d = c]: readonly Place[]): readonly Place[] {
  return Array.from({ length: 25 }, (_, step) => {
    const t = step / 24;
    const axis = (of: 0 | 1): number =>
      (1 - t) ** 3 * a[of] + 3 * (1 - t) ** 2 * t * b[of] + 3 * (1 - t) * t ** 2 * c[of] + t ** 3 * d[of];
    return [axis(0), axis(1)] as const;
  });
}
