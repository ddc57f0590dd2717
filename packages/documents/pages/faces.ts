import { readFont } from '@bakkum/document-typefaces/font-file';
import type { Coded, UsedFont } from './pdf-font.ts';

/** A candidate typeface by its source's name; `embolden` thickens its strokes. */
export type FaceChoice = { readonly face: string; readonly embolden: boolean };

/** Provides typefaces. */
export type FaceSource = {
  /** Typefaces for a CSS `font-family` list, best first; each character uses the first that has it. */
  choose(family: string, bold: boolean): readonly FaceChoice[];
  load(face: string): Promise<Uint8Array<ArrayBuffer>>;
  /** For drawings that refer to glyphs by number: the glyph of the first typeface behind a private-use character. */
  glyphOf?(family: string, character: string): { readonly glyph: number; readonly text: string } | undefined;
};

/** How a character is drawn. */
export type Drawn = Coded & { readonly used: UsedFont; readonly embolden: boolean };

/** The typefaces of one document. */
export type Faces = {
  /** Loads the fonts of a text; afterwards `drawnOf` covers its characters. */
  prepare(family: string, bold: boolean, text: string): Promise<void>;
  drawnOf(family: string, bold: boolean, character: string): Drawn | undefined;
  fonts(): readonly UsedFont[];
};

/** Characters from Korean input methods that few fonts have, with simpler lookalikes. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '\u223c': '~',
  '\u02d0': ':',
  '\u3164': ' ',
  '\u00a0': ' ',
  '\u2007': ' ',
  '\u00ad': '-',
};

export function createFaces(source: FaceSource): Faces {
  const loaded = new Map<string, UsedFont>();
  const drawn = new Map<string, Drawn>();
  const keyOf = (family: string, bold: boolean, character: string): string => `${bold ? 'b' : 'r'}|${character}|${family}`;

  const load = async (face: string): Promise<UsedFont> => {
    const present = loaded.get(face);
    if (present) return present;
    const used = { name: `F${loaded.size + 1}`, font: readFont(await source.load(face)), characters: new Map() };
    loaded.set(face, used);
    return used;
  };

  const find = async (choices: readonly FaceChoice[], character: string, shown: string): Promise<Drawn | undefined> => {
    for (const { face, embolden } of choices) {
      const used = await load(face);
      const glyph = used.font.glyphOf(shown.codePointAt(0) ?? 0);
      if (glyph !== 0) return { ...codedIn(used, character, glyph), used, embolden };
    }
    return undefined;
  };

  const numbered = async ([first]: readonly FaceChoice[], family: string, character: string): Promise<Drawn | undefined> => {
    const told = source.glyphOf?.(family, character);
    if (!first || !told) return undefined;
    const used = await load(first.face);
    return { ...codedIn(used, character, told.glyph, told.text), used, embolden: first.embolden };
  };

  /** Missing glyphs are drawn as a box; the text keeps the character. */
  const missing = async ([first]: readonly FaceChoice[], character: string): Promise<Drawn | undefined> => {
    if (!first) return undefined;
    const used = await load(first.face);
    return { ...codedIn(used, character, 0), used, embolden: false };
  };

  return {
    async prepare(family, bold, text) {
      const choices = source.choose(family, bold);
      for (const character of text) {
        const key = keyOf(family, bold, character);
        if (drawn.has(key)) continue;
        const shown = LOOKALIKES[character];
        const found =
          (await numbered(choices, family, character)) ??
          (await find(choices, character, character)) ??
          (shown === undefined ? undefined : await find(choices, character, shown)) ??
          (await missing(choices, character));
        if (found) drawn.set(key, found);
      }
    },
    drawnOf: (family, bold, character) => drawn.get(keyOf(family, bold, character)),
    fonts: () => [...loaded.values()].filter(({ characters }) => characters.size > 0),
  };
}

/** Codes count from 1 in order of first appearance. */
export function codedIn({ characters }: UsedFont, character: string, glyph: number, text?: string): Coded {
  const present = characters.get(character);
  if (present) return present;
  const coded = { code: characters.size + 1, glyph, ...(text !== undefined && { text }) };
  characters.set(character, coded);
  return coded;
}
