/** Reads the drawings that resvg writes: every text, shape and style sheet has become a path with its own paint. */
import { ConversionError } from '@bakkum/conversion/errors';
import { concat, IDENTITY, isMatrix, type Matrix } from '@bakkum/document-postscript/graphics/matrix';
import { elementsOf, parseXml, type XmlElement } from '@bakkum/markup/xml';
import { type Paint, paintOf } from './flat-paint.ts';
import { allowOnly, numberOf, pointsOf, referenceOf, Unpaintable } from './reading.ts';

export type Fill = { readonly paint: Paint; readonly opacity: number; readonly rule: CanvasFillRule };

export type Stroke = {
  readonly paint: Paint;
  readonly opacity: number;
  readonly width: number;
  readonly cap: CanvasLineCap;
  readonly join: CanvasLineJoin;
  readonly miterLimit: number;
  readonly dashes: readonly number[];
  readonly dashOffset: number;
};

/** `matrix` leads to the coordinates of the drawing. */
export type Shape = {
  readonly kind: 'shape';
  readonly path: string;
  readonly matrix: Matrix;
  readonly fill: Fill | undefined;
  readonly stroke: Stroke | undefined;
  readonly strokeFirst: boolean;
};

export type Clip = { readonly path: string; readonly matrix: Matrix; readonly rule: CanvasFillRule };

/** Painted as a whole before it is clipped and made translucent. */
export type Group = {
  readonly kind: 'group';
  readonly opacity: number;
  readonly clip: Clip | undefined;
  readonly children: readonly Node[];
};

export type Node = Shape | Group;

export type FlatDrawing = {
  readonly width: number;
  readonly height: number;
  /** From the coordinates of the drawing to its size. */
  readonly view: Matrix;
  readonly children: readonly Node[];
};

type Definitions = ReadonlyMap<string, XmlElement>;

/** Each group needs an image of its own while it is painted. */
const MAX_GROUPS = 24;

/** Returns `undefined` for anything that a canvas would paint otherwise than resvg: filters, masks, patterns, images, blending. */
export function readFlatDrawing(markup: string): FlatDrawing | undefined {
  try {
    const drawing = drawingOf(parseXml(markup));
    return countGroups(drawing.children) > MAX_GROUPS ? undefined : drawing;
  } catch (thrown) {
    // The parser refuses deep nesting.
    if (thrown instanceof Unpaintable || thrown instanceof ConversionError) return undefined;
    throw thrown;
  }
}

function drawingOf(root: XmlElement): FlatDrawing {
  allowOnly(root, ['width', 'height', 'viewBox', 'xmlns', 'xmlns:xlink']);
  const width = numberOf(root, 'width', Number.NaN);
  const height = numberOf(root, 'height', Number.NaN);
  const definitions = new Map<string, XmlElement>();
  for (const child of elementsOf(root)) {
    if (child.name === 'defs') for (const each of elementsOf(child)) definitions.set(each.attributes['id'] ?? '', each);
  }
  const content = elementsOf(root).filter(({ name }) => name !== 'defs');
  return { width, height, view: viewOf(root, width, height), children: nodesOf(content, IDENTITY, definitions) };
}

/** The view box fits into the middle, as by default in SVG. */
function viewOf(root: XmlElement, width: number, height: number): Matrix {
  const [left = 0, top = 0, across = width, down = height] = (root.attributes['viewBox'] ?? '').split(' ').map(Number);
  const scale = Math.min(width / across, height / down);
  if (!(scale > 0) || !Number.isFinite(scale)) throw new Unpaintable('a drawing without a size');
  return [scale, 0, 0, scale, (width - across * scale) / 2 - left * scale, (height - down * scale) / 2 - top * scale];
}

function nodesOf(elements: readonly XmlElement[], matrix: Matrix, definitions: Definitions): readonly Node[] {
  return elements.flatMap((element) => {
    if (element.name === 'path') return shapeOf(element, matrix, definitions) ?? [];
    if (element.name === 'g') return groupOf(element, matrix, definitions);
    throw new Unpaintable(element.name);
  });
}

function groupOf(element: XmlElement, around: Matrix, definitions: Definitions): readonly Node[] {
  allowOnly(element, ['id', 'transform', 'opacity', 'clip-path']);
  const matrix = concat(transformOf(element), around);
  const children = nodesOf(elementsOf(element), matrix, definitions);
  const opacity = numberOf(element, 'opacity', 1);
  const clip = clipOf(element, matrix, definitions);
  if (!clip && opacity === 1) return children;
  const [only, ...others] = children;
  if (!only) return [];
  const faded = !clip && others.length === 0 ? fadedShape(only, opacity) : undefined;
  return [faded ?? { kind: 'group', opacity, clip, children }];
}

