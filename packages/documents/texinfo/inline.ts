import { compose } from '@bakkum/conversion/compose';
import { escapeHtml } from '@bakkum/markup/escape';
import { argumentsOf, bracedAt } from './braces.ts';
import { ACCENTS, ELEMENTS, LITERAL, SIGNS, SYMBOLS } from './symbols.ts';

/** State of the conversion. `blocks` converts content that may have paragraphs. */
export type Setting = {
  readonly notes: string[];
  readonly blocks: (text: string) => string;
};

/** Deeper nesting only occurs in files made to break programs. */
const MAX_DEPTH = 60;

/** The HTML id of a node or anchor. */
export const placeOf = (name: string): string => name.trim().replaceAll(/[^\p{L}\p{N}]+/gu, '-') || 'top';

/** Converts text with commands to HTML. `literal`: quotes and hyphens stay unchanged. */
export function inlineHtml(text: string, setting: Setting, literal = false, depth = 0): string {
  if (depth > MAX_DEPTH) return escapeHtml(text);
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('@', at);
    const plain = text.slice(at, next < 0 ? text.length : next).replaceAll(/[{}]/g, '');
    parts.push(escapeHtml(literal ? plain : typographic(plain)));
    if (next < 0) break;
    const piece = commandAt(text, next + 1, { setting, literal, depth });
    parts.push(piece.html);
    at = piece.next;
  }
  return parts.join('');
}

const typographic = (text: string): string =>
  text
    .replaceAll('``', '“')
    .replaceAll("''", '”')
    .replaceAll('`', '‘')
    .replaceAll("'", '’')
    .replaceAll('---', '—')
    .replaceAll(/(?<!-)--(?!-)/g, '–');

type Around = { readonly setting: Setting; readonly literal: boolean; readonly depth: number };
type Piece = { readonly html: string; readonly next: number };

function commandAt(text: string, at: number, around: Around): Piece {
  const name = /^[a-zA-Z]+/.exec(text.slice(at, at + 40))?.[0] ?? text.slice(at, at + 1);
  const after = at + name.length;
  if (name === 'verb') return verbAt(text, after);
  const accent = ACCENTS[name];
  if (accent !== undefined) return accentAt(text, after, accent, around);
  const braces = bracedAt(text, after);
  // Without a closing brace, nothing after it can be recognised as a command.
  if (!braces && text[after] === '{') return { html: escapeHtml(text.slice(after + 1)), next: text.length };
  if (braces) return { html: braced(name, braces.content, around), next: braces.next };
  const sign = SIGNS[name];
  if (sign === undefined) return { html: escapeHtml(SYMBOLS[name] ?? ''), next: after };
  return { html: sign === '\n' ? '<br>' : escapeHtml(sign), next: after };
}

/** Verbatim text between two equal delimiters, without commands. */
function verbAt(text: string, at: number): Piece {
  const mark = text[at + 1] ?? '';
  const end = text.indexOf(`${mark}}`, at + 2);
  if (text[at] !== '{' || mark === '' || end < 0) return { html: '', next: at };
  return { html: `<code>${escapeHtml(text.slice(at + 2, end))}</code>`, next: end + 2 };
}

function accentAt(text: string, at: number, accent: string, { setting }: Around): Piece {
  const space = /^ ?/.exec(text.slice(at))?.[0].length ?? 0;
  const braces = bracedAt(text, at);
  const letter = braces ? braces.content : (text[at + space] ?? '');
  const next = braces ? braces.next : at + space + 1;
  const plain = letter.replace(/^@dotless\{(\w)\}$/, (_, bare: string) => (bare === 'i' ? 'ı' : 'ȷ'));
  const [first = '', ...rest] = plain.length > 2 ? [inlineHtml(plain, setting)] : plain;
  return { html: escapeHtml(compose(`${first}${accent}`) + rest.join('')), next };
}

function braced(name: string, content: string, { setting, literal, depth }: Around): string {
  const words = (text: string, isLiteral = literal): string => inlineHtml(text, setting, isLiteral, depth + 1);
  const element = ELEMENTS[name];
  if (element !== undefined) return `<${element}>${words(content, literal || LITERAL.has(element))}</${element}>`;
  const symbol = SYMBOLS[name];
  if (symbol !== undefined) return escapeHtml(symbol);
  const special = SPECIAL[name];
  return special ? special(content, words, setting) : words(content);
}

