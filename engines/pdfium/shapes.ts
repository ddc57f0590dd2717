import { largest, smallest } from '@bakkum/bytes/long-lists';
import { type Box, type Fill, heightOf, type PlacedPicture, type Rule, widthOf } from '@bakkum/document-layout/page-content';
import { apply, boxAround, type Point } from '@bakkum/document-pdfium/geometry';
import { type Matrix, matrixOf, multiply } from '@bakkum/document-pdfium/matrix';
import type { Pdfium } from '@bakkum/document-pdfium/program';
import { readColour } from './glyphs.ts';

/** FPDF_PAGEOBJ_* (fpdf_edit.h). */
const PATH = 2;
const IMAGE = 3;
const SHADING = 4;
const FORM = 5;
const BEZIER = 1;
const MOVE = 2;

/** A filled rectangle thicker than this is an area, not a line. */
const MAX_LINE = 3;
/** Above this number, paths are part of maps and plots, and only their outline matters. */
const MAX_PATHS = 20_000;
const MAX_DEPTH = 8;

export type Shapes = {
  readonly rules: Rule[];
  readonly fills: Fill[];
  readonly drawings: Box[];
  readonly pictures: PlacedPicture[];
};

/** Reads everything on a page except text. Images are identified by their index in `objects`. */
export function readShapes(
  pdfium: Pdfium,
  page: number,
  toPage: Matrix,
  wanted: 'everything' | 'pictures' = 'everything',
): Shapes & { readonly objects: readonly PictureObject[] } {
  const shapes: Shapes = { rules: [], fills: [], drawings: [], pictures: [] };
  const objects: PictureObject[] = [];
  const { call } = pdfium;
  let paths = 0;
  const visit = (object: number, matrix: Matrix, depth: number): void => {
    const type = call.FPDFPageObj_GetType(object);
    if (type === FORM && depth < MAX_DEPTH) {
      const inner = multiply(matrixOf(pdfium, object), matrix);
      const count = call.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index++) visit(call.FPDFFormObj_GetObject(object, index), inner, depth + 1);
    } else if (type === PATH && wanted === 'everything' && paths < MAX_PATHS) {
      paths += 1;
      readPath(pdfium, object, multiply(matrixOf(pdfium, object), matrix), shapes);
    } else if (type === IMAGE) {
      const box = boxAround(multiply(matrixOf(pdfium, object), matrix), 0, 0, 1, 1);
      shapes.pictures.push({ ...box, id: objects.length });
      objects.push({ object, matrix: multiply(matrixOf(pdfium, object), matrix), nested: depth > 0 });
    } else if (type === SHADING) {
      const box = boundsOf(pdfium, object, matrix);
      if (box) shapes.drawings.push(box);
    }
  };
  const count = call.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) visit(call.FPDFPage_GetObject(page, index), toPage, 0);
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

type Subpath = { readonly points: Point[]; curved: boolean };

function readPath(pdfium: Pdfium, object: number, matrix: Matrix, shapes: Shapes): void {
  const { call, scratch } = pdfium;
  call.FPDFPath_GetDrawMode(object, scratch, scratch + 4);
  const fills = pdfium.view().getInt32(scratch, true) !== 0;
  const strokes = pdfium.view().getInt32(scratch + 4, true) !== 0;
  if (!fills && !strokes) return;
  const subpaths = subpathsOf(pdfium, object, matrix);
  const fill = fills ? readColour(pdfium, object, 'fill') : undefined;
  const stroke = strokes ? readColour(pdfium, object, 'stroke') : undefined;
  if (fill && fill.alpha > 8) for (const subpath of subpaths) addFilled(subpath, fill.colour, shapes);
  if (fill && fill.alpha > OPAQUE) hideBehind(subpaths, shapes);
  if (stroke && stroke.alpha > 8) {
    const thickness = strokeWidth(pdfium, object) * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
    for (const subpath of subpaths) addStroked(subpath, Math.max(0.25, thickness), stroke.colour, shapes);
  }
}

