import type { Alignment, Border, NumberStyle, Side, TextStyle } from '@bakkum/document-model/model';
import { childOf, descendantsOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import { byId, firstOf, numberIn, pointsIn } from './attributes.ts';

/** Styles that paragraphs, runs and cells refer to by number. */
export type Styles = {
  text(id: string | undefined): TextStyle;
  paragraph(id: string | undefined): ParagraphStyle;
  box(id: string | undefined): BoxStyle;
  /** The look of page numbers; absent if the document does not say. */
  readonly pageNumber: TextStyle | undefined;
  /** Outline level of a named style, 0 if it has none. */
  outlineLevel(id: string | undefined): number;
  /** One level of a numbering, or a bullet. */
  head(kind: 'NUMBER' | 'BULLET' | 'OUTLINE', id: string, level: number): HeadStyle | undefined;
};

export type ParagraphStyle = {
  readonly alignment: Alignment;
  readonly indentStart: number;
  readonly firstLine: number;
  readonly spaceBefore: number;
  readonly spaceAfter: number;
  /** Percentage of the font size, or points if fixed. */
  readonly lineSpacing: { readonly percent: number } | { readonly points: number };
  readonly heading: { readonly kind: string; readonly id: string; readonly level: number };
};

export type BoxStyle = { readonly borders: Readonly<Partial<Record<Side, Border>>>; readonly shading?: string };

export type HeadStyle = { readonly text: string; readonly style: NumberStyle | 'bullet'; readonly start: number };

export function readStyles(head: XmlElement): Styles {
  const characters = byId(head, 'charPr');
  const paragraphs = byId(head, 'paraPr');
  const fills = byId(head, 'borderFill');
  const named = byId(head, 'style');
  const numberings = byId(head, 'numbering');
  const bullets = byId(head, 'bullet');
  const fonts = fontsOf(head);
  const text = remembered((id) => textStyle(characters.get(id), fonts));
  const paragraph = remembered((id) => paragraphStyle(paragraphs.get(id)));
  const box = remembered((id) => boxStyle(fills.get(id)));
  const pageNumber = [...named.values()].find(({ attributes }) => /^page number$/i.test(attributes['engName'] ?? ''));
  return {
    text,
    paragraph,
    box,
    pageNumber: pageNumber && text(pageNumber.attributes['charPrIDRef']),
    outlineLevel: (id) => outlineLevel(named.get(id ?? '')),
    head: (kind, id, level) => (kind === 'BULLET' ? bulletHead(bullets.get(id)) : numberHead(numberings.get(id), level)),
  };
}

function remembered<Value>(make: (id: string) => Value): (id: string | undefined) => Value {
  const made = new Map<string, Value>();
  return (id = '') => {
    const present = made.get(id);
    if (present !== undefined) return present;
    const value = make(id);
    made.set(id, value);
    return value;
  };
}

type Font = { readonly face: string; readonly kind: 'serif' | 'sans' };

/** Typefaces of Hangul text by number. */
function fontsOf(head: XmlElement): ReadonlyMap<string, Font> {
  const lists = [...descendantsOf(head, 'fontface')];
  const hangul = lists.find(({ attributes }) => attributes['lang'] === 'HANGUL') ?? lists[0];
  const fonts = hangul ? elementsOf(hangul).filter(({ name }) => name === 'font') : [];
  return new Map(
    fonts.map((font) => {
      const face = font.attributes['face'] ?? '';
      return [font.attributes['id'] ?? '', { face, kind: isSerif(font, face) ? 'serif' : 'sans' }];
    }),
  );
}

/** Many writers label every typeface as gothic, so the font name takes precedence. */
function isSerif(font: XmlElement, face: string): boolean {
  if (/바탕|명조|궁서|batang|myeongjo|myungjo|serif|times/i.test(face)) return !/sans/i.test(face);
  return childOf(font, 'typeInfo')?.attributes['familyType'] === 'FCAT_MYUNGJO';
}

function textStyle(element: XmlElement | undefined, fonts: ReadonlyMap<string, Font>): TextStyle {
  const font = fonts.get(childOf(element, 'fontRef')?.attributes['hangul'] ?? '');
  const colour = colourIn(element?.attributes['textColor']);
  const size = pointsIn(element, 'height') || 10;
  // In percent: of the usual width, and of the size.
  const [ratio, spacing] = [
    numberIn(childOf(element, 'ratio'), 'hangul') || 100,
    numberIn(childOf(element, 'spacing'), 'hangul'),
  ];
  return {
    size,
    ...(font && font.face !== '' && { font: font.face, kind: font.kind }),
    ...(colour !== undefined && colour !== '#000000' && { colour }),
    ...emphasisOf(element),
    ...(ratio !== 100 && { stretch: ratio / 100 }),
    ...(spacing !== 0 && { spacing: (size * spacing) / 100 }),
  };
}

function emphasisOf(element: XmlElement | undefined): Partial<TextStyle> {
  const has = (name: string): boolean => childOf(element, name) !== undefined;
  const underline = childOf(element, 'underline')?.attributes['type'];
  const strike = childOf(element, 'strikeout')?.attributes['shape'] ?? 'NONE';
  return {
    ...(has('bold') && { bold: true }),
    ...(has('italic') && { italic: true }),
    ...(underline === 'BOTTOM' && { underline: true }),
    ...(strike !== 'NONE' && strike !== '3D' && { strike: true }),
    ...(has('supscript') && { position: 'super' as const }),
    ...(has('subscript') && { position: 'sub' as const }),
  };
}

/** `none` and fully transparent colours count as no colour. */
export function colourIn(value: string | undefined): string | undefined {
  const digits = /^#(?:ff)?([0-9a-f]{6})$/i.exec(value ?? '')?.[1];
  return digits === undefined || value?.toUpperCase() === '#FFFFFFFF' ? undefined : `#${digits.toLowerCase()}`;
}

const ALIGNMENTS: Readonly<Record<string, Alignment>> = {
  LEFT: 'start',
  RIGHT: 'end',
  CENTER: 'center',
  JUSTIFY: 'justify',
  DISTRIBUTE: 'justify',
  DISTRIBUTE_SPACE: 'justify',
};

function paragraphStyle(element: XmlElement | undefined): ParagraphStyle {
  // Since 2016 lengths are stored twice: in whole units for newer programs, doubled for older ones.
  const current = firstOf(element, 'case');
  const scope = current ?? element;
  const scale = current ? 1 : 0.5;
  const margin = firstOf(scope, 'margin');
  const length = (name: string): number => pointsIn(childOf(margin, name), 'value') * scale;
  const spacing = firstOf(scope, 'lineSpacing');
  const heading = childOf(element, 'heading');
  const value = numberIn(spacing, 'value');
  return {
    alignment: ALIGNMENTS[childOf(element, 'align')?.attributes['horizontal'] ?? ''] ?? 'justify',
    indentStart: length('left'),
    firstLine: length('intent'),
    spaceBefore: length('prev'),
    spaceAfter: length('next'),
    lineSpacing: spacing?.attributes['type'] === 'FIXED' ? { points: (value / 100) * scale } : { percent: value || 160 },
    heading: {
      kind: heading?.attributes['type'] ?? 'NONE',
      id: heading?.attributes['idRef'] ?? '',
      level: numberIn(heading, 'level'),
    },
  };
}

const SIDES: readonly Side[] = ['top', 'right', 'bottom', 'left'];
const POINTS_A_MILLIMETRE = 72 / 25.4;

function boxStyle(element: XmlElement | undefined): BoxStyle {
  const borders: Partial<Record<Side, Border>> = {};
  for (const side of SIDES) {
    const border = childOf(element, `${side}Border`);
    if (!border || (border.attributes['type'] ?? 'NONE') === 'NONE') continue;
    const width = Number.parseFloat(border.attributes['width'] ?? '') * POINTS_A_MILLIMETRE;
    borders[side] = { width: width || 0.25, colour: colourIn(border.attributes['color']) ?? '#000000' };
  }
  const shading = colourIn(firstOf(element, 'winBrush')?.attributes['faceColor']);
  return { borders, ...(shading !== undefined && { shading }) };
}

function outlineLevel(style: XmlElement | undefined): number {
  const named =
    /^(?:개요|outline)\s*(\d)$/i.exec(style?.attributes['engName'] ?? '') ??
    /^개요\s*(\d)$/.exec(style?.attributes['name'] ?? '');
  return named ? Math.min(6, Number(named[1])) : 0;
}

const NUMBER_STYLES: Readonly<Record<string, NumberStyle>> = {
  DIGIT: 'decimal',
  CIRCLED_DIGIT: 'circled',
  ROMAN_CAPITAL: 'upper-roman',
  ROMAN_SMALL: 'lower-roman',
  LATIN_CAPITAL: 'upper-letter',
  LATIN_SMALL: 'lower-letter',
  HANGUL_SYLLABLE: 'hangul-syllable',
};

function numberHead(numbering: XmlElement | undefined, level: number): HeadStyle | undefined {
  const heads = numbering ? elementsOf(numbering).filter(({ name }) => name === 'paraHead') : [];
  const head = heads.find((candidate) => numberIn(candidate, 'level') === level + 1);
  if (!head) return undefined;
  const style = NUMBER_STYLES[head.attributes['numFormat'] ?? ''] ?? 'decimal';
  return { text: textOf(head), style, start: numberIn(head, 'start') || 1 };
}

/** Hangul's own symbol fonts use the private use area; their characters are replaced by a bullet. */
function bulletHead(bullet: XmlElement | undefined): HeadStyle | undefined {
  if (!bullet) return undefined;
  const sign = bullet.attributes['char'] ?? '';
  return { text: sign === '' || /\p{Co}/u.test(sign) ? '•' : sign, style: 'bullet', start: 1 };
}
