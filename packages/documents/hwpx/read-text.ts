import { append } from '@bakkum/bytes/long-lists';
import { paragraphsWithin } from '@bakkum/document-model/cell-content';
import { type Frame, framed } from '@bakkum/document-model/frames';
import type { Alignment, Block, Float, Inline, PageSetup, Paragraph, TextStyle } from '@bakkum/document-model/model';
import { childOf, descendantsOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import { firstOf } from './attributes.ts';
import { BLOCK, floatOf, partOf } from './floats.ts';
import { frameOf } from './frames.ts';
import { commandAddress, webAddress } from './links.ts';
import { formatted, type Numbering } from './numbering.ts';
import type { Pictures } from './pictures.ts';
import { holdsText, readShapes } from './read-shapes.ts';
import type { ParagraphStyle, Styles } from './styles.ts';

/** State while a document is read in order. */
export type Reading = {
  readonly styles: Styles;
  readonly pictures: Pictures;
  readonly numbering: Numbering;
  readonly notes: (readonly Paragraph[])[];
  readonly readTable: (table: XmlElement) => readonly Block[];
  /** The page of this section. */
  page: PageSetup;
  /** Heading numbering of this section. */
  outline: string;
  margins: { header: readonly Paragraph[]; footer: readonly Paragraph[] };
  /** Link target of the current field. */
  link: string | undefined;
};

/** Content of a paragraph being read: inlines, and blocks among them. */
type Piece = Inline | { readonly kind: 'blocks'; readonly blocks: readonly Block[]; readonly isInLine?: boolean };

/** Outline levels are also used for pages of body text; headings are short. */
const MAX_HEADING_LENGTH = 120;

/** Reads a paragraph as blocks: floating tables first, then its text, split where it contains tables and framed text. */
export function readParagraph(element: XmlElement, reading: Reading): readonly Block[] {
  const style = reading.styles.paragraph(element.attributes['paraPrIDRef']);
  const pieces = elementsOf(element).flatMap((run) => (run.name === 'run' ? readRun(run, reading) : []));
  const floating: Block[] = [];
  const blocks: Block[] = [];
  let content: Inline[] = [];
  const holdsTable = pieces.some((piece) => piece.kind === 'blocks' && piece.isInLine && piece.blocks.length > 0);
  const flush = (): void => {
    // Spaces beside a table in the line would become a line of their own.
    if (content.length > 0 && !(holdsTable && isBlank(content)))
      blocks.push(paragraphOf(element, style, content, reading, blocks.length > 0));
    content = [];
  };
  for (const piece of pieces) {
    if (piece.kind !== 'blocks') content.push(piece);
    else if (piece.blocks.some((block) => block.kind === 'table' && block.float)) append(floating, piece.blocks);
    else if (piece.blocks.length > 0) {
      flush();
      append(blocks, piece.isInLine ? piece.blocks.map((block) => aligned(block, style.alignment)) : piece.blocks);
    }
  }
  flush();
  if (blocks.length === 0) blocks.push(paragraphOf(element, style, [], reading, false));
  const all = [...floating, ...blocks];
  const [first, ...others] = all;
  const broken = breakBefore(element);
  return first && broken ? [{ ...first, breakBefore: broken }, ...others] : all;
}

function isBlank(content: readonly Inline[]): boolean {
  return content.every((inline) => inline.kind === 'text' && inline.text.trim() === '');
}

/** An inline table is aligned with its line. */
function aligned(block: Block, alignment: Alignment): Block {
  const isMoved = alignment === 'center' || alignment === 'end';
  return block.kind === 'table' && isMoved ? { ...block, alignment } : block;
}

function breakBefore({ attributes }: XmlElement): 'page' | 'column' | undefined {
  if (attributes['pageBreak'] === '1') return 'page';
  return attributes['columnBreak'] === '1' ? 'column' : undefined;
}

function paragraphOf(
  element: XmlElement,
  style: ParagraphStyle,
  content: readonly Inline[],
  reading: Reading,
  continues: boolean,
): Paragraph {
  const place = continues ? undefined : reading.numbering.placeOf(style, reading.outline);
  const letters = content.reduce((sum, inline) => sum + (inline.kind === 'text' ? inline.text.trim().length : 0), 0);
  const level =
    style.heading.kind === 'OUTLINE' ? style.heading.level + 1 : reading.styles.outlineLevel(element.attributes['styleIDRef']);
  const isShort = letters > 0 && letters <= MAX_HEADING_LENGTH;
  const isHeading = level > 0 && isShort && !continues && style.heading.kind !== 'BULLET';
  const size = content.reduce((most, inline) => (inline.kind === 'text' ? Math.max(most, inline.style.size) : most), 0) || 10;
  const spacing = style.lineSpacing;
  const holdsPicture = content.some(
    (inline) => (inline.kind === 'picture' && !inline.picture.float) || (inline.kind === 'drawing' && !inline.drawing.float),
  );
  return {
    kind: 'paragraph',
    ...(isHeading && { headingLevel: Math.min(6, level) }),
    ...(place && letters > 0 && { list: place }),
    alignment: style.alignment,
    // With a hanging indent, the margin applies to the first line and the others are indented further.
    indentStart: style.indentStart - Math.min(0, style.firstLine),
    firstLine: style.firstLine,
    spaceBefore: style.spaceBefore,
    // An image sets the height of its line.
    ...(!holdsPicture && { lineHeight: 'points' in spacing ? spacing.points : (size * spacing.percent) / 100 }),
    content,
  };
}

/** The paragraphs of a list, with tables as text. */
export function paragraphsOf(list: XmlElement, reading: Reading): readonly Paragraph[] {
  return paragraphsWithin(blocksOf(list, reading));
}

/** The blocks of a list of paragraphs. */
export function blocksOf(list: XmlElement, reading: Reading): readonly Block[] {
  return elementsOf(list).flatMap((child) => (child.name === 'p' ? readParagraph(child, reading) : []));
}

function readRun(run: XmlElement, reading: Reading): readonly Piece[] {
  const style = reading.styles.text(run.attributes['charPrIDRef']);
  return elementsOf(run).flatMap((child) => readInRun(child, style, reading));
}

function readInRun(element: XmlElement, style: TextStyle, reading: Reading): readonly Piece[] {
  switch (element.name) {
    case 't':
      return readText(element, style, reading);
    case 'ctrl':
      return elementsOf(element).flatMap((control) => readControl(control, style, reading));
    case 'tbl':
      return [{ kind: 'blocks', blocks: reading.readTable(element), isInLine: floatOf(element) === undefined }];
    case 'pic':
      return readPicture(element, reading);
    case 'switch':
      return readAlternatives(element, style, reading);
    case 'equation':
      return textPieces(scriptOf(element), style, reading);
    case 'compose':
      return textPieces(element.attributes['composeText'] ?? '', style, reading);
    case 'dutmal':
      return textPieces(rubyText(element), style, reading);
    default:
      return readDrawing(element, reading);
  }
}

/** The first case is for current programs; the default repeats it for older ones. */
function readAlternatives(element: XmlElement, style: TextStyle, reading: Reading): readonly Piece[] {
  const choice = childOf(element, 'case') ?? childOf(element, 'default');
  return choice ? elementsOf(choice).flatMap((child) => readInRun(child, style, reading)) : [];
}

/** The source text of an equation. */
function scriptOf(equation: XmlElement): string {
  const script = firstOf(equation, 'script');
  return script ? textOf(script).trim() : '';
}

/** Ruby text: the annotation follows the base text in brackets. */
function rubyText(element: XmlElement): string {
  const [main, sub] = ['mainText', 'subText'].map((name) => childOf(element, name)).map((part) => (part ? textOf(part) : ''));
  return sub ? `${main ?? ''}(${sub})` : (main ?? '');
}

/** Private-use characters of the Hangul word processor and their visual equivalents. */
const PRIVATE: Readonly<Record<string, string>> = { '\u{f080f}': '━' };

function textPieces(source: string, style: TextStyle, { link }: Reading): readonly Inline[] {
  const text = source.replaceAll(/\p{Co}/gu, (sign) => PRIVATE[sign] ?? sign);
  return text === '' ? [] : [{ kind: 'text', text, style, ...(link !== undefined && { link }) }];
}

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['nbSpace', '\u00a0'],
  ['fwSpace', '\u2003'],
  ['hyphen', '\u2011'],
]);

