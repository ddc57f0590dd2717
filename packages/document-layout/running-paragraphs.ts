import type { Inline, Paragraph } from '@bakkum/document-model/model';
import type { PageDraft, ParagraphDraft } from './drafts.ts';
import { type LinePlaces } from './line-places.ts';
import { withMarker } from './paragraph-drafts.ts';
import { isPageNumber } from './running-text.ts';

/** The header or footer most pages have, with the number that counts pages as a field. */
export function runningParagraphs(
  pages: readonly PageDraft[],
  which: 'header' | 'footer',
  places: LinePlaces,
): readonly Paragraph[] {
  const having = pages.map((page, index) => ({ index, drafts: page[which] })).filter(({ drafts }) => drafts.length > 0);
  const shapes = Map.groupBy(having, ({ drafts }) => drafts.map(({ text }) => text.replace(/\d+/g, '#')).join('\n'));
  const commonest = [...shapes.values()].toSorted((a, b) => b.length - a.length)[0];
  const [one, other] = commonest ?? [];
  if (!one) return [];
  let above: number | undefined;
  return one.drafts.map((draft, row) => {
    const spaceBefore = Math.max(0, places.topOf(draft) - (above ?? places.topOf(draft)));
    above = places.bottomOf(draft);
    const content = numbered(draft, one.index, other && { draft: other.drafts[row], index: other.index });
    return runningParagraph({ ...draft, content }, spaceBefore, places);
  });
}

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
