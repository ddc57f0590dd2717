import { componentsOf } from '@bakkum/markup/colour';

/** Points from the top left corner of the page. */
type Place = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Drawn behind the text at a fixed place on its page. Other parts of the document never refer to it. */
export type Graphic = Place &
  ({ readonly kind: 'shapes'; readonly shapes: readonly Shape[] } | { readonly kind: 'picture'; readonly picture: StoredImage });

/** An image file, and the size at which it is drawn, in points. */
export type StoredImage = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
};

/** An area or line. Its place is that of its outlines, without the width of its line. */
export type Shape = Place & {
  readonly outlines: readonly Outline[];
  readonly fill?: Paint;
  readonly line?: Paint & { readonly width: number; readonly isDashed?: true; readonly arrows?: Arrows };
};

/** The ends of a line that have an arrowhead. */
export type Arrows = { readonly start?: true; readonly end?: true };

/** `opacity` is 0 to 1. */
export type Paint = { readonly colour: string; readonly opacity: number };

export type Point = { readonly x: number; readonly y: number };

/** A line to one point, or a curve with two control points before its end. */
export type Step = readonly [Point] | readonly [Point, Point, Point];

export type Outline = { readonly start: Point; readonly steps: readonly Step[]; readonly isClosed: boolean };

/** Distance of control points of a quarter circle, relative to its radius. */
const QUARTER = 0.5523;

/** A quarter of an ellipse, whose axes are given as vectors: from the end of the first to the end of the second. */
export function quarter(center: Point, from: Point, to: Point): Step {
  const at = (a: number, b: number): Point => ({ x: center.x + from.x * a + to.x * b, y: center.y + from.y * a + to.y * b });
  return [at(1, QUARTER), at(QUARTER, 1), at(0, 1)];
}

/** An ellipse, whose axes are given as vectors from its center. */
export function ellipse(center: Point, first: Point, second: Point): Outline {
  const [third, fourth] = [first, second].map(({ x, y }): Point => ({ x: -x, y: -y }));
  const axes = [first, second, third ?? first, fourth ?? second, first];
  return {
    start: { x: center.x + first.x, y: center.y + first.y },
    steps: axes.slice(0, 4).map((axis, index) => quarter(center, axis, axes[index + 1] ?? first)),
    isClosed: true,
  };
}

/** Distance below which edges count as equal, in points. */
const EQUAL = 0.3;

/** A preset form of DrawingML; `undefined` where the outlines themselves are needed. */
export type Preset = 'rect' | 'ellipse' | 'line';

export function presetOf({ outlines, left, top, width, height }: Shape): Preset | undefined {
  const [outline, ...more] = outlines;
  if (!outline || more.length > 0) return undefined;
  const ends = [outline.start, ...outline.steps.map((step) => step.at(-1) ?? outline.start)];
  const isCurved = outline.steps.some((step) => step.length > 1);
  if (!isCurved && outline.steps.length === 1 && Math.min(width, height) < EQUAL) return 'line';
  if (!isCurved) return isRectangle(ends, outline) ? 'rect' : undefined;
  const [x, y] = [left + width / 2, top + height / 2];
  const isOnAxis = (point: Point): boolean => Math.abs(point.x - x) < EQUAL * 2 || Math.abs(point.y - y) < EQUAL * 2;
  const curves = outline.steps.filter((step) => step.length > 1);
  return curves.length === 4 && outline.steps.length <= 5 && ends.every(isOnAxis) ? 'ellipse' : undefined;
}

function isRectangle(ends: readonly Point[], { isClosed }: Outline): boolean {
  const [first, ...rest] = ends;
  const last = ends.at(-1);
  if (!first || !last) return false;
  const isBack = Math.abs(first.x - last.x) < EQUAL && Math.abs(first.y - last.y) < EQUAL;
  const corners = isBack ? [first, ...rest.slice(0, -1)] : ends;
  if (corners.length !== 4 || !(isClosed || isBack)) return false;
  return corners.every((point, index) => {
    const next = corners[(index + 1) % 4] ?? point;
    return Math.abs(point.x - next.x) < EQUAL !== Math.abs(point.y - next.y) < EQUAL;
  });
}

/** Luminance above which text on white cannot be read (WCAG 2.2 weights, without gamma). */
const MAX_LUMINANCE = 0.85;

/** Whether a colour, `#rrggbb`, cannot be read on white. */
export function isLight(colour: string): boolean {
  const [red, green, blue] = componentsOf(colour);
  return (red * 0.2126 + green * 0.7152 + blue * 0.0722) / 255 > MAX_LUMINANCE;
}
