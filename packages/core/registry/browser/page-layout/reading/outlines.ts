import type { Rectangle } from '@bakkum/conversion/pages/page-layout';

export const round = (value: number): number => Math.round(value * 100) / 100;

/** Horizontal and vertical radius of each corner, from the top left, clockwise. */
export type Radii = readonly (readonly [across: number, down: number])[];

const SHARP: Radii = [
  [0, 0],
  [0, 0],
  [0, 0],
  [0, 0],
];

/** Distances from each side: top, right, bottom, left. */
export type Sides = readonly [top: number, right: number, bottom: number, left: number];

export function inset({ x, y, width, height }: Rectangle, [top, right, bottom, left]: Sides): Rectangle {
  return { x: x + left, y: y + top, width: Math.max(0, width - left - right), height: Math.max(0, height - top - bottom) };
}

export const insetRadii = (radii: Radii, [top, right, bottom, left]: Sides): Radii => {
  const less = ([across, down]: readonly [number, number] = [0, 0], side: number, edge: number): [number, number] => [
    Math.max(0, across - side),
    Math.max(0, down - edge),
  ];
  return [less(radii[0], left, top), less(radii[1], right, top), less(radii[2], right, bottom), less(radii[3], left, bottom)];
};

/** Radii that together are longer than a side shrink (CSS Backgrounds 3, 4.5). */
export function fittingRadii(radii: Radii, { width, height }: Rectangle): Radii {
  const [a = [0, 0], b = [0, 0], c = [0, 0], d = [0, 0]] = radii;
  const factor = Math.min(
    1,
    width / (a[0] + b[0] || 1),
    width / (c[0] + d[0] || 1),
    height / (b[1] + c[1] || 1),
    height / (a[1] + d[1] || 1),
  );
  return factor < 1 ? radii.map(([across, down]) => [across * factor, down * factor] as const) : radii;
}

/** A rectangle with rounded corners as SVG path data. */
export function outlineOf({ x, y, width, height }: Rectangle, radii: Radii = SHARP): string {
  const [right, bottom] = [x + width, y + height];
  const [a = [0, 0], b = [0, 0], c = [0, 0], d = [0, 0]] = radii;
  const point = (...parts: readonly number[]): string => parts.map(round).join(' ');
  const corner = ([across, down]: readonly [number, number], toX: number, toY: number): string =>
    across > 0 && down > 0 ? `A${point(across, down)} 0 0 1 ${point(toX, toY)}` : '';
  if (radii.every(([across, down]) => across === 0 || down === 0))
    return `M${point(x, y)}H${round(right)}V${round(bottom)}H${round(x)}Z`;
  return (
    `M${point(x + a[0], y)}L${point(right - b[0], y)}${corner(b, right, y + b[1])}` +
    `L${point(right, bottom - c[1])}${corner(c, right - c[0], bottom)}` +
    `L${point(x + d[0], bottom)}${corner(d, x, bottom - d[1])}` +
    `L${point(x, y + a[1])}${corner(a, x + a[0], y)}Z`
  );
}

export const polygon = (...points: readonly (readonly [number, number])[]): string =>
  `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;
