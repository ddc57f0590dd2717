/**
 * Makes the font files for the interface: Latin with the marks of our texts, and the Hangul syllables of the Korean messages. Text
 * from visitors (file names) uses the complete typeface, which loads in pieces when needed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { messagesOf } from '@bakkum/i18n/catalogue';
import { LOCALE_NAMES, LOCALES } from '@bakkum/i18n/locale';
import { en } from '@bakkum/i18n/strings.en';
import { TEMPLATES } from '@bakkum/prompt-analysis/templates-table';
import { publicFormats } from '@bakkum/registry/catalogue';
import { formatText } from '@bakkum/registry/format-texts';
import subsetFont from 'subset-font';
import { renameFont } from './rename-font.ts';

const require = createRequire(import.meta.url);
/** Weights the interface uses; the rest of the axis is removed. */
const WEIGHTS = { min: 400, max: 700 };
/**
 * Features browsers apply by default, except the ligatures that packages/web/ui/tokens.css switches off, and tabular figures. The other
 * glyph forms are a third of the Latin file and unused.
 */
const FEATURES = ['ccmp', 'kern', 'locl', 'mark', 'mkmk', 'rlig', 'tnum'];
/**
 * The licence reserves the name Pretendard for unmodified files, and a subset is a modified one. The replacement has the same
 * length on purpose.
 */
const RENAME = { from: 'Pretendard', to: 'BakkumSans' } as const;
const FAMILY = 'Bakkum Sans';
const CONTENT = path.resolve(import.meta.dirname, '../../../content');
/** Basic Latin, common marks, and the native names of languages, which every page shows. Other marks come from our texts. */
const LATIN: readonly number[] = [
  ...range(0x20, 0x7e),
  ...codePoints('\u00a0–—‘’“”•…←→↑↓×−·™€₩≤≥'),
  ...codePoints(Object.values(LOCALE_NAMES).join('')),
];

const LATIN_1 = range(0xa1, 0xff);

/**
 * Namespaces whose characters only pages with long text need: they are in a file that loads when one occurs, together with those
 * of articles.
 */
const TOLD: ReadonlySet<Name> = new Set<Name>(['pairs']);

/**
 * Writes `interface-latin.woff2`, `interface-hangul.woff2`, each with a `-more` file, and `typeface.css` to a folder, unless they are
 * up to date.
 */
export async function writeTypeface(folder: string): Promise<void> {
  const source = require.resolve('pretendard/dist/public/variable/PretendardVariable.ttf');
  const messages = catalogueText((name) => !TOLD.has(name));
  const told = [catalogueText((name) => TOLD.has(name)), formatTextsText(), JSON.stringify(TEMPLATES), writtenText()].join('');
  const latin = [...LATIN, ...pointsBeyond(LATIN, (messages + told).replace(HANGUL, ''))];
  // Letters of names and file names.
  const latinMore = LATIN_1.filter((point) => !latin.includes(point));
  const hangul = pointsBeyond(latin, messages);
  const more = pointsBeyond([...latin, ...hangul], told);
  const stamp = createHash('sha256')
    .update(JSON.stringify([source, WEIGHTS, FEATURES, latin, latinMore, hangul, more]))
    .digest('hex');
  const stampFile = path.join(folder, 'typeface.stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  mkdirSync(folder, { recursive: true });
  const font = readFileSync(source);
  const faces = [
    { file: 'interface-latin.woff2', points: latin },
    { file: 'interface-latin-more.woff2', points: latinMore },
    { file: 'interface-hangul.woff2', points: hangul },
    { file: 'interface-hangul-more.woff2', points: more },
  ];
  for (const { file, points } of faces) writeFileSync(path.join(folder, file), await subset(font, points));
  writeFileSync(path.join(folder, 'typeface.css'), faces.map(({ file, points }) => fontFace(file, points)).join('\n'));
  writeFileSync(stampFile, stamp);
}

async function subset(font: Buffer, points: readonly number[]): Promise<Uint8Array> {
  const text = String.fromCodePoint(...points);
  const plain = await subsetFont(font, text, {
    targetFormat: 'truetype',
    variationAxes: { wght: WEIGHTS },
    keepFeatures: FEATURES,
  });
  return subsetFont(Buffer.from(renameFont(plain, RENAME)), text, { targetFormat: 'woff2' });
}

function fontFace(file: string, points: readonly number[]): string {
  return `@font-face {
  font-family: '${FAMILY}';
  font-style: normal;
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
  font-display: swap;
  src: url('./${file}') format('woff2');
  unicode-range: ${unicodeRanges(points)};
}
`;
}

/** `U+20-7E, U+A0`. */
function unicodeRanges(points: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const point of [...new Set(points)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else ranges.push([point, point]);
  }
  const hex = (point: number) => point.toString(16).toUpperCase();
  return ranges.map(([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`)).join(', ');
}

type Name = keyof typeof en;

function catalogueText(isWanted: (name: Name) => boolean): string {
  const names = (Object.keys(en) as Name[]).filter(isWanted);
  return JSON.stringify(LOCALES.map((locale) => messagesOf(locale, names)));
}

function formatTextsText(): string {
  return publicFormats()
    .map(({ id, title }) => title.ko + JSON.stringify(formatText(id)?.ko ?? ''))
    .join('');
}

/** Articles, answers and legal texts. */
function writtenText(): string {
  const names = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(path.join(CONTENT, name), 'utf8'))
    .join('');
}

const HANGUL = /[\u3131-\u318e\uac00-\ud7a3]/g;

/** The sorted visible characters of a text that are not known yet. */
function pointsBeyond(known: readonly number[], text: string): readonly number[] {
  return [...new Set(codePoints(text))].filter((point) => point > 0x20 && !known.includes(point)).sort((a, b) => a - b);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function codePoints(text: string): number[] {
  return [...text].flatMap((character) => character.codePointAt(0) ?? []);
}
