import type { Graphic, Outline, Point, Shape } from '@bakkum/document-model/graphics';
import type { PictureSource } from '../drafts.ts';
import {
  type Box,
  contains,
  type Fill,
  heightOf,
  holds,
  intersection,
  overlaps,
  type Painting,
  type Rule,
  shared,
  union,
  widthOf,
} from '../page-content.ts';
import type { Grid } from '../tables/ruled-tables.ts';
import { clustersOf, type Figure } from './figures.ts';
import type { PreparedPage } from './prepared-page.ts';

const WHITE = '#ffffff';
/** Distance at which lines belong to a table or a drawing. */
const NEAR = 3;
/** Smaller paintings are invisible, in points. */
const MIN_SIDE = 0.1;
/** Tolerance for areas that hide others, in points. */
const COVERED = 0.6;
const MIN_PICTURE_SIDE = 2;
/** A painting that covers this fraction of the page is a background of its own, not part of what is on top of it. */
const BACKGROUND = 0.6;
/** Paintings with more shapes or steps than this become one image. */
const MAX_SHAPES = 60;
const MAX_STEPS = 1500;
/** With more paintings than this, they are not compared in pairs. */
const MAX_COMPARED = 600;
/** Pages with more images than this get one image of all of them. Backgrounds are counted separately. */
const MAX_RENDERINGS = 6;

/**
 * Paintings of a page that no other part of its layout contains.
 * @param used rules and fills that paragraphs contain
 */
export function residueOf(page: PreparedPage, used: ReadonlySet<Rule | Fill>): readonly Painting[] {
  const { content, figures, grids } = page;
  const left = outlinesLeft(page, used);
  const sheet: Box = { left: 0, top: 0, right: content.width, bottom: content.height };
  const shown = [...figures.figures, ...(figures.placed ?? [])];
  const isShown = (painting: Box): boolean => shown.some((figure) => contains(figure, painting, 1));
  const visible = new Set(content.pictures.filter(({ left, right }) => right > left).map(({ id }) => id));
  let kept: Painting[] = [];
  const isLeft = (painting: Painting): boolean => {
    if (painting.picture !== undefined)
      return (
        isVisiblePicture(painting, visible) && !isShown(painting) && !shown.some(({ picture }) => picture === painting.picture)
      );
    if (isWhite(painting))
      return !isShown(painting) && (kept.length > MAX_COMPARED || kept.some((below) => overlaps(below, painting)));
    if (isPattern(painting)) return !isShown(painting) && !grids.some((grid) => isShading(painting, grid));
    return painting.outlines.length > 0 || left.has(painting.first);
  };
  for (const painting of content.paintings ?? []) {
    if (isOpaque(painting) && kept.length <= MAX_COMPARED) kept = kept.filter((below) => !contains(painting, below, COVERED));
    if (!overlaps(painting, sheet) || !isLeft(painting)) continue;
    const isWhole = painting.outlines.length === 0 || isWhite(painting) || isPattern(painting);
    kept.push(...(isWhole ? [painting] : withOutlines(painting, left)));
  }
  return kept;
}

/** Whether a painting hides everything below its box. */
const isOpaque = ({ fill, outlines, isRendered }: Painting): boolean =>
  !isRendered && fill?.opacity === 1 && outlines.length === 1 && outlines.every(isAxisAligned);

/** A painting with only some of its outlines; nothing if it has none of them. */
function withOutlines(painting: Painting, left: ReadonlySet<number>): readonly Painting[] {
  const outlines = painting.outlines.filter((_, index) => left.has(painting.first + index));
  return outlines.length > 0 ? [{ ...painting, outlines, ...boxOf(outlines) }] : [];
}

const isWhite = ({ fill, line, isRendered }: Painting): boolean => !isRendered && fill?.colour === WHITE && line === undefined;

/** The colour of patterns and gradients is not known, and their fills are read as white. */
const isPattern = ({ fill, isRendered }: Painting): boolean => isRendered === true && fill?.colour === WHITE;

/** @param visible images that nothing covers */
const isVisiblePicture = ({ picture = -1, ...box }: Painting, visible: ReadonlySet<number>): boolean =>
  visible.has(picture) && Math.min(widthOf(box), heightOf(box)) >= MIN_PICTURE_SIDE;

/** Outlines of which some rule, fill or drawing is not part of a table, figure, paragraph or word. */
function outlinesLeft({ content, rules, grids, figures }: PreparedPage, used: ReadonlySet<Rule | Fill>): ReadonlySet<number> {
  const isDrawn = (box: Box): boolean =>
    [...figures.figures, ...(figures.placed ?? [])].some((figure) =>
      contains(figure, box, figure.picture === undefined ? 1 : -1),
    );
  const free = [
    ...rules.filter((rule) => !used.has(rule) && !grids.some((grid) => contains(grid, rule, NEAR))),
    ...content.fills.filter((fill) => fill.colour !== WHITE && !used.has(fill) && !grids.some((grid) => isShading(fill, grid))),
    ...content.drawings,
  ].filter((box) => !isDrawn(box));
  return new Set(free.flatMap(({ outline }) => outline ?? []));
}

/** Whether the cells of a table have the colour of a fill. */
function isShading(fill: Box, grid: Grid): boolean {
  return (
    contains(grid, fill, NEAR) &&
    grid.cells.some(
      (cell) => holds(fill, cell) && shared(fill.left, fill.right, cell.left, cell.right) > (cell.right - cell.left) * 0.6,
    )
  );
}