/** A shape that is only filled, or only outlined, needs no group to be translucent. */
function fadedShape(node: Node, opacity: number): Shape | undefined {
  if (node.kind !== 'shape' || (node.fill && node.stroke)) return undefined;
  const { fill, stroke } = node;
  return {
    ...node,
    fill: fill && { ...fill, opacity: fill.opacity * opacity },
    stroke: stroke && { ...stroke, opacity: stroke.opacity * opacity },
  };
}

function clipOf(element: XmlElement, matrix: Matrix, definitions: Definitions): Clip | undefined {
  if (element.attributes['clip-path'] === undefined) return undefined;
  const clip = referenceOf(element, 'clip-path', definitions);
  allowOnly(clip, ['id', 'transform']);
  const [path, ...others] = elementsOf(clip);
  if (path?.name !== 'path' || others.length > 0) throw new Unpaintable('not one path to clip with');
  allowOnly(path, ['id', 'd', 'transform', 'clip-rule', 'fill', 'stroke']);
  return {
    path: path.attributes['d'] ?? '',
    matrix: concat(transformOf(path), concat(transformOf(clip), matrix)),
    rule: ruleOf(path, 'clip-rule'),
  };
}

const SHAPE_ATTRIBUTES = [
  ...['id', 'd', 'transform', 'visibility', 'paint-order', 'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-opacity'],
  ...['stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset'],
];

function shapeOf(element: XmlElement, around: Matrix, definitions: Definitions): Shape | undefined {
  allowOnly(element, SHAPE_ATTRIBUTES);
  const { d: path = '', visibility = 'visible', 'paint-order': order = 'normal' } = element.attributes;
  if (visibility !== 'visible') return undefined;
  return {
    kind: 'shape',
    path,
    matrix: concat(transformOf(element), around),
    fill: fillOf(element, path, definitions),
    stroke: strokeOf(element, path, definitions),
    strokeFirst: order === 'stroke',
  };
}

function fillOf(element: XmlElement, path: string, definitions: Definitions): Fill | undefined {
  const paint = paintOf(element, 'fill', path, definitions);
  return paint && { paint, opacity: numberOf(element, 'fill-opacity', 1), rule: ruleOf(element, 'fill-rule') };
}

function strokeOf(element: XmlElement, path: string, definitions: Definitions): Stroke | undefined {
  const paint = paintOf(element, 'stroke', path, definitions);
  if (!paint) return undefined;
  const dashes = (element.attributes['stroke-dasharray'] ?? '').split(/[\s,]+/).filter((text) => text !== '');
  const cap = oneOf(element, 'stroke-linecap', ['butt', 'round', 'square']);
  if (cap !== 'butt' && (hasPoint(path) || dashes.some((dash) => Number(dash) === 0))) throw new Unpaintable('dots');
  return {
    paint,
    opacity: numberOf(element, 'stroke-opacity', 1),
    width: numberOf(element, 'stroke-width', 1),
    cap,
    join: oneOf(element, 'stroke-linejoin', ['miter', 'round', 'bevel']),
    miterLimit: numberOf(element, 'stroke-miterlimit', 4),
    dashes: dashes.map(Number),
    dashOffset: numberOf(element, 'stroke-dashoffset', 0),
  };
}

/** Whether a part of the path has no length. A canvas draws no caps there. */
function hasPoint(path: string): boolean {
  return path.split('M').some((part) => new Set(pointsOf(part).map(String)).size === 1);
}

const ruleOf = (element: XmlElement, name: string): CanvasFillRule => oneOf(element, name, ['nonzero', 'evenodd']);

/** @param choices the first is the default */
function oneOf<Choice extends string>(element: XmlElement, name: string, choices: readonly [Choice, ...Choice[]]): Choice {
  const value = element.attributes[name] ?? choices[0];
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new Unpaintable(`${name} ${value}`);
  return found;
}

function transformOf({ attributes }: XmlElement): Matrix {
  const { transform } = attributes;
  if (transform === undefined) return IDENTITY;
  const numbers = /^matrix\(([^()]*)\)$/.exec(transform)?.[1]?.split(' ').map(Number);
  if (!isMatrix(numbers) || !numbers.every(Number.isFinite)) throw new Unpaintable(transform);
  return numbers;
}

function countGroups(nodes: readonly Node[]): number {
  return nodes.reduce((count, node) => (node.kind === 'group' ? count + 1 + countGroups(node.children) : count), 0);
}
