import type { Draft, ParagraphDraft } from '../drafts.ts';

/** Lines of paragraphs whose sizes differ by more, relatively, do not show each other's height. */
const SIMILAR = 0.15;
/** A line at a smaller distance, relative to its size, overlaps the other. */
const LEAST = 0.85;

/** Notes how close the single lines of a column are to others, so that their height leaves no space that was not there. */
export function withClosest(drafts: readonly Draft[]): readonly Draft[] {
  return drafts.map((draft, index) => {
    if (draft.kind !== 'paragraph' || draft.pitch !== undefined) return draft;
    const [above, below] = [drafts[index - 1], drafts[index + 1]];
    const distances = [
      ...(isSimilar(draft, above) ? [draft.firstBaseline - above.lastBaseline] : []),
      ...(isSimilar(draft, below) ? [below.firstBaseline - draft.lastBaseline] : []),
    ].filter((distance) => distance > draft.size * LEAST);
    return distances.length > 0 ? { ...draft, closest: Math.min(...distances) } : draft;
  });
}

function isSimilar(draft: ParagraphDraft, other: Draft | undefined): other is ParagraphDraft {
  return other?.kind === 'paragraph' && Math.abs(other.size - draft.size) < draft.size * SIMILAR;
}
