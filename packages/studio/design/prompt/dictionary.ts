import type { EmojiSet } from '../vectors/emoji.ts';
import type { Meaning, MeaningType } from './brief.ts';
import { isCausative, nounBeforeDo, verbAt } from './korean-verbs.ts';
import { COUNTERS, FILLERS, LEXICON } from './lexicon-table.ts';

/** A run of words that has a meaning, or one word without. */
export type Word = {
  readonly text: string;
  readonly meaning?: Meaning;
  /** What follows a Korean noun within its word, such as `가` or `위에`; empty if nothing does. */
  readonly particle: string;
  readonly plural: boolean;
  /** Whether a comma or another sign stands before it. */
  readonly afterBreak: boolean;
};

export type Dictionary = { read(text: string): readonly Word[] };

const HANGUL = /[가-힣]/;
const TOKENS = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[,.;:!?()\n]/gu;
const MAX_WORDS = 5;
const PARTICLE =
  /^(?:들)?(?:은|는|이|가|을|를|의|에|에서|에게|과|와|도|로|으로|랑|이랑|하고|만|까지|부터|처럼|이나|나|에는|에도|에서는|이고|이며|인|한|다|이다|입니다|이에요|예요|톤|톤의|빛|빛의|색|색의|용|풍|풍의|째|짜리)?$/;
const PLURALS: ReadonlyMap<string, string> = new Map([
  ['mice', 'mouse'],
  ['geese', 'goose'],
  ['children', 'child'],
  ['kids', 'child'],
  ['people', 'person'],
  ['men', 'man'],
  ['women', 'woman'],
  ['wolves', 'wolf'],
  ['leaves', 'leaf'],
  ['knives', 'knife'],
]);

/** Things with one name, told apart by how they are counted or what stands beside them. */
const BY_COUNTER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  배: { 개: '배 과일', 조각: '배 과일' },
  차: { 대: '자동차' },
};

export function createDictionary(emoji: EmojiSet): Dictionary {
  const meanings = lexicon();
  const find = (name: string): Meaning | undefined => {
    const known = meanings.get(name);
    const thing = known ? undefined : emoji.named(name.replace(/ thing$/, ''));
    return known ?? (thing && { type: 'thing', name: thing.icon, term: { en: thing.en, ko: thing.ko }, thing });
  };
  const read = (text: string): readonly Word[] => wordsOf(text, find);
  return { read };
}

type Find = (name: string) => Meaning | undefined;

function lexicon(): ReadonlyMap<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  const add = (name: string, meaning: Meaning): void => {
    if (!meanings.has(name)) meanings.set(name, meaning);
  };
  for (const [type, table] of Object.entries(LEXICON) as [MeaningType, string][]) {
    for (const line of table.trim().split('\n')) {
      const [name = '', names = ''] = line.split(': ');
      const [en = [], ko = []] = names.split(' | ').map((list) => list.split(',').map((one) => one.trim()));
      const meaning = { type, name, term: { en: en[0] ?? name, ko: ko[0] ?? name } };
      for (const one of [...en, ...ko]) add(one, meaning);
    }
  }
  for (const word of COUNTERS) add(word, { type: 'counter', name: word, term: { en: word, ko: word } });
  for (const word of [...FILLERS.en, ...FILLERS.ko]) add(word, { type: 'filler', name: word, term: { en: word, ko: word } });
  return meanings;
}

function wordsOf(text: string, find: Find): readonly Word[] {
  const spaced = text.replaceAll(/(\d)(?=[가-힣])/g, '$1 ');
  const tokens = spaced.match(TOKENS) ?? [];
  const words: Word[] = [];
  let afterBreak = false;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] ?? '';
    if (/^[^\p{L}\p{N}]$/u.test(token)) {
      afterBreak = true;
      at += 1;
      continue;
    }
    const { length, found } = longest(tokens, at, find);
    words.push(...found.map((word, place) => ({ ...word, afterBreak: afterBreak && place === 0 })));
    afterBreak = false;
    at += length;
  }
  return words
    .map((word, at) => uncounted(word, words[at - 1], find))
    .map((word, at) => readByCounter(word, words.slice(at + 1, at + 3), find));
}

type Found = Omit<Word, 'afterBreak'>;

