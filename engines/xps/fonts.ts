import { type Bytes, textAt } from '@bakkum/bytes/bytes';
import type { FaceChoice, FaceSource } from '@bakkum/document-pages/faces';
import { type FontFile, readFont } from '@bakkum/document-typefaces/font-file';
import type { Package } from './parts.ts';

/** Fonts of a document, each with a short name, and each glyph in use mapped to a private use character. */
export type Fonts = {
  /** Returns a font by its part name; `undefined` if it is unusable. */
  use(part: string): UsedFace | undefined;
  readonly source: FaceSource;
  /** Whether bundled typefaces were used. */
  substituted(): boolean;
};

export type UsedFace = {
  readonly name: string;
  readonly font: FontFile;
  /** Returns the private use character for a glyph with its text. */
  characterOf(glyph: number, text: string): string;
};

/** Start of a private use area that text does not use. */
const FIRST_CHARACTER = 0xf0000;
const MAX_CHARACTERS = 0x1fffd;
const SUBSTITUTES = ['sans', 'gothic', 'symbols'];

export function createFonts(parts: Package, loadOwn: (face: string) => Promise<Bytes>): Fonts {
  const faces = new Map<string, UsedFace | undefined>();
  const bytesOf = new Map<string, Bytes>();
  const glyphs = new Map<string, { readonly glyph: number; readonly text: string }>();
  let substituted = false;

  const open = (part: string): UsedFace | undefined => {
    const bytes = parts.bytes(part);
    const plain = bytes && revealed(bytes, part);
    const font = plain && usableFont(plain);
    if (!font) {
      substituted = true;
      return undefined;
    }
    const name = `embedded${faces.size}`;
    bytesOf.set(name, plain);
    const characters = new Map<string, string>();
    return {
      name,
      font,
      characterOf(glyph, text) {
        const key = `${glyph} ${text}`;
        const known = characters.get(key) ?? String.fromCodePoint(FIRST_CHARACTER + Math.min(characters.size, MAX_CHARACTERS));
        characters.set(key, known);
        glyphs.set(`${name} ${known}`, { glyph, text });
        return known;
      },
    };
  };

  return {
    use(part) {
      if (!faces.has(part)) faces.set(part, open(part));
      return faces.get(part);
    },
    source: {
      choose: (family, bold): readonly FaceChoice[] =>
        (bytesOf.has(family) ? [family] : SUBSTITUTES).map((face) => ({ face, embolden: bold })),
      load: async (face) => bytesOf.get(face) ?? loadOwn(face),
      glyphOf: (family, character) => glyphs.get(`${family} ${character}`),
    },
    substituted: () => substituted,
  };
}

const HIDDEN_BYTES = 32;
const KEY_BYTES = 16;

/** Removes the obfuscation of a font by the GUID in its part name (ECMA-388, 9.1.7.3). */
function revealed(bytes: Bytes, part: string): Bytes {
  const digits = /(?<![0-9a-f-])([0-9a-f-]{32,})\.[^./]*$/i.exec(part)?.[1]?.replaceAll('-', '');
  if (isFont(bytes) || digits?.length !== KEY_BYTES * 2) return bytes;
  const copy = bytes.slice();
  for (let at = 0; at < Math.min(HIDDEN_BYTES, copy.length); at += 1) {
    const place = (KEY_BYTES - 1 - (at % KEY_BYTES)) * 2;
    copy[at] = (copy[at] ?? 0) ^ Number.parseInt(digits.slice(place, place + 2), 16);
  }
  return copy;
}

function isFont(bytes: Bytes): boolean {
  const tag = textAt(bytes, 0, 4);
  return tag === '\0\u0001\0\0' || tag === 'true';
}

/** Checks that there are widths for all glyphs, and that outline offsets ascend. Errors: `RangeError`. */
function isConsistent(font: FontFile): boolean {
  if (font.unitsPerEm === 0 || font.glyphCount === 0) return false;
  const loca = font.table('loca');
  const isLong = new DataView(font.table('head').buffer, font.table('head').byteOffset).getInt16(50) === 1;
  font.widthOf(font.glyphCount - 1);
  return loca.length >= (font.glyphCount + 1) * (isLong ? 4 : 2);
}

/** Returns a usable font; only TrueType outlines can be subset. */
function usableFont(bytes: Bytes): FontFile | undefined {
  if (!isFont(bytes)) return undefined;
  try {
    const font = readFont(bytes);
    const isWhole = ['glyf', 'loca', 'hmtx', 'maxp'].every((tag) => font.has(tag) && font.table(tag).length > 0);
    return isWhole && isConsistent(font) ? font : undefined;
  } catch (failure) {
    // Truncated or missing tables.
    if (failure instanceof RangeError) return undefined;
    throw failure;
  }
}
