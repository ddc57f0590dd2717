import type { Outline, Point, Shape, Step } from '@bakkum/document-model/graphics';
import { type Field, fieldsOf, messageAt, messagesIn, numberIn, within } from '../protocol-buffer.ts';
import { fillOf, paintOf } from './fills.ts';
import { inherited, type Objects, referenceIn } from './objects.ts';

/** A place on the slide, in points. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Reads a TSD.GeometryArchive in a group that starts at `origin`. */
export function boxOf(geometry: readonly Field[], origin: Point): Box {
  const [position, size] = [within(geometry, 1), within(geometry, 2)];
  const number = (fields: readonly Field[], index: number): number => {
    const value = numberIn(fields, index) ?? 0;
    return Number.isFinite(value) ? Math.max(-MAX_POINTS, Math.min(MAX_POINTS, value)) : 0;
  };
  return {
    left: origin.x + number(position, 1),
    top: origin.y + number(position, 2),
    width: Math.max(0, number(size, 1)),
    height: Math.max(0, number(size, 2)),
  };
}

/** Slides of PowerPoint have at most 56 inches. */
const MAX_POINTS = 40_000;
/** Styles of shapes contain the style of a drawable, which names its parent in field 3 of field 1. */
const headOf = (style: readonly Field[]): readonly Field[] => within(style, 1, 1);
const PROPERTIES = [1, 11] as const;
const NO_PATTERN = 2;
/** Types of elements of a TSP.Path. */
const [MOVE, LINE, QUADRATIC, CUBIC, CLOSE] = [1, 2, 3, 4, 5];

/** Reads the fill and line of a TSD.ShapeArchive; `undefined` if nothing of it is visible. */
export function shapeOf(objects: Objects, shape: readonly Field[], box: Box): Shape | undefined {
  const style = referenceIn(shape, 2);
  // An empty message is no fill or no line.
  const property = (number: number) => inherited(objects, style, headOf, (fields) => messageAt(fields, ...PROPERTIES, number));
  const { paint: fill } = fillOf(property(1) ?? []);
  const line = lineOf(property(2) ?? []);
  if (!fill && !line) return undefined;
  return { ...box, outlines: outlinesOf(within(shape, 3), box), ...(fill && { fill }), ...(line && { line }) };
}

function lineOf(stroke: readonly Field[]): Shape['line'] {
  const paint = paintOf(within(stroke, 1));
  const width = numberIn(stroke, 2) ?? 0;
  if (!paint || width <= 0 || numberIn(within(stroke, 6), 1) === NO_PATTERN) return undefined;
  return { ...paint, width };
}

/** Where the text stands in its box: the second property of a text shape. */
export function anchorOf(objects: Objects, shape: readonly Field[]): 'top' | 'center' | 'bottom' {
  const value = inherited(objects, referenceIn(shape, 2), headOf, (fields) => numberIn(within(fields, 11), 2));
  return value === 1 ? 'center' : value === 2 ? 'bottom' : 'top';
}

/** Outlines of a path, scaled from its own size; forms defined by numbers only, such as rounded corners, become rectangles. */
function outlinesOf(source: readonly Field[], box: Box): readonly Outline[] {
  const bezier = within(source, 5);
  const size = within(bezier, 2);
  const [width, height] = [numberIn(size, 1) ?? box.width, numberIn(size, 2) ?? box.height];
  const place = (point: Point): Point => ({
    x: box.left + (width > 0 ? point.x * (box.width / width) : point.x),
    y: box.top + (height > 0 ? point.y * (box.height / height) : point.y),
  });
  const outlines = bezier.length > 0 ? read(within(bezier, 3), place) : [];
  return outlines.length > 0 ? outlines : [rectangle(box)];
}

function rectangle({ left, top, width, height }: Box): Outline {
  const [right, bottom] = [left + width, top + height];
  const corners = [
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
  return { start: { x: left, y: top }, steps: corners.map((corner) => [corner]), isClosed: true };
}

function read(path: readonly Field[], place: (point: Point) => Point): readonly Outline[] {
  const outlines: { start: Point; steps: Step[]; isClosed: boolean }[] = [];
  for (const element of messagesIn(path, 1).map(fieldsOf)) {
    const type = numberIn(element, 1);
    const points = messagesIn(element, 2).map((point) => {
      const fields = fieldsOf(point);
      return place({ x: numberIn(fields, 1) ?? 0, y: numberIn(fields, 2) ?? 0 });
    });
    const current = outlines.at(-1);
    const [start] = points;
    const step = stepOf(type, points);
    if (type === MOVE && start) outlines.push({ start, steps: [], isClosed: false });
    else if (current && step) current.steps.push(step);
    else if (current && type === CLOSE) current.isClosed = true;
  }
  return outlines.filter(({ steps }) => steps.length > 0);
}

/** A line or curve; `undefined` for other elements and too few points. */
function stepOf(type: number | undefined, [one, two, three]: readonly Point[]): Step | undefined {
  if (!one) return undefined;
  if (type === LINE) return [one];
  if (type === QUADRATIC && two) return [one, one, two];
  return type === CUBIC && two && three ? [one, two, three] : undefined;
}