function readText(element: XmlElement, style: TextStyle, reading: Reading): readonly Inline[] {
  return element.children.flatMap((child): readonly Inline[] => {
    if (typeof child === 'string') return textPieces(child.replaceAll(/[\r\n]/g, ''), style, reading);
    if (child.name === 'tab') return [{ kind: 'tab' }];
    if (child.name === 'lineBreak') return [{ kind: 'line-break' }];
    const character = CHARACTERS.get(child.name);
    return character === undefined ? readText(child, style, reading) : textPieces(character, style, reading);
  });
}

function readControl(control: XmlElement, style: TextStyle, reading: Reading): readonly Piece[] {
  switch (control.name) {
    case 'footNote':
    case 'endNote':
      return [readNote(control, style, reading)];
    case 'header':
    case 'footer':
      reading.margins = { ...reading.margins, [control.name]: listIn(control, reading) };
      return [];
    case 'pageNum':
      reading.margins = withPageNumber(reading.margins, control, reading.styles.pageNumber ?? style);
      return [];
    case 'autoNum':
      return readNumber(control, style, reading);
    case 'fieldBegin':
      reading.link = linkOf(control) ?? reading.link;
      return [];
    case 'fieldEnd':
      reading.link = undefined;
      return [];
    default:
      return [];
  }
}

