import { wordsOf } from '@bakkum/i18n/catalogue';
import { LOCALES, type Locale } from '@bakkum/i18n/locale';
import { pairs as english } from '@bakkum/i18n/strings/conversion/pairs.en';
import { publicFormats } from '@bakkum/registry/catalogue';
import { formatText } from '@bakkum/registry/format-texts';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import {
  isOffered,
  offeredSources,
  offeredTargets,
  popularPairs,
  searchedName,
  spokenName,
} from '@bakkum/registry/offered-pairs';
import { describe, expect, it } from 'vitest';
import { formatListPage } from './format-list-view.server.ts';
import { formatPage, formatsWithPage } from './format-view.server.ts';
import { missingView } from './missing-view.server.ts';
import { factsOf } from './pair-facts.server.ts';
import { pairPage } from './pair-view.server.ts';
import { messagesIn, type SentenceKey } from './say.server.ts';

/** Abbreviations read letter by letter whose first letter begins with a vowel sound: an AVI, an MP4, an SVG. */
const VOWEL_LETTERS = 'AEFHILMNORSX';
/** Abbreviations read as words, which a vowel letter does not begin. */
const READ_AS_WORDS: ReadonlySet<string> = new Set(['RAR', 'RAW', 'ROM', 'FLAC', 'MIDI', 'LAN', 'RAM', 'NASA', 'SIM', 'REST']);

/** Returns whether the word begins with a vowel sound in English. */
function beginsWithVowelSound(word: string): boolean {
  if (/^8|^1[18](\D|$)/.test(word)) return true;
  const isAbbreviation = /^[A-Z0-9]{2,}\b/.test(word) || /^[A-Z]\b/.test(word) || /^[A-Z][.-]/.test(word);
  if (isAbbreviation && !READ_AS_WORDS.has(word)) return VOWEL_LETTERS.includes(word.charAt(0));
  if (/^(one|once|uni|use|user|usual|u[st]i|eu|ubiq)/i.test(word)) return false;
  return /^[aeiou]/i.test(word) || /^(hour|honest|heir)/i.test(word);
}

/** Returns what is wrong with the grammar of a text that was filled in. */
function mistakesIn(text: string, locale: Locale): readonly string[] {
  const found = (pattern: RegExp, what: string): readonly string[] =>
    [...text.matchAll(pattern)].map(([match]) => `${what}: “${match}” in: ${text}`);
  return [
    ...found(/[{}]|\bundefined\b|\[object/g, 'placeholder'),
    ...found(/\(\s*\)|“\s*”|‘\s*’|:\s*[.,;](?!\w)|(?<=\s)[,;](?=\s)/g, 'empty slot'),
    ...found(/^\s|\s$| {2,}|\s[,;!?](?=\s|$)|\s\.(?=\s|$)/g, 'space'),
    ...found(/(?<!\.)\.\.(?!\.)|[,;:!?]{2,}|[.,;:][,;:!?]|[!?][.,]/g, 'punctuation'),
    ...found(/(?<![\p{L}\p{N}])([\p{L}\p{N}]{2,}) \1(?![\p{L}\p{N}]|\.\p{L})/gu, 'doubled word'),
    ...found(/(?<![\p{L}\p{N}])(the|a|an|of|to|in|is) \1(?![\p{L}\p{N}&])/giu, 'doubled word'),
    ...(locale === 'en' ? wrongArticles(text) : found(/을\(를\)|이\(가\)|은\(는\)|과\(와\)|\(으\)로/g, 'particle')),
    ...(locale === 'ko' ? wrongParticles(text) : []),
  ];
}

function wrongArticles(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}’'.-])(an?) ([\p{L}\p{N}][\p{L}\p{N}.-]*)/giu)].flatMap(([match, article, word]) => {
    if (word === undefined || article === 'A') return [];
    return beginsWithVowelSound(word) === (article?.toLowerCase() === 'an') ? [] : [`article: “${match}” in: ${text}`];
  });
}

/** Nouns that end in the syllable of a particle. */
const ENDING_LIKE_PARTICLES: ReadonlySet<string> = new Set(['경로', '선로', '통로']);

