import type { Draft, PageDraft, ParagraphDraft } from '../drafts.ts';

/** The most common text style of a document. */
export type BodyStyle = {
  readonly size: number;
  readonly isBold: boolean;
  /** Distance between baselines for text of a size. */
  pitchOf(size: number): number;
};

/** Line pitch of single lines in sizes without a known pitch. */
const USUAL_PITCH = 1.2;

export const draftsOfPage = ({ bands }: PageDraft): readonly Draft[] => bands.flatMap(({ columns }) => columns.flat());

export function bodyStyleOf(pages: readonly PageDraft[]): BodyStyle {
  const paragraphs = pages.flatMap(draftsOfPage).filter((draft): draft is ParagraphDraft => draft.kind === 'paragraph');
  const weights = new Map<number, number>();
  const pitches = new Map<number, number[]>();
  let bold = 0;
  let all = 0;
  for (const { size, text, pitch, lines, bold: isBold } of paragraphs) {
    const key = rounded(size);
    weights.set(key, (weights.get(key) ?? 0) + text.length);
    if (pitch !== undefined) pitches.set(key, [...(pitches.get(key) ?? []), ...Array<number>(lines - 1).fill(pitch)]);
    all += text.length;
    if (isBold) bold += text.length;
  }
  const [size = 11] = [...weights].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const medians = new Map([...pitches].map(([key, values]) => [key, median(values)]));
  const closest = closestLines(pages);
  const ratio = (medians.get(size) ?? size * USUAL_PITCH) / size;
  return {
    size,
    isBold: bold * 2 > all,
    pitchOf: (asked) => {
      const usual = medians.get(rounded(asked)) ?? asked * Math.min(ratio, 1.6);
      return Math.min(usual, closest.get(rounded(asked)) ?? usual);
    },
  };
}

/** Fewer lines that are close to each other are coincidence. */
const MIN_CLOSE_LINES = 3;

/** Distance between baselines of paragraphs that follow each other without space, by text size. */
function closestLines(pages: readonly PageDraft[]): ReadonlyMap<number, number> {
  const distances = new Map<number, number[]>();
  for (const column of pages.flatMap(({ bands }) => bands.flatMap(({ columns }) => columns)))
    for (const [index, draft] of column.entries()) {
      const above = column[index - 1];
      if (draft.kind !== 'paragraph' || above?.kind !== 'paragraph' || above.endsElsewhere) continue;
      const distance = draft.firstBaseline - above.lastBaseline;
      const key = rounded(draft.size);
      if (rounded(above.size) === key && distance > draft.size * 0.9 && distance < draft.size * USUAL_PITCH)
        distances.set(key, [...(distances.get(key) ?? []), distance]);
    }
  return new Map([...distances].filter(([, own]) => own.length >= MIN_CLOSE_LINES).map(([key, own]) => [key, median(own)]));
}

const rounded = (size: number): number => Math.round(size * 2) / 2;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
