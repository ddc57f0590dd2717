/**
 * Encodings with one byte per character and an alphabet of their own beyond ASCII. `rare` is the value of an uncommon letter in a
 * word; it is higher for the encoding that occurs most.
 */
const ALPHABETS = {
  'windows-1251': { script: /\p{Script=Cyrillic}/u, common: 'оеаинтсрвл', rare: 0.75 },
  'koi8-r': { script: /\p{Script=Cyrillic}/u, common: 'оеаинтсрвл', rare: 0.45 },
  ibm866: { script: /\p{Script=Cyrillic}/u, common: 'оеаинтсрвл', rare: 0.45 },
  'windows-1253': { script: /\p{Script=Greek}/u, common: 'αοιετσνηυςρπκ', rare: 0.45 },
  'windows-1255': { script: /\p{Script=Hebrew}/u, common: 'יוהלאמרשתנב', rare: 0.45 },
  'windows-1256': { script: /\p{Script=Arabic}/u, common: 'اليمنوترةبسعد', rare: 0.45 },
  'windows-874': { script: /\p{Script=Thai}/u, common: 'านรกอเง่มวลยต้ส', rare: 0.45 },
} as const;

export type AlphabetEncoding = keyof typeof ALPHABETS;

/** Letters by their bytes from 0x80; computed once per encoding. */
type Weights = { readonly letters: readonly (Letter | undefined)[] };
type Letter = { readonly isSmall: boolean; readonly isCommon: boolean };

const known = new Map<AlphabetEncoding, Weights>();

function weightsOf(encoding: AlphabetEncoding): Weights {
  const found = known.get(encoding);
  if (found) return found;
  const { script, common } = ALPHABETS[encoding];
  const letters = upperHalf(encoding).map((character) =>
    script.test(character)
      ? { isSmall: character === character.toLowerCase(), isCommon: common.includes(character.toLowerCase()) }
      : undefined,
  );
  known.set(encoding, { letters });
  return { letters };
}

function upperHalf(encoding: string): readonly string[] {
  return [...new TextDecoder(encoding).decode(Uint8Array.from({ length: 128 }, (_, index) => 0x80 + index))];
}

/** Words mix no alphabets. */
const isLatin = (byte = 0): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** Words of the alphabet with capitals first, made mostly of its common letters. */
function scoreAlphabet(bytes: Uint8Array, encoding: AlphabetEncoding): number {
  const { letters } = weightsOf(encoding);
  const { rare } = ALPHABETS[encoding];
  let [sum, count] = [0, 0];
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    count += 1;
    const [letter, before] = [letters[byte - 0x80], letters[(bytes[at - 1] ?? 0) - 0x80]];
    const after = letters[(bytes[at + 1] ?? 0) - 0x80];
    if (letter && (isLatin(bytes[at - 1]) || isLatin(bytes[at + 1]))) sum -= 0.5;
    else if (!letter) sum -= 0.2;
    else if (!letter.isSmall) sum += before?.isSmall ? -1 : 0.5;
    else if (before || after) sum += letter.isCommon ? 1.1 : rare;
  }
  return sum / Math.max(1, count);
}

const entries = Object.keys(ALPHABETS).map((encoding) => [
  encoding,
  (bytes: Uint8Array) => scoreAlphabet(bytes, encoding as AlphabetEncoding),
]);
export const alphabetScores: Readonly<Record<AlphabetEncoding, (bytes: Uint8Array) => number>> = Object.fromEntries(entries);

const [western, central] = [upperHalf('windows-1252'), upperHalf('windows-1250')];
const WESTERN_LETTERS = 'éèàçùâêîôûëïäöüßñáíóúãõåøæœ';
const CENTRAL_LETTERS = 'ąęśćłżźńóěščřžýáíéůťďňúőűöüäâăîşţ';

/** Letters of both code pages have the same shapes in different places; above zero if those of Central Europe fit better. */
export function preferenceForCentralEurope(bytes: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    count += 1;
    if (!isLatin(bytes[at - 1]) && !isLatin(bytes[at + 1])) continue;
    if (WESTERN_LETTERS.includes((western[byte - 0x80] ?? '').toLowerCase())) sum -= 1;
    if (CENTRAL_LETTERS.includes((central[byte - 0x80] ?? '').toLowerCase())) sum += 1;
  }
  return sum <= 0 ? -0.01 : (0.5 * sum) / Math.max(1, count);
}
