import { type Glyph, type PageContent, widthOf } from '../page-content.ts';
import { withFields } from './form-fields.ts';

/** Ligature presentation forms and the letters they represent. */
const LIGATURES: Readonly<Record<string, string>> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
};
/** Bullets of symbol fonts, in the private use area. */
const SYMBOL_BULLETS: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '\uf0a7': '▪',
  '\uf0a8': '□',
  '\uf0d8': '➢',
  '\uf0fc': '✓',
  '\uf0e0': '→',
  '\uf06c': '●',
  '\uf06e': '■',
  '\uf075': '◆',
};

/** Joiners and directional marks, which are not part of any word. */
const UNSEEN = /^[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]$/;

/** Maximum offset of a character drawn twice to look bold. */
const DOUBLE = 0.15;

/**
 * Visible glyphs, each once: drops those off the page and duplicates of the glyph before, and splits ligatures into letters. A
 * page without visible text keeps the invisible text that OCR placed under its image.
 */
export function cleanGlyphs(content: PageContent): readonly Glyph[] {
  const { width, height } = content;
  const glyphs = withFields(content);
  const onPage = glyphs.filter((glyph) => glyph.right > 0 && glyph.left < width && glyph.bottom > 0 && glyph.top < height);
  const visible = onPage.filter(({ invisible }) => !invisible);
  const inked = visible.filter(({ text }) => !UNSEEN.test(text));
  const seen = visible.some(({ text }) => text.trim() !== '') ? inked : onPage.filter(({ text }) => !UNSEEN.test(text));
  const places = new Map<string, Glyph>();
  let last: Glyph | undefined;
  return seen.flatMap((glyph) => {
    if (glyph.text.trim() === '') return [{ ...glyph, text: ' ' }];
    const shadow = nearby(places, glyph);
    const isShadow = shadow !== undefined && !isPiece(glyph, last);
    last = isShadow ? undefined : glyph;
    if (isShadow) return [];
    places.set(placeOf(glyph, 0, 0), glyph);
    return [{ ...glyph, text: LIGATURES[glyph.text] ?? SYMBOL_BULLETS[glyph.text] ?? glyph.text }];
  });
}

/** The letters of a ligature share one position, so the two f of an ffi are not duplicates. */
function isPiece(glyph: Glyph, last: Glyph | undefined): boolean {
  return last !== undefined && last.left === glyph.left && last.right === glyph.right && last.baseline === glyph.baseline;
}

const CELL = 4;

function placeOf({ text, left, baseline }: Glyph, dx: number, dy: number): string {
  return `${text} ${Math.round(left / CELL) + dx} ${Math.round(baseline / CELL) + dy}`;
}

function nearby(places: ReadonlyMap<string, Glyph>, glyph: Glyph): Glyph | undefined {
  for (const dx of [-1, 0, 1])
    for (const dy of [-1, 0, 1]) {
      const other = places.get(placeOf(glyph, dx, dy));
      if (!other || widthOf(glyph) <= 0) continue;
      const limit = glyph.size * DOUBLE;
      if (Math.abs(other.left - glyph.left) < limit && Math.abs(other.baseline - glyph.baseline) < limit) return other;
    }
  return undefined;
}