const OPAQUE = 250;

/** Removes images covered by a painted rectangle, such as the shadow below a box. */
function hideBehind(subpaths: readonly Subpath[], { pictures }: Shapes): void {
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

function subpathsOf(pdfium: Pdfium, object: number, matrix: Matrix): readonly Subpath[] {
  const { call, scratch } = pdfium;
  const subpaths: Subpath[] = [];
  const count = Math.min(call.FPDFPath_CountSegments(object), MAX_PATHS);
  for (let index = 0; index < count; index++) {
    const segment = call.FPDFPath_GetPathSegment(object, index);
    const type = call.FPDFPathSegment_GetType(segment);
    call.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
    const view = pdfium.view();
    const point = apply(matrix, view.getFloat32(scratch, true), view.getFloat32(scratch + 4, true));
    const last = subpaths.at(-1);
    if (type === MOVE || !last) {
      subpaths.push({ points: [point], curved: false });
      continue;
    }
    last.points.push(point);
    if (type === BEZIER) last.curved = true;
    const [start] = last.points;
    if (start && call.FPDFPathSegment_GetClose(segment) === 1) last.points.push(start);
  }
  return subpaths;
}

function boxOf(points: readonly Point[]): Box {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { left: smallest(xs), top: smallest(ys), right: largest(xs), bottom: largest(ys) };
}

const WHITE = '#ffffff';

function addFilled({ points, curved }: Subpath, colour: string, { rules, fills, drawings }: Shapes): void {
  if (points.length < 3) return;
  const box = boxOf(points);
  const [width, height] = [widthOf(box), heightOf(box)];
  if (height <= MAX_LINE && width > height * 2) {
    const y = (box.top + box.bottom) / 2;
    if (colour !== WHITE) rules.push({ ...box, top: y, bottom: y, thickness: height, colour });
  } else if (width <= MAX_LINE && height > width * 2) {
    const x = (box.left + box.right) / 2;
    if (colour !== WHITE) rules.push({ ...box, left: x, right: x, thickness: width, colour });
  } else if (!curved && isRectangle(points)) fills.push({ ...box, colour });
  else if (colour !== WHITE) drawings.push(box);
}

const isStraight = (from: Point, to: Point): boolean => Math.abs(from.x - to.x) < 0.3 || Math.abs(from.y - to.y) < 0.3;

function isRectangle(points: readonly Point[]): boolean {
  if (points.length < 4 || points.length > MAX_POINTS) return false;
  if (!points.every((point, index) => isStraight(points[index - 1] ?? point, point))) return false;
  return turnsOf(points) <= 4;
}

/** Maximum number of points of a rectangle; some programs start in the middle of a side. */
const MAX_POINTS = 9;

/** Returns the corners of a path with straight sides. */
function turnsOf(points: readonly Point[]): number {
  const steps = points.flatMap((to, index) => {
    const from = points[index - 1] ?? points.at(-1) ?? to;
    const [x, y] = [to.x - from.x, to.y - from.y];
    return Math.hypot(x, y) < 0.3 ? [] : [Math.abs(x) > Math.abs(y) ? 'across' : 'down'];
  });
  return steps.filter((step, index) => step !== (steps[index - 1] ?? steps.at(-1))).length;
}

function addStroked({ points, curved }: Subpath, thickness: number, colour: string, { rules, drawings }: Shapes): void {
  const straight = points.every((point, index) => isStraight(points[index - 1] ?? point, point));
  if (points.length < 2) return;
  if (curved || !straight || points.length > 12) {
    drawings.push(boxOf(points));
    return;
  }
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (!from || Math.hypot(to.x - from.x, to.y - from.y) < 1) continue;
    const line = boxOf([from, to]);
    const isFlat = widthOf(line) >= heightOf(line);
    const place = isFlat ? (line.top + line.bottom) / 2 : (line.left + line.right) / 2;
    rules.push({ ...line, ...(isFlat ? { top: place, bottom: place } : { left: place, right: place }), thickness, colour });
  }
}
