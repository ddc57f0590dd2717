import {
  ellipse,
  type Graphic,
  type Outline,
  type Paint,
  type Point,
  type Shape,
  type Step,
} from '@bakkum/document-model/graphics';
import type { Picture } from '@bakkum/document-model/model';
import { childOf, descendantsOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';

/** EMU, the unit of drawings: 12,700 per point. */
export const EMU = 12_700;

/**
 * Reads a drawing behind the text whose place is measured from the edges of the page; `undefined` for all others.
 * @param picture the image in it, if it has one
 */
export function readGraphic(drawing: XmlElement, picture: Picture | undefined): Graphic | undefined {
  const anchor = childOf(drawing, 'anchor');
  if (anchor?.attributes['behindDoc'] !== '1') return undefined;
  const [left, top] = [offsetOf(anchor, 'positionH'), offsetOf(anchor, 'positionV')];
  if (left === undefined || top === undefined) return undefined;
  const extent = childOf(anchor, 'extent');
  const [width, height] = [pointsOf(extent, 'cx'), pointsOf(extent, 'cy')];
  const place = { left, top, width, height };
  if (picture) return { kind: 'picture', ...place, picture: { ...picture, width, height } };
  const group = descendantsOf(anchor, 'wgp').next().value;
  const shapes = [...descendantsOf(anchor, 'wsp')].map((shape) => shapeOf(shape, place, group !== undefined));
  return { kind: 'shapes', ...place, shapes };
}

function offsetOf(anchor: XmlElement, name: string): number | undefined {
  const position = childOf(anchor, name);
  const [offset] = childOf(position, 'posOffset')?.children ?? [];
  return position?.attributes['relativeFrom'] === 'page' && typeof offset === 'string' ? Number(offset) / EMU : undefined;
}

/** Points from an attribute in EMU, 0 if absent. */
export const pointsOf = (element: XmlElement | undefined, name: string): number => Number(element?.attributes[name] ?? 0) / EMU;

function shapeOf(shape: XmlElement, origin: { readonly left: number; readonly top: number }, isInGroup: boolean): Shape {
  const properties = childOf(shape, 'spPr');
  const frame = childOf(properties, 'xfrm');
  const [offset, extent] = [childOf(frame, 'off'), childOf(frame, 'ext')];
  const left = origin.left + (isInGroup ? pointsOf(offset, 'x') : 0);
  const top = origin.top + (isInGroup ? pointsOf(offset, 'y') : 0);
  const place = { left, top, width: pointsOf(extent, 'cx'), height: pointsOf(extent, 'cy') };
  const line = childOf(properties, 'ln');
  const [fill, stroke] = [paintOf(properties), paintOf(line)];
  const isDashed = childOf(line, 'prstDash') !== undefined;
  return {
    ...place,
    outlines: outlinesOf(properties, place, (frame?.attributes['flipV'] === '1') !== (frame?.attributes['flipH'] === '1')),
    ...(fill && { fill }),
    ...(stroke && { line: { ...stroke, width: pointsOf(line, 'w') || 1, ...(isDashed && { isDashed }) } }),
  };
}

/** Names of theme colors that shapes use, and those that the theme has. */
const THEME_NAMES: ReadonlyMap<string, string> = new Map([
  ['bg1', 'lt1'],
  ['tx1', 'dk1'],
  ['bg2', 'lt2'],
  ['tx2', 'dk2'],
]);

/**
 * A solid color, without its changes of brightness.
 * @param theme root of the theme, for colors that refer to it
 */
export function paintOf(parent: XmlElement | undefined, theme?: XmlElement): Paint | undefined {
  const fill = childOf(parent, 'solidFill');
  const name = childOf(fill, 'schemeClr')?.attributes['val'] ?? '';
  const named = name === '' ? fill : theme && descendantsOf(theme, THEME_NAMES.get(name) ?? name).next().value;
  const value = valueOf(named && elementsOf(named)[0]);
  if (value === undefined || !/^[0-9a-f]{6}$/i.test(value)) return undefined;
  const alpha = fill && descendantsOf(fill, 'alpha').next().value;
  return { colour: `#${value.toLowerCase()}`, opacity: Number(alpha?.attributes['val'] ?? 100_000) / 100_000 };
}

function valueOf(colour: XmlElement | undefined): string | undefined {
  if (colour?.name === 'srgbClr') return colour.attributes['val'];
  if (colour?.name === 'sysClr') return colour.attributes['lastClr'];
  return colour?.name === 'prstClr' && colour.attributes['val'] === 'white' ? 'ffffff' : undefined;
}

type Place = Pick<Shape, 'left' | 'top' | 'width' | 'height'>;

function outlinesOf(properties: XmlElement | undefined, place: Place, isRising: boolean): readonly Outline[] {
  const preset = childOf(properties, 'prstGeom')?.attributes['prst'];
  if (preset === 'ellipse') return [ellipseIn(place)];
  if (preset !== undefined) return [preset === 'line' ? straight(place, isRising) : rectangle(place)];
  const path = properties && descendantsOf(properties, 'path').next().value;
  return path ? pathOutlines(path, place) : [rectangle(place)];
}

function ellipseIn({ left, top, width, height }: Place): Outline {
  const [a, b] = [width / 2, height / 2];
  return ellipse({ x: left + a, y: top + b }, { x: a, y: 0 }, { x: 0, y: b });
}

function rectangle({ left, top, width, height }: Place): Outline {
  const [right, bottom] = [left + width, top + height];
  return {
    start: { x: left, y: top },
    steps: [[{ x: right, y: top }], [{ x: right, y: bottom }], [{ x: left, y: bottom }]],
    isClosed: true,
  };
}

function straight({ left, top, width, height }: Place, isRising: boolean): Outline {
  const [from, to] = isRising ? [top + height, top] : [top, top + height];
  return { start: { x: left, y: from }, steps: [[{ x: left + width, y: to }]], isClosed: false };
}

function pathOutlines(path: XmlElement, { left, top, width, height }: Place): readonly Outline[] {
  const [wide, high] = [Number(path.attributes['w'] ?? 0) || 1, Number(path.attributes['h'] ?? 0) || 1];
  const pointOf = ({ attributes }: XmlElement): Point => ({
    x: left + (Number(attributes['x'] ?? 0) / wide) * width,
    y: top + (Number(attributes['y'] ?? 0) / high) * height,
  });
  const outlines: { start: Point; steps: Step[]; isClosed: boolean }[] = [];
  for (const element of elementsOf(path)) {
    const points = [...descendantsOf(element, 'pt')].map(pointOf);
    const last = outlines.at(-1);
    if (element.name === 'moveTo' && points[0]) outlines.push({ start: points[0], steps: [], isClosed: false });
    else if (element.name === 'close' && last) last.isClosed = true;
    else last?.steps.push(...stepOf(points));
  }
  return outlines;
}

function stepOf([first, second, end]: readonly Point[]): readonly Step[] {
  if (first && second && end) return [[first, second, end]];
  return first ? [[first]] : [];
}
