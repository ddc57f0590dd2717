import { CHANGE_KINDS, countByKind, type DocumentComparison, isEqual } from '@bakkum/conversion/document-comparison';
import type { Translate } from '@bakkum/i18n/message';
import type { Strings } from '@bakkum/i18n/strings.en';

export type Words = Translate<Strings['comparison']>;

/** Pages that look different, or have no counterpart. */
export function differingPages({ pairs }: DocumentComparison): number {
  return pairs.filter(({ differingPixels }) => differingPixels !== 0).length;
}

/** The result in one sentence. */
export function summaryOf(comparison: DocumentComparison, t: Words): string {
  if (isEqual(comparison)) return t('equal');
  if (comparison.changes.length === 0) return t('sameWords', { count: differingPages(comparison) });
  const counts = countByKind(comparison.changes);
  const parts = CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => t(`count_${kind}`, { count: counts[kind] }));
  return t('summary', { changes: t('changes', { count: comparison.changes.length }), kinds: parts.join(', ') });
}