type Words = (text: string, isLiteral?: boolean) => string;
type Special = (content: string, words: Words, setting: Setting) => string;

const nothing: Special = () => '';
const link: Special = (content, words) => {
  const [address = '', text = '', instead = ''] = argumentsOf(content);
  const shown = instead || text;
  return `<a href="${escapeHtml(plainText(address))}">${shown === '' ? escapeHtml(plainText(address)) : words(shown)}</a>`;
};

const reference =
  (before: string): Special =>
  (content, words) => {
    const [node = '', label = '', title = '', file = '', manual = ''] = argumentsOf(content);
    const shown = words(title || label || node);
    if (file !== '' || manual !== '') return `${before}“${shown}” (<cite>${words(manual || file)}</cite>)`;
    return `${before}<a href="#${escapeHtml(placeOf(node))}">${shown}</a>`;
  };

const SPECIAL: Readonly<Record<string, Special>> = {
  url: link,
  uref: link,
  email: (content, words) => {
    const [address = '', text = ''] = argumentsOf(content);
    const plain = plainText(address);
    return `<a href="mailto:${escapeHtml(plain)}">${text === '' ? escapeHtml(plain) : words(text)}</a>`;
  },
  xref: reference('See '),
  pxref: reference('see '),
  inforef: (content, words) => {
    const [node = '', label = '', file = ''] = argumentsOf(content);
    return `See “${words(label || node)}” (<cite>${words(file)}</cite>)`;
  },
  ref: reference(''),
  link: reference(''),
  anchor: (content) => `<span id="${escapeHtml(placeOf(content))}"></span>`,
  namedanchor: (content) => `<span id="${escapeHtml(placeOf(argumentsOf(content)[0] ?? ''))}"></span>`,
  image: (content) => {
    const [file = '', , , described = '', ending = ''] = argumentsOf(content);
    const source = `${file}${ending === '' ? '.png' : ending.startsWith('.') ? ending : `.${ending}`}`;
    return `<img src="${escapeHtml(plainText(source))}" alt="${escapeHtml(plainText(described))}">`;
  },
  footnote: (content, _, { notes, blocks }) => {
    const number = notes.push('');
    notes[number - 1] = blocks(content);
    return `<sup><a href="#footnote-${number}" id="footnote-from-${number}">${number}</a></sup>`;
  },
  abbr: expanded,
  acronym: expanded,
  sc: (content, words) => `<span style="font-variant: small-caps">${words(content)}</span>`,
  math: (content) => `<script type="math/tex">${formula(content)}</script>`,
  dotless: (content) => (content === 'i' ? 'ı' : 'ȷ'),
  U: (content) => character(Number.parseInt(content, 16)),
  caption: (content, words) => `<em>${words(content)}</em>`,
  shortcaption: nothing,
  errormsg: nothing,
  hyphenation: nothing,
  seeentry: nothing,
  seealso: nothing,
  sortas: nothing,
  inlinefmt: (content, words) => inlineFor(content, (format, [text = '']) => (isOurs(format) ? words(text) : '')),
  inlinefmtifelse: (content, words) =>
    inlineFor(content, (format, [text = '', otherwise = '']) => words(isOurs(format) ? text : otherwise)),
  inlineraw: nothing,
  today: nothing,
};

function expanded(content: string, words: Words): string {
  const [short = '', meaning = ''] = argumentsOf(content);
  return meaning === '' ? words(short) : `${words(short)} (${words(meaning)})`;
}

/** Formats that apply to HTML. */
const isOurs = (format: string): boolean => /^(?:html|not(?:tex|info|plaintext|docbook|xml))$/.test(format);

function inlineFor(content: string, choose: (format: string, rest: readonly string[]) => string): string {
  const [format = '', ...rest] = argumentsOf(content);
  return choose(format, rest);
}

const character = (code: number): string => (code > 31 && code <= 0x10ffff ? escapeHtml(String.fromCodePoint(code)) : '');

/** A formula stays TeX, except for escaped braces and at signs; it must not close its element. */
const formula = (content: string): string => content.replaceAll(/@([@{}\\])/g, '$1').replaceAll('</', '<\\/');

/** A URL or a name without commands. */
const plainText = (text: string): string => text.replaceAll(/@([@{}])/g, '$1').replaceAll(/@[a-zA-Z]+\{([^{}]*)\}|@[/:-]/g, '$1');
