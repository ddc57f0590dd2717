import type { Area } from '@bakkum/conversion/area';
import type { OptionValues } from '@bakkum/conversion/options';
import type { Size } from '../preview/view-frame.ts';

export type Point = { readonly x: number; readonly y: number };

/** Smallest side of an area that a pointer draws, in points. Anything smaller is an accident. */
const MIN_SIDE = 3;

/** The rectangle between two points, within the page; `undefined` if it is too small. */
export function areaBetween(one: Point, other: Point, page: Size): Area | undefined {
  const within = (value: number, max: number): number => Math.max(0, Math.min(max, Math.round(value)));
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)].map((x) => within(x, page.width));
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)].map((y) => within(y, page.height));
  const area = { x: left ?? 0, y: top ?? 0, width: (right ?? 0) - (left ?? 0), height: (bottom ?? 0) - (top ?? 0) };
  return area.width < MIN_SIDE || area.height < MIN_SIDE ? undefined : area;
}

/** A new area for users of a keyboard, who then move it. */
export function middleOf(page: Size): Area {
  const [width, height] = [Math.round(page.width / 4), Math.round(page.height / 20)];
  return { x: Math.round((page.width - width) / 2), y: Math.round((page.height - height) / 2), width, height };
}

/** The page without its outer tenths, as a start for keyboard users. */
export function insideOf(page: Size): Area {
  const [x, y] = [Math.round(page.width / 10), Math.round(page.height / 10)];
  return { x, y, width: Math.round(page.width) - 2 * x, height: Math.round(page.height) - 2 * y };
}

const NEUTRAL: OptionValues = {
  cropAreas: '',
  cropTop: 0,
  cropRight: 0,
  cropBottom: 0,
  cropLeft: 0,
  paperSize: 'keep',
  pagesPerSheet: '1',
};

/** Whether other options change the size of the pages, so that areas cannot be drawn on those of the source. */
export function changesPageSize(options: OptionValues): boolean {
  return Object.entries(NEUTRAL).some(([option, value]) => (options[option] ?? value) !== value);
}
