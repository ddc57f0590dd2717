import { ConversionError } from '@bakkum/conversion/errors';

/**
 * Parses page ranges such as `1-3, 5, 8-` to zero-based indexes in that order; empty means all pages. Errors: `invalid-options`.
 */
export function pageIndexes(text: string, count: number): readonly number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (text.trim() === '') return all;
  const chosen = text.split(',').flatMap((part) => {
    const [, first, dash, last] = /^(\d+)?\s*(?:(-)\s*(\d+)?)?$/.exec(part.trim()) ?? [];
    if (first === undefined && last === undefined) throw new ConversionError('invalid-options', `pages ${text}`);
    const from = Number(first ?? 1);
    const to = dash === undefined ? from : Number(last ?? count);
    return all.slice(Math.max(0, from - 1), to);
  });
  if (chosen.length === 0) throw new ConversionError('invalid-options', `no page of ${count} is in ${text}`);
  return chosen;
}
