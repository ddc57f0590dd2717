import { composeCompatible } from '@bakkum/conversion/compose';
import type { ContentsEntry } from '@bakkum/document-model/model';
import type { ParagraphDraft } from '../drafts.ts';
import type { Outline } from './headings.ts';

/** Minimum number of lines ending in a number that form a table of contents. */
const MIN_LINES = 3;
/** Indents that differ by this much, in points, are different levels. */
const LEVEL_STEP = 5;
const MAX_LEVELS = 6;

/** A table of contents: its entries and the headings they link to, numbered. */
export type Contents = {
  readonly entries: ReadonlyMap<ParagraphDraft, ContentsEntry>;
  readonly anchors: ReadonlyMap<ParagraphDraft, number>;
};

/** Finds titles followed by page numbers in ascending order, with dot leaders or with the words of headings. */
export function contentsOf(paragraphs: readonly ParagraphDraft[], outline: ReadonlyMap<ParagraphDraft, Outline>): Contents {
  const headings = new Map<string, ParagraphDraft>();
  for (const draft of outline.keys()) if (!headings.has(plain(fullText(draft)))) headings.set(plain(fullText(draft)), draft);
  const entries = new Map<ParagraphDraft, ContentsEntry>();
  const anchors = new Map<ParagraphDraft, number>();
  for (const run of runsOf(paragraphs)) {
    const targets = run.map((draft) => headings.get(plain(titleOf(draft))));
    const isLed = run.filter(({ tabs }) => tabs.some(({ leader }) => leader === 'dots')).length * 2 >= run.length;
    const found = targets.filter((target) => target !== undefined).length;
    if (!isLed && found * 2 < run.length) continue;
    const lefts = levelsOf(run);
    for (const [index, draft] of run.entries()) {
      const target = targets[index];
      const known = target && outline.get(target)?.level;
      if (target && !anchors.has(target)) anchors.set(target, anchors.size + 1);
      const anchor = target && anchors.get(target);
      entries.set(draft, { level: known ?? lefts(draft), ...(anchor === undefined ? {} : { anchor }) });
    }
  }
  return { entries, anchors };
}

/** Consecutive paragraphs that each end with a tab and a number no smaller than the previous one. */
function runsOf(paragraphs: readonly ParagraphDraft[]): readonly (readonly ParagraphDraft[])[] {
  const runs: ParagraphDraft[][] = [];
  let open: ParagraphDraft[] = [];
  for (const draft of paragraphs) {
    const page = pageOf(draft);
    const above = open.at(-1);
    if (page === undefined || (above && page < (pageOf(above) ?? 0))) open = [];
    if (page === undefined) continue;
    open.push(draft);
    if (open.length === MIN_LINES) runs.push(open);
  }
  return runs;
}

function pageOf({ content, tabs }: ParagraphDraft): number | undefined {
  const last = content.at(-1);
  if (tabs.at(-1)?.alignment !== 'end' || last?.kind !== 'text' || content.at(-2)?.kind !== 'tab') return undefined;
  return /^\d{1,4}$/.test(last.text.trim()) ? Number(last.text) : undefined;
}

const titleOf = (draft: ParagraphDraft): string => fullText(draft).slice(0, fullText(draft).lastIndexOf('\t'));

/** Includes the number that was taken for a list marker. */
function fullText({ marker, text }: ParagraphDraft): string {
  return marker?.kind === 'number' && marker.style === 'decimal' ? marker.text.replace('%', String(marker.value)) + text : text;
}

const plain = (text: string): string =>
  composeCompatible(text)
    .replace(/[\s.]+/g, '')
    .toLowerCase();

function levelsOf(run: readonly ParagraphDraft[]): (draft: ParagraphDraft) => number {
  const steps: number[] = [];
  for (const { firstLeft } of run.toSorted((a, b) => a.firstLeft - b.firstLeft))
    if (firstLeft - (steps.at(-1) ?? Number.NEGATIVE_INFINITY) > LEVEL_STEP) steps.push(firstLeft);
  return ({ firstLeft }) => Math.min(MAX_LEVELS, Math.max(1, steps.findLastIndex((step) => firstLeft >= step - 0.1) + 1));
}
