import { type Box, holds, overlaps } from '../page-content.ts';
import { commonest, type Segment } from '../text/segments.ts';
import type { Figure } from './figures.ts';
import type { PreparedPage } from './prepared-page.ts';

/** Slides use text of at least this size, in points, on pages wider than high by this factor. */
const SLIDE_TEXT = 14;
const SLIDE_SHAPE = 1.2;
/** Positions that differ by less than this are the same, in points. */
const SAME_PLACE = 1;

/**
 * The page with its figures in the flow of its text only where they have their own place in it: not below text, not at the same place on a
 * neighbouring page, and not on a slide, whose parts are side by side.
 */
export function withFiguresBehind(page: PreparedPage, neighbours: readonly PreparedPage[]): PreparedPage {
  const { figures } = page.figures;
  if (figures.length === 0 || page.segments.length === 0) return page;
  const isSlide = isSlidePage(page);
  const others = neighbours.flatMap((neighbour) => neighbour.figures.figures);
  const flowing = figures.filter(
    (figure) => !isSlide && !isBelowText(figure, page.segments) && !others.some((other) => isSamePlace(other, figure)),
  );
  if (flowing.length === figures.length) return page;
  const labels = [...page.figures.labels];
  const placed = figures.filter((figure) => !flowing.includes(figure) && labels.some((label) => holds(figure, label)));
  return { ...page, figures: { ...page.figures, figures: flowing, placed } };
}

function isSlidePage({ content, segments }: PreparedPage): boolean {
  const sizes = segments.flatMap(({ size, glyphs }) => Array<number>(glyphs.length).fill(size));
  return content.width > content.height * SLIDE_SHAPE && commonest(sizes) >= SLIDE_TEXT;
}

const isBelowText = (figure: Figure, segments: readonly Segment[]): boolean =>
  segments.some((segment) => holds(figure, segment) || (overlaps(figure, segment, -segment.size / 2) && holds(segment, figure)));

function isSamePlace(one: Box, other: Box): boolean {
  return [one.left - other.left, one.top - other.top, one.right - other.right, one.bottom - other.bottom].every(
    (distance) => Math.abs(distance) < SAME_PLACE,
  );
}
