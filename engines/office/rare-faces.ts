import { mayHave } from '@bakkum/document-typefaces/catalogue';
import { type FontFile, readFont } from '@bakkum/document-typefaces/font-file';
import { RARE_FACES, type RareFace } from './faces.ts';

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns the faces for characters the standard faces lack; without them a document would show empty boxes. */
export async function rareFacesFor(
  characters: ReadonlySet<string>,
  atHand: readonly FontFile[],
  load: (face: RareFace) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<ReadonlyMap<RareFace, Uint8Array<ArrayBuffer>>> {
  const isDrawn = (character: string, font: FontFile): boolean => font.glyphOf(character.codePointAt(0) ?? 0) !== 0;
  const missing = new Set([...characters].filter((character) => !atHand.some((font) => isDrawn(character, font))));
  const isJapanese = [...characters].some((character) => KANA.test(character));
  const order = isJapanese ? (['japanese', ...RARE_FACES] as const) : RARE_FACES;
  const needed = new Map<RareFace, Uint8Array<ArrayBuffer>>();
  for (const face of new Set(order)) {
    if (![...missing].some((character) => mayDraw(face, character))) continue;
    const bytes = await load(face);
    const font = readFont(bytes);
    const before = missing.size;
    for (const character of missing) if (isDrawn(character, font)) missing.delete(character);
    if (missing.size < before) needed.set(face, bytes);
  }
  return needed;
}

const EMOJI = /\p{Emoji_Presentation}/u;

function mayDraw(face: RareFace, character: string): boolean {
  return face === 'emoji' ? EMOJI.test(character) : mayHave(face, character);
}
