/** The differences between two documents, as the comparison writes them (JSON) and the website shows them. */

/** A rectangle on a page, in points from the top left corner of the page as displayed. Pages are numbered from 1. */
export type ComparedArea = {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** The two documents. */
export const SIDES = ['before', 'after'] as const;
export type Side = (typeof SIDES)[number];

/** One side of a change. `text` is empty for images and drawings. */
export type ChangedPart = { readonly text: string; readonly areas: readonly ComparedArea[] };

/** `moved`: the same words in another place. `appearance`: other pixels where no word changed, such as an image or a color. */
export const CHANGE_KINDS = ['added', 'removed', 'changed', 'moved', 'appearance'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** `added` has only `after`, `removed` only `before`; all others have both. */
export type Change = { readonly kind: ChangeKind; readonly before?: ChangedPart; readonly after?: ChangedPart };

export type ComparedDocument = {
  /** Size of each page as displayed, in points. */
  readonly pages: readonly { readonly width: number; readonly height: number }[];
  readonly words: number;
  /** Pages with content but no text, such as scans. Only their pixels are compared. */
  readonly wordlessPages: number;
};

/** Pages shown next to each other. A page without a counterpart is alone. */
export type PagePair = {
  readonly before?: number;
  readonly after?: number;
  /** Share of pixels that differ, from 0 to 1; absent if a page is alone. */
  readonly differingPixels?: number;
};

export type DocumentComparison = {
  readonly version: 1;
  readonly before: ComparedDocument;
  readonly after: ComparedDocument;
  readonly pairs: readonly PagePair[];
  /** In the order of the second document. */
  readonly changes: readonly Change[];
};

/** Reads a comparison that `JSON.stringify` wrote. */
export function parseComparison(json: string): DocumentComparison {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== 1)
    throw new TypeError('not a comparison of version 1');
  return value as DocumentComparison;
}

/** Whether nothing differs: there is no change, no page without a counterpart and no differing pixel. */
export function isEqual({ changes, pairs }: DocumentComparison): boolean {
  return changes.length === 0 && pairs.every(({ differingPixels }) => differingPixels === 0);
}

export function countByKind(changes: readonly Change[]): Readonly<Record<ChangeKind, number>> {
  const counts = { added: 0, removed: 0, changed: 0, moved: 0, appearance: 0 };
  for (const { kind } of changes) counts[kind] += 1;
  return counts;
}

/** First page of a change on either side; `undefined` if it has none there. */
export function pageOfPart(part: ChangedPart | undefined): number | undefined {
  return part?.areas[0]?.page;
}

/**
 * Lists the changes as plain text, in the notation of wdiff: `[-removed-] {+added+}`, after the pages of both documents. Moved
 * text is `{>text<}`, another appearance `{~text~}`.
 */
export function comparisonText({ changes, pairs }: DocumentComparison): string {
  const lines = changes.map(
    (change, at) => `${at + 1}. ${pagesOf(pageOfPart(change.before), pageOfPart(change.after))}: ${notation(change)}`,
  );
  const pixels = pairs.flatMap(({ before, after, differingPixels }) =>
    differingPixels ? [`${pagesOf(before, after)}: ${(differingPixels * 100).toFixed(2)} % px`] : [],
  );
  const counts = countByKind(changes);
  const summary = `${changes.length}: +${counts.added} -${counts.removed} ~${counts.changed} >${counts.moved} px${counts.appearance}`;
  return [summary, ...lines, ...pixels, ''].join('\n');
}

function pagesOf(before: number | undefined, after: number | undefined): string {
  return `p. ${before ?? '-'} → p. ${after ?? '-'}`;
}

function notation({ kind, before, after }: Change): string {
  if (kind === 'moved') return `{>${after?.text ?? ''}<}`;
  if (kind === 'appearance') return `{~${after?.text ?? ''}~}`;
  return [before && `[-${before.text}-]`, after && `{+${after.text}+}`].filter((side) => side !== undefined).join(' ');
}
