import {
  type Box,
  type Drawing,
  type Fill,
  heightOf,
  type Painting,
  type PlacedPicture,
  type Rule,
  widthOf,
} from '@bakkum/document-layout/page-content';
import { boxAround } from '@bakkum/document-pdfium/geometry';
import { type Matrix, matrixOf, multiply } from '@bakkum/document-pdfium/matrix';
import type { Pdfium } from '@bakkum/document-pdfium/program';
import { type ReadColour, readColour } from './glyphs.ts';
import { visitObjects } from './objects.ts';
import { FAINT, MIN_WIDTH, OPAQUE, type PathObject, paintingOf } from './paintings.ts';
import { boxOf, isRectangle, isStraight, type Subpath, subpathsOf } from './paths.ts';
import { type PatternFinder, patternFinder } from './patterns.ts';

/** A filled rectangle thicker than this is an area, not a line. */
const MAX_LINE = 3;
/** Above this number, paths are part of maps and plots, and only their outline matters. */
const MAX_PATHS = 20_000;
/** Outlines of the paths after this many points are not kept; a rendering shows them. */
const MAX_POINTS = 100_000;
/** Paths after this many points are not read. Forms can repeat a path. */
const MAX_ALL_POINTS = 5_000_000;
/** Lines and areas after this many of them are drawings like those of maps and plots. */
const MAX_PLACES = 20_000;
/** Above this number, images are pieces of others, and areas are not compared with them. */
const MAX_PICTURES = 1000;

export type Shapes = {
  readonly rules: Rule[];
  readonly fills: Fill[];
  readonly drawings: Drawing[];
  readonly pictures: PlacedPicture[];
  readonly paintings: Painting[];
};

/** What to read: only images, also where paths are, or also how they look. */
export type Wanted = 'pictures' | 'places' | 'paintings';

/** Reads everything on a page except text. Images are identified by their index in `objects`. */
export function readShapes(
  pdfium: Pdfium,
  page: number,
  toPage: Matrix,
  wanted: Wanted,
): Shapes & { readonly objects: readonly PictureObject[] } {
  const shapes: Shapes = { rules: [], fills: [], drawings: [], pictures: [], paintings: [] };
  const objects: PictureObject[] = [];
  let paths = 0;
  let outlines = 0;
  let points = 0;
  const isPatterned = wanted === 'paintings' ? patternFinder(pdfium, page) : undefined;
  visitObjects(pdfium, page, toPage, ({ type, object, index, outer, depth, isRendered }) => {
    if (type === 'path' && wanted !== 'pictures' && paths < MAX_PATHS && points < MAX_ALL_POINTS) {
      paths += 1;
      points += pdfium.call.FPDFPath_CountSegments(object);
      const isKept = points <= MAX_POINTS;
      outlines += readPath(pdfium, { object, index, outer, isRendered, isKept, first: outlines }, shapes, isPatterned);
    } else if (type === 'image') {
      const matrix = multiply(matrixOf(pdfium, object), outer);
      const box = boxAround(matrix, 0, 0, 1, 1);
      shapes.paintings.push({ ...box, object: index, first: -1, outlines: [], isRendered: true, picture: objects.length });
      shapes.pictures.push({ ...box, id: objects.length });
      objects.push({ object, matrix, nested: depth > 0 });
    } else if (type === 'shading') {
      const box = boundsOf(pdfium, object, outer);
      if (!box) return;
      shapes.drawings.push({ ...box, outline: outlines });
      shapes.paintings.push({ ...box, object: index, first: outlines, outlines: [], isRendered: true });
      outlines += 1;
    }
  });
  return { ...shapes, objects };
}

/** An image object, and the matrix that maps its unit square to the page. */
export type PictureObject = { readonly object: number; readonly matrix: Matrix; readonly nested: boolean };

