import type { ListMarker } from '@bakkum/document-model/model';
import { type Box, type Glyph, widthOf } from '../page-content.ts';
import { parseMarker } from './list-markers.ts';
import type { Row } from './rows.ts';
import { isEastAsian } from './script.ts';
import { textOf } from './segments.ts';

/** A row of a paragraph. */
export type Line = Row & {
  readonly text: string;
  /** Set if its first word marks a list item; `textLeft` is where the item's text starts. */
  readonly marker?: { readonly marker: ListMarker; readonly glyphs: number; readonly textLeft: number };
  readonly bold: boolean;
  readonly colour: string;
  /** Width of the first word, which did not fit on the previous line. */
  readonly firstWord: number;
  readonly spaceAfter: boolean;
  /** The file's tag for it, such as `H1`; empty without tags. */
  readonly role: string;
};

export function lineFrom(row: Row, roles: ReadonlyMap<number, string>): Line {
  const glyphs = row.parts.flatMap((part) => part.glyphs);
  const inked = glyphs.filter(({ text }) => text !== ' ');
  const marker = markerOf(glyphs);
  const [first] = inked;
  return {
    ...row,
    text: row.parts.map(textOf).join('\t'),
    ...(marker ? { marker } : {}),
    bold: inked.filter(({ font }) => font.bold).length > inked.length * 0.8,
    colour: first?.colour ?? '#000000',
    firstWord: firstWordWidth(glyphs),
    spaceAfter: row.parts.at(-1)?.spaceAfter ?? false,
    role: roleOf(inked, roles),
  };
}

function markerOf(glyphs: readonly Glyph[]): Line['marker'] {
  const end = glyphs.findIndex(({ text }) => text === ' ');
  if (end < 1 || end > 6) return undefined;
  const marker = parseMarker(
    glyphs
      .slice(0, end)
      .map(({ text }) => text)
      .join(''),
  );
  const text = glyphs[end + 1];
  return marker && text ? { marker, glyphs: end + 1, textLeft: text.left } : undefined;
}

/** Up to the first space, or one character of a script that breaks anywhere. */
function firstWordWidth(glyphs: readonly Glyph[]): number {
  const [first] = glyphs;
  if (!first) return 0;
  const end = glyphs.findIndex(({ text }) => text === ' ');
  const word = end < 0 ? glyphs : glyphs.slice(0, end);
  const last = word.at(-1) ?? first;
  return isEastAsian(first.text) ? Math.min(widthOf({ ...first, right: last.right }), first.size * 3) : last.right - first.left;
}

function roleOf(glyphs: readonly Glyph[], roles: ReadonlyMap<number, string>): string {
  if (roles.size === 0) return '';
  const found = glyphs.map(({ mark }) => roles.get(mark) ?? '').filter((role) => role !== '');
  return found.length * 2 >= glyphs.length ? (found[Math.floor(found.length / 2)] ?? '') : '';
}

export type Column = Pick<Box, 'left' | 'right'>;
