import type { Area } from '../area.ts';

/** A rectangle on a page, in points from the upper left corner of the page as displayed. */
export type PageArea = Area & {
  /** Counted from one. `undefined` for all pages without a specific area. */
  readonly page: number | undefined;
};

const AREA = /^(?:(\d{1,6}):)?(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/;

/**
 * Parses areas spelled `page:x,y,width,height`, or `x,y,width,height` for all other pages, separated by semicolons. `undefined` if
 * one is not spelled like this, is on page 0 or has no size.
 */
export function parsePageAreas(text: string): readonly PageArea[] | undefined {
  const parts = text.split(';').map((part) => part.replaceAll(/\s/g, ''));
  const areas = parts.filter((part) => part !== '').map(parsePageArea);
  return areas.every((area) => area !== undefined) ? areas : undefined;
}

function parsePageArea(text: string): PageArea | undefined {
  const match = AREA.exec(text);
  if (!match) return undefined;
  const page = match[1] === undefined ? undefined : Number(match[1]);
  const [x = 0, y = 0, width = 0, height = 0] = match.slice(2).map(Number);
  return page === 0 || width === 0 || height === 0 ? undefined : { page, x, y, width, height };
}

export function writePageAreas(areas: readonly PageArea[]): string {
  return areas
    .map(({ page, x, y, width, height }) => `${page === undefined ? '' : `${page}:`}${[x, y, width, height].join(',')}`)
    .join('; ');
}