function boundsOf(pdfium: Pdfium, object: number, matrix: Matrix): Box | undefined {
  const { call, scratch } = pdfium;
  if (call.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return undefined;
  const view = pdfium.view();
  const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((at) => view.getFloat32(scratch + at, true));
  return boxAround(matrix, left, bottom, right, top);
}

/** Returns the number of outlines. */
function readPath(pdfium: Pdfium, path: PathObject, shapes: Shapes, isPatterned: PatternFinder | undefined): number {
  const { fill, stroke } = coloursOf(pdfium, path.object);
  if (!fill && !stroke) return 0;
  const matrix = multiply(matrixOf(pdfium, path.object), path.outer);
  const subpaths = subpathsOf(pdfium, path.object, matrix);
  const thickness = strokeWidth(pdfium, path.object) * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
  for (const [index, subpath] of subpaths.entries()) {
    const outline = path.first + index;
    if (fill && fill.alpha > FAINT) addFilled(subpath, fill.colour, outline, shapes);
    if (stroke && stroke.alpha > FAINT) addStroked(subpath, Math.max(MIN_WIDTH, thickness), stroke.colour, outline, shapes);
  }
  if (path.isKept && fill && fill.alpha > OPAQUE) hideBehind(subpaths, shapes);
  const painting = isPatterned && paintingOf(pdfium, path, { subpaths, fill, stroke, thickness }, isPatterned);
  if (painting) shapes.paintings.push(painting);
  return subpaths.length;
}

type Colours = { readonly fill: ReadColour | undefined; readonly stroke: ReadColour | undefined };

function coloursOf(pdfium: Pdfium, object: number): Colours {
  const { call, scratch } = pdfium;
  call.FPDFPath_GetDrawMode(object, scratch, scratch + 4);
  const [fills, strokes] = [0, 4].map((at) => pdfium.view().getInt32(scratch + at, true) !== 0);
  return {
    fill: fills ? readColour(pdfium, object, 'fill') : undefined,
    stroke: strokes ? readColour(pdfium, object, 'stroke') : undefined,
  };
}

/** Removes images covered by a painted rectangle, such as the shadow below a box. */
function hideBehind(subpaths: readonly Subpath[], { pictures }: Shapes): void {
  if (pictures.length > MAX_PICTURES) return;
  for (const { points, curved } of subpaths) {
    if (curved || !isRectangle(points)) continue;
    const area = boxOf(points);
    for (const [index, picture] of pictures.entries()) if (covers(area, picture)) pictures[index] = { ...picture, ...NOWHERE };
  }
}

/** Tolerance for shadows, which extend slightly beyond their box. */
const STANDING_OUT = 0.06;
const NOWHERE: Box = { left: 0, top: 0, right: 0, bottom: 0 };

function covers(area: Box, picture: Box): boolean {
  const [x, y] = [widthOf(picture) * STANDING_OUT, heightOf(picture) * STANDING_OUT];
  return (
    area.left <= picture.left + x &&
    area.right >= picture.right - x &&
    area.top <= picture.top + y &&
    area.bottom >= picture.bottom - y
  );
}

function strokeWidth(pdfium: Pdfium, object: number): number {
  const { call, scratch } = pdfium;
  return call.FPDFPageObj_GetStrokeWidth(object, scratch) === 0 ? 1 : pdfium.view().getFloat32(scratch, true);
}

const WHITE = '#ffffff';

function add<Place extends Rule | Fill>(place: Place, places: Place[], drawings: Drawing[]): void {
  if (places.length < MAX_PLACES) places.push(place);
  else if (place.colour !== WHITE) drawings.push(place);
}

function addFilled({ points, curved }: Subpath, colour: string, outline: number, { rules, fills, drawings }: Shapes): void {
  if (points.length < 3) return;
  const box = boxOf(points);
  const [width, height] = [widthOf(box), heightOf(box)];
  if (height <= MAX_LINE && width > height * 2) {
    const y = (box.top + box.bottom) / 2;
    if (colour !== WHITE) add({ ...box, top: y, bottom: y, thickness: height, colour, outline }, rules, drawings);
  } else if (width <= MAX_LINE && height > width * 2) {
    const x = (box.left + box.right) / 2;
    if (colour !== WHITE) add({ ...box, left: x, right: x, thickness: width, colour, outline }, rules, drawings);
  } else if (!curved && isRectangle(points)) add({ ...box, colour, outline }, fills, drawings);
  else if (colour !== WHITE) drawings.push({ ...box, outline });
}

function addStroked(
  { points, curved }: Subpath,
  thickness: number,
  colour: string,
  outline: number,
  { rules, drawings }: Shapes,
): void {
  const straight = points.every((point, index) => isStraight(points[index - 1] ?? point, point));
  if (points.length < 2) return;
  if (curved || !straight || points.length > 12) {
    drawings.push({ ...boxOf(points), outline });
    return;
  }
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (!from || Math.hypot(to.x - from.x, to.y - from.y) < 1) continue;
    const line = boxOf([from, to]);
    const isFlat = widthOf(line) >= heightOf(line);
    const place = isFlat ? (line.top + line.bottom) / 2 : (line.left + line.right) / 2;
    const middle = isFlat ? { top: place, bottom: place } : { left: place, right: place };
    add({ ...line, ...middle, thickness, colour, outline }, rules, drawings);
  }
}
