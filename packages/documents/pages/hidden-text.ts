import { hexOf, type PdfFile, real } from './pdf-file.ts';

/** A word with the left end of its baseline, from the lower left corner of the page, and its font size, all in the same unit. */
export type HiddenWord = {
  readonly text: string;
  readonly left: number;
  readonly baseline: number;
  readonly width: number;
  readonly size: number;
};

/** A font and its name in the resources of a page. */
export type HiddenFont = { readonly name: string; readonly object: number };

/** Invisible text that can be searched and copied, in fonts without outlines created for the characters in use. */
export type HiddenText = {
  /** Returns operators that place words, and the fonts they use. `scale` converts the unit of the words to points. */
  write(words: readonly HiddenWord[], scale: number): { readonly operators: string; readonly fonts: readonly HiddenFont[] };
  /** Writes the fonts. */
  finish(): void;
};

/** One-byte codes without 0. */
const FONT_SIZE = 255;
/** Width of every character in ems. */
const WIDTH = 0.5;
const INVISIBLE = 3;

type Font = { readonly object: number; readonly characters: string[] };

const nameOf = ({ object }: Font): string => `HiddenText${object}`;

export function createHiddenText(pdf: Pick<PdfFile, 'reserve' | 'object' | 'stream'>): HiddenText {
  const fonts: Font[] = [];
  const places = new Map<string, { readonly font: Font; readonly code: number }>();
  const placeOf = (character: string): { readonly font: Font; readonly code: number } => {
    const known = places.get(character);
    if (known) return known;
    let font = fonts.at(-1);
    if (!font || font.characters.length === FONT_SIZE) {
      font = { object: pdf.reserve(), characters: [] };
      fonts.push(font);
    }
    font.characters.push(character);
    const place = { font, code: font.characters.length };
    places.set(character, place);
    return place;
  };
  return {
    write(words, scale) {
      const used = new Set<Font>();
      const operators = words.map(({ text, left, baseline, width, size }) => {
        const shown = [...text].map(placeOf);
        const stretch = (100 * width) / (shown.length * WIDTH * size);
        const runs = runsOf(shown).map(({ font, codes }) => {
          used.add(font);
          return `/${nameOf(font)} ${real(size * scale)} Tf <${codes}> Tj`;
        });
        return `BT ${INVISIBLE} Tr ${real(stretch)} Tz ${real(left * scale)} ${real(baseline * scale)} Td ${runs.join(' ')} ET\n`;
      });
      return { operators: operators.join(''), fonts: [...used].map((font) => ({ name: nameOf(font), object: font.object })) };
    },
    finish() {
      for (const font of fonts) writeFont(pdf, font);
    },
  };
}

/** The fonts as entries of a resource dictionary. */
export const fontEntries = (fonts: readonly HiddenFont[]): string =>
  fonts.map(({ name, object }) => `/${name} ${object} 0 R`).join(' ');

/** Groups adjacent characters that use the same font. */
function runsOf(
  shown: readonly { readonly font: Font; readonly code: number }[],
): readonly { readonly font: Font; readonly codes: string }[] {
  const runs: { readonly font: Font; codes: string }[] = [];
  for (const { font, code } of shown) {
    const last = runs.at(-1);
    const hex = code.toString(16).toUpperCase().padStart(2, '0');
    if (last?.font === font) last.codes += hex;
    else runs.push({ font, codes: hex });
  }
  return runs;
}

/** Writes a font whose glyphs are all empty (ISO 32000-1, 9.6.5). */
function writeFont(pdf: Pick<PdfFile, 'object' | 'stream'>, { object, characters }: Font): void {
  const nothing = pdf.stream('', new TextEncoder().encode(`${WIDTH * 1000} 0 d0`));
  const lines = characters.map((character, index) => `<${(index + 1).toString(16).padStart(2, '0')}> <${hexOf(character)}>`);
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, index) => {
    const block = lines.slice(index * 100, (index + 1) * 100);
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`;
  });
  const map = pdf.stream(
    '',
    new TextEncoder().encode(
      '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Words def\n/CMapType 2 def\n' +
        `1 begincodespacerange\n<00> <FF>\nendcodespacerange\n${blocks.join('')}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n`,
    ),
  );
  pdf.object(
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 -200 ${WIDTH * 1000} 800] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /g ${nothing} 0 R >> ` +
      `/Encoding << /Type /Encoding /Differences [1 ${characters.map(() => '/g').join(' ')}] >> /FirstChar 1 /LastChar ${characters.length} ` +
      `/Widths [${characters.map(() => WIDTH * 1000).join(' ')}] /Resources << >> /ToUnicode ${map} 0 R >>`,
    object,
  );
}
