import { decomposeCompatible } from '@bakkum/conversion/compose';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { parsePageAreas } from '@bakkum/conversion/pages/page-areas';
import type { Box } from '../pages/boxes.ts';

/** Texts to remove wherever they occur, and areas by page index, in points from the top left corner of the page as displayed. */
export type RedactionRequest = { readonly terms: readonly string[]; readonly areas: ReadonlyMap<number, readonly Box[]> };

const MAX_TERMS = 200;

/**
 * Reads `redactText`, texts separated by semicolons, and `redactAreas`, `page:x,y,width,height` separated by semicolons. `undefined`
 * if both are empty. Errors: `invalid-options`.
 */
export function redactionOf({ redactText, redactAreas }: OptionValues, pageCount: number): RedactionRequest | undefined {
  const terms = partsOf(redactText)
    .map(comparable)
    .filter((term) => term !== '');
  const areas = new Map<number, Box[]>();
  const listed = typeof redactAreas === 'string' ? parsePageAreas(redactAreas) : [];
  if (!listed) throw new ConversionError('invalid-options', 'the areas to redact');
  for (const { page = 0, ...box } of listed) {
    if (page < 1 || page > pageCount) throw new ConversionError('invalid-options', `an area on page ${page}`);
    areas.set(page - 1, [...(areas.get(page - 1) ?? []), box]);
  }
  if (terms.length > MAX_TERMS) throw new ConversionError('invalid-options', `more than ${MAX_TERMS} texts`);
  return terms.length + areas.size > 0 ? { terms, areas } : undefined;
}

function partsOf(value: unknown): readonly string[] {
  return typeof value === 'string'
    ? value
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : [];
}

const DASHES = /[\u2010-\u2015\u2212]/g;
const APOSTROPHES = /[\u2018\u2019\u201b\u02bc\u2032]/g;
const QUOTATION_MARKS = /[\u201c-\u201f\u2033]/g;

/**
 * Normalizes a text for comparison: ignores case, compatibility forms, the kind of dash and quotation mark, invisible characters, and
 * white space, because letters can be spaced and lines can be broken. Letter by letter, it gives the same as at once, so accents and
 * Hangul are decomposed.
 */
export function comparable(text: string): string {
  const letters = decomposeCompatible(text)
    .replaceAll(/[\s\p{Cf}]+/gu, '')
    .toUpperCase()
    .toLowerCase()
    // Lower case depends on the place of this letter in a word.
    .replaceAll('ς', 'σ');
  return decomposeCompatible(letters).replaceAll(DASHES, '-').replaceAll(APOSTROPHES, "'").replaceAll(QUOTATION_MARKS, '"');
}