/** Paintings as shapes, or as images where they are many or only a rendering shows them. From back to front. */
export async function graphicsOf(
  paintings: readonly Painting[],
  page: { readonly width: number; readonly height: number },
  pictures: PictureSource,
): Promise<readonly Graphic[]> {
  const sheet: Box = { left: 0, top: 0, right: page.width, bottom: page.height };
  const graphics: Graphic[] = [];
  for (const group of groupsOf(paintings, sheet)) {
    const graphic = isSimple(group) ? shapesOf(group, sheet) : await pictureOf(group, sheet, pictures);
    if (graphic) graphics.push(graphic);
  }
  return graphics;
}

/** Backgrounds one by one, or as one group if they are many, then groups of overlapping paintings. */
function groupsOf(paintings: readonly Painting[], sheet: Box): readonly (readonly Painting[])[] {
  const first = paintings.findIndex((painting) => !isBackground(painting, sheet));
  const backgrounds = first < 0 ? paintings : paintings.slice(0, first);
  const rest = first < 0 ? [] : paintings.slice(first);
  const groups = rest.length > MAX_COMPARED ? [rest] : clustersOf(rest, 1).map((group) => inOrder(group, rest));
  const drawn = isCrowded(groups)
    ? [inOrder(groups.filter((group) => !isSimple(group)).flat(), rest), ...groups.filter(isSimple)]
    : groups;
  const single = backgrounds.map((background) => [background]);
  return [...(single.length > MAX_SHAPES || isCrowded(single) ? [backgrounds] : single), ...drawn];
}

const isCrowded = (groups: readonly (readonly Painting[])[]): boolean =>
  groups.filter((group) => !isSimple(group)).length > MAX_RENDERINGS;

function inOrder(group: readonly Painting[], all: readonly Painting[]): readonly Painting[] {
  const members = new Set(group);
  return all.filter((painting) => members.has(painting));
}

function isBackground(painting: Box, sheet: Box): boolean {
  const { left, top, right, bottom } = intersection(painting, sheet);
  return (right - left) * (bottom - top) > sheet.right * sheet.bottom * BACKGROUND;
}

function isSimple(group: readonly Painting[]): boolean {
  const steps = group.reduce((sum, { outlines }) => sum + outlines.reduce((all, outline) => all + outline.steps.length, 0), 0);
  return group.length <= MAX_SHAPES && steps <= MAX_STEPS && !group.some(({ isRendered }) => isRendered);
}

const placeOf = (box: Box): Pick<Shape, 'left' | 'top' | 'width' | 'height'> => ({
  left: box.left,
  top: box.top,
  width: widthOf(box),
  height: heightOf(box),
});

function shapesOf(group: readonly Painting[], sheet: Box): Graphic | undefined {
  const shapes = group
    .map((painting) => shapeOf(painting, sheet))
    .filter(
      ({ width, height, line }) =>
        Math.max(width, height) > MIN_SIDE && (line !== undefined || Math.min(width, height) > MIN_SIDE),
    );
  if (shapes.length === 0) return undefined;
  const boxes = shapes.map(({ left, top, width, height }) => ({ left, top, right: left + width, bottom: top + height }));
  return { kind: 'shapes', ...placeOf(union(boxes)), shapes };
}

/** A rectangle ends at the edge of the page, so that programs leave it at its place. */
function shapeOf({ outlines, fill, line }: Painting, sheet: Box): Shape {
  const look = { ...(fill ? { fill } : {}), ...(line ? { line } : {}) };
  const isOneRectangle = outlines.length === 1 && outlines.every(isAxisAligned) && line === undefined;
  const within = isOneRectangle ? outlines.map((outline) => clippedOutline(outline, sheet)) : outlines;
  return { ...placeOf(boxOf(within)), outlines: within, ...look };
}

function isAxisAligned({ start, steps }: Outline): boolean {
  let from = start;
  return steps.every((step) => {
    const to = step.at(-1) ?? from;
    const isStraight = step.length === 1 && (Math.abs(to.x - from.x) < MIN_SIDE || Math.abs(to.y - from.y) < MIN_SIDE);
    from = to;
    return isStraight;
  });
}

function clippedOutline({ start, steps, isClosed }: Outline, { left, top, right, bottom }: Box): Outline {
  const inside = ({ x, y }: Point): Point => ({ x: Math.min(right, Math.max(left, x)), y: Math.min(bottom, Math.max(top, y)) });
  return { start: inside(start), steps: steps.map((step) => (step.length === 1 ? [inside(step[0])] : step)), isClosed };
}

function boxOf(outlines: readonly Outline[]): Box {
  return union(
    outlines.flatMap(({ start, steps }) =>
      [start, ...steps.flat()].map(({ x, y }) => ({ left: x, top: y, right: x, bottom: y })),
    ),
  );
}

/** Figures with words, rendered with them. */
export async function placedGraphics(figures: readonly Figure[] = [], pictures: PictureSource): Promise<readonly Graphic[]> {
  const graphics: Graphic[] = [];
  for (const figure of figures) {
    const picture = await pictures.drawn(figure);
    if (picture) graphics.push({ kind: 'picture', ...placeOf(figure), picture });
  }
  return graphics;
}

async function pictureOf(group: readonly Painting[], sheet: Box, pictures: PictureSource): Promise<Graphic | undefined> {
  const [only, ...more] = group;
  const whole = union(group.map((painting) => withLine(painting)));
  const stored = only?.picture !== undefined && more.length === 0 ? await pictures.stored(only.picture, whole) : undefined;
  if (stored) return { kind: 'picture', ...placeOf(whole), picture: stored };
  const box = intersection(whole, sheet);
  const picture = await pictures.painted?.(box, new Set(group.map(({ object }) => object)));
  return picture && { kind: 'picture', ...placeOf(box), picture };
}

function withLine({ left, top, right, bottom, line }: Painting): Box {
  const around = (line?.width ?? 0) / 2;
  return { left: left - around, top: top - around, right: right + around, bottom: bottom + around };
}
