import type { InkMap } from './threshold.ts';

/** Largest angle to detect, in degrees. */
const MAX_ANGLE = 6;
const COARSE = 0.5;
const FINE = 0.05;
/** Smaller angles do not move letters out of their line. */
const MIN_ANGLE = 0.08;
/** Maximum sampled points. */
const MAX_POINTS = 40_000;
/** With fewer points, the page is not text. */
const MIN_POINTS = 400;

/** Returns the angle in degrees by which lines of text rise to the right; 0 for upright pages and pages without lines. */
export function skewOf({ width, height, ink }: InkMap): number {
  const points = bottomsOf(ink, width, height);
  if (points.length < MIN_POINTS * 2) return 0;
  const best = (from: number, to: number, step: number): number => {
    let [angle, most] = [0, -1];
    for (let at = from; at <= to + step / 2; at += step) {
      const score = sharpness(points, at, height);
      if (score > most) [angle, most] = [at, score];
    }
    return angle;
  };
  const coarse = best(-MAX_ANGLE, MAX_ANGLE, COARSE);
  const fine = best(coarse - COARSE, coarse + COARSE, FINE);
  return Math.abs(fine) < MIN_ANGLE ? 0 : fine;
}

/** Returns x and y pairs of ink with paper below, which is where letters touch their baseline. */
function bottomsOf(ink: Uint8Array, width: number, height: number): Float64Array {
  const found: number[] = [];
  for (let y = 1; y < height - 1; y++)
    for (let x = 0, at = y * width; x < width; x++, at++) if (ink[at] === 1 && ink[at + width] === 0) found.push(x, y);
  const every = Math.max(1, Math.ceil(found.length / 2 / MAX_POINTS));
  if (every === 1) return Float64Array.from(found);
  const kept: number[] = [];
  for (let index = 0; index < found.length; index += 2 * every) kept.push(found[index] ?? 0, found[index + 1] ?? 0);
  return Float64Array.from(kept);
}

/** How sharply the points gather in rows when the page is rotated by an angle: the sum of squared counts. */
function sharpness(points: Float64Array, degrees: number, height: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const counts = new Uint32Array(height * 3);
  for (let at = 0; at < points.length; at += 2) {
    const row = Math.round((points[at + 1] ?? 0) + (points[at] ?? 0) * slope) + height;
    if (row >= 0 && row < counts.length) counts[row] = (counts[row] ?? 0) + 1;
  }
  let sum = 0;
  for (const count of counts) sum += count * count;
  return sum;
}
