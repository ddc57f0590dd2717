import { type Box, contains, intersection, type Painting } from '@bakkum/document-layout/page-content';
import type { Outline, Paint } from '@bakkum/document-model/graphics';
import type { Matrix } from '@bakkum/document-pdfium/matrix';
import type { Pdfium } from '@bakkum/document-pdfium/program';
import type { ReadColour } from './glyphs.ts';
import { boxOf, type Clip, clipOf, isRectangle, type Subpath } from './paths.ts';
import type { PatternFinder } from './patterns.ts';

/** Alpha below which a colour is invisible, and above which it is opaque, of 255. */
export const FAINT = 8;
export const OPAQUE = 250;
const SOLID = 255;
/** Lines thinner than this, in points, are as thin as a device can draw. */
export const MIN_WIDTH = 0.25;

export type PathObject = {
  readonly object: number;
  readonly index: number;
  readonly outer: Matrix;
  readonly isRendered: boolean;
  /** Whether its outlines are kept. */
  readonly isKept: boolean;
  /** Number of its first outline. */
  readonly first: number;
};

type Look = {
  readonly subpaths: readonly Subpath[];
  readonly fill: ReadColour | undefined;
  readonly stroke: ReadColour | undefined;
  readonly thickness: number;
};

/** A path as it is painted; `undefined` if nothing of it is visible. */
export function paintingOf(pdfium: Pdfium, path: PathObject, look: Look, isPatterned: PatternFinder): Painting | undefined {
  const paint = paintsOf(pdfium, path, look);
  const whole = boxOf(look.subpaths.flatMap(({ points }) => points));
  if ((!paint.fill && !paint.line) || !Number.isFinite(whole.left)) return undefined;
  const clip = clipOf(pdfium, path.object, path.outer);
  const box = clip ? intersection(whole, clip) : whole;
  if (box.right < box.left || box.bottom < box.top) return undefined;
  const outlines = path.isKept ? outlinesOf(look, whole, clip) : undefined;
  const isRendered =
    path.isRendered ||
    outlines === undefined ||
    isBlended(pdfium, path.object, look) ||
    (look.fill !== undefined && isPatterned(path.index, box, look.fill.colour));
  return {
    ...box,
    ...paint,
    object: path.index,
    first: path.first,
    outlines: outlines ?? (path.isKept ? look.subpaths.map(plainOutline) : []),
    ...(isRendered ? { isRendered } : {}),
  };
}

function paintsOf({ call }: Pdfium, { object }: PathObject, { fill, stroke, thickness }: Look): Pick<Painting, 'fill' | 'line'> {
  const [area, line] = [fill, stroke].map((colour) => (colour && colour.alpha > FAINT ? paintOf(colour) : undefined));
  const isDashed = line !== undefined && call.FPDFPageObj_GetDashCount(object) > 0;
  return {
    ...(area ? { fill: area } : {}),
    ...(line ? { line: { ...line, width: Math.max(MIN_WIDTH, thickness), ...(isDashed ? { isDashed } : {}) } } : {}),
  };
}

const paintOf = ({ colour, alpha }: ReadColour): Paint => ({ colour, opacity: alpha > OPAQUE ? 1 : alpha / SOLID });

/** Whether an object without transparent colours is transparent: it is blended with the page or has a soft mask. */
function isBlended({ call }: Pdfium, object: number, { fill, stroke }: Look): boolean {
  const isSolid = [fill, stroke].every((colour) => (colour?.alpha ?? SOLID) === SOLID);
  return isSolid && call.FPDFPageObj_HasTransparency(object) === 1;
}

/** The outlines of what a clip leaves; `undefined` if only a rendering shows it. */
function outlinesOf({ subpaths, stroke }: Look, whole: Box, clip: Clip | undefined): readonly Outline[] | undefined {
  if (!clip || (clip.isRectangle && contains(clip, whole, EDGE))) return subpaths.map(plainOutline);
  const [only, ...more] = subpaths;
  const isCuttable = clip.isRectangle && !stroke && only && more.length === 0 && isRectangle(only.points);
  return isCuttable ? [rectangle(intersection(whole, clip))] : undefined;
}

const plainOutline = ({ start, steps, isClosed }: Subpath): Outline => ({ start, steps, isClosed });

/** Tolerance for areas that end with their clip, in points. */
const EDGE = 1;

const rectangle = ({ left, top, right, bottom }: Box): Outline => ({
  start: { x: left, y: top },
  steps: [[{ x: right, y: top }], [{ x: right, y: bottom }], [{ x: left, y: bottom }]],
  isClosed: true,
});
