import type { Float } from '@bakkum/document-model/model';
import { childOf, type XmlElement } from '@bakkum/markup/xml';
import { pointsIn } from './attributes.ts';

const WRAPS: ReadonlyMap<string, Float['wrap']> = new Map([
  ['TOP_AND_BOTTOM', 'above-and-below'],
  ['IN_FRONT_OF_TEXT', 'in-front-of-text'],
  ['BEHIND_TEXT', 'behind-text'],
]);
const AREAS = { PAPER: 'page', PAGE: 'margin' } as const;
const ALIGNMENTS: ReadonlyMap<string, 'center' | 'end'> = new Map([
  ['CENTER', 'center'],
  ['RIGHT', 'end'],
  ['BOTTOM', 'end'],
  ['OUTSIDE', 'end'],
]);

/** A block of its own below the text before it. */
export const BLOCK: Float = {
  horizontal: { area: 'column', offset: 0 },
  vertical: { area: 'paragraph', offset: 0 },
  wrap: 'above-and-below',
};

const areaOf = (name: string | undefined): 'page' | 'margin' | undefined =>
  name === 'PAPER' || name === 'PAGE' ? AREAS[name] : undefined;

/** The position of an image, table or shape; `undefined` if it is inline. */
export function floatOf(element: XmlElement): Float | undefined {
  const place = childOf(element, 'pos');
  if (place?.attributes['treatAsChar'] !== '0') return undefined;
  const { horzRelTo, horzAlign, vertRelTo, vertAlign } = place.attributes;
  return {
    horizontal: { area: areaOf(horzRelTo) ?? 'column', ...positionOf(horzAlign, pointsIn(place, 'horzOffset')) },
    vertical: { area: areaOf(vertRelTo) ?? 'paragraph', ...positionOf(vertAlign, pointsIn(place, 'vertOffset')) },
    wrap: WRAPS.get(element.attributes['textWrap'] ?? '') ?? 'around',
  };
}

/** The position of a part of a floating group; `undefined` if that is only known for the whole group. */
export function partOf({ horizontal, vertical, wrap }: Float, part: XmlElement): Float | undefined {
  if (!('offset' in horizontal && 'offset' in vertical)) return undefined;
  const inside = childOf(part, 'offset');
  return {
    horizontal: { area: horizontal.area, offset: horizontal.offset + pointsIn(inside, 'x') },
    vertical: { area: vertical.area, offset: vertical.offset + pointsIn(inside, 'y') },
    wrap,
  };
}

/** Distances from the middle or the end are left out: other formats have either a distance or an alignment. */
function positionOf(
  name: string | undefined,
  offset: number,
): { readonly offset: number } | { readonly alignment: 'center' | 'end' } {
  const alignment = ALIGNMENTS.get(name ?? '');
  return alignment ? { alignment } : { offset };
}
