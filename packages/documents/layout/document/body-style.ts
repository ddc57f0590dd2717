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
  const ratio = (medians.get(size) ?? size * USUAL_PITCH) / size;
  return {
    size,
    isBold: bold * 2 > all,
    pitchOf: (asked) => medians.get(rounded(asked)) ?? asked * Math.min(ratio, 1.6),
  };
}

const rounded = (size: number): number => Math.round(size * 2) / 2;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
