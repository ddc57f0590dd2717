/** Letters and digits used in place of another letter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  а: 'a',
  с: 'c',
  е: 'e',
  о: 'o',
  р: 'p',
  х: 'x',
  і: 'i',
  ο: 'o',
  ι: 'i',
  ν: 'v',
};
const INVISIBLE = /[\p{Cf}\p{Mn}\u3164\u115f\u1160]/gu;

/** Normalises full-width characters and accents, and removes invisible characters. */
export function withoutInvisible(text: string): string {
  return text.normalize('NFKD').replace(INVISIBLE, '').normalize('NFC');
}

/**
 * Normalises like `withoutInvisible`, then replaces lookalike letters and upper case.
 * @param one the letter that replaces the digit 1
 */
export function plainText(text: string, one: 'i' | 'l' = 'i'): string {
  const bare = withoutInvisible(text)
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/!(?=\p{L})/gu, 'i');
  return [...bare].map((character) => (character === '1' ? one : (LOOKALIKES[character] ?? character))).join('');
}

/** The ways in which a person may read a prompt, each as plain text. */
export function readingsOf(text: string): readonly string[] {
  const plain = plainText(text);
  const composed = composedHangul(plain);
  const joined = joinedLetters(composed, '[\\s._*-]+');
  const others = [joinedLetters(composed, '[._*-]+'), joinedParts(composed), plainText(text, 'l')];
  return [...new Set([plain, joined, ...others, composed, separatedWords(joined)])];
}

/** Joins the parts of a divided word: `na-ked`. */
function joinedParts(text: string): string {
  return text.replaceAll(/(?<=\p{L})[._*-](?=\p{L})/gu, '');
}

/** Joins separated single letters into one word: `e x p l i c i t`, `폭.력`. */
function joinedLetters(text: string, separator: string): string {
  const run = new RegExp(`(?<![\\p{L}\\p{N}])\\p{L}(?:${separator}\\p{L})+(?![\\p{L}\\p{N}])`, 'gu');
  return text.replace(run, (letters) => letters.replaceAll(new RegExp(separator, 'g'), ''));
}

/** A consonant after a vowel, and not before one, ends the syllable: `ㅅㅔㄱㅅㅡ` is 섹스. */
function composedHangul(text: string): string {
  const ending = /(?<=[\u1161-\u1175])[\u1100-\u1112](?![\u1161-\u1175])/gu;
  return text
    .normalize('NFD')
    .replace(ending, (consonant) => FINAL_CONSONANTS[consonant.charCodeAt(0) - 0x11_00] ?? consonant)
    .normalize('NFC');
}

/** Final consonants in the order of initial ones, from U+1100. Three of them end no syllable. */
const FINAL_CONSONANTS: readonly (string | undefined)[] = [
  ...['\u11a8', '\u11a9', '\u11ab', '\u11ae', undefined, '\u11af', '\u11b7', '\u11b8', undefined, '\u11ba'],
  ...['\u11bb', '\u11bc', '\u11bd', undefined, '\u11be', '\u11bf', '\u11c0', '\u11c1', '\u11c2'],
];

/** Separates words that Korean writes together with others: `소녀누드`, `벌거벗은아이`. */
function separatedWords(text: string): string {
  return text.replace(/누드|나체|알몸|(?<!유니|에|서)섹스|포르노|야동|헨타이/gu, ' $& ').replace(/벗은(?=\p{L})/gu, '$& ');
}
