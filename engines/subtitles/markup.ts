import { parseCssColour } from '@bakkum/markup/colour';
import { unescapeHtml } from '@bakkum/markup/unescape';
import type { Span, Style } from './cue.ts';

/** Interpretation of angle brackets and ampersands. */
export type MarkupRules = {
  /** Character entities are decoded. */
  readonly entities: boolean;
  /** Unknown tags are dropped; otherwise they are text. */
  readonly dropsUnknown: boolean;
  /** Styles of classes by name. */
  readonly classes?: Readonly<Record<string, Style>>;
};

const TAG_STYLES: Readonly<Record<string, Style>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  u: { underline: true },
  s: { strike: true },
  strike: { strike: true },
};
const SILENT: ReadonlySet<string> = new Set(['font', 'c', 'v', 'lang', 'ruby', 'rt', 'span', 'p', 'rp']);

const TOKEN = /<(\/?)([a-z][\w]*)((?:\.[^\s<>]*)?(?:\s[^<>]*)?)\/?>|<\d+:[\d:.]+>|&(#x?[0-9a-f]{1,6}|[a-z]+\d?);|[^<&]+|[<&]/gi;

type Open = { readonly tag: string; readonly style: Style };

/** Parses text with tags to styled spans. Tags may be unclosed or closed in any order. */
export function readMarkup(text: string, rules: MarkupRules): readonly Span[] {
  const spans: Span[] = [];
  const open: Open[] = [];
  const add = (characters: string): void => {
    spans.push({ ...Object.assign({}, ...open.map(({ style }) => style)), text: characters });
  };
  for (const token of text.matchAll(TOKEN)) {
    const [whole, slash, name, rest = '', entity] = token;
    if (name !== undefined) {
      const tag = name.toLowerCase();
      if (tag === 'br') add('\n');
      else if (isKnown(tag)) applyTag(open, tag, slash === '/', rest, rules, add);
      else if (!rules.dropsUnknown) add(whole);
    } else if (entity !== undefined) add(rules.entities ? unescapeHtml(whole) : whole);
    else if (!/^<\d/.test(whole)) add(whole); // a word timestamp
  }
  return spans;
}

const isKnown = (tag: string): boolean => SILENT.has(tag) || Object.hasOwn(TAG_STYLES, tag);

function applyTag(
  open: Open[],
  tag: string,
  closes: boolean,
  rest: string,
  rules: MarkupRules,
  add: (text: string) => void,
): void {
  if (tag === 'rt') add(closes ? ')' : '('); // ruby text follows its base
  if (!closes) {
    open.push({ tag, style: styleOf(tag, rest, rules) });
    return;
  }
  const at = open.findLastIndex((each) => each.tag === tag);
  if (at >= 0) open.splice(at, 1);
}

function styleOf(tag: string, rest: string, { classes = {} }: MarkupRules): Style {
  if (tag === 'font') return colourStyle(/\bcolor\s*=\s*(?:["']\s*)?([#\w]+)/i.exec(rest)?.[1]);
  if (tag === 'span') return colourStyle(/\bcolor\s*:\s*([#\w]+)/i.exec(rest)?.[1]);
  const named = rest.trim().split(/\s/)[0] ?? '';
  const looks = named
    .split('.')
    .slice(1)
    .map((name) => classes[name] ?? (/^[a-z]+$/.test(name) ? colourStyle(name) : {}));
  return Object.assign({}, TAG_STYLES[tag], ...looks);
}

/** Parses a CSS colour, or `aabbcc`, to a style; empty if invalid. */
export function colourStyle(text = ''): Style {
  const colour = parseCssColour(text) ?? parseCssColour(`#${text}`);
  return colour === undefined ? {} : { colour };
}

export type TagWriter = {
  readonly escape: (text: string) => string;
  /** Opening and closing tags for a colour. */
  readonly colour: (colour: string) => readonly [string, string];
  readonly strike?: readonly [string, string];
};

/** Writes spans with single-letter HTML tags. */
export function writeMarkup(spans: readonly Span[], { escape, colour, strike }: TagWriter): string {
  return spans
    .map((span) => {
      const tags: (readonly [string, string])[] = [
        ...(span.colour === undefined ? [] : [colour(span.colour)]),
        ...(span.bold ? [['<b>', '</b>'] as const] : []),
        ...(span.italic ? [['<i>', '</i>'] as const] : []),
        ...(span.underline ? [['<u>', '</u>'] as const] : []),
        ...(span.strike && strike ? [strike] : []),
      ];
      const before = tags.map(([start]) => start).join('');
      const after = tags
        .toReversed()
        .map(([, end]) => end)
        .join('');
      return before + escape(span.text) + after;
    })
    .join('');
}
