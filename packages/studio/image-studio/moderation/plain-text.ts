/** Letters and digits used in place of another letter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
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

/** Normalises full-width characters, accents and lookalike letters, and removes invisible characters. */
export function plainText(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/!(?=\p{L})/gu, 'i');
  return [...bare].map((character) => LOOKALIKES[character] ?? character).join('');
}

/** Joins separated single letters into one word: `e x p l i c i t`, `폭.력`. */
export function joinedLetters(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])\p{L}(?:[\s._*-]+\p{L})+(?![\p{L}\p{N}])/gu, (run) => run.replace(/[\s._*-]+/g, ''));
}
