import type { BandDraft, Draft, PageDraft, ParagraphDraft } from '../drafts.ts';
import { ABOVE_BASELINE } from '../tables/cell-text.ts';
import type { BodyStyle } from './body-style.ts';

/** Line positions of elements with exact line height. */
export type LinePlaces = {
  /** Distance between baselines. */
  heightOf(draft: ParagraphDraft): number;
  topOf(draft: Draft): number;
  bottomOf(draft: Draft): number;
  /** Lowest position of any of its parts, on any page. */
  lowestOf(draft: Draft): number;
};

export function linePlaces(body: BodyStyle): LinePlaces {
  const heightOf = ({ pitch, size, closest = Number.POSITIVE_INFINITY }: ParagraphDraft): number =>
    pitch ?? Math.min(body.pitchOf(size), closest);
  const below = (draft: ParagraphDraft, baseline: number): number => baseline + heightOf(draft) * (1 - ABOVE_BASELINE);
  return {
    heightOf,
    topOf: (draft) => (draft.kind === 'paragraph' ? draft.firstBaseline - heightOf(draft) * ABOVE_BASELINE : draft.top),
    bottomOf: (draft) => (draft.kind === 'paragraph' ? below(draft, draft.lastBaseline) : draft.bottom),
    lowestOf: (draft) =>
      draft.kind === 'paragraph' ? below(draft, Math.max(draft.lastBaseline, draft.brokenBelow ?? 0)) : draft.bottom,
  };
}

/** The first element of every column at the top of a page. */
export function firstOf({ bands }: PageDraft): readonly Draft[] {
  const [first] = bands.filter(hasContent);
  return first?.columns.flatMap((column) => column.slice(0, 1)) ?? [];
}

export const hasContent = ({ columns }: BandDraft): boolean => columns.some((column) => column.length > 0);
