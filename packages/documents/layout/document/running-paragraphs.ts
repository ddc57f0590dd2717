import type { Inline, Paragraph } from '@bakkum/document-model/model';
import type { PageDraft, ParagraphDraft } from '../drafts.ts';
import { withMarker } from '../text/paragraph-drafts.ts';
import { lettersOf } from './headings.ts';
import { type LinePlaces } from './line-places.ts';
import { isPageNumber } from './running-text.ts';

type RunningText = {
  /** Running text of most pages. */
  readonly usual: readonly Paragraph[];
  /** Running text of even pages, if different. */
  readonly even?: readonly Paragraph[];
};

/** A page with running text, and its index in the document. */
type Having = { readonly index: number; readonly drafts: readonly ParagraphDraft[] };

/**
 * The header or footer of the pages, with page numbers as a field. Text that changes with chapters becomes a field with the
 * current heading; other changing text is dropped.
 */
export function runningParagraphs(
  pages: readonly PageDraft[],
  which: 'header' | 'footer',
  places: LinePlaces,
  headings: ReadonlyMap<number, readonly string[]>,
): RunningText {
  const having = pages.map((page, index): Having => ({ index, drafts: page[which] })).filter(({ drafts }) => drafts.length > 0);
  const [even, odd] = [having.filter(({ index }) => index % 2 === 1), having.filter(({ index }) => index % 2 === 0)];
  if (Math.min(even.length, odd.length) < MIN_PAGES_PER_SIDE || hasCommon(having))
    return { usual: paragraphsOf(having, places, headings) };
  return { usual: paragraphsOf(odd, places, headings), even: paragraphsOf(even, places, headings) };
}

/** Fewer left or right pages are not significant. */
const MIN_PAGES_PER_SIDE = 2;

const shapeOf = ({ drafts }: Having): string => drafts.map(({ text }) => text.replace(/\d+/g, '#')).join('\n');

function commonest(having: readonly Having[]): readonly Having[] {
  return [...Map.groupBy(having, shapeOf).values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** If more than half of the pages agree, left and right pages do not differ. */
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

/** Minimum fraction of pages whose running head must contain a heading of a level for it to become a field. */
const MIN_SHARE_OF_PAGES = 0.6;

/** Replaces words that differ between pages by the current heading if they match it, and drops them otherwise. */
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
    const after = inline.text.length > before.length ? inline.text.slice(inline.text.trimEnd().length) : '';
    const blank = (text: string): readonly Inline[] => (text === '' ? [] : [{ ...inline, text }]);
    return [...blank(before), { kind: 'heading-text', level, text: inline.text.trim(), style: inline.style }, ...blank(after)];
  });
}

const isShared = (words: string, texts: readonly string[]): boolean =>
  lettersOf(words) === '' || texts.filter((text) => text.includes(words.trim())).length > texts.length * MIN_SHARE_OF_PAGES;

function levelNamed(texts: readonly string[], headings: ReadonlyMap<number, readonly string[]>): number | undefined {
  const letters = texts.map(lettersOf);
  const found = [...headings].map(([level, names]) => {
    const isNamed = (text: string): boolean => names.some((name) => isNameIn(name, text));
    return { level, share: letters.filter(isNamed).length / Math.max(1, texts.length) };
  });
  const [best] = found.toSorted((a, b) => b.share - a.share || a.level - b.level);
  return best && best.share >= MIN_SHARE_OF_PAGES ? best.level : undefined;
}

/** Running heads may contain more than the heading, such as `Chapter 3`. */
const isNameIn = (name: string, text: string): boolean => name.length > 2 && name.length * 3 > text.length && text.includes(name);

/** Positioned as before between the edges of the text. */
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

/** Replaces a range of the text by a page number field. */
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
