import {
  type Box,
  type Glyph,
  heightOf,
  holds,
  intersection,
  overlaps,
  type PageContent,
  type PlacedPicture,
  shared,
  union,
  widthOf,
} from '../page-content.ts';

/** A region shown as an image: an image of the file, or vector drawings and images that belong together. */
export type Figure = Box & { readonly picture?: number };

export type Figures = {
  readonly figures: readonly Figure[];
  /** Figures with words that stay at their place, behind the text. */
  readonly placed?: readonly Figure[];
  /** Characters that are part of a figure. */
  readonly labels: ReadonlySet<Glyph>;
  /** The page consists of a single image. */
  readonly isScan: boolean;
};

const MIN_SIDE = 9;
/** Maximum distance between parts of a drawing. */
const MERGE_DISTANCE = 6;
/** Fewer curves than this among words are an ornament. */
const MIN_CURVES = 4;
/** An image that fills the page is not a background when the page has fewer characters than this. */
const FEW_WORDS = 20;
/** An image covering at least this fraction of a page with text is a background. */
const BACKGROUND = 0.8;

/**
 * Finds the regions to keep as images, and the words inside them.
 * @param hasPlaceBehind images behind a few words stay behind them; otherwise, the image counts more than the words
 */
export function figuresOf(
  content: PageContent,
  glyphs: readonly Glyph[],
  tables: readonly Box[],
  hasPlaceBehind = false,
): Figures {
  const page: Box = { left: 0, top: 0, right: content.width, bottom: content.height };
  const isCover = (one: Box): boolean => coverage(one, page) > BACKGROUND;
  const isLarge = (one: Box): boolean => Math.min(widthOf(one), heightOf(one)) >= MIN_SIDE;
  const pictures = content.pictures.filter((one) => (isLarge(one) || isCover(one)) && overlaps(one, page));
  const words = glyphs.filter(({ text }) => text !== ' ').length;
  const covering = pictures.filter(isCover);
  if (covering.length > 0 && words <= (hasPlaceBehind ? 0 : FEW_WORDS)) {
    const [only, ...others] = pictures;
    const figure = { ...page, ...(only && others.length === 0 ? { picture: only.id } : {}) };
    return { figures: [figure], labels: new Set(), isScan: words === 0 };
  }
  const clusters = clustersOf(
    pictures.filter((one) => !isCover(one)),
    1,
  );
  const placed = clusters.map(figureOfPictures);
  const labelled = clusters.filter((parts) => parts.length > 1 && isLabelled(union(parts), parts.length, glyphs)).map(union);
  const drawings = content.drawings.filter(
    (one) => overlaps(one, page) && !isCover(one) && !tables.some((table) => holds(table, one)),
  );
  const drawn = clustersOf(thinOut(drawings), MERGE_DISTANCE)
    .map((parts) => ({ parts: parts.length, box: withRules(union(parts), content) }))
    .filter(({ box, parts }) => isDrawing(box, parts, glyphs, page))
    .map(({ box }) => intersection(box, page));
  const figures = mergeOverlapping([...placed.map((one) => clipFigure(one, page)), ...drawn]);
  const withWords = [...drawn, ...labelled];
  return { figures, labels: new Set(glyphs.filter((glyph) => withWords.some((box) => holds(box, glyph)))), isScan: false };
}

function coverage(one: Box, page: Box): number {
  const wide = Math.max(0, shared(one.left, one.right, page.left, page.right));
  return (wide * Math.max(0, shared(one.top, one.bottom, page.top, page.bottom))) / (widthOf(page) * heightOf(page));
}

function figureOfPictures(parts: readonly PlacedPicture[]): Figure {
  const [only] = parts;
  return parts.length === 1 && only ? { ...union(parts), picture: only.id } : union(parts);
}

const clipFigure = (figure: Figure, page: Box): Figure => ({ ...figure, ...intersection(figure, page) });

/** Extends a drawing by axes and grid lines that reach into it. */
function withRules(box: Box, { rules, fills }: PageContent): Box {
  const touching = [...rules, ...fills].filter(
    (one) => overlaps(one, box, 2) && widthOf(one) < widthOf(box) * 2.5 + 40 && heightOf(one) < heightOf(box) * 2.5 + 40,
  );
  return union([box, ...touching]);
}

function isDrawing(box: Box, parts: number, glyphs: readonly Glyph[], page: Box): boolean {
  if (widthOf(box) < MIN_SIDE * 2 || heightOf(box) < MIN_SIDE || coverage(box, page) > 0.75) return false;
  const inside = glyphs.filter((glyph) => glyph.text !== ' ' && holds(box, glyph)).length;
  if (inside === 0) return parts > 1 || widthOf(box) > 20;
  return parts >= MIN_CURVES && isLabelled(box, parts, glyphs);
}

/** Few words relative to the number of parts: they are labels, rendered with the drawing. */
function isLabelled(box: Box, parts: number, glyphs: readonly Glyph[]): boolean {
  const inside = glyphs.filter((glyph) => glyph.text !== ' ' && holds(box, glyph)).length;
  return inside < 400 && inside < parts * 25;
}

/** Drawings with more parts than this are grouped by position before pairwise comparison. */
const MANY_PATHS = 300;
const CELL = 24;

function thinOut(boxes: readonly Box[]): readonly Box[] {
  if (boxes.length <= MANY_PATHS) return boxes;
  const isSmall = (box: Box): boolean => widthOf(box) < CELL * 2 && heightOf(box) < CELL * 2;
  const small = boxes.filter(isSmall);
  const cells = Map.groupBy(small, ({ left, top }) => `${Math.floor(left / CELL)} ${Math.floor(top / CELL)}`);
  return [...boxes.filter((box) => !isSmall(box)), ...[...cells.values()].map(union)];
}

/** Groups of touching boxes. */
export function clustersOf<Item extends Box>(boxes: readonly Item[], slack: number): readonly (readonly Item[])[] {
  const clusters: { box: Box; items: Item[] }[] = [];
  for (const item of boxes) {
    const touching = clusters.filter(({ box }) => overlaps(box, item, slack));
    const [merged = { box: item, items: [] }, ...others] = touching;
    merged.box = union([item, ...touching.map(({ box }) => box)]);
    for (const { items } of others) for (const other of items) merged.items.push(other);
    merged.items.push(item);
    for (const one of touching) clusters.splice(clusters.indexOf(one), 1);
    clusters.push(merged);
  }
  return clusters.map(({ items }) => items);
}

function mergeOverlapping(figures: readonly Figure[]): readonly Figure[] {
  return clustersOf(figures, -1).map((group) => {
    const [only] = group;
    return group.length === 1 && only ? only : union(group);
  });
}