function readNote(control: XmlElement, style: TextStyle, reading: Reading): Inline {
  const place = reading.notes.length;
  reading.notes.push([]);
  reading.notes[place] = listIn(control, reading);
  return { kind: 'note', note: place, style };
}

function listIn(control: XmlElement, reading: Reading): readonly Paragraph[] {
  const list = childOf(control, 'subList');
  return list ? paragraphsOf(list, reading) : [];
}

/** The note itself repeats its number, which the target's writer adds again. */
function readNumber(control: XmlElement, style: TextStyle, reading: Reading): readonly Inline[] {
  const { numType, num = '' } = control.attributes;
  if (numType === 'FOOTNOTE' || numType === 'ENDNOTE') return [];
  if (numType === 'PAGE') return [{ kind: 'page-number', style }];
  if (numType === 'TOTAL_PAGE') return [{ kind: 'page-count', style }];
  return textPieces(num === '' ? '' : formatted(Number(num), 'decimal'), style, reading);
}

function withPageNumber(margins: Reading['margins'], { attributes }: XmlElement, style: TextStyle): Reading['margins'] {
  const { pos = 'BOTTOM_CENTER', sideChar = '' } = attributes;
  if (pos === 'NONE') return margins;
  const side = (text: string): readonly Inline[] => (sideChar === '' ? [] : [{ kind: 'text', text, style }]);
  const line: Paragraph = {
    kind: 'paragraph',
    alignment: pos.endsWith('LEFT') ? 'start' : pos.endsWith('RIGHT') ? 'end' : 'center',
    indentStart: 0,
    firstLine: 0,
    spaceBefore: 0,
    content: [...side(`${sideChar} `), { kind: 'page-number', style }, ...side(` ${sideChar}`)],
  };
  const strip = pos.startsWith('TOP') ? 'header' : 'footer';
  const others = margins[strip].filter(({ content }) => !content.some(({ kind }) => kind === 'page-number'));
  return { ...margins, [strip]: [...others, line] };
}

