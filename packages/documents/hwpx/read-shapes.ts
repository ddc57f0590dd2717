import { largest, smallest } from '@bakkum/bytes/long-lists';
import { ellipse, type Outline, type Paint, type Point, quarter, type Shape, type Step } from '@bakkum/document-model/graphics';
import type { Drawing } from '@bakkum/document-model/model';
import { childOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';
import { numberIn, pointsIn } from './attributes.ts';
import { floatOf } from './floats.ts';
import { colourIn } from './styles.ts';

/**
 * The lines and areas of a shape or group, without those that hold text; `undefined` if none of them is visible.
 * @param lose called for each visible object that cannot be read
 */
export function readShapes(element: XmlElement, lose: () => void): Drawing | undefined {
  const shapes = shapesOf(element, lose);
  if (shapes.length === 0) return undefined;
  const size = childOf(element, 'sz');
  const float = floatOf(element);
  return { shapes, width: pointsIn(size, 'width'), height: pointsIn(size, 'height'), ...(float && { float }) };
}

const UNREADABLE: ReadonlySet<string> = new Set(['ole', 'chart', 'video', 'textart', 'unknownObj', 'switch']);

function shapesOf(element: XmlElement, lose: () => void): readonly Shape[] {
  if (element.name === 'container') return elementsOf(element).flatMap((part) => shapesOf(part, lose));
  if (UNREADABLE.has(element.name)) lose();
  const outlineOf = OUTLINES.get(element.name);
  if (!outlineOf || holdsText(element)) return [];
  const [fill, line] = [fillOf(element), lineOf(element)];
  if (!fill && !line) return [];
  const outline = outlineOf(element);
  if (!outline) {
    lose();
    return [];
  }
  const placed = moved(outline, matrixOf(childOf(element, 'renderingInfo')));
  return [{ ...boundsOf(placed), outlines: [placed], ...(fill && { fill }), ...(line && { line }) }];
}

/** Whether the shape, or one in the group, has words or objects inside, which are read as framed text. */
export function holdsText(shape: XmlElement): boolean {
  if (shape.name === 'container') return elementsOf(shape).some(holdsText);
  const text = childOf(shape, 'drawText');
  return text !== undefined && !elementsOf(text).every(isBlank);
}

/** Elements of text that show nothing themselves. */
const BLANK: ReadonlySet<string> = new Set([
  ...['subList', 'p', 'run', 't', 'tab', 'lineBreak', 'nbSpace', 'fwSpace', 'ctrl', 'colPr', 'linesegarray', 'lineseg'],
  ...['textMargin'],
]);

function isBlank({ name, children }: XmlElement): boolean {
  return BLANK.has(name) && children.every((child) => (typeof child === 'string' ? child.trim() === '' : isBlank(child)));
}

/** Outlines in the units of each shape, before it is scaled and rotated. */
const OUTLINES: ReadonlyMap<string, (shape: XmlElement) => Outline | undefined> = new Map(
  Object.entries({
    rect: (shape: XmlElement) =>
      polygon(
        ['pt0', 'pt1', 'pt2', 'pt3'].map((name) => pointIn(childOf(shape, name))),
        true,
      ),
    line: straight,
    connectLine: straight,
    polygon: (shape: XmlElement) =>
      polygon(
        elementsOf(shape)
          .filter(({ name }) => name === 'pt')
          .map(pointIn),
        true,
      ),
    curve: (shape: XmlElement) => curve(elementsOf(shape).filter(({ name }) => name === 'seg')),
    // Parts of ellipses are stored as such, with the angles of their ends.
    ellipse: (shape: XmlElement) => (shape.attributes['hasArcPr'] === '1' ? undefined : ellipse(...axesOf(shape))),
    arc: (shape: XmlElement) => {
      const [center, first, second] = axesOf(shape);
      const whole: Outline = { start: sum(center, first), steps: [quarter(center, first, second)], isClosed: false };
      return shape.attributes['type'] === 'PIE' ? { ...whole, steps: [...whole.steps, [center]], isClosed: true } : whole;
    },
  }),
);

const pointIn = (element: XmlElement | undefined): Point => ({ x: pointsIn(element, 'x'), y: pointsIn(element, 'y') });
const sum = (one: Point, other: Point): Point => ({ x: one.x + other.x, y: one.y + other.y });

function axesOf(shape: XmlElement): [Point, Point, Point] {
  const center = pointIn(childOf(shape, 'center'));
  const axis = (name: string): Point => {
    const end = pointIn(childOf(shape, name));
    return { x: end.x - center.x, y: end.y - center.y };
  };
  return [center, axis('ax1'), axis('ax2')];
}

function polygon([start, ...others]: readonly Point[], isClosed: boolean): Outline | undefined {
  return start && others.length > 0 ? { start, steps: others.map((point): Step => [point]), isClosed } : undefined;
}

function straight(shape: XmlElement): Outline | undefined {
  return polygon([pointIn(childOf(shape, 'startPt')), pointIn(childOf(shape, 'endPt'))], false);
}

/** Three curved segments in a row lead along the control points of one curve. */
function curve(segments: readonly XmlElement[]): Outline | undefined {
  const [first] = segments;
  if (!first) return undefined;
  const ends = segments.map((segment): Point => ({ x: pointsIn(segment, 'x2'), y: pointsIn(segment, 'y2') }));
  const start = { x: pointsIn(first, 'x1'), y: pointsIn(first, 'y1') };
  const steps: Step[] = [];
  for (let at = 0; at < ends.length; at += steps.at(-1)?.length ?? 1) {
    const [one = start, two, three] = ends.slice(at, at + 3);
    const isCurved = segments[at]?.attributes['type'] === 'CURVE';
    steps.push(isCurved && two && three ? [one, two, three] : [one]);
  }
  const last = ends.at(-1);
  return { start, steps, isClosed: last?.x === start.x && last.y === start.y };
}

/** An affine map: `x' = a·x + b·y + c`, `y' = d·x + e·y + f`. Distances are points. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const IDENTITY: Matrix = [1, 0, 0, 0, 1, 0];

/** From the units of a shape to its place in the drawing: it is scaled, rotated and moved, in nested groups several times. */
function matrixOf(rendering: XmlElement | undefined): Matrix {
  let [result, scale] = [IDENTITY, IDENTITY];
  for (const element of rendering ? elementsOf(rendering) : []) {
    const matrix = readMatrix(element);
    if (element.name === 'transMatrix') result = matrix;
    else if (element.name === 'scaMatrix') scale = matrix;
    else if (element.name === 'rotMatrix') result = product(result, product(matrix, scale));
  }
  return result;
}

function readMatrix(element: XmlElement): Matrix {
  const scale = (name: string): number => (element.attributes[name] === undefined ? 1 : numberIn(element, name));
  const [b, d] = [numberIn(element, 'e2'), numberIn(element, 'e4')];
  return [scale('e1'), b, pointsIn(element, 'e3'), d, scale('e5'), pointsIn(element, 'e6')];
}

/** The map that first applies the second one. */
function product([a, b, c, d, e, f]: Matrix, other: Matrix): Matrix {
  const [g, h, i, j, k, l] = other;
  return [a * g + b * j, a * h + b * k, a * i + b * l + c, d * g + e * j, d * h + e * k, d * i + e * l + f];
}

function moved({ start, steps, isClosed }: Outline, [a, b, c, d, e, f]: Matrix): Outline {
  const at = ({ x, y }: Point): Point => ({ x: a * x + b * y + c, y: d * x + e * y + f });
  const stepAt = (step: Step): Step => (step.length === 1 ? [at(step[0])] : [at(step[0]), at(step[1]), at(step[2])]);
  return { start: at(start), steps: steps.map(stepAt), isClosed };
}

function boundsOf({ start, steps }: Outline): Pick<Shape, 'left' | 'top' | 'width' | 'height'> {
  const points = [start, ...steps.map((step) => step.at(-1) ?? start)];
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [smallest(xs), smallest(ys)];
  return { left, top, width: largest(xs) - left, height: largest(ys) - top };
}

/** A color; of gradients the first one. */
function fillOf(shape: XmlElement): Paint | undefined {
  const brush = childOf(shape, 'fillBrush');
  const solid = childOf(brush, 'winBrush');
  const stop = childOf(childOf(brush, 'gradation'), 'color');
  const colour = colourIn(solid?.attributes['faceColor']) ?? colourIn(stop?.attributes['value']);
  return colour === undefined ? undefined : { colour, opacity: 1 - Math.min(255, numberIn(solid, 'alpha')) / 255 };
}

function lineOf(shape: XmlElement): Shape['line'] {
  const line = childOf(shape, 'lineShape');
  const { style = 'NONE', color, headStyle = 'NORMAL', tailStyle = 'NORMAL' } = line?.attributes ?? {};
  if (style === 'NONE') return undefined;
  const arrows = {
    ...(headStyle !== 'NORMAL' && { start: true as const }),
    ...(tailStyle !== 'NORMAL' && { end: true as const }),
  };
  return {
    colour: colourIn(color) ?? '#000000',
    opacity: 1,
    width: Math.max(0.25, pointsIn(line, 'width')),
    ...(/DASH|DOT/.test(style) && { isDashed: true as const }),
    ...((arrows.start || arrows.end) && { arrows }),
  };
}
