import { framed } from '@bakkum/document-model/frames';
import type { Graphic } from '@bakkum/document-model/graphics';
import type { Block, Inline, ListPlace, Paragraph } from '@bakkum/document-model/model';
import { childOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';
import { valueOf } from './parts.ts';
import { type Aside, readInlines } from './read-inlines.ts';
import type { Reading } from './reading.ts';
import { type ParagraphLook, paragraphLook } from './styles.ts';

/** Wrappers whose content counts as if it were in their place. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'sdt',
  'sdtContent',
  'customXml',
  'smartTag',
  'ins',
  'moveTo',
  'body',
  'Choice',
  'AlternateContent',
]);

/** Paragraphs and tables inside an element; floating text boxes are before the paragraph that holds them, others after it. */
export function readBlocks(parent: XmlElement, reading: Reading): readonly Block[] {
  return elementsOf(parent).flatMap((child): readonly Block[] => {
    if (child.name === 'p') return readParagraph(child, reading);
    if (child.name === 'tbl') return [reading.readTable(child)];
    return WRAPPERS.has(child.name) ? readBlocks(child, reading) : [];
  });
}

function readParagraph(element: XmlElement, reading: Reading): readonly Block[] {
  const properties = childOf(element, 'pPr');
  const style = valueOf(properties, 'pStyle');
  const aside: Aside = { boxes: [], behind: [] };
  const text = reading.styles.text(style);
  const pieces = splitAtPages(readInlines(element, text, reading, aside));
  const own = { ...reading.styles.paragraph(style), ...paragraphLook(properties) };
  const numbered = own.number && own.number.list !== '0' ? reading.numbering.placeOf(own.number) : undefined;
  // Direct formatting overrides the list, and the list overrides the style.
  const look = { ...reading.styles.paragraph(style), ...numbered?.look, ...paragraphLook(properties) };
  const level = look.outline !== undefined && look.outline < 9 ? look.outline + 1 : reading.styles.headingLevel(style);
  const read = pieces.map((content, index) => {
    const place = index === 0 ? numbered?.place : undefined;
    return paragraphOf(content, look, text.size, reading.spaceAfter, {
      place,
      level,
      breaks: index > 0 || look.breaksPage === true,
      behind: index === 0 ? aside.behind : [],
    });
  });
  reading.spaceAfter = look.spaceAfter ?? 0;
  const boxes = aside.boxes.map(({ content, frame }) => ({
    blocks: frame ? [framed(readBlocks(content, reading), frame)] : readBlocks(content, reading),
    isFloating: frame?.float !== undefined,
  }));
  const [floating, others] = [true, false].map((floats) => boxes.filter(({ isFloating }) => isFloating === floats));
  const blocksOf = (all: typeof boxes = []): readonly Block[] => all.flatMap(({ blocks }) => blocks);
  return [...blocksOf(floating), ...read, ...blocksOf(others)];
}

/** Splits a paragraph at page breaks. */
function splitAtPages(content: readonly (Inline | { readonly kind: 'page-break' })[]): readonly (readonly Inline[])[] {
  const pieces: Inline[][] = [[]];
  for (const inline of content) {
    if (inline.kind === 'page-break') pieces.push([]);
    else pieces.at(-1)?.push(inline);
  }
  return pieces;
}

type Standing = {
  readonly place: ListPlace | undefined;
  readonly level: number;
  readonly breaks: boolean;
  readonly behind: readonly Graphic[];
};

/** Line pitch of a Korean typeface, relative to the text size. */
const NATURAL_LINE = 1.3;

function paragraphOf(
  content: readonly Inline[],
  look: ParagraphLook,
  size: number,
  before: number,
  { place, level, breaks, behind }: Standing,
): Paragraph {
  const largest =
    content.reduce((most, inline) => (inline.kind === 'text' ? Math.max(most, inline.style.size) : most), 0) || size;
  const holdsPicture = content.some(({ kind }) => kind === 'picture');
  const line = look.line ?? { times: 1 };
  const lineHeight = 'points' in line ? line.points : line.times * largest * NATURAL_LINE;
  return {
    kind: 'paragraph',
    ...(level > 0 && { headingLevel: Math.min(6, level) }),
    ...(place && { list: place }),
    alignment: look.alignment ?? 'start',
    indentStart: look.indentStart ?? 0,
    firstLine: look.firstLine ?? 0,
    // Word uses the larger of two adjacent spaces.
    spaceBefore: Math.max(before, look.spaceBefore ?? 0),
    ...(!holdsPicture && { lineHeight }),
    ...(breaks && { breakBefore: 'page' }),
    ...(behind.length > 0 && { behind }),
    ...(look.isRightToLeft && { isRightToLeft: true }),
    ...(look.shading !== undefined && { shading: look.shading }),
    content,
  };
}
