import type { Inline, Paragraph } from '@bakkum/document-model/model';
import type { PageDraft, ParagraphDraft } from './drafts.ts';
import { lettersOf } from './headings.ts';
import { type LinePlaces } from './line-places.ts';
import { withMarker } from './paragraph-drafts.ts';
import { isPageNumber } from './running-text.ts';

type RunningText = {
  /** What most pages have. */
  readonly usual: readonly Paragraph[];
  /** What even pages have, where it is something else. */
  readonly even?: readonly Paragraph[];
};

/** A page that has such text, and which page of the document it is. */
type Having = { readonly index: number; readonly drafts: readonly ParagraphDraft[] };

/**
 * The header or footer of the pages, with the number that counts pages as a field. Where it changes with the chapters, it says
 * the heading that is current; what else changes from page to page cannot be said.
 */
export function runningParagraphs(
  pages: readonly PageDraft[],
  which: 'header' | 'footer',
  places: LinePlaces,
  headings: ReadonlyMap<number, readonly string[]>,
): RunningText {
  const having = pages.map((page, index): Having => ({ index, drafts: page[which] })).filter(({ drafts }) => drafts.length > 0);
  const [even, odd] = [having.filter(({ index }) => index % 2 === 1), having.filter(({ index }) => index % 2 === 0)];
  if (Math.min(even.length, odd.length) < FEWEST_OF_A_SIDE || hasCommon(having))
    return { usual: paragraphsOf(having, places, headings) };
  return { usual: paragraphsOf(odd, places, headings), even: paragraphsOf(even, places, headings) };
}

/** Fewer left or right pages tell nothing about the others. */
const FEWEST_OF_A_SIDE = 2;

const shapeOf = ({ drafts }: Having): string => drafts.map(({ text }) => text.replace(/\d+/g, '#')).join('\n');

function commonest(having: readonly Having[]): readonly Having[] {
  return [...Map.groupBy(having, shapeOf).values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** More than half of the pages say the same: it is no matter of left and right. */
const hasCommon = (having: readonly Having[]): boolean => commonest(having).length > having.length * 0.6;

function paragraphsOf(
  having: readonly Having[],
  places: LinePlaces,
  headings: ReadonlyMap<number, readonly string[]>,
): readonly Paragraph[] {
  const same = commonest(having);
  const isMoving = same.length * 2 < having.length;
  const [one, other] = isMoving ? having : same;
  if (!one) return [];
  let above: number | undefined;
  return one.drafts.map((draft, row) => {
    const spaceBefore = Math.max(0, places.topOf(draft) - (above ?? places.topOf(draft)));
    above = places.bottomOf(draft);
    const content = numbered(draft, one.index, other && { draft: other.drafts[row], index: other.index });
    const texts = having.flatMap(({ drafts }) => drafts[row]?.text ?? []);
    const told = isMoving ? withHeading(content, texts, headings) : content;
    return runningParagraph({ ...draft, content: told }, spaceBefore, places);
  });
}

/** Of the pages, so many must name a heading of a level for it to be what the head says. */
const MOST = 0.6;

/** Words that other pages have not become the current heading, where that is what they are, and are left out otherwise. */
function withHeading(
  content: readonly Inline[],
  texts: readonly string[],
  headings: ReadonlyMap<number, readonly string[]>,
): readonly Inline[] {
  const level = levelNamed(texts, headings);
  let isTold = false;
  return content.flatMap((inline): readonly Inline[] => {
    if (inline.kind !== 'text' || isShared(inline.text, texts)) return [inline];
    if (level === undefined || isTold) return [];
    isTold = true;
    const [before = ''] = /^\s*/.exec(inline.text) ?? [];
    const after = inline.text.length > before.length ? (/\s*$/.exec(inline.text)?.[0] ?? '') : '';
    const blank = (text: string): readonly Inline[] => (text === '' ? [] : [{ ...inline, text }]);
    return [...blank(before), { kind: 'heading-text', level, text: inline.text.trim(), style: inline.style }, ...blank(after)];
  });
}

const isShared = (words: string, texts: readonly string[]): boolean =>
  lettersOf(words) === '' || texts.filter((text) => text.includes(words.trim())).length > texts.length * MOST;

function levelNamed(texts: readonly string[], headings: ReadonlyMap<number, readonly string[]>): number | undefined {
  const found = [...headings].map(([level, names]) => {
    const isNamed = (text: string): boolean => names.some((name) => isNameIn(name, lettersOf(text)));
    return { level, share: texts.filter(isNamed).length / Math.max(1, texts.length) };
  });
  const [best] = found.toSorted((a, b) => b.share - a.share || a.level - b.level);
  return best && best.share >= MOST ? best.level : undefined;
}

/** Heads say more than a heading at times, `Chapter 3`. */
const isNameIn = (name: string, text: string): boolean => name.length > 2 && text.includes(name) && name.length * 3 > text.length;

/** Set as it was between the edges of the text. */
function runningParagraph(draft: ParagraphDraft, spaceBefore: number, { heightOf }: LinePlaces): Paragraph {
  const isAtStart = draft.alignment === 'start' || draft.alignment === 'justify';
  return {
    kind: 'paragraph',
    alignment: isAtStart ? 'start' : draft.alignment,
    indentStart: isAtStart ? Math.max(0, draft.firstLeft - draft.column.left) : 0,
    firstLine: 0,
    spaceBefore,
    lineHeight: heightOf(draft),
    ...(draft.tabs.length > 0 ? { tabStops: draft.tabs } : {}),
    content: withMarker(draft),
  };
}

function numbered(
  draft: ParagraphDraft,
  index: number,
  other: { readonly draft: ParagraphDraft | undefined; readonly index: number } | undefined,
): readonly Inline[] {
  const numbers = [...draft.text.matchAll(/\d+/g)];
  const others = [...(other?.draft?.text ?? '').matchAll(/\d+/g)];
  const counting = numbers.findIndex((number, place) => {
    const next = others[place];
    return next && other && Number(next[0]) - Number(number[0]) === other.index - index && other.index !== index;
  });
  const place = counting >= 0 ? counting : isPageNumber(draft.text.trim()) && numbers.length > 0 ? 0 : -1;
  const found = numbers[place];
  return found ? withField(draft.content, found.index, found[0].length) : draft.content;
}

/** Replaces the characters at a place of the text by the page's number. */
function withField(content: readonly Inline[], start: number, length: number): readonly Inline[] {
  let at = 0;
  return content.flatMap((inline): Inline[] => {
    const from = at;
    const text = inline.kind === 'text' ? inline.text : '\t';
    at += text.length;
    if (inline.kind !== 'text' || start < from || start >= at) return [inline];
    const before = { ...inline, text: text.slice(0, start - from) };
    const after = { ...inline, text: text.slice(start - from + length) };
    const field: Inline = { kind: 'page-number', style: inline.style };
    return [...(before.text ? [before] : []), field, ...(after.text ? [after] : [])];
  });
}
