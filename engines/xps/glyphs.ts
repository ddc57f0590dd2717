import { escapeXmlText } from '@bakkum/markup/escape';
import type { XmlElement } from '@bakkum/markup/xml';
import type { Fonts, UsedFace } from './fonts.ts';

/** A glyph, or characters in a bundled typeface, at a distance from the start of its run. */
type PlacedGlyph = { readonly character: string; readonly x: number; readonly y: number };

/** Values for one glyph in `Indices` (ECMA-388, 12.1.3); lengths are hundredths of the font size. */
type Index = {
  readonly letters?: number;
  readonly glyphs?: number;
  readonly glyph?: number;
  readonly advance?: number;
  readonly across: number;
  readonly up: number;
};

const INDEX = /^(?:\((\d+)(?::(\d+))?\))?(\d*)(?:,([-+.\de]*))?(?:,([-+.\de]*))?(?:,([-+.\de]*))?$/i;

/** Writes a glyph run as SVG text with one positioned element per glyph. `fill` is a string of attributes. */
export function glyphsSvg(element: XmlElement, part: string, fonts: Fonts, fill: string): string {
  const { attributes } = element;
  const number = (name: string): number => Number(attributes[name] ?? 0) || 0;
  const size = number('FontRenderingEmSize');
  const face = fonts.use(part);
  const text = (attributes['UnicodeString'] ?? '').replace(/^\{\}/, '');
  const isBackward = number('BidiLevel') % 2 === 1;
  const placed = face
    ? runOf(face, text, indicesOf(attributes['Indices'] ?? ''), size, isBackward)
    : [{ character: text, x: 0, y: 0 }];
  const simulated = attributes['StyleSimulations'] ?? '';
  const look =
    `font-family="${face?.name ?? 'substitute'}" font-size="${size}"${simulated.includes('Bold') ? ' font-weight="bold"' : ''}` +
    `${simulated.includes('Italic') ? ' font-style="italic"' : ''} ${fill}`;
  const [x, y] = [number('OriginX'), number('OriginY')];
  const turn = attributes['IsSideways'] === 'true' ? ` transform="rotate(-90 ${x} ${y})"` : '';
  return placed
    .filter(({ character }) => character !== '')
    .map((glyph) => `<text x="${x + glyph.x}" y="${y - glyph.y}" ${look}${turn}>${escapeXmlText(glyph.character)}</text>`)
    .join('');
}

function indicesOf(indices: string): readonly Index[] {
  if (indices.trim() === '') return [];
  return indices.split(';').map((entry) => {
    const [, letters, glyphs, glyph, advance, across, up] = INDEX.exec(entry.trim()) ?? [];
    const told = (value: string | undefined): number | undefined => (value ? Number(value) : undefined);
    return {
      ...(letters !== undefined && { letters: Number(letters), glyphs: Number(glyphs ?? 1) }),
      ...(glyph && { glyph: Number(glyph) }),
      ...(advance && { advance: Number(advance) }),
      across: told(across) ?? 0,
      up: told(up) ?? 0,
    };
  });
}

/** Characters beyond the indices are mapped one to one. */
function runOf(
  face: UsedFace,
  text: string,
  indices: readonly Index[],
  size: number,
  isBackward: boolean,
): readonly PlacedGlyph[] {
  const placed: PlacedGlyph[] = [];
  let [at, x, glyphsLeft] = [0, 0, 0];
  for (let index = 0; index < indices.length || at < text.length; index += 1) {
    const told = indices[index] ?? { across: 0, up: 0 };
    if (told.glyphs !== undefined) glyphsLeft = told.glyphs;
    const letters = said(text, at, told.letters, glyphsLeft > 0 && told.letters === undefined);
    at += letters.length;
    glyphsLeft = Math.max(0, glyphsLeft - 1);
    const glyph = told.glyph ?? face.font.glyphOf(letters.codePointAt(0) ?? 0);
    const advance = ((told.advance ?? (face.font.widthOf(glyph) / face.font.unitsPerEm) * 100) * size) / 100;
    const start = isBackward ? x - advance : x;
    x = isBackward ? start : x + advance;
    placed.push({
      character: letters === '' && told.glyph === undefined ? '' : face.characterOf(glyph, letters),
      x: start + ((isBackward ? -1 : 1) * told.across * size) / 100,
      y: (told.up * size) / 100,
    });
  }
  return placed;
}

/** In a cluster the first glyph carries the text. */
function said(text: string, at: number, letters: number | undefined, isFurther: boolean): string {
  if (isFurther) return '';
  if (letters !== undefined) return text.slice(at, at + letters);
  return String.fromCodePoint(...[text.codePointAt(at)].filter((code) => code !== undefined));
}