/** Link target of a field. */
function linkOf(field: XmlElement): string | undefined {
  if (field.attributes['type'] !== 'HYPERLINK') return undefined;
  const parameters = [...descendantsOf(field, 'stringParam')];
  const named = (name: string): string | undefined => {
    const found = parameters.find(({ attributes }) => attributes['name'] === name);
    return found && textOf(found);
  };
  const path = named('Path');
  return path === undefined ? commandAddress(named('Command') ?? '') : webAddress(path);
}

function readPicture(element: XmlElement, reading: Reading, float = floatOf(element)): readonly Piece[] {
  const picture = reading.pictures.read(element);
  const words = childOf(childOf(element, 'caption'), 'subList');
  const caption: readonly Piece[] = words ? [{ kind: 'blocks', blocks: paragraphsOf(words, reading) }] : [];
  return picture ? [{ kind: 'picture', picture: { ...picture, ...(float && { float }) } }, ...caption] : caption;
}

/** Reads drawings among the text: shapes, groups and frames. Text in a visible or floating frame becomes a one-cell box. */
function readDrawing(element: XmlElement, reading: Reading): readonly Piece[] {
  if (['secPr', 'linesegarray', 'caption'].includes(element.name)) return [];
  if (element.name === 'textart') return textPieces(element.attributes['text'] ?? '', { size: 10 }, reading);
  const isLayered = element.name === 'container' && holdsText(element);
  const float = floatOf(element) ?? (isLayered ? BLOCK : undefined);
  const drawing = readShapes(element, reading.pictures.lose);
  const isInFront = drawing !== undefined || holdsPicture(element);
  const pieces = framedPieces(readFrames(element, reading, { float, isInFront }), frameOf(element));
  if (!drawing) return pieces;
  const place = isLayered && float ? { float: { ...float, wrap: LAYERS[float.wrap].shapes } } : {};
  return [{ kind: 'drawing', drawing: { ...drawing, ...place } }, ...pieces];
}

function holdsPicture(group: XmlElement): boolean {
  return elementsOf(group).some((part) => part.name === 'pic' || (part.name === 'container' && holdsPicture(part)));
}

/** The words of a group are in front of its shapes and images, whatever the order of both in the text. */
const LAYERS: Readonly<Record<Float['wrap'], Readonly<Record<'shapes' | 'words', Float['wrap']>>>> = {
  around: { shapes: 'around', words: 'in-front-of-text' },
  'above-and-below': { shapes: 'above-and-below', words: 'in-front-of-text' },
  'in-front-of-text': { shapes: 'behind-text', words: 'in-front-of-text' },
  'behind-text': { shapes: 'behind-text', words: 'behind-text' },
};

function framedPieces(pieces: readonly Piece[], frame: Frame | undefined): readonly Piece[] {
  if (pieces.length === 0 || !frame) return pieces;
  const blocks = pieces.flatMap((piece) => (piece.kind === 'blocks' ? piece.blocks : []));
  return [{ kind: 'blocks', blocks: [framed(blocks, frame)] }, ...pieces.filter(({ kind }) => kind !== 'blocks')];
}

/** The place of the group that contains an element, and whether its words are in front of something. */
type Ground = { readonly float: Float | undefined; readonly isInFront: boolean };

function readFrames(element: XmlElement, reading: Reading, { float, isInFront }: Ground): readonly Piece[] {
  const group = element.name === 'container' ? float : undefined;
  return elementsOf(element).flatMap((child): readonly Piece[] => {
    const place = group && partOf(group, child);
    if (child.name === 'pic') return readPicture(child, reading, place);
    if (child.name === 'subList') return [{ kind: 'blocks', blocks: blocksOf(child, reading) }];
    if (child.name === 'caption' || (child.name === 'drawText' && !holdsText(element))) return [];
    const frame = place && frameOf(child, isInFront ? { ...place, wrap: LAYERS[place.wrap].words } : place);
    return framedPieces(readFrames(child, reading, { float: place, isInFront }), frame);
  });
}
