import { apply, concat, IDENTITY, isMatrix, keepsAngles, type Matrix } from '@bakkum/document-postscript/graphics/matrix';
import { elementsOf, type XmlElement } from '@bakkum/markup/xml';
import { allowOnly, numberOf, pointsOf, referenceOf, Unpaintable } from './reading.ts';

type Point = readonly [x: number, y: number];

export type Stop = { readonly offset: number; readonly color: string };

/** In the coordinates of the path, or for `space` in those that it maps to them: an ellipse is a circle there. */
export type Paint =
  | { readonly kind: 'color'; readonly color: string }
  | { readonly kind: 'linear'; readonly from: Point; readonly to: Point; readonly stops: readonly Stop[] }
  | {
      readonly kind: 'radial';
      readonly focus: Point;
      readonly center: Point;
      readonly radius: number;
      readonly stops: readonly Stop[];
      readonly space?: Matrix;
    };

/** @param path gradients may be relative to its bounds */
export function paintOf(
  element: XmlElement,
  name: 'fill' | 'stroke',
  path: string,
  definitions: ReadonlyMap<string, XmlElement>,
): Paint | undefined {
  const value = element.attributes[name] ?? '';
  if (value === 'none') return undefined;
  if (/^#[\da-f]{6}$/i.test(value)) return { kind: 'color', color: value };
  const gradient = referenceOf(element, name, definitions);
  const matrix = gradientMatrix(gradient, path);
  if (gradient.name === 'linearGradient') return linearOf(gradient, matrix);
  if (gradient.name !== 'radialGradient') throw new Unpaintable(gradient.name);
  const radial = radialOf(gradient, matrix);
  if (radial.space && name === 'stroke') throw new Unpaintable('an outline in a distorted gradient');
  return radial;
}

const COMMON = ['id', 'gradientUnits', 'gradientTransform'];

/** From the coordinates of a gradient to those of the path. */
function gradientMatrix({ attributes }: XmlElement, path: string): Matrix {
  const { gradientTransform: text, gradientUnits } = attributes;
  const own = text === undefined ? IDENTITY : /^matrix\(([^()]*)\)$/.exec(text)?.[1]?.split(' ').map(Number);
  if (!isMatrix(own) || !own.every(Number.isFinite)) throw new Unpaintable(`gradientTransform ${text}`);
  return gradientUnits === 'userSpaceOnUse' ? own : concat(own, boundsOf(path));
}

/** Maps the unit square to the bounds of a path, which resvg takes from all its points, those of control included. */
function boundsOf(path: string): Matrix {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of pointsOf(path)) {
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  if (!(right > left) || !(bottom > top)) throw new Unpaintable('a gradient on a path without an area');
  return [right - left, 0, 0, bottom - top, left, top];
}

function stopsOf(gradient: XmlElement): readonly Stop[] {
  return elementsOf(gradient).map((stop) => {
    allowOnly(stop, ['offset', 'stop-color', 'stop-opacity']);
    const [, red = '', green = '', blue = ''] =
      /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(stop.attributes['stop-color'] ?? '') ?? [];
    if (blue === '') throw new Unpaintable('the color of a stop');
    const channels = [red, green, blue].map((digits) => Number.parseInt(digits, 16)).join(' ');
    return { offset: numberOf(stop, 'offset', Number.NaN), color: `rgb(${channels} / ${numberOf(stop, 'stop-opacity', 1)})` };
  });
}

/** An affine transform of a linear gradient is a linear gradient across the transformed lines of equal color. */
function linearOf(gradient: XmlElement, matrix: Matrix): Paint {
  allowOnly(gradient, [...COMMON, 'x1', 'y1', 'x2', 'y2']);
  const at = (name: string): number => numberOf(gradient, name, Number.NaN);
  const [x1, y1, x2, y2] = [at('x1'), at('y1'), at('x2'), at('y2')];
  const from = apply(matrix, x1, y1);
  const end = apply(matrix, x2, y2);
  const side = apply(matrix, x1 - (y2 - y1), y1 + (x2 - x1));
  const [acrossX, acrossY] = [side[1] - from[1], from[0] - side[0]];
  const share = ((end[0] - from[0]) * acrossX + (end[1] - from[1]) * acrossY) / (acrossX ** 2 + acrossY ** 2);
  const to: Point = [from[0] + acrossX * share, from[1] + acrossY * share];
  if (!(Math.hypot(to[0] - from[0], to[1] - from[1]) > 0)) throw new Unpaintable('a gradient without a length');
  return { kind: 'linear', from, to, stops: stopsOf(gradient) };
}

/** Renderers differ where the focus is at the edge of the circle. */
const MAX_FOCUS = 0.99;

function radialOf(gradient: XmlElement, matrix: Matrix): Extract<Paint, { kind: 'radial' }> {
  allowOnly(gradient, [...COMMON, 'cx', 'cy', 'r', 'fx', 'fy']);
  const at = (name: string): number => numberOf(gradient, name, Number.NaN);
  const [cx, cy, radius, fx, fy] = [at('cx'), at('cy'), at('r'), at('fx'), at('fy')];
  if (!(Math.hypot(fx - cx, fy - cy) < radius * MAX_FOCUS)) throw new Unpaintable('a focus outside of the circle');
  const stops = stopsOf(gradient);
  if (!keepsAngles(matrix)) return { kind: 'radial', focus: [fx, fy], center: [cx, cy], radius, stops, space: matrix };
  return {
    kind: 'radial',
    focus: apply(matrix, fx, fy),
    center: apply(matrix, cx, cy),
    radius: radius * Math.hypot(matrix[0], matrix[1]),
    stops,
  };
}
