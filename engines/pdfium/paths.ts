import { largest, smallest } from '@bakkum/bytes/long-lists';
import { type Box, intersection } from '@bakkum/document-layout/page-content';
import type { Outline, Step } from '@bakkum/document-model/graphics';
import { apply, type Point } from '@bakkum/document-pdfium/geometry';
import type { Matrix } from '@bakkum/document-pdfium/matrix';
import type { Pdfium } from '@bakkum/document-pdfium/program';

/** FPDF_SEGMENT_* (fpdf_edit.h). */
const BEZIER = 1;
const MOVE = 2;

/** Longer paths are cut off: they are parts of maps and plots. */
const MAX_SEGMENTS = 20_000;

/** One outline of a path: all its points, including control points, and its steps. */
export type Subpath = Outline & { readonly points: Point[]; readonly steps: Step[]; curved: boolean; isClosed: boolean };

/** Reads the outlines of a path object in page coordinates. */
export function subpathsOf({ call, scratch, view }: Pdfium, object: number, matrix: Matrix): readonly Subpath[] {
  const count = Math.min(call.FPDFPath_CountSegments(object), MAX_SEGMENTS);
  const builder = createBuilder();
  for (let index = 0; index < count; index++) {
    const segment = call.FPDFPath_GetPathSegment(object, index);
    call.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
    const point = apply(matrix, view().getFloat32(scratch, true), view().getFloat32(scratch + 4, true));
    builder.add(call.FPDFPathSegment_GetType(segment), point, call.FPDFPathSegment_GetClose(segment) === 1);
  }
  return builder.subpaths;
}

function createBuilder(): { readonly subpaths: Subpath[]; add(type: number, point: Point, closes: boolean): void } {
  const subpaths: Subpath[] = [];
  let curve: Point[] = [];
  return {
    subpaths,
    add(type, point, closes) {
      const last = subpaths.at(-1);
      if (type === MOVE || !last) {
        curve = [];
        subpaths.push({ start: point, points: [point], steps: [], curved: false, isClosed: false });
        return;
      }
      last.points.push(point);
      if (type === BEZIER) {
        last.curved = true;
        curve.push(point);
        const [first, second, end] = curve;
        if (first && second && end) {
          last.steps.push([first, second, end]);
          curve = [];
        }
      } else last.steps.push([point]);
      if (!closes) return;
      last.isClosed = true;
      last.points.push(last.start);
    },
  };
}

export function boxOf(points: readonly Point[]): Box {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { left: smallest(xs), top: smallest(ys), right: largest(xs), bottom: largest(ys) };
}

/** The area to which an object is clipped; `isRectangle` is false if only its bounds are known. */
export type Clip = Box & { readonly isRectangle: boolean };

/**
 * Reads the clip of an object; `undefined` if it has none.
 * @param matrix maps the coordinates of the page or form that holds the object to the page
 */
export function clipOf(pdfium: Pdfium, object: number, matrix: Matrix): Clip | undefined {
  const { call } = pdfium;
  const clip = call.FPDFPageObj_GetClipPath(object);
  const count = clip === 0 ? 0 : call.FPDFClipPath_CountPaths(clip);
  let all: Clip | undefined;
  for (let index = 0; index < count; index++) {
    const own = clipPath(pdfium, clip, index, matrix);
    all = all && own ? { ...intersection(all, own), isRectangle: all.isRectangle && own.isRectangle } : (own ?? all);
  }
  return all;
}

function clipPath({ call, scratch, view }: Pdfium, clip: number, index: number, matrix: Matrix): Clip | undefined {
  const count = Math.min(call.FPDFClipPath_CountPathSegments(clip, index), MAX_SEGMENTS);
  const builder = createBuilder();
  for (let at = 0; at < count; at++) {
    const segment = call.FPDFClipPath_GetPathSegment(clip, index, at);
    call.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
    const point = apply(matrix, view().getFloat32(scratch, true), view().getFloat32(scratch + 4, true));
    builder.add(call.FPDFPathSegment_GetType(segment), point, call.FPDFPathSegment_GetClose(segment) === 1);
  }
  const [only, ...more] = builder.subpaths;
  if (!only) return undefined;
  const isSimple = more.length === 0 && !only.curved && isRectangle(only.points);
  return { ...boxOf(builder.subpaths.flatMap(({ points }) => points)), isRectangle: isSimple };
}

export const isStraight = (from: Point, to: Point): boolean => Math.abs(from.x - to.x) < 0.3 || Math.abs(from.y - to.y) < 0.3;

export function isRectangle(points: readonly Point[]): boolean {
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
