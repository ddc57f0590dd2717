import type { Document, Looks, Page, Paragraph, Shape } from './document.ts';

/** Writes Rich Text Format 1.9 in seven bits: other characters by number. */
export function richText(document: Document): string {
  const fonts = document.fonts.map((name, index) => `{\\f${index} ${escaped(name).replaceAll(';', '')};}`).join('');
  const aside = (word: string, paragraphs: readonly Paragraph[]): string =>
    paragraphs.length === 0 ? '' : `{\\${word} ${paragraphs.map(paragraph).join('\n')}}\n`;
  const bare = document.firstIsBare ? '\\titlepg' : '';
  const asides = aside('header', document.header) + aside('footer', document.footer);
  return `{\\rtf1\\ansi\\uc1\\deff0{\\fonttbl${fonts}}\n${paper(document.page)}${bare}\n${asides}${document.body.map(paragraph).join('\n')}\n}`;
}

function paper({ width, height, top, bottom, left, right }: Page): string {
  return `\\paperw${width}\\paperh${height}\\margt${top}\\margb${bottom}\\margl${left}\\margr${right}`;
}

const ALIGNED = { left: '\\ql', centre: '\\qc', right: '\\qr', both: '\\qj' } as const;
const TAB = { left: '', centre: '\\tqc', right: '\\tqr', decimal: '\\tqdec' } as const;

function paragraph({ runs, shape }: Paragraph): string {
  return `\\pard${shaped(shape)}\n${runs.map(({ text, looks }) => `{${look(looks)} ${escaped(text)}}`).join('')}\\par`;
}

function shaped({ align, left, right, first, before, after, tabs }: Shape): string {
  const places = tabs.map(({ at, kind }) => `${TAB[kind]}\\tx${at}`).join('');
  return `${ALIGNED[align]}\\li${left}\\ri${right}\\fi${first}\\sb${before}\\sa${after}${places}`;
}

function look({ bold, italic, underlined, size, font }: Looks): string {
  return `\\f${font}\\fs${size}${bold ? '\\b' : ''}${italic ? '\\i' : ''}${underlined ? '\\ul' : ''}`;
}

const WORDS: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '{': '\\{',
  '}': '\\}',
  '\t': '\\tab ',
  '\v': '\\line ',
  '\f': '\\page ',
  [String.fromCharCode(0x1f)]: '\\-',
  [String.fromCharCode(0x01)]: '\\chpgn ',
};

/** Escapes text and drops special characters of the old programs. */
function escaped(text: string): string {
  return [...text].flatMap((sign) => [...(WORDS[sign] ?? (sign < ' ' ? '' : spelled(sign)))]).join('');
}

function spelled(sign: string): string {
  if (sign <= '~') return sign;
  const units = Array.from({ length: sign.length }, (_, index) => sign.charCodeAt(index));
  return units.map((unit) => `\\u${unit > 0x7fff ? unit - 0x10000 : unit}?`).join('');
}
