import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { type PageArea, parsePageAreas } from '@bakkum/conversion/pages/page-areas';
import type { Part } from '../document/assemble.ts';
import { type Box, fromView, intersection, setBox, transformed, type View, viewOf } from './boxes.ts';

const POINTS_PER_MM = 72 / 25.4;

export type CropRequest = {
  /** The parts to keep. */
  readonly areas: readonly PageArea[];
  /** Millimetres to hide at each side of what is left. */
  readonly margins: Margins;
};

export type Margins = { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };

/** Reads `cropAreas` and the margins; `undefined` if nothing is cropped. Errors: `invalid-options`. */
export function croppingOf(options: OptionValues): CropRequest | undefined {
  const [top = 0, right = 0, bottom = 0, left = 0] = ['cropTop', 'cropRight', 'cropBottom', 'cropLeft'].map((side) =>
    Number(options[side] ?? 0),
  );
  const { cropAreas } = options;
  const areas = typeof cropAreas === 'string' ? parsePageAreas(cropAreas) : [];
  if (!areas) throw new ConversionError('invalid-options', 'the areas to keep');
  if (areas.length === 0 && top + right + bottom + left === 0) return undefined;
  return { areas, margins: { top, right, bottom, left } };
}

export type Cropped = {
  /** Whether a page was left unchanged because nothing would be left of it. */
  readonly isTooMuch: boolean;
  /** Number of areas on pages that do not exist. */
  readonly unused: number;
};

/** Shows only a part of the pages. The hidden content stays in the file. */
export function cropPages({ pages }: Part, { areas, margins }: CropRequest): Cropped {
  const own = new Map(areas.map((area) => [area.page, area]));
  let isTooMuch = false;
  for (const [index, { dict: page }] of pages.entries()) {
    const view = viewOf(page);
    const kept = keptOf(view, own.get(index + 1) ?? own.get(undefined), margins);
    if (!kept) isTooMuch = true;
    else if (kept.width < view.width || kept.height < view.height) setBox(page, 'CropBox', transformed(kept, fromView(view)));
  }
  return { isTooMuch, unused: areas.filter(({ page = 1 }) => page > pages.length).length };
}

/** The part of a page to keep, from its lower left corner as displayed; `undefined` if there is none. */
function keptOf({ width, height }: View, area: Box | undefined, margins: Margins): Box | undefined {
  const whole = { x: 0, y: 0, width, height };
  const shown = area ? intersection(whole, { ...area, y: height - area.y - area.height }) : whole;
  if (!shown) return undefined;
  const kept = {
    x: shown.x + margins.left * POINTS_PER_MM,
    y: shown.y + margins.bottom * POINTS_PER_MM,
    width: shown.width - (margins.left + margins.right) * POINTS_PER_MM,
    height: shown.height - (margins.top + margins.bottom) * POINTS_PER_MM,
  };
  return kept.width < 1 || kept.height < 1 ? undefined : kept;
}
