import type { ListedFormat, PairLinkView } from './view.ts';

/** Words of a query that name nothing. */
const FILLERS: ReadonlySet<string> = new Set(['to', 'into', 'as', 'convert', 'converter', '변환', '변환기', '바꾸기']);
/** A Korean particle at the end of a word: HEIC를, 워드로. */
const PARTICLE = /(?<=.)(?:을|를|에서|으로|로|파일을|파일)$/;

/** Returns what a query names, in lower case: `heic` and `jpg` for "HEIC를 JPG로 변환". */
export function wordsOf(query: string): readonly string[] {
  return query
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('->', ' ')
    .split(/[\s,→>]+/)
    .map((word) => word.replace(PARTICLE, ''))
    .filter((word) => word !== '' && word !== '-' && !FILLERS.has(word));
}

/** Returns the formats that match all words, or if none does, those that match any. */
export function foundFormats(formats: readonly ListedFormat[], words: readonly string[]): readonly ListedFormat[] {
  const holds = ({ words: own, title }: ListedFormat, word: string): boolean =>
    ` ${own}`.replaceAll(' .', ' ').includes(` ${word.replace(/^\./, '')}`) || title.toLowerCase().includes(word);
  const ofAll = formats.filter((format) => words.every((word) => holds(format, word)));
  return ofAll.length > 0 ? ofAll : formats.filter((format) => words.some((word) => holds(format, word)));
}

/** Returns the pairs from and to a format named by one word, or from the first to the second of two. */
export function foundPairs(
  pairs: readonly PairLinkView[],
  formats: readonly ListedFormat[],
  words: readonly string[],
): readonly PairLinkView[] {
  const [from, to] = words.map((word) => namedBy(formats, word));
  if (!from || words.length > 2) return [];
  if (to) return pairs.filter((pair) => from.has(pair.from) && to.has(pair.to));
  return pairs.filter((pair) => from.has(pair.from) || from.has(pair.to));
}

/** Returns the pairs from or to one of the formats. */
export function pairsWith(formats: readonly ListedFormat[], pairs: readonly PairLinkView[]): readonly PairLinkView[] {
  const names = new Set(formats.map(({ name }) => name));
  return pairs.filter(({ from, to }) => names.has(from) || names.has(to));
}

/** Returns the names of the formats with this name, extension or keyword, or else of those whose name starts with it. */
function namedBy(formats: readonly ListedFormat[], word: string): ReadonlySet<string> {
  const bare = word.replace(/^\./, '');
  const exact = formats.filter(({ words }) => words.split(' ').some((own) => own === bare || own === `.${bare}`));
  const found = exact.length > 0 ? exact : formats.filter(({ name }) => name.toLowerCase().startsWith(bare));
  return new Set(found.map(({ name }) => name));
}

/** Returns the links whose text contains all words. */
export function foundLinks<Link extends { readonly text: string }>(
  links: readonly Link[],
  words: readonly string[],
): readonly Link[] {
  return links.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
}