/** Checks particles after Korean words, whose final sound is visible. Latin names have a test of their own (`particles.test.ts`). */
function wrongParticles(text: string): readonly string[] {
  return [...text.matchAll(/([가-힣])(을|를|은|는|으로|로)(?=[\s.,?!])/gu)].flatMap(([match, last = '', particle = '']) => {
    if (ENDING_LIKE_PARTICLES.has(match)) return [];
    const final = (last.charCodeAt(0) - 0xac00) % 28;
    const isClosed = final !== 0;
    const wrong = {
      을: !isClosed,
      를: isClosed,
      은: false, // also an ending of verbs
      는: false,
      으로: !isClosed || final === 8,
      로: isClosed && final !== 8,
    }[particle];
    return wrong ? [`particle: “${match}” in: ${text}`] : [];
  });
}

/** Collects all texts of a view. */
function textsOf(view: unknown): readonly string[] {
  if (typeof view === 'string') return [view];
  if (typeof view !== 'object' || view === null) return [];
  return Object.entries(view).flatMap(([key, value]) =>
    ['path', 'id', 'icon', 'words', 'from', 'to'].includes(key) ? [] : textsOf(value),
  );
}

/** Names of all formats that pages mention. */
const NAMES = publicFormats()
  .filter(({ id }) => offeredTargets(id).length + offeredSources(id).length > 0)
  .map(({ id }) => id);

const COUNTS = [0, 1, 2, 5, 11, 100, 13_383];
const OTHERS = {
  count: 2,
  steps: 2,
  min: '8 kbps',
  max: '320 kbps',
  size: '2.4 MB',
  files: 50,
  programs: 'VLC and FFmpeg',
  options: 'Quality, Width',
  detail: '',
  limit: 'It is large.',
  fidelity: 'It is kept.',
  extensions: '.jpg .jpeg',
  media: 'image/jpeg',
  since: '1992',
  maker: 'ISO',
  first: 'It is a format.',
  counts: 'Converts to 5 formats.',
  formats: '472',
  pairs: '13,383',
  browser: 'Firefox',
  others: 'JPG and PNG',
} as const;

describe('the checker', () => {
  it.each([
    ['What opens a AVI file?', 'article'],
    ['What opens an WAV file?', 'article'],
    ['A file of a MP4 video', 'article'],
    ['the Palm image image', 'doubled word'],
    ['Adjust  if needed', 'space'],
    ['Adjust: .', 'empty slot'],
    ['It is kept..', 'punctuation'],
  ])('finds the mistake in “%s”', (text, kind) => expect(mistakesIn(text, 'en').join()).toContain(kind));

  it.each(['an AVI', 'a WAV', 'an MP4', 'an EPUB', 'a USDZ', 'an SVG', 'a PDF', 'an HTML page', 'a URL', 'an M4A', 'a ZIP'])(
    'accepts “%s”',
    (text) => expect(mistakesIn(text, 'en')).toEqual([]),
  );

  it('finds wrong Korean particles', () => {
    expect(mistakesIn('파일를 저장해요', 'ko').join()).toContain('particle');
    expect(mistakesIn('이미지을 저장해요', 'ko').join()).toContain('particle');
    expect(mistakesIn('파일로 저장하고 형식으로 바꿔요', 'ko')).toEqual([]);
  });
});

