/**
 * The first layer of safety: words that are refused in prompts, in both languages. The list is short and public; the services'
 * own moderation covers the rest.
 */

type Word = {
  readonly term: string;
  /** Korean: particles and inflections may follow. */
  readonly stem?: boolean;
};

/** The words of the specification and their Korean equivalents. */
export const REFUSED_WORDS: readonly Word[] = [
  { term: 'violence' },
  { term: 'inappropriate' },
  { term: 'explicit' },
  { term: '폭력', stem: true },
  { term: '부적절', stem: true },
  { term: '선정적', stem: true },
  { term: '노골적', stem: true },
];

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
function plain(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/!(?=\p{L})/gu, 'i');
  return [...bare].map((character) => LOOKALIKES[character] ?? character).join('');
}

/** Joins separated single letters into one word: `e x p l i c i t`, `폭.력`. */
function joined(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])\p{L}(?:[\s._*-]+\p{L})+(?![\p{L}\p{N}])/gu, (run) => run.replace(/[\s._*-]+/g, ''));
}

const LETTER = '[\\p{L}\\p{N}]';

function found({ term, stem = false }: Word, text: string): boolean {
  const end = stem ? '' : `(?!${LETTER})`;
  return new RegExp(`(?<!${LETTER})${plain(term)}${end}`, 'u').test(text);
}

/** The refused words in a prompt, in the form of the list. */
export function refusedWords(prompt: string, words: readonly Word[] = REFUSED_WORDS): string[] {
  const texts = [plain(prompt), joined(plain(prompt))];
  return words.filter((word) => texts.some((text) => found(word, text))).map(({ term }) => term);
}
