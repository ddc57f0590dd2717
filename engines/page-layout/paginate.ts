import { ConversionError } from '@bakkum/conversion/errors';
import type { DrawnItem, PageLayout, TableHead } from '@bakkum/conversion/pages/page-layout';

/** A part of the layout that one page shows, below the repeated head of a table. */
export type Slice = { readonly top: number; readonly bottom: number; readonly head?: TableHead };

type Range = readonly [top: number, bottom: number];

const MAX_PAGES = 3000;
/** Differences below a pixel are rounding. */
const NEAR = 0.75;

/**
 * Divides a layout into pages that cut no line, row or image that fits on a page. Errors:
 * `too-large` for more pages than can be held.
 * @param height of a page's content, in pixels of the layout
 * @param blank what happens to blank space between pages and at the end
 */
export function paginate(layout: PageLayout, height: number, blank: 'dropped' | 'kept' = 'dropped'): readonly Slice[] {
  const together = layout.together
    .filter(([top, bottom]) => bottom - top <= height && bottom > top)
    .toSorted((one, other) => one[0] - other[0]);
  const breaks = [...new Set(layout.breaks)].toSorted((one, other) => one - other);
  const marks = rangesOf(layout.items);
  const end = blank === 'kept' ? layout.height : marks.reduce((lowest, [, bottom]) => Math.max(lowest, bottom), 0);
  const slices: Slice[] = [];
  for (let top = 0; top < end - NEAR || slices.length === 0; ) {
    if (slices.length >= MAX_PAGES) throw new ConversionError('too-large', `more than ${MAX_PAGES} pages`);
    const head = layout.heads.find(
      (each) => top >= each.bottom - NEAR && top < each.end - NEAR && each.bottom - each.top < height / 2,
    );
    const room = height - (head ? head.bottom - head.top : 0);
    const bottom = cutAfter(top, top + room, together, breaks);
    slices.push({ top, bottom, ...(head ? { head } : {}) });
    top = blank === 'kept' ? bottom : (nextTop(bottom, marks) ?? end);
  }
  return slices;
}

/** The lowest position up to a limit that cuts nothing; the limit itself where everything would be cut. */
function cutAfter(top: number, limit: number, together: readonly Range[], breaks: readonly number[]): number {
  const forced = breaks.find((at) => at > top + NEAR && at <= limit);
  if (forced !== undefined) return forced;
  for (const share of [1, 0.5, 0.1]) {
    const cut = uncut(top, limit, together, (limit - top) * share);
    if (cut > top + (limit - top) * 0.1) return cut;
  }
  return limit;
}

/** @param longest ranges longer than this may be cut */
function uncut(top: number, limit: number, together: readonly Range[], longest: number): number {
  let cut = limit;
  for (let index = together.length - 1; index >= 0 && cut > top; index -= 1) {
    const [start, end] = together[index] ?? [0, 0];
    if (start < top - NEAR) break;
    if (start < cut - NEAR && end > cut + NEAR && end - start <= longest) cut = start;
  }
  return cut;
}

/** Where the next page begins: at the break if something reaches across it, else at the first thing below it. */
function nextTop(cut: number, marks: readonly Range[]): number | undefined {
  let next: number | undefined;
  for (const [top, bottom] of marks) {
    if (bottom <= cut + NEAR) continue;
    if (top < cut - NEAR) return cut;
    if (next === undefined || top < next) next = top;
  }
  return next === undefined ? undefined : Math.max(cut, next);
}

/** Vertical ranges of everything drawn; a little less at the ends, so that borders of neighbours do not count. */
function rangesOf(items: readonly DrawnItem[]): readonly Range[] {
  return items.flatMap((item): readonly Range[] => {
    if (item.kind === 'open' || item.kind === 'close') return [];
    if (item.kind === 'image' || item.kind === 'svg') return [[item.y, item.y + item.height]];
    return [[item.top, item.bottom]];
  });
}