describe.each(LOCALES)('pages of formats and pairs in %s', (locale) => {
  const keys = Object.keys(english) as SentenceKey[];

  it('have grammatical templates for every name of a format', () => {
    const mistakes = new Set<string>();
    for (const [at, id] of NAMES.entries()) {
      // Never the format itself: its offset is between one and all others.
      const other = NAMES[(at + 1 + ((at * 6) % (NAMES.length - 1))) % NAMES.length] ?? 'pdf';
      const names = { from: spokenName(id), to: spokenName(other), format: spokenName(id), extension: `${id}` };
      const say = messagesIn(locale, { ...OTHERS, ...names });
      for (const key of keys) for (const mistake of mistakesIn(withoutEdge(say(key)), locale)) mistakes.add(`${key}: ${mistake}`);
    }
    expect([...mistakes]).toEqual([]);
  });

  it('have grammatical templates for every count', () => {
    const counted = keys.filter((key) => typeof english[key] !== 'string');
    expect(counted.length).toBeGreaterThan(2);
    for (const key of counted)
      for (const count of COUNTS)
        expect(mistakesIn(messagesIn(locale, { ...OTHERS, from: 'PNG', to: 'JPG' })(key, { count }), locale)).toEqual([]);
  });

  it('have no article before a placeholder', () => {
    for (const key of keys) expect(JSON.stringify(english[key])).not.toMatch(/\b[Aa]n? \{/);
  });

  it('are grammatical on every listed page of a pair', () => {
    const mistakes = popularPairs().flatMap((pair) => {
      const facts = factsOf(pair);
      if (!facts) throw new Error(`no facts about ${pair.from} to ${pair.to}`);
      const page = pairPage(facts, locale);
      return [page.title, page.description, ...textsOf(page.view)].flatMap((text) => mistakesIn(text, locale));
    });
    expect([...new Set(mistakes)]).toEqual([]);
  });

  it('are grammatical on every page of a format, the list and the page of a missing pair', () => {
    const formats = formatsWithPage().flatMap(({ id }) => textsOf(formatPage(id, locale)));
    const missing = ['mp3>docx', 'cr2>jpeg', 'jpeg>heic', 'zip>rar', 'epub>kfx', 'ttf>otf'].map((pair) => pair.split('>'));
    const others = [formatListPage(locale), ...missing.map(([from = '', to = '']) => missingView({ from, to }, locale))];
    const mistakes = [...formats, ...others.flatMap(textsOf)].flatMap((text) => mistakesIn(text, locale));
    expect([...new Set(mistakes)]).toEqual([]);
  });

  it('have a title with the words people search for', () => {
    const titleOf = (from: string, to: string): string | undefined => {
      const facts = isOffered({ from, to }) ? factsOf({ from, to }) : undefined;
      return facts && pairPage(facts, locale).title;
    };
    const expected = {
      en: ['PDF to Word (DOCX) converter', 'HWP to PDF converter', 'HEIC to JPG converter', 'Text (TXT) to PDF converter'],
      ko: ['PDF 워드(DOCX) 변환', '한글(HWP) PDF 변환', 'HEIC JPG 변환', '텍스트(TXT) PDF 변환'],
    }[locale];
    expect([titleOf('pdf', 'docx'), titleOf('hwp', 'pdf'), titleOf('heic', 'jpeg'), titleOf('txt', 'pdf')]).toEqual(expected);
    expect(searchedName('jpeg', locale)).toBe('JPG');
  });
});

/** Sentences end with a value that is empty in some cases; the view trims them. */
function withoutEdge(text: string): string {
  return text.trim();
}

it.each(LOCALES)('has words for every option and value of every engine (%s)', (locale) => {
  const words = wordsOf(locale, 'conversion');
  const isMissing = (...keys: readonly string[]): boolean => keys.every((key) => words.lookup(key) === undefined);
  const missing = new Set<string>();
  // Operations have screens of their own, without generated forms.
  for (const { id, conversions } of MANIFESTS)
    for (const [name, field] of conversions.flatMap(({ options, operation }) =>
      operation ? [] : Object.entries(options ?? {}),
    )) {
      if (isMissing(`option_${name}`)) missing.add(`${id}: ${name}`);
      const values = field.kind === 'choice' ? field.values.filter((value) => !/^[\d.]+$/.test(value)) : [];
      for (const value of values)
        if (isMissing(`value_${name}_${value}`, `value_${value}`)) missing.add(`${id}: ${name} ${value}`);
    }
  expect([...missing]).toEqual([]);
});

it('describes formats in sentences without grammar mistakes', () => {
  const mistakes = publicFormats().flatMap(({ id }) => {
    const text = formatText(id);
    return text ? LOCALES.flatMap((locale) => Object.values(text[locale]).flatMap((words) => mistakesIn(words, locale))) : [];
  });
  expect(mistakes).toEqual([]);
});
