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
  const missing = charactersOf(text);
  const faces: LoadedFace[] = [];
  for (const name of new Set(order)) {
    if (faces.length > 0 && ![...missing].some((character) => mayHave(name, character))) continue;
    const font = readFont(await load(name));
    const before = missing.size;
    for (const character of missing) if (font.glyphOf(character.codePointAt(0) ?? 0) !== 0) missing.delete(character);
    if (faces.length === 0 || missing.size < before) faces.push({ name, font });
  }
  return { faces, missing };
}

/** Characters without a glyph: white space, controls, joiners, variation selectors, private use. */
const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}]/u;

function charactersOf(text: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const character of text) if (!found.has(character)) found.add(character);
  for (const character of found) if (INVISIBLE.test(character)) found.delete(character);
  return found;
}
