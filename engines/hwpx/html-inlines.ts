import type { Inline, TextStyle } from '@bakkum/document-model/model';
import { declarationsOf, styledBy } from './css.ts';
import { pictureOf } from './picture.ts';
import { findElement, type HtmlElement, textOf } from './tree.ts';

/** Formatting that text inherits. */
export type Look = { readonly style: TextStyle; readonly link: string | undefined; readonly keepsSpaces: boolean };

export type InlineReading = {
  /** Returns the note with the given id. */
  readonly noteOf: (id: string) => number | undefined;
  lostPictures: number;
};

/** Text styles implied by elements. */
const MEANINGS: Readonly<Record<string, Partial<TextStyle>>> = {
  b: { bold: true },
  strong: { bold: true },
  th: { bold: true },
  dt: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  dfn: { italic: true },
  var: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  sub: { position: 'sub' },
  sup: { position: 'super' },
  code: { kind: 'mono' },
  kbd: { kind: 'mono' },
  samp: { kind: 'mono' },
  tt: { kind: 'mono' },
  pre: { kind: 'mono' },
};

/** Returns the style inside an element. */
export function lookInside({ name, attributes }: HtmlElement, look: Look): Look {
  const declared = declarationsOf(attributes.get('style'));
  const white = declared.get('white-space') ?? '';
  return {
    style: styledBy(declared, { ...look.style, ...MEANINGS[name] }),
    link: name === 'a' ? (addressOf(attributes.get('href')) ?? look.link) : look.link,
    keepsSpaces: name === 'pre' || (white === '' ? look.keepsSpaces : white.startsWith('pre')),
  };
}

function addressOf(href: string | undefined): string | undefined {
  return /^(https?|mailto|ftp|tel):/i.test(href ?? '') ? href : undefined;
}

/** Reads the inline content of an element that contains no blocks. */
export function readInline(element: HtmlElement, look: Look, reading: InlineReading): readonly Inline[] {
  const special = SPECIAL[element.name];
  if (special) return special(element, look, reading);
  const inside = lookInside(element, look);
  const note = noteIn(element, reading);
  if (note !== undefined) return [{ kind: 'note', note, style: look.style }];
  return element.children.flatMap((child) =>
    typeof child === 'string' ? textInlines(child, inside) : readInline(child, inside, reading),
  );
}

type Special = (element: HtmlElement, look: Look, reading: InlineReading) => readonly Inline[];

const nothing: Special = () => [];

const SPECIAL: Readonly<Record<string, Special>> = {
  br: () => [{ kind: 'line-break' }],
  img: readPicture,
  math: readFormula,
  input: ({ attributes }, look) =>
    attributes.get('type') === 'checkbox' ? textInlines(attributes.has('checked') ? '☑ ' : '☐ ', look) : [],
  ...Object.fromEntries(
    ['script', 'style', 'head', 'title', 'meta', 'link', 'template', 'noscript', 'svg', 'canvas', 'select', 'textarea'].map(
      (name) => [name, nothing],
    ),
  ),
};

export function textInlines(text: string, { style, link, keepsSpaces }: Look): readonly Inline[] {
  const printable = text.replaceAll(/[^\P{Cc}\t\n\r\f]|[\ufffe\uffff]/gu, '');
  if (!keepsSpaces) {
    const collapsed = printable.replaceAll(/[ \t\n\r\f]+/g, ' ');
    return collapsed === '' ? [] : [{ kind: 'text', text: collapsed, style, ...(link !== undefined && { link }) }];
  }
  return printable
    .replace(/^\n/, '')
    .split('\n')
    .flatMap((line, index): readonly Inline[] => [
      ...(index > 0 ? [{ kind: 'line-break' } as const] : []),
      ...(line === '' ? [] : [{ kind: 'text', text: line.replaceAll('\t', '    '), style } as const]),
    ]);
}

/** Returns the note a link refers to; the back link of a note does not count. */
function noteIn({ name, attributes }: HtmlElement, { noteOf }: InlineReading): number | undefined {
  const isMark = attributes.get('role') === 'doc-noteref' || /\bfootnote-ref\b/.test(attributes.get('class') ?? '');
  return name === 'a' && isMark ? noteOf((attributes.get('href') ?? '').replace(/^#/, '')) : undefined;
}

function readPicture({ attributes }: HtmlElement, look: Look, reading: InlineReading): readonly Inline[] {
  const picture = pictureOf(attributes, declarationsOf(attributes.get('style')));
  if (picture) return [{ kind: 'picture', picture }];
  reading.lostPictures += 1;
  return textInlines(attributes.get('alt') ?? '', look);
}

/** Returns the source of a formula if the page includes it, otherwise its text. */
function readFormula(element: HtmlElement, look: Look): readonly Inline[] {
  const source = findElement(element, 'annotation');
  return textInlines(textOf(source ?? element).trim(), look);
}

/** Collapses spaces and trims them from the ends of lines. */
export function trimmed(content: readonly Inline[]): readonly Inline[] {
  const result: Inline[] = [];
  let afterSpace = true;
  for (const inline of content) {
    if (inline.kind !== 'text') {
      if (inline.kind === 'line-break') trimEnd(result);
      afterSpace = inline.kind === 'line-break';
      result.push(inline);
      continue;
    }
    const text = afterSpace ? inline.text.replace(/^ +/, '') : inline.text;
    if (text === '') continue;
    afterSpace = text.endsWith(' ');
    result.push({ ...inline, text });
  }
  trimEnd(result);
  return result;
}

function trimEnd(content: Inline[]): void {
  const last = content.at(-1);
  if (last?.kind !== 'text') return;
  const text = last.text.replace(/(?<! ) +$/, '');
  if (text === '') content.pop();
  else content[content.length - 1] = { ...last, text };
}
