import type { Area } from '@bakkum/conversion/area';
import { type Addition, MAX_FONT_SIZE, parseAdditions, writeAdditions } from '@bakkum/conversion/pages/page-additions';
import { parsePageList } from '@bakkum/conversion/pages/page-list';

/** Characters of the option `additions`. */
export const MAX_WRITTEN = 8_000_000;

/** Reads the option `additions`; none if it is not valid. */
export function additionsIn(text: unknown): readonly Addition[] {
  try {
    return parseAdditions(typeof text === 'string' ? text : '');
  } catch {
    return []; // the conversion reports what is wrong
  }
}

/** Returns the option's text; `undefined` if it is too long. */
export function writtenAdditions(additions: readonly Addition[]): string | undefined {
  const text = writeAdditions(additions);
  return text.length > MAX_WRITTEN ? undefined : text;
}

/** Whether an addition is on a page, counted from one. */
export function isOnPage({ pages }: Addition, page: number, pageCount: number): boolean {
  try {
    return parsePageList(pages, pageCount)
      .flat()
      .some(({ index }) => index === page - 1);
  } catch {
    return false; // no page of this document
  }
}

/** Whether a list of pages can be stored; empty for all pages. */
export function isPageList(text: string, pageCount: number): boolean {
  if (!/^[\d,\s-]*$/.test(text)) return false;
  try {
    return parsePageList(text, pageCount).length > 0;
  } catch {
    return false;
  }
}

/** Moves and scales an addition so that it fills `to` instead of `from`, both in points. */
export function fitted(addition: Addition, from: Area, to: Area): Addition {
  const place = { x: to.x, y: to.y };
  const scale = to.width / from.width;
  if (to.width === from.width && to.height === from.height) return { ...addition, ...place };
  switch (addition.type) {
    case 'text':
      return { ...addition, ...place, size: Math.max(1, Math.min(MAX_FONT_SIZE, Math.round(addition.size * scale * 2) / 2)) };
    case 'image':
      return {
        ...addition,
        ...place,
        width: to.width,
        ...(addition.height !== undefined && { height: tenth(addition.height * scale) }),
      };
    case 'drawing':
      return { ...addition, ...place, width: to.width };
  }
}

const tenth = (value: number): number => Math.max(0.1, Math.round(value * 10) / 10);
