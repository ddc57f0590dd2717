import type { Alignment, TextStyle } from '@bakkum/document-model/model';
import { childOf, descendantsOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';
import { type Package, switchOf, twipsOf, valueOf } from './parts.ts';

/** Paragraph formatting, possibly inherited from a base style. In points. */
export type ParagraphLook = {
  readonly alignment?: Alignment;
  readonly indentStart?: number;
  readonly firstLine?: number;
  readonly spaceBefore?: number;
  readonly spaceAfter?: number;
  readonly line?: { readonly points: number } | { readonly times: number };
  readonly outline?: number;
  readonly number?: { readonly list: string; readonly level: number };
  readonly breaksPage?: boolean;
  readonly isRightToLeft?: boolean;
  readonly shading?: string;
};

export type Styles = {
  /** By the id of a paragraph style, or of the default style. */
  paragraph(id: string | undefined): ParagraphLook;
  /** Text style of a paragraph style. */
  text(paragraphStyle: string | undefined): TextStyle;
  /** Applies the properties of a run to the style it inherits. */
  styled(properties: XmlElement | undefined, inherited: TextStyle): TextStyle;
  /** 1 to 9 for heading styles, 0 for others. */
  headingLevel(id: string | undefined): number;
  /** Borders and shading of a table style. */
  table(id: string | undefined): XmlElement | undefined;
};

const WORD_SIZE = 10;

export function readStyles(source: Package): Styles {
  const root = source.part('styles')?.root;
  const all = root ? elementsOf(root).filter(({ name }) => name === 'style') : [];
  const byId = new Map(all.map((style) => [style.attributes['w:styleId'] ?? '', style]));
  const standard = all.find(({ attributes }) => attributes['w:type'] === 'paragraph' && attributes['w:default'] === '1');
  const defaults = childOf(root, 'docDefaults');
  const fonts = themeFonts(source.part('theme')?.root);
  const styled: Styles['styled'] = (properties, inherited) => {
    const named = chainOf(byId, valueOf(properties, 'rStyle'));
    const base = named.reduce((look, style) => textLook(childOf(style, 'rPr'), look, fonts), inherited);
    return textLook(properties, base, fonts);
  };
  const chain = (id: string | undefined): readonly XmlElement[] => chainOf(byId, id ?? standard?.attributes['w:styleId']);
  const plain = textLook(childOf(childOf(defaults, 'rPrDefault'), 'rPr'), { size: WORD_SIZE }, fonts);
  const spread = paragraphLook(childOf(childOf(defaults, 'pPrDefault'), 'pPr'));
  return {
    paragraph: (id) => chain(id).reduce((look, style) => ({ ...look, ...paragraphLook(childOf(style, 'pPr')) }), spread),
    text: (id) => chain(id).reduce((look, style) => textLook(childOf(style, 'rPr'), look, fonts), plain),
    styled,
    headingLevel: (id) => chain(id).reduce((level, style) => headingOf(style) || level, 0),
    table: (id) => chainOf(byId, id).findLast((style) => childOf(style, 'tblPr')),
  };
}

/** A style and its base styles, the most general first. */
function chainOf(byId: ReadonlyMap<string, XmlElement>, id: string | undefined): readonly XmlElement[] {
  const chain: XmlElement[] = [];
  for (let style = byId.get(id ?? ''); style && !chain.includes(style); style = byId.get(valueOf(style, 'basedOn') ?? '')) {
    chain.unshift(style);
  }
  return chain;
}

function headingOf(style: XmlElement): number {
  const level = Number(/^(?:heading|제목)\s*(\d)$/i.exec(valueOf(style, 'name') ?? '')?.[1] ?? 0);
  const outline = Number(valueOf(childOf(style, 'pPr'), 'outlineLvl') ?? 9);
  return level || (outline < 9 ? outline + 1 : 0);
}

const ALIGNMENTS: Readonly<Record<string, Alignment>> = {
  left: 'start',
  start: 'start',
  center: 'center',
  right: 'end',
  end: 'end',
  both: 'justify',
  distribute: 'justify',
};

/** Formatting set directly in a `pPr`. */
export function paragraphLook(properties: XmlElement | undefined): ParagraphLook {
  if (!properties) return {};
  const alignment = ALIGNMENTS[valueOf(properties, 'jc') ?? ''];
  const outline = valueOf(properties, 'outlineLvl');
  const breaksPage = switchOf(properties, 'pageBreakBefore');
  const isRightToLeft = switchOf(properties, 'bidi');
  return {
    ...(alignment && { alignment }),
    ...(outline !== undefined && { outline: Number(outline) }),
    ...(breaksPage !== undefined && { breaksPage }),
    ...(isRightToLeft !== undefined && { isRightToLeft }),
    ...shadingOf(properties),
    ...indents(childOf(properties, 'ind')),
    ...spacing(childOf(properties, 'spacing')),
    ...numberOf(childOf(properties, 'numPr')),
  };
}

/** The solid colour of a `shd` element. */
export function shadingOf(properties: XmlElement | undefined): { readonly shading?: string } {
  const fill = childOf(properties, 'shd')?.attributes['w:fill'];
  return fill !== undefined && /^[0-9a-f]{6}$/i.test(fill) ? { shading: `#${fill.toLowerCase()}` } : {};
}

export function indents(element: XmlElement | undefined): Pick<ParagraphLook, 'indentStart' | 'firstLine'> {
  const start = twipsOf(element, 'w:left') ?? twipsOf(element, 'w:start');
  const hanging = twipsOf(element, 'w:hanging');
  const first = hanging === undefined ? twipsOf(element, 'w:firstLine') : -hanging;
  return { ...(start !== undefined && { indentStart: start }), ...(first !== undefined && { firstLine: first }) };
}

const LINE_UNITS = 240;

function spacing(element: XmlElement | undefined): Pick<ParagraphLook, 'spaceBefore' | 'spaceAfter' | 'line'> {
  const before = twipsOf(element, 'w:before');
  const after = twipsOf(element, 'w:after');
  const line = Number.parseFloat(element?.attributes['w:line'] ?? '');
  const isFixed = ['exact', 'atLeast'].includes(element?.attributes['w:lineRule'] ?? '');
  return {
    ...(before !== undefined && { spaceBefore: before }),
    ...(after !== undefined && { spaceAfter: after }),
    ...(line > 0 && { line: isFixed ? { points: line / 20 } : { times: line / LINE_UNITS } }),
  };
}

function numberOf(element: XmlElement | undefined): Pick<ParagraphLook, 'number'> {
  const list = valueOf(element, 'numId');
  return list === undefined ? {} : { number: { list, level: Number(valueOf(element, 'ilvl') ?? 0) || 0 } };
}

type ThemeFonts = { readonly major: string | undefined; readonly minor: string | undefined };

/** Typefaces of a theme for Korean text, else for Latin text. */
function themeFonts(theme: XmlElement | undefined): ThemeFonts {
  const faceOf = (name: string): string | undefined => {
    const fonts = theme && descendantsOf(theme, name).next().value;
    const hangul = fonts && elementsOf(fonts).find(({ attributes }) => attributes['script'] === 'Hang');
    return hangul?.attributes['typeface'] ?? childOf(fonts, 'latin')?.attributes['typeface'];
  };
  return { major: faceOf('majorFont'), minor: faceOf('minorFont') };
}

function textLook(properties: XmlElement | undefined, inherited: TextStyle, fonts: ThemeFonts): TextStyle {
  if (!properties) return inherited;
  const font = fontOf(childOf(properties, 'rFonts'), fonts);
  const size = Number(valueOf(properties, 'sz')) / 2;
  const colour = valueOf(properties, 'color');
  return {
    ...inherited,
    ...(font !== undefined && { font }),
    ...(size > 0 && { size }),
    ...(colour !== undefined && /^[0-9a-f]{6}$/i.test(colour) && { colour: `#${colour.toLowerCase()}` }),
    ...shadingOf(properties),
    ...emphasis(properties),
    ...position(valueOf(properties, 'vertAlign')),
    ...letterSetting(properties),
  };
}

/** Width of letters in percent, and space between them. */
function letterSetting(properties: XmlElement): Pick<TextStyle, 'stretch' | 'spacing'> {
  const stretch = Number.parseFloat(valueOf(properties, 'w') ?? '') / 100;
  const spacing = twipsOf(childOf(properties, 'spacing'), 'w:val');
  return { ...(stretch > 0 && { stretch }), ...(spacing !== undefined && { spacing }) };
}

function emphasis(properties: XmlElement): Partial<TextStyle> {
  const bold = switchOf(properties, 'b');
  const italic = switchOf(properties, 'i');
  const underline = switchOf(properties, 'u');
  const strike = switchOf(properties, 'strike') ?? switchOf(properties, 'dstrike');
  return {
    ...(bold !== undefined && { bold }),
    ...(italic !== undefined && { italic }),
    ...(underline !== undefined && { underline }),
    ...(strike !== undefined && { strike }),
  };
}

function position(value: string | undefined): Partial<TextStyle> {
  if (value === 'superscript') return { position: 'super' };
  return value === 'subscript' ? { position: 'sub' } : {};
}

function fontOf(element: XmlElement | undefined, { major, minor }: ThemeFonts): string | undefined {
  const { attributes = {} } = element ?? {};
  const named = attributes['w:eastAsia'] ?? attributes['w:ascii'] ?? attributes['w:hAnsi'];
  if (named !== undefined) return named;
  const theme = attributes['w:eastAsiaTheme'] ?? attributes['w:asciiTheme'];
  if (theme === undefined) return undefined;
  return theme.startsWith('major') ? major : minor;
}
