import { LOCALES, type Locale } from '@bakkum/i18n/locale';
import { linkOf } from '@bakkum/site/pages';
import { staticCopy } from '@bakkum/site/static-copy';
import { TILE_FAMILIES } from '@bakkum/ui/format-tile';
import { type Drawings, type Question, readQuestions, renderMarkdown } from './markdown.server.ts';
import { programNumbers } from './program-numbers.server.ts';
import {
  type ArticleCard,
  type ArticleView,
  type Cover,
  type QuestionView,
  SHELVES,
  type Shelf,
  SUBJECTS,
  type Subject,
} from './view.ts';

/** Every article is a folder with a text in each language; there is no list to maintain. */
const ARTICLES = import.meta.glob<string>('../../../../../content/articles/*/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** The drawing of an article, with its labels in each language. */
const DRAWINGS = import.meta.glob<string>('../../../../../content/articles/*/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const QUESTIONS = import.meta.glob<string>('../../../../../content/questions/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Reading speed of adults: words per minute in English, characters per minute in Korean. */
const ENGLISH_WORDS_PER_MINUTE = 230;
const KOREAN_CHARACTERS_PER_MINUTE = 600;
const MAX_RELATED = 3;

type Source = ArticleCard & { readonly checked: string; readonly text: string };

const LIBRARY: Readonly<Record<Locale, readonly Source[]>> = readAll();

/** Returns the articles of a shelf, or all, sorted by file name. */
export function articleCards(locale: Locale, shelf?: Shelf): readonly ArticleCard[] {
  return LIBRARY[locale].filter((article) => shelf === undefined || article.shelf === shelf).map(cardOf);
}

export function articleIds(): readonly string[] {
  return LIBRARY.en.map(({ id }) => id);
}

export function readArticle(id: string, locale: Locale): ArticleView | undefined {
  const source = LIBRARY[locale].find((article) => article.id === id);
  if (!source) return undefined;
  return {
    ...cardOf(source),
    checked: source.checked,
    ...renderMarkdown(source.text, locale, drawingsOf(id, locale)),
    related: relatedTo(source, locale),
  };
}

/** Drawings in the folder of an article, by name without language and extension. */
export function drawingsOf(id: string, locale: Locale): Drawings {
  const [before, after] = [`../../../../../content/articles/${id}/`, `.${locale}.svg`];
  const own = Object.entries(DRAWINGS).filter(([path]) => path.startsWith(before) && path.endsWith(after));
  return new Map(own.map(([path, drawing]) => [path.slice(before.length, -after.length), drawing]));
}

/** Returns the questions of a list, `faq` or `help`. */
export function questionsOf(list: 'faq' | 'help', locale: Locale): readonly QuestionView[] {
  const text = QUESTIONS[`../../../../../content/questions/${list}.${locale}.md`];
  if (text === undefined) throw new Error(`no questions ${list} in ${locale}`);
  return readQuestions(withNumbers(answeredHere(text), locale), locale).map(questionView);
}

/** Numbers of plans, which a static copy does not have. */
const OF_PLANS = /\{\{(?:free|paid|refund)\w*\}\}/;

/** A static copy leaves out questions about what it lacks: their answers link to its page, or mention plans. */
function answeredHere(text: string): string {
  if (!staticCopy) return text;
  const isHere = (path: string): boolean => {
    const link = linkOf(path);
    return link !== undefined && link.site === undefined;
  };
  const linksHere = (part: string): boolean => [...part.matchAll(/\]\((\/[^)]*)\)/g)].every(([, path = '']) => isHere(path));
  return text
    .split(/^(?=## )/m)
    .filter((part) => linksHere(part) && !OF_PLANS.test(part))
    .join('');
}

/**
 * Fills in the placeholders `{{name}}` with the numbers the program uses.
 * @throws Error when a placeholder has no number
 */
function withNumbers(text: string, locale: Locale): string {
  const numbers = programNumbers(locale);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const number = numbers[name];
    if (number === undefined) throw new Error(`the questions ask for ${name}`);
    return number;
  });
}

function questionView({ category, ...question }: Question): QuestionView {
  return { ...question, subject: subjectOf(category) };
}

/** Articles on the same subject come first, then those of the same shelf. */
function relatedTo(source: Source, locale: Locale): readonly ArticleCard[] {
  const others = LIBRARY[locale].filter(({ id }) => id !== source.id);
  const nearness = (other: Source): number => (other.subject === source.subject ? 2 : 0) + (other.shelf === source.shelf ? 1 : 0);
  return others
    .toSorted((a, b) => nearness(b) - nearness(a))
    .slice(0, MAX_RELATED)
    .map(cardOf);
}

function cardOf({ id, shelf, subject, cover, title, description, minutes }: Source): ArticleCard {
  return { id, shelf, subject, cover, title, description, minutes };
}

function readAll(): Record<Locale, readonly Source[]> {
  const paths = Object.keys(ARTICLES).toSorted();
  const of = (locale: Locale): readonly Source[] =>
    paths.filter((path) => path.endsWith(`/${locale}.md`)).map((path) => readSource(path, ARTICLES[path] ?? '', locale));
  return Object.fromEntries(LOCALES.map((locale) => [locale, of(locale)])) as Record<Locale, readonly Source[]>;
}

/** A file begins with `name: value` lines between two lines of three hyphens. */
function readSource(path: string, file: string, locale: Locale): Source {
  const [, head = '', text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
  const fields = new Map(head.split('\n').map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]));
  const field = (name: string): string => {
    const value = fields.get(name);
    if (!value) throw new Error(`${path} has no ${name}`);
    return value;
  };
  const shelf = SHELVES.find((each) => each === field('shelf'));
  if (!shelf) throw new Error(`${path}: no shelf ${field('shelf')}`);
  return {
    id: path.split('/').at(-2) ?? '',
    shelf,
    subject: subjectOf(field('subject')),
    cover: coverOf(field('cover')),
    title: field('title'),
    description: field('description'),
    checked: field('checked'),
    minutes: minutesOf(text, locale),
    text,
  };
}

function subjectOf(name: string): Subject {
  const subject = SUBJECTS.find((each) => each === name);
  if (!subject) throw new Error(`no subject ${name}`);
  return subject;
}

/** `image HEIC JPG`: a family and the formats to draw. */
function coverOf(line: string): Cover {
  const [name, ...formats] = line.split(' ');
  const family = TILE_FAMILIES.find((each) => each === name);
  if (!family || formats.length === 0) throw new Error(`no cover ${line}`);
  return { family, formats };
}

function minutesOf(text: string, locale: Locale): number {
  const amount =
    locale === 'ko' ? text.length / KOREAN_CHARACTERS_PER_MINUTE : text.split(/\s+/).length / ENGLISH_WORDS_PER_MINUTE;
  return Math.max(1, Math.round(amount));
}
