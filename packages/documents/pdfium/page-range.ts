import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionsSchema } from '@bakkum/conversion/options';

/** `1-3,5`; empty for all. */
export const PAGE_RANGE_OPTION: OptionsSchema = { pages: { kind: 'text', maxLength: 200, default: '', advanced: true } };

/**
 * Indexes of the requested pages, unique and in ascending order: `1-3,5`, `4-` to the end, empty for all.
 * @throws ConversionError `invalid-options` if it has another form or names no page of the file.
 */
export function pagesOf(range: string, pageCount: number): readonly number[] {
  const parts = range.split(/[,\s]+/).filter((part) => part !== '');
  if (parts.length === 0) return Array.from({ length: pageCount }, (_, index) => index);
  const wanted = new Set(parts.flatMap((part) => indexesOf(part, pageCount)));
  if (wanted.size === 0) throw new ConversionError('invalid-options', `none of ${pageCount} pages is in ${range}`);
  return [...wanted].sort((a, b) => a - b);
}

function indexesOf(part: string, pageCount: number): number[] {
  const [, from, dash, to] = /^(\d+)?(?:(-)(\d+)?)?$/.exec(part) ?? [];
  if (from === undefined && to === undefined) throw new ConversionError('invalid-options', `not a page range: ${part}`);
  const first = Number(from ?? 1);
  const last = to === undefined ? (dash ? pageCount : first) : Number(to);
  if (first < 1 || last < first) throw new ConversionError('invalid-options', `not a page range: ${part}`);
  return Array.from({ length: Math.max(0, Math.min(last, pageCount) - first + 1) }, (_, index) => first - 1 + index);
}
