import { type Glyph, type Rule, shared, widthOf } from '../page-content.ts';

/** Position of an underline, relative to the text size, below the baseline. */
const UNDERLINE = { from: -0.02, to: 0.32 };
const STRIKE = { from: -0.45, to: -0.15 };
const MAX_THICKNESS = 0.14;

/**
 * Marks glyphs that a horizontal rule underlines or strikes through; returns the remaining rules, which belong to tables and
 * frames.
 */
export function decorate(
  glyphs: readonly Glyph[],
  rules: readonly Rule[],
): { readonly glyphs: readonly Glyph[]; readonly rules: readonly Rule[] } {
  const underlined = new Set<Glyph>();
  const struck = new Set<Glyph>();
  const left = rules.filter((rule) => {
    if (rule.top !== rule.bottom) return true;
    const under = glyphs.filter((glyph) => isAt(glyph, rule, UNDERLINE));
    const over = glyphs.filter((glyph) => isAt(glyph, rule, STRIKE));
    const [found, marks] = under.length >= over.length ? [under, underlined] : [over, struck];
    const covered = found.reduce((sum, glyph) => sum + Math.max(0, shared(glyph.left, glyph.right, rule.left, rule.right)), 0);
    if (covered < widthOf(rule) * 0.85) return true;
    for (const glyph of found) marks.add(glyph);
    return false;
  });
  if (underlined.size + struck.size === 0) return { glyphs, rules: left };
  const marked = glyphs.map((glyph) => ({
    ...glyph,
    ...(underlined.has(glyph) ? { underlined: true } : {}),
    ...(struck.has(glyph) ? { struck: true } : {}),
  }));
  return { glyphs: marked, rules: left };
}

function isAt(glyph: Glyph, rule: Rule, range: { readonly from: number; readonly to: number }): boolean {
  if (glyph.angle !== 0 || rule.thickness > Math.max(0.9, glyph.size * MAX_THICKNESS)) return false;
  const below = (rule.top - glyph.baseline) / glyph.size;
  if (below < range.from || below > range.to) return false;
  return shared(glyph.left, glyph.right, rule.left, rule.right) > (glyph.right - glyph.left) / 2;
}