function longest(
  tokens: readonly string[],
  at: number,
  find: Find,
): { readonly length: number; readonly found: readonly Found[] } {
  const verb = verbAt(tokens, at);
  const verbMeaning = verb && find(verb.entry);
  if (verb && verbMeaning) {
    const text = tokens.slice(at, at + verb.length).join(' ');
    return { length: verb.length, found: [{ text, meaning: verbMeaning, particle: '', plural: false }] };
  }
  for (let length = Math.min(MAX_WORDS, tokens.length - at); length > 0; length--) {
    const text = tokens.slice(at, at + length).join(' ');
    const found = HANGUL.test(text) ? korean(text, find) : english(text, find);
    if (found) return { length, found: [found] };
  }
  const word = tokens[at] ?? '';
  const parts = HANGUL.test(word) ? (withoutDo(word, find) ?? compoundAt(tokens, at, find)) : hyphenated(word, find);
  return { length: 1, found: parts ?? [{ text: word, particle: '', plural: false }] };
}

function english(text: string, find: Find): Found | undefined {
  const name = text.toLowerCase().replace(/['’]s$/, '');
  if (/^\d+$/.test(name)) return { text, meaning: number(name), particle: '', plural: false };
  const exact = find(name);
  if (exact) return { text, meaning: exact, particle: '', plural: false };
  for (const single of singulars(name)) {
    const meaning = find(single);
    if (meaning) return { text, meaning, particle: '', plural: true };
  }
  return undefined;
}

const number = (digits: string): Meaning => ({ type: 'count', name: digits, term: { en: digits, ko: digits } });

function singulars(name: string): readonly string[] {
  const irregular = PLURALS.get(name);
  if (irregular) return [irregular];
  if (!name.endsWith('s') || name.endsWith('ss')) return [];
  const one = name.slice(0, -1);
  return [one, ...(name.endsWith('ies') ? [`${name.slice(0, -3)}y`] : []), ...(name.endsWith('es') ? [name.slice(0, -2)] : [])];
}

/** The term with or without a particle at its end. */
function korean(text: string, find: Find): Found | undefined {
  const name = text.toLowerCase();
  for (let end = name.length; end > 0; end--) {
    const particle = name.slice(end);
    if (!PARTICLE.test(particle)) continue;
    const meaning = find(name.slice(0, end));
    if (meaning) return { text, meaning, particle: particle.replace(/^들/, ''), plural: particle.startsWith('들') };
  }
  return undefined;
}

/** `축하해 줘`: the occasion alone. `아침해` is still the sun in the morning. */
function withoutDo(word: string, find: Find): readonly Found[] | undefined {
  const noun = nounBeforeDo(word);
  const meaning = noun === undefined ? undefined : find(noun);
  const isSun = word.endsWith('해') && !/^(?:occasion|thing)$/.test(meaning?.type ?? '');
  return meaning && !isSun ? [{ text: word, meaning, particle: '', plural: false }] : undefined;
}

function compoundAt(tokens: readonly string[], at: number, find: Find): readonly Found[] | undefined {
  return isCausative(tokens, at) ? undefined : compound(tokens[at] ?? '', find);
}

/** Two or three terms written as one word, as `밤바다` or `고양이세마리`. */
function compound(word: string, find: Find, depth = 2): readonly Found[] | undefined {
  for (let cut = word.length - 1; cut > 0 && depth > 0; cut--) {
    const meaning = find(word.slice(0, cut));
    if (!meaning || meaning.type === 'filler') continue;
    const rest = korean(word.slice(cut), find);
    const tail = rest ? [rest] : compound(word.slice(cut), find, depth - 1);
    if (tail && !tail.some((one) => one.meaning?.type === 'filler'))
      return [{ text: word.slice(0, cut), meaning, particle: '', plural: false }, ...tail];
  }
  return undefined;
}

function hyphenated(word: string, find: Find): readonly Found[] | undefined {
  if (!word.includes('-')) return undefined;
  const parts = word.split('-').map((part) => english(part, find) ?? { text: part, particle: '', plural: false });
  return parts.some(({ meaning }) => meaning) ? parts : undefined;
}

/** A counter without a number is a noun if there is one: `개` is a dog. */
function uncounted(word: Word, previous: Word | undefined, find: Find): Word {
  if (word.meaning?.type !== 'counter' || previous?.meaning?.type === 'count') return word;
  const meaning = find(`${word.meaning.name} thing`);
  return meaning ? { ...word, meaning } : word;
}

function readByCounter(word: Word, next: readonly Word[], find: Find): Word {
  const counter = next.find(({ meaning }) => meaning?.type === 'counter')?.meaning?.name;
  const other = counter && BY_COUNTER[word.meaning?.term.ko ?? '']?.[counter];
  const noun = BY_COUNTER[word.text.replace(word.particle, '')]?.[counter ?? ''] ?? other;
  const meaning = noun === undefined ? undefined : find(noun);
  return meaning ? { ...word, meaning } : word;
}
