import { append } from '@bakkum/bytes/long-lists';
import type { Alignment, Block, Inline, ListPlace, Paragraph } from '@bakkum/document-model/model';
import { alignmentOf, declarationsOf } from './css.ts';
import { type InlineReading, type Look, lookInside, readInline, textInlines, trimmed } from './html-inlines.ts';
import { BODY_STYLE, PLAIN } from './page.ts';
import { elementsIn, type HtmlElement } from './tree.ts';

/** State while reading a page. */
export type Reading = InlineReading & {
  lists: number;
  readonly readTable: (table: HtmlElement, place: Place, reading: Reading) => readonly Block[];
};

/** Formatting that blocks inherit. */
export type Place = {
  readonly look: Look;
  readonly alignment: Alignment | undefined;
  /** Depth of block quotes and description lists. */
  readonly quoted: number;
  readonly level: number;
};

export const START: Place = {
  look: { style: BODY_STYLE, link: undefined, keepsSpaces: false },
  alignment: undefined,
  quoted: 0,
  level: -1,
};

const BLOCKS: ReadonlySet<string> = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'center', 'dd', 'details', 'dialog', 'div', 'dl', 'dt', 'fieldset'],
  ...['figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hgroup', 'hr', 'html', 'li'],
  ...['main', 'menu', 'nav', 'ol', 'p', 'pre', 'search', 'section', 'summary', 'table', 'ul'],
]);

const QUOTED: ReadonlySet<string> = new Set(['blockquote', 'dd']);
/** Heading sizes in points, largest first. */
const HEADING_SIZES = [18, 15, 13, 12, 11, 10];
const INDENT = 20;
const BULLETS = ['•', '◦', '▪'];

/** Reads the blocks in an element. Text between blocks becomes its own paragraph. */
export function readBlocks(element: HtmlElement, place: Place, reading: Reading): readonly Block[] {
  const blocks: Block[] = [];
  let line: Inline[] = [];
  const flush = (): void => {
    const content = place.look.keepsSpaces ? line : trimmed(line);
    if (content.length > 0) blocks.push(paragraphOf(content, place));
    line = [];
  };
  for (const child of element.children) {
    if (typeof child === 'string') append(line, textInlines(child, place.look));
    else if (isBlock(child)) {
      flush();
      append(blocks, readBlock(child, place, reading));
    } else append(line, readInline(child, place.look, reading));
  }
  flush();
  return blocks;
}

/** An inline element that contains blocks, such as a link around a heading, counts as a block. */
function isBlock(element: HtmlElement): boolean {
  return BLOCKS.has(element.name) || (element.name !== 'svg' && element.name !== 'math' && elementsIn(element).some(isBlock));
}

function paragraphOf(content: readonly Inline[], { alignment, quoted, look }: Place): Paragraph {
  const size = content.reduce((most, inline) => (inline.kind === 'text' ? Math.max(most, inline.style.size) : most), 0);
  return {
    ...PLAIN,
    alignment: alignment ?? 'justify',
    indentStart: quoted * INDENT,
    lineHeight: (size || look.style.size) * 1.6,
    content,
  };
}

function readBlock(element: HtmlElement, outer: Place, reading: Reading): readonly Block[] {
  if (isNotesList(element)) return [];
  const place = placeInside(element, outer);
  switch (element.name) {
    case 'ul':
    case 'ol':
    case 'menu':
      return readList(element, place, reading);
    case 'table':
      return reading.readTable(element, place, reading);
    case 'hr':
      return [{ ...PLAIN, alignment: 'center', content: textInlines('* * *', outer.look) }];
    default:
      return /^h[1-6]$/.test(element.name)
        ? readHeading(element, place, reading)
        : spaced(element, readBlocks(element, place, reading));
  }
}

/** Notes are read at their references. */
export function isNotesList({ attributes }: HtmlElement): boolean {
  return ['doc-endnotes', 'doc-footnotes'].includes(attributes.get('role') ?? '');
}

/** Returns the formatting inherited by an element's blocks. */
export function placeInside(element: HtmlElement, outer: Place): Place {
  const declared = declarationsOf(element.attributes.get('style'));
  const alignment =
    element.name === 'center' ? 'center' : alignmentOf(declared.get('text-align') ?? element.attributes.get('align'));
  return {
    ...outer,
    look: lookInside(element, outer.look),
    alignment: alignment ?? outer.alignment,
    quoted: outer.quoted + (QUOTED.has(element.name) ? 1 : 0),
  };
}

const SPACED: ReadonlySet<string> = new Set(['p', 'pre', 'blockquote', 'figure', 'dl']);

function spaced({ name }: HtmlElement, blocks: readonly Block[]): readonly Block[] {
  const [first, ...others] = blocks;
  return first && SPACED.has(name) ? [{ ...first, spaceBefore: Math.max(first.spaceBefore, 6) }, ...others] : blocks;
}

function readHeading(element: HtmlElement, place: Place, reading: Reading): readonly Block[] {
  const level = Number(element.name[1]);
  const style = { ...place.look.style, size: HEADING_SIZES[level - 1] ?? 10, bold: true };
  const blocks = readBlocks(element, { ...place, look: { ...place.look, style } }, reading);
  return blocks.map((block) =>
    block.kind === 'paragraph'
      ? { ...block, headingLevel: level, alignment: place.alignment ?? 'start', spaceBefore: 12 }
      : block,
  );
}

function readList(element: HtmlElement, outer: Place, reading: Reading): readonly Block[] {
  const list = reading.lists;
  reading.lists += 1;
  const place = { ...outer, level: outer.level + 1 };
  let value = Number(element.attributes.get('start') ?? 1) || 1;
  return elementsIn(element).flatMap((item) => {
    if (item.name !== 'li') return readBlocks(item, place, reading);
    value = Number(item.attributes.get('value') ?? value) || value;
    const marked = itemBlocks(item, place, reading, { list, level: place.level, marker: markerOf(element, place.level, value) });
    value += 1;
    return marked;
  });
}

function markerOf({ name, attributes }: HtmlElement, level: number, value: number): ListPlace['marker'] {
  if (name !== 'ol') return { kind: 'bullet', text: BULLETS[level % BULLETS.length] ?? '•' };
  const styles = { a: 'lower-letter', A: 'upper-letter', i: 'lower-roman', I: 'upper-roman' } as const;
  const type = attributes.get('type') ?? '1';
  const style = type === 'a' || type === 'A' || type === 'i' || type === 'I' ? styles[type] : 'decimal';
  return { kind: 'number', style, text: '%.', value };
}

/** The first paragraph of an item has the marker; the rest are indented equally. */
function itemBlocks(item: HtmlElement, place: Place, reading: Reading, mark: ListPlace): readonly Block[] {
  const inside = placeInside(item, place);
  const blocks = readBlocks(item, inside, reading);
  const indentStart = (mark.level + 1) * INDENT;
  return blocks.map((block, index): Block => {
    if (block.kind !== 'paragraph' || block.list || block.headingLevel !== undefined) return block;
    const within = {
      ...block,
      indentStart: Math.max(block.indentStart, indentStart),
      spaceBefore: index === 0 ? 0 : block.spaceBefore,
    };
    return index === 0 ? { ...within, firstLine: -INDENT, list: mark } : within;
  });
}
