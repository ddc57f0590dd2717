import type { UsedFont } from '@bakkum/document-pages/pdf-font';
import type { FaceName } from '@bakkum/document-typefaces/catalogue';
import type { LoadedFace } from '@bakkum/document-typefaces/coverage';

/** A character as drawn. Widths are in thousandths of the font size. */
export type Drawn = {
  readonly font: number;
  readonly code: number;
  readonly advance: number;
  /** Horizontal scaling of the glyph to fit its advance, in percent. */
  readonly stretch: number;
  /** A line may break after it. */
  readonly breaksAfter: boolean;
  readonly isBlank: boolean;
};

export type Measure = { drawn(character: string): Drawn; fonts(): readonly UsedFont[] };

/** Width of a monospaced character; East Asian characters take two (Unicode Standard Annex 11). */
export const CELL = 500;

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]/u;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Looks each character up once.
 * @param isMono every character takes one cell or two, regardless of its face
 */
export function measureWith(faces: readonly LoadedFace[], isMono: boolean): Measure {
  const fonts = faces.map(({ name, font }): UsedFont => ({ name, font, characters: new Map() }));
  const known = new Map<string, Drawn>();
  const draw = (character: string): Drawn => {
    const codePoint = character.codePointAt(0) ?? 0;
    const index = Math.max(
      0,
      faces.findIndex(({ font }) => font.glyphOf(codePoint) !== 0),
    );
    const used = fonts[index];
    if (!used) throw new RangeError('no face at all');
    const glyph = used.font.glyphOf(codePoint);
    const code = used.characters.size + 1;
    used.characters.set(character, { code, glyph });
    const natural = (used.font.widthOf(glyph) * 1000) / used.font.unitsPerEm;
    const advance = advanceOf(character, natural, isMono);
    return {
      font: index,
      code,
      advance,
      stretch: isMono && natural > advance && advance > 0 ? Math.floor((advance * 100) / natural) : 100,
      breaksAfter: character === ' ' || character === '-' || EAST_ASIAN.test(character),
      isBlank: character === ' ' || character === '\u00a0' || character === '\u3000',
    };
  };
  return {
    fonts: () => fonts,
    drawn(character) {
      const found = known.get(character) ?? draw(character);
      known.set(character, found);
      return found;
    },
  };
}

function advanceOf(character: string, natural: number, isMono: boolean): number {
  if (NO_WIDTH.test(character)) return 0;
  if (!isMono) return natural;
  return WIDE.test(character) ? 2 * CELL : CELL;
}

/** The primary face and the Hangul face of each style. */
export const FACES_OF = {
  mono: ['coding', 'coding'],
  sans: ['sans', 'gothic'],
  serif: ['serif', 'myeongjo'],
} as const satisfies Readonly<Record<string, readonly [FaceName, FaceName]>>;
