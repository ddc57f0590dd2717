import type { Inline, TextStyle } from '@bakkum/document-model/model';
import { type Glyph, holds, type PlacedLink } from '../page-content.ts';
import { fieldText } from './form-fields.ts';
import { type LetterSetting, letterSettings } from './letter-setting.ts';
import type { Line } from './lines.ts';
import { isHangul, isSpaceless } from './script.ts';
import { textOf } from './segments.ts';

export type InlineContext = {
  readonly links: readonly PlacedLink[];
  /** The file writes spaces at line ends, so a line without one ends within a word. */
  readonly writesLineEnds: boolean;
  /** Keeps line breaks. */
  readonly keepsLines?: boolean;
};

/** Superscripts and subscripts are smaller than this fraction of the text, and this far off the baseline. */
const SMALL = 0.85;
const OFF = 0.12;

/** Widths that differ by less are equal, as a fraction. */
const SAME_WIDTH = 0.012;

/** Joins the lines of a paragraph into runs of one style. `skip` omits a list marker. */
export function inlinesOf(lines: readonly Line[], context: InlineContext, skip = 0): readonly Inline[] {
  const inlines: Inline[] = [];
  const settingOf = letterSettings(lines);
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    if (above) joinLines(inlines, above, line, context);
    let left = index === 0 ? skip : 0;
    for (const [place, part] of line.parts.entries()) {
      if (place > 0) inlines.push({ kind: 'tab' });
      for (const glyph of part.glyphs.slice(left)) addGlyph(inlines, glyph, styleOf(glyph, line, settingOf(glyph)), context);
      left = 0;
    }
  }
  return inlines;
}

function addGlyph(inlines: Inline[], glyph: Glyph, style: TextStyle, { links }: InlineContext): void {
  const link = links.length > 0 ? links.find((one) => holds(one, glyph))?.target : undefined;
  const last = inlines.at(-1);
  const { control } = glyph;
  const text = control ? fieldText(glyph.text) : glyph.text;
  const isSame = last?.kind === 'text' && last.link === link && last.control === control;
  if (isSame && ((text === ' ' && last.style.shading === style.shading) || isSameStyle(last.style, style)))
    inlines[inlines.length - 1] = { ...last, text: last.text + text };
  else inlines.push({ kind: 'text', text, style, ...(link === undefined ? {} : { link }), ...(control ? { control } : {}) });
}

function styleOf(glyph: Glyph, line: Line, { stretch: set, spacing }: LetterSetting): TextStyle {
  const rise = (line.baseline - glyph.baseline) / line.size;
  const isSmall = glyph.size < line.size * SMALL;
  const position = isSmall && rise > OFF ? 'super' : isSmall && rise < -OFF / 2 ? 'sub' : undefined;
  const { family, bold, italic, kind } = glyph.font;
  const size = Math.round((position ? line.size : glyph.size) * 2) / 2;
  const stretch = stretchOf(glyph, set, position ? glyph.size : size);
  return {
    ...(family === '' ? {} : { font: family }),
    kind,
    size,
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...marksOf(glyph),
    ...(glyph.colour === '#000000' ? {} : { colour: glyph.colour }),
    ...(position ? { position } : {}),
    ...(stretch === 1 ? {} : { stretch }),
    ...(spacing === 0 ? {} : { spacing }),
  };
}

/** Width relative to the typeface in the size that is written, which is rounded to half points. */
function stretchOf({ font, invisible, size }: Glyph, stretch: number, written: number): number {
  const own = invisible ? 1 : (stretch * size) / written;
  return Math.round((font.stretch ?? 1) * (Math.abs(own - 1) < SAME_WIDTH ? 1 : own) * 100) / 100;
}

function marksOf({ underlined, struck, isUncertain, shading }: Glyph): Partial<TextStyle> {
  return {
    ...(underlined ? { underline: true } : {}),
    ...(struck ? { strike: true } : {}),
    ...(isUncertain ? { highlight: true } : {}),
    ...(shading === undefined ? {} : { shading }),
  };
}

export function isSameStyle(a: TextStyle, b: TextStyle): boolean {
  return (
    a.font === b.font &&
    a.size === b.size &&
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.underline === b.underline &&
    a.strike === b.strike &&
    a.highlight === b.highlight &&
    a.shading === b.shading &&
    a.colour === b.colour &&
    a.position === b.position &&
    a.stretch === b.stretch &&
    a.spacing === b.spacing
  );
}

/** Restores the space at a line break, or removes its hyphen. */
function joinLines(inlines: Inline[], above: Line, below: Line, { writesLineEnds, keepsLines }: InlineContext): void {
  if (keepsLines) {
    inlines.push({ kind: 'line-break' });
    return;
  }
  const last = inlines.at(-1);
  if (last?.kind !== 'text') return;
  const end = lastCharacter(textOf(above.parts.at(-1) ?? { glyphs: [] }));
  const start = [...below.text][0] ?? '';
  const before = [...last.text].at(-2) ?? '';
  if (/[-\u00ad\u2010]/.test(end) && /\p{L}/u.test(before) && /\p{Ll}/u.test(start)) {
    inlines[inlines.length - 1] = { ...last, text: last.text.slice(0, -end.length) };
    return;
  }
  if (!needsSpace(end, start, above.spaceAfter, writesLineEnds)) return;
  inlines[inlines.length - 1] = { ...last, text: `${last.text} ` };
}

const lastCharacter = (text: string): string => [...text].at(-1) ?? '';

export function needsSpace(end: string, start: string, spaceAfter: boolean, writesLineEnds: boolean): boolean {
  if (spaceAfter) return true;
  if (end === '' || start === '' || /\s/.test(end) || /[-\u2010\u2013\u2014/]/.test(end)) return false;
  if (isSpaceless(end) || isSpaceless(start)) return false;
  return !(writesLineEnds && isHangul(end) && isHangul(start));
}
