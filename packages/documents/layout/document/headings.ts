import { composeCompatible } from '@bakkum/conversion/compose';
import type { ParagraphDraft } from '../drafts.ts';
import type { BodyStyle } from './body-style.ts';

/** Role of a paragraph in the document outline. */
export type Outline = { readonly level?: number; readonly isTitle?: boolean };

const MAX_TEXT = 160;
const MAX_LINES = 3;
/** Ratio to the body size from which text stands out. */
const LARGER = 1.1;
/** Heading numbers: `1`, `2.3.`, `IV.`, `Chapter 3`, `제2장`. */
const NUMBERED =
  /^(\d{1,2}(\.\d{1,2}){0,4}\.?\s|[IVX]{1,5}\.\s|(chapter|section|part|appendix)\s+[\dA-Z]|제\s*\d+\s*[장절조편관항])/i;
const LEVELS = 6;

/** Levels of all headings: from the tags if there are any, otherwise by size and weight, largest first. */
export function outlineOf(paragraphs: readonly ParagraphDraft[], body: BodyStyle): ReadonlyMap<ParagraphDraft, Outline> {
  const outline = new Map<ParagraphDraft, Outline>();
  const isTagged = paragraphs.filter(({ role }) => /^H[1-6]?$/.test(role)).length > 0;
  const isHeading = isTagged
    ? ({ role }: ParagraphDraft) => /^(H[1-6]?|Title)$/.test(role)
    : (draft: ParagraphDraft) => standsOut(draft, body);
  const tagged = paragraphs.filter(isHeading);
  const opening = isTagged ? paragraphs.slice(0, 3).filter((draft) => opens(draft, tagged, body)) : [];
  const headings = [...opening, ...tagged];
  const title = titleOf(paragraphs, headings, body);
  const styles = [...new Set(headings.filter((draft) => draft !== title).map(styleOf))].toSorted(bySizeAndWeight);
  for (const draft of headings) {
    const told = /^H([1-6])$/.exec(draft.role)?.[1];
    const level = told ? Number(told) : Math.min(LEVELS, styles.indexOf(styleOf(draft)) + 1);
    outline.set(draft, draft === title ? { isTitle: true } : { level });
  }
  return outline;
}

/** Letters of the headings of each level, for recognising them in running heads. */
export function headingTexts(outline: ReadonlyMap<ParagraphDraft, Outline>): ReadonlyMap<number, readonly string[]> {
  const texts = new Map<number, string[]>();
  for (const [{ text }, { level }] of outline) {
    if (level === undefined) continue;
    const known = texts.get(level);
    if (known) known.push(lettersOf(text));
    else texts.set(level, [lettersOf(text)]);
  }
  return texts;
}

/** The letters of a text, in lower case. */
export const lettersOf = (text: string): string =>
  composeCompatible(text)
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** Tags have no titles: first lines larger than every heading are the title. */
function opens(draft: ParagraphDraft, headings: readonly ParagraphDraft[], body: BodyStyle): boolean {
  const largest = Math.max(...headings.map(({ size }) => size));
  return !headings.includes(draft) && draft.size > largest + 0.4 && standsOut(draft, body);
}

const styleOf = ({ size, bold }: ParagraphDraft): string => `${Math.round(size * 2) / 2} ${bold ? 'bold' : 'plain'}`;

function bySizeAndWeight(a: string, b: string): number {
  return Number.parseFloat(b) - Number.parseFloat(a) || Number(b.endsWith('bold')) - Number(a.endsWith('bold'));
}

/** The largest line of the first page, if it is the only one of its kind and starts the document. */
function titleOf(
  paragraphs: readonly ParagraphDraft[],
  headings: readonly ParagraphDraft[],
  body: BodyStyle,
): ParagraphDraft | undefined {
  const [first] = headings;
  if (!first || paragraphs.indexOf(first) > 3 || /^H[1-6]$/.test(first.role)) return undefined;
  const isAlone = headings.every((other) => other === first || other.size < first.size - 0.4);
  return isAlone && (first.size > body.size * 1.35 || first.alignment === 'center') ? first : undefined;
}

function standsOut(draft: ParagraphDraft, body: BodyStyle): boolean {
  const words = draft.text.trim();
  if (!mayHead(draft, words) || draft.size < body.size * 0.85) return false;
  const isSentence = /[.:;,]$/.test(words) && !/^\d/.test(words);
  if (draft.size >= body.size * LARGER) return !isSentence || draft.size >= body.size * 1.3;
  const isStrong = draft.bold && !body.isBold;
  if (!isStrong || draft.lines > 2 || isSentence) return false;
  const { marker } = draft;
  return (
    marker === undefined || NUMBERED.test(`${marker.kind === 'number' ? marker.text.replace('%', String(marker.value)) : ''} `)
  );
}

/** Short, with letters, and not a list item. */
function mayHead({ lines, marker }: ParagraphDraft, words: string): boolean {
  if (lines > MAX_LINES || words.length > MAX_TEXT || words.length < 2) return false;
  return /\p{L}/u.test(words) && !words.includes('\t') && marker?.kind !== 'bullet';
}
