/** Understands a prompt: what kind of design, what is in it, and which words have no meaning to us. */
import { MOODS } from '../palettes.ts';
import {
  type Brief,
  CHARTS,
  type DesignKind,
  MOTIFS,
  type Named,
  PLACES,
  SEASONS,
  type Term,
  TIMES,
  type Value,
  WEATHERS,
} from './brief.ts';
import type { Dictionary, Word } from './dictionary.ts';
import { GREETINGS } from './lexicon-table.ts';
import { readThings } from './things.ts';
import { ownWords } from './title.ts';
import { readValues } from './values.ts';

/** Quoted texts, such as those to set in a design. */
export const QUOTED = /["“”「『《]([^"“”」』》]{1,200})["“”」』》]|(?<![\p{L}\p{N}])['‘]([^'’‘]{1,160})['’](?![a-z])/gu;
/** Of a single word. */
const ADDRESS = /(?:https?:\/\/|www\.|mailto:|tel:).+|^[\w.-]+\.(?:com|net|org|kr|io|dev|app|shop|me|info)(?:\/.*)?$/iu;
export const MAX_TEXTS = 5;
/** Kinds of designs that are drawn where they are named. */
export const NAMED_KINDS = ['card', 'pattern', 'logo', 'icon', 'poster'] as const satisfies readonly DesignKind[];

/** What a text names, whatever kind of design it is for. */
export function readParts(text: string, dictionary: Dictionary) {
  const { quotes, address, plain } = apart(text.normalize('NFC').replaceAll(/\s+/g, ' ').trim());
  const words = dictionary.read(plain);
  const named = collect(words);
  return {
    ...{ quotes, address, plain, words, named },
    things: readThings(words),
    time: named('time', TIMES)[0],
    place: placeOf(named('place', PLACES)),
    season: named('season', SEASONS)[0],
    weathers: named('weather', WEATHERS),
    motifs: named('motif', MOTIFS),
    moods: named('mood', MOODS),
  };
}

export function readPrompt(prompt: string, dictionary: Dictionary): Brief {
  const text = prompt.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  const { quotes, address, plain, words, named, things, ...setting } = readParts(text, dictionary);
  const [form] = named('kind', CHARTS);
  const values = form ? readValues(plain, dictionary) : { list: [], title: '' };
  const kind = kindOf(words, { quotes, things: things.items.length, values: values.list, address });
  const language = /[가-힣]/.test(text) ? 'ko' : 'en';
  const [occasion] = named('occasion');
  const own = quotes.length > 0 ? { text: '', used: [] } : ownWords(words, kind, occasion?.name);
  const greeting = quotes.length === 0 && kind !== 'chart' ? GREETINGS[occasion?.name ?? '']?.[language] : undefined;
  return {
    kind,
    chart: form?.name ?? 'bar',
    language,
    texts: [...quotes, greeting ?? '', own.text, values.title].filter(Boolean).slice(0, MAX_TEXTS),
    items: things.items,
    links: things.links,
    ...setting,
    occasion,
    address,
    colours: things.colours,
    values: values.list,
    unread: kind === 'chart' ? [] : unreadIn(words, own.used, things.extra),
  };
}

/** Separates quoted texts and a web address from the other words. */
function apart(text: string): {
  readonly quotes: readonly string[];
  readonly address: string | undefined;
  readonly plain: string;
} {
  const quotes = [...text.matchAll(QUOTED)].map(([, double = '', single = '']) => (double || single).trim()).filter(Boolean);
  const unquoted = text.replaceAll(QUOTED, ' ');
  const found = text
    .split(' ')
    .map((word) => ADDRESS.exec(word)?.[0])
    .find((word) => word !== undefined);
  const address = found && withoutPunctuation(found);
  return { quotes, address, plain: address === undefined ? unquoted : unquoted.replace(address, ' ') };
}

function withoutPunctuation(word: string): string {
  let end = word.length;
  while (end > 0 && '.,)'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

type Collect = {
  (type: string): readonly Named[];
  <Name extends string>(type: string, names: readonly Name[]): readonly Named<Name>[];
};

/** The meanings of a type, each once, in the order they were named. */
function collect(words: readonly Word[]): Collect {
  return <Name extends string>(type: string, names?: readonly Name[]): readonly Named<Name>[] => {
    const found = new Map<string, Named<Name>>();
    for (const { meaning } of words) {
      if (meaning?.type !== type || (names && !names.some((name) => name === meaning.name))) continue;
      found.set(meaning.name, { name: meaning.name as Name, term: meaning.term });
    }
    return [...found.values()];
  };
}

/** The most specific place: a lake in the mountains is a lake, and a forest under the sky a forest. */
function placeOf(places: Brief['place'] extends infer Place ? readonly NonNullable<Place>[] : never): Brief['place'] {
  const order = ['underwater', 'beach', 'sea', 'lake', 'space'];
  return (
    order.map((name) => places.find((place) => place.name === name)).find((place) => place !== undefined) ??
    places.find(({ name }) => name !== 'sky') ??
    places[0]
  );
}

type Contents = {
  readonly quotes: readonly string[];
  readonly things: number;
  readonly values: readonly Value[];
  readonly address: string | undefined;
};

function kindOf(words: readonly Word[], { quotes, things, values, address }: Contents): DesignKind {
  const has = (name: string): boolean => words.some(({ meaning }) => meaning?.type === 'kind' && meaning.name === name);
  if (has('qr') && (address !== undefined || quotes.length > 0)) return 'qr';
  if (values.length > 1) return 'chart';
  const asked = NAMED_KINDS.find(has);
  if (asked) return asked;
  if (quotes.length > 0) return 'poster';
  const isScene = words.some(({ meaning }) => /^(?:place|time|weather|season)$/.test(meaning?.type ?? ''));
  if (things > 0 || isScene) return 'scene';
  return has('wallpaper') ? 'wallpaper' : kindByLook(words);
}

/** Of a prompt that names neither a kind nor a thing. */
function kindByLook(words: readonly Word[]): DesignKind {
  const types = new Set(words.map(({ meaning }) => meaning?.type));
  if (types.has('occasion')) return 'card';
  if (words.some(({ meaning }) => /^(?:aurora|bokeh|gradient)$/.test(meaning?.name ?? ''))) return 'wallpaper';
  if (types.has('motif')) return 'pattern';
  const onlyLook = words.every(({ meaning }) => meaning && meaning.type !== 'unsupported');
  return onlyLook && (types.has('colour') || types.has('mood')) ? 'wallpaper' : 'poster';
}

function unreadIn(words: readonly Word[], used: readonly Word[], extra: readonly Term[]): readonly Term[] {
  const terms = words
    .filter((word) => !used.includes(word))
    .flatMap(({ text, meaning }): Term[] => {
      if (!meaning) return [{ en: text, ko: text }];
      return meaning.type === 'unsupported' ? [meaning.term] : [];
    });
  const unique = new Map([...terms, ...extra].map((term) => [`${term.en}/${term.ko}`, term]));
  return [...unique.values()];
}
