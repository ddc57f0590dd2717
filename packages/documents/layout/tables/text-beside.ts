import { type Box, heightOf, shared, union } from '../page-content.ts';
import type { Segment } from '../text/segments.ts';
import type { Grid } from './ruled-tables.ts';

/** A row higher than this, in points, has text beside it by chance. */
const MAX_HEIGHT = 60;
/** Text closer to other lines than this, relative to its size, belongs to them. */
const APART = 0.6;
/** Tolerance for text that starts at the edge of the table, in points. */
const TOUCHES = 1;

/** A table with the text beside it as a cell, and the lines of that text. */
type Extended = { readonly grid: Grid; readonly beside: readonly Segment[] };

/**
 * Tables of one row with text to their right, such as a label in a box before its title. The text becomes a cell without borders.
 * @param others everything else on the page that is not text
 */
export function withTextBeside(
  grids: readonly Grid[],
  segments: readonly Segment[],
  others: readonly Box[],
): readonly Extended[] {
  return grids.map((grid) => {
    const beside = segments.filter((segment) => isBeside(grid, segment));
    const isAlone = ![...grids.filter((other) => other !== grid), ...others].some((other) => sharesRow(grid, other));
    const isFree = beside.every((segment) => !segments.some((other) => !beside.includes(other) && isNear(segment, other)));
    if (grid.ys.length !== 2 || heightOf(grid) > MAX_HEIGHT || beside.length === 0 || !isAlone || !isFree)
      return { grid, beside: [] };
    return { grid: extended(grid, union(beside).right), beside };
  });
}

function isBeside({ top, bottom, right }: Box, segment: Segment): boolean {
  const middle = (segment.top + segment.bottom) / 2;
  return segment.left > right - TOUCHES && middle > top && middle < bottom;
}

const sharesRow = (grid: Box, other: Box): boolean => shared(grid.top, grid.bottom, other.top, other.bottom) > 1;

function isNear(segment: Segment, other: Segment): boolean {
  const distance = Math.max(segment.top, other.top) - Math.min(segment.bottom, other.bottom);
  return shared(segment.left, segment.right, other.left, other.right) > 0 && distance < segment.size * APART;
}

function extended(grid: Grid, right: number): Grid {
  const end = right + PADDING;
  const box = { left: grid.right, top: grid.top, right: end, bottom: grid.bottom };
  const cell = { ...box, row: 0, column: grid.xs.length - 1, rowSpan: 1, columnSpan: 1, edges: {} };
  return { ...grid, right: end, xs: [...grid.xs, end], cells: [...grid.cells, cell] };
}

/** Room after the text, so that another typeface does not wrap it, in points. */
const PADDING = 24;
