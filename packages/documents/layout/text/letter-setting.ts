import { type Glyph, widthOf } from '../page-content.ts';
import type { Line } from './lines.ts';
import { isEastAsian } from './script.ts';

/** How the letters of a paragraph that look like a given one are set. */
export type LetterSetting = {
  /** Width relative to that of the font. */
  readonly stretch: number;
  /** Space after each letter, in points; 0 if it is that of the font. */
  readonly spacing: number;
};

/** Less space, relative to the size, comes from rounding and kerning. */
const LEAST = 0.012;
/** More space, relative to the size, is not letter spacing. Signs that repeat, as in drawn lines, may overlap. */
const CLOSEST = -0.25;
const CLOSEST_REPEATED = -0.6;
const WIDEST = 0.3;
/** Number of letters of a line that show its spacing. East Asian letters have no kerning. */
const MIN_LETTERS = 5;
const MIN_EAST_ASIAN_LETTERS = 2;

/** Reads the setting of letters from their places and widths. */
export function letterSettings(lines: readonly Line[]): (glyph: Glyph) => LetterSetting {
  const spacings = spacingsOf(lines);
  const stretches = stretchesOf(lines.flatMap(({ parts }) => parts.flatMap(({ glyphs }) => glyphs)));
  return (glyph) => {
    const look = lookOf(glyph);
    const spacing = spacings.get(look) ?? 0;
    return {
      stretch: stretches.get(look) ?? 1,
      spacing: Math.abs(spacing) > LEAST ? Math.round(spacing * glyph.size * 20) / 20 : 0,
    };
  };
}

/** Letters with the same typeface and size. */
const lookOf = ({ font, size, text }: Glyph): string =>
  [font.family, font.bold, font.italic, Math.round(size * 10), isEastAsian(text)].join(' ');

/** Stretch by look: that of all letters together, as programs without the typeface stretch each letter differently. */
function stretchesOf(glyphs: readonly Glyph[]): ReadonlyMap<string, number> {
  const widths = new Map<string, { set: number; natural: number }>();
  for (const glyph of glyphs) {
    if (glyph.text === ' ' || glyph.invisible || widthOf(glyph) <= 0) continue;
    const known = widths.get(lookOf(glyph)) ?? { set: 0, natural: 0 };
    known.set += widthOf(glyph);
    known.natural += widthOf(glyph) / (glyph.stretch ?? 1);
    widths.set(lookOf(glyph), known);
  }
  return new Map([...widths].map(([look, { set, natural }]) => [look, set / natural]));
}

/** Space by look, relative to the size. The closest line counts, as justified lines are set wider. */
function spacingsOf(lines: readonly Line[]): ReadonlyMap<string, number> {
  const spacings = new Map<string, number>();
  for (const line of lines)
    for (const [look, gaps] of gapsOf(line)) {
      const median = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
      spacings.set(look, Math.min(spacings.get(look) ?? Number.POSITIVE_INFINITY, median));
    }
  return spacings;
}

/** Gaps between neighboring letters of a line by their look, relative to their size. */
function gapsOf({ parts }: Line): ReadonlyMap<string, readonly number[]> {
  const gaps = new Map<string, number[]>();
  for (const { glyphs } of parts)
    for (const [index, glyph] of glyphs.entries()) {
      const last = glyphs[index - 1];
      const look = lookOf(glyph);
      if (!last || last.invisible || lookOf(last) !== look || last.text === ' ' || glyph.text === ' ') continue;
      const gap = (glyph.left - last.right) / glyph.size;
      if (gap < (glyph.text === last.text ? CLOSEST_REPEATED : CLOSEST) || gap > WIDEST) continue;
      gaps.set(look, [...(gaps.get(look) ?? []), gap]);
    }
  const isEnough = (look: string, count: number): boolean =>
    count >= (look.endsWith('true') ? MIN_EAST_ASIAN_LETTERS : MIN_LETTERS) - 1;
  return new Map([...gaps].filter(([look, own]) => isEnough(look, own.length)));
}
