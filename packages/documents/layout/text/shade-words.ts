import { type Fill, type Glyph, heightOf, type PageContent, type Rule, shared, union, widthOf } from '../page-content.ts';

const WHITE = '#ffffff';
/** Height of the area behind a line of text, relative to its size. */
const MIN_HEIGHT = 0.7;
const MAX_HEIGHT = 2;
/** Maximum distance of the area's ends from its words, relative to their size. */
const MAX_PADDING = 0.4;
/** Higher areas are panels, in points. */
const MAX_AREA_HEIGHT = 100;
/** Distance from a line that makes an area a table cell. */
const AT_LINE = 1.5;

/** Marks the characters on areas that end where words do, and returns the page without these areas. */
export function shadeWords(
  content: PageContent,
  glyphs: readonly Glyph[],
): { readonly content: PageContent; readonly glyphs: readonly Glyph[] } {
  const glyphsAt = createLookup(glyphs.filter(({ angle }) => angle === 0));
  const shaded = new Map<Glyph, string>();
  const used = new Set<Fill>();
  for (const fill of content.fills) {
    if (fill.colour === WHITE || heightOf(fill) > MAX_AREA_HEIGHT || widthOf(fill) < 1) continue;
    const inside = glyphsAt(fill).filter((glyph) => isOn(glyph, fill));
    if (!isBehindWords(fill, inside) || content.rules.some((rule) => isEdge(rule, fill))) continue;
    used.add(fill);
    for (const glyph of inside) shaded.set(glyph, fill.colour);
  }
  if (used.size === 0) return { content, glyphs };
  return {
    content: { ...content, fills: content.fills.filter((fill) => !used.has(fill)) },
    glyphs: glyphs.map((glyph) => {
      const shading = shaded.get(glyph);
      return shading === undefined ? glyph : { ...glyph, shading };
    }),
  };
}

/** Height of the strips by which characters are looked up, in points. */
const STRIP = 20;

/** Finds the characters around the height of an area. */
function createLookup(glyphs: readonly Glyph[]): (fill: Fill) => readonly Glyph[] {
  const strips = Map.groupBy(glyphs, ({ baseline }) => Math.floor(baseline / STRIP));
  return ({ top, bottom }) => {
    const [first, last] = [Math.floor(top / STRIP), Math.floor((bottom + STRIP) / STRIP)];
    return Array.from({ length: last - first + 1 }, (_, index) => strips.get(first + index) ?? []).flat();
  };
}

function isOn({ left, right, baseline, size }: Glyph, fill: Fill): boolean {
  const x = (left + right) / 2;
  return (
    x > fill.left &&
    x < fill.right &&
    baseline > fill.top &&
    baseline - size * 0.5 > fill.top &&
    baseline < fill.bottom + size * 0.1
  );
}

function isBehindWords(fill: Fill, glyphs: readonly Glyph[]): boolean {
  const words = glyphs.filter(({ text }) => text !== ' ');
  const [first] = words;
  if (!first) return false;
  const { baseline, size } = words.reduce((largest, glyph) => (glyph.size > largest.size ? glyph : largest), first);
  if (heightOf(fill) < size * MIN_HEIGHT || heightOf(fill) > size * MAX_HEIGHT) return false;
  if (words.some((glyph) => Math.abs(glyph.baseline - baseline) > size * 0.4)) return false;
  const { left, right } = union(glyphs);
  return left - fill.left < size * MAX_PADDING && fill.right - right < size * MAX_PADDING;
}

/** Whether a line is at the top or bottom of an area. */
function isEdge(rule: Rule, fill: Fill): boolean {
  if (rule.top !== rule.bottom || shared(rule.left, rule.right, fill.left, fill.right) < widthOf(fill) * 0.6) return false;
  return Math.abs(rule.top - fill.top) < AT_LINE || Math.abs(rule.top - fill.bottom) < AT_LINE;
}
