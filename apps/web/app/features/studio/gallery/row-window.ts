/** Rows of different heights, stacked. */
export type Rows = { readonly heights: readonly number[]; readonly gap: number };

/** A segment of a list: rendered rows, or empty space for rows that are not. */
export type Stretch = { readonly kind: 'rows' | 'room'; readonly from: number; readonly to: number; readonly height: number };

/** Returns the rows that intersect a part of the list, `to` exclusive, or the nearest one. */
export function rowsWithin({ heights, gap }: Rows, top: number, bottom: number): { readonly from: number; readonly to: number } {
  let from = 0;
  let y = 0;
  for (; from < heights.length - 1 && y + (heights[from] ?? 0) < top; from += 1) y += (heights[from] ?? 0) + gap;
  let to = from + 1;
  for (y += (heights[from] ?? 0) + gap; to < heights.length && y <= bottom; to += 1) y += (heights[to] ?? 0) + gap;
  return { from: Math.min(from, heights.length), to: Math.min(to, heights.length) };
}

/**
 * Splits the whole list into segments, in order.
 * @param pinned a row that stays rendered: the one with the focus
 */
export function stretchesOf(rows: Rows, from: number, to: number, pinned?: number): readonly Stretch[] {
  const drawn = [{ from, to: Math.min(to, rows.heights.length) }];
  if (pinned !== undefined && pinned < from) drawn.unshift({ from: pinned, to: pinned + 1 });
  if (pinned !== undefined && pinned >= to && pinned < rows.heights.length) drawn.push({ from: pinned, to: pinned + 1 });
  const stretches: Stretch[] = [];
  let next = 0;
  for (const part of drawn) {
    if (part.from > next) stretches.push(stretch(rows, 'room', next, part.from));
    if (part.to > part.from) stretches.push(stretch(rows, 'rows', part.from, part.to));
    next = part.to;
  }
  if (next < rows.heights.length) stretches.push(stretch(rows, 'room', next, rows.heights.length));
  return stretches;
}

function stretch({ heights, gap }: Rows, kind: Stretch['kind'], from: number, to: number): Stretch {
  const height = heights.slice(from, to).reduce((sum, one) => sum + one, 0) + (to - from - 1) * gap;
  return { kind, from, to, height };
}
