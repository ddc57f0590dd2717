import { type FaceName, mayHave } from './catalogue.ts';
import { type FontFile, readFont } from './font-file.ts';

export type LoadedFace = { readonly name: FaceName; readonly font: FontFile };

/**
 * Loads typefaces until every character that any of them has is covered. The first is always loaded. `missing` are the characters
 * that none of our typefaces has.
 */
export async function loadFaces(
  order: readonly FaceName[],
  text: Iterable<string>,
  load: (face: FaceName) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<{ readonly faces: readonly LoadedFace[]; readonly missing: ReadonlySet<string> }> {
  const [first, ...others] = new Set(order);
  if (first === undefined) return { faces: [], missing: charactersOf(text) };
  const font = readFont(await load(first));
  const rest = await loadFallbacks(others, missingFrom([font], text), load);
  return { faces: [{ name: first, font }, ...rest.faces], missing: rest.missing };
}

/** The visible characters of a text that none of these fonts has. */
export function missingFrom(fonts: readonly FontFile[], text: Iterable<string>): ReadonlySet<string> {
  const missing = charactersOf(text);
  for (const font of fonts) takeDrawn(missing, font);
  return missing;
}

/** Loads only the typefaces that have some of these characters. */
export async function loadFallbacks(
  order: readonly FaceName[],
  characters: ReadonlySet<string>,
  load: (face: FaceName) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<{ readonly faces: readonly LoadedFace[]; readonly missing: ReadonlySet<string> }> {
  const missing = new Set(characters);
  const faces: LoadedFace[] = [];
  for (const name of new Set(order)) {
    if (![...missing].some((character) => mayHave(name, character))) continue;
    const font = readFont(await load(name));
    const before = missing.size;
    takeDrawn(missing, font);
    if (missing.size < before) faces.push({ name, font });
  }
  return { faces, missing };
}

function takeDrawn(missing: Set<string>, font: FontFile): void {
  for (const character of missing) if (font.glyphOf(character.codePointAt(0) ?? 0) !== 0) missing.delete(character);
}

/** Characters without a glyph: white space, controls, joiners, variation selectors, private use. */
const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}]/u;

function charactersOf(text: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const character of text) if (!found.has(character)) found.add(character);
  for (const character of found) if (INVISIBLE.test(character)) found.delete(character);
  return found;
}
