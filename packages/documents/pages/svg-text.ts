import type { XmlElement } from '@bakkum/markup/xml';
import { codedIn, type Drawn, type Faces } from './faces.ts';
import { combine, type Matrix } from './matrix.ts';
import { real } from './pdf-file.ts';
import { type Coded, codeOf, type UsedFont } from './pdf-font.ts';
import { type Style, styleOf } from './svg-style.ts';

/** A positioned character; `matrix` maps em units with the y-axis up to the surrounding drawing. */
type Placed = {
  readonly drawn: Drawn;
  readonly character: string;
  readonly matrix: Matrix;
  /** Whether a space follows at the end of a line. */
  readonly endsInSpace?: boolean;
};

/** Typefaces without an italic are slanted by twelve degrees. */
const SLANT = Math.tan((12 * Math.PI) / 180);
/** A gap this wide, in ems, between two letters of a line is a space; a wider one starts a new run. */
const SPACE_GAP = 0.16;
const RUN_GAP = 3;
/** Smaller differences in scale come from rounding. */
const SAME_WIDTH = 0.005;
/** A single letter is stretched at most this much: a program that does not know its typeface asks for half an em. */
const MAX_LETTER_STRETCH = 1.3;
/** Stroke width of an emboldened letter, relative to its size. */
const EMBOLDEN = 1 / 36;
/** Characters without a shape: joiners, direction marks, variation selectors. The Hangul filler is a space. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** The pieces of a `text` element: its own text and that of its `tspan`s, each with style and position. */
export function* textPieces(
  element: XmlElement,
  inherited: Style,
): Generator<{ readonly element: XmlElement; readonly style: Style; readonly text: string }> {
  const style = styleOf(element, inherited);
  for (const child of element.children) {
    if (typeof child !== 'string') yield* textPieces(withPlace(child, element), style);
    else if (child.trim() !== '') yield { element, style, text: child };
  }
}

function withPlace(child: XmlElement, parent: XmlElement): XmlElement {
  const { x = '0', y = '0' } = parent.attributes;
  return { ...child, attributes: { x, y, ...child.attributes } };
}

/** Positions the characters of one piece. `transform` is that of the element. */
export function placeText(element: XmlElement, style: Style, text: string, transform: Matrix, faces: Faces): readonly Placed[] {
  const letters = [...text.replaceAll(/[\t\r\n]/g, ' ')].filter(
    (character) => character === '\u3164' || !INVISIBLE.test(character),
  );
  const found = letters.flatMap((character) => {
    const drawn = faces.drawnOf(style.family, style.bold, character);
    return drawn ? [{ drawn, character, width: widthOf(drawn) * style.size }] : [];
  });
  const natural = found.reduce((sum, { width }) => sum + width, 0);
  const asked = Number.parseFloat(element.attributes['textLength'] ?? '');
  const fitted = asked > 0 && natural > 0 && Math.abs(asked / natural - 1) > SAME_WIDTH ? asked / natural : 1;
  const stretch = LETTER.test(letters.join('')) ? bounded(fitted) : fitted;
  const before = style.anchor === 'middle' ? 0.5 : style.anchor === 'end' ? 1 : 0;
  const start = (Number.parseFloat(element.attributes['x'] ?? '') || 0) - natural * fitted * before;
  let x = start + (natural * (fitted - stretch)) / 2;
  const y = (Number.parseFloat(element.attributes['y'] ?? '') || 0) + shiftOf(element, style);
  return found.map(({ drawn, character, width }) => {
    const slant = style.italic ? SLANT * style.size : 0;
    const upright: Matrix = [style.size * stretch, 0, slant, -style.size, x, y];
    x += width * stretch;
    return { drawn, character: drawn.text ?? character, matrix: combine(upright, transform) };
  });
}

/** A letter or digit. Dashes and lines fill the width they are given. */
const LETTER = /^[\p{L}\p{N}]$/u;

const bounded = (stretch: number): number => Math.min(MAX_LETTER_STRETCH, Math.max(1 / MAX_LETTER_STRETCH, stretch));

/** In ems. */
function widthOf({ used, glyph }: Drawn): number {
  return used.font.widthOf(glyph) / used.font.unitsPerEm;
}

/** Text aligned to its middle is shifted down by about a third of its size. */
function shiftOf({ attributes }: XmlElement, { size }: Style): number {
  const baseline = attributes['dominant-baseline'];
  if (baseline === 'central' || baseline === 'middle') return size * 0.35;
  return baseline === 'hanging' || baseline === 'text-before-edge' ? size * 0.85 : 0;
}

/** A space is at most this wide, in ems. */
const MAX_SPACE = 1;

/** Characters of which the last is followed by a space, if it ends where its area does. */
export function spacedAt(placed: readonly Placed[], right: number): readonly Placed[] {
  const last = placed.at(-1);
  if (!last) return placed;
  const [em, , , , x] = last.matrix;
  const isAtEnd = x + (widthOf(last.drawn) + MAX_SPACE) * em >= right;
  return isAtEnd ? [...placed.slice(0, -1), { ...last, endsInSpace: true }] : placed;
}

/** Text objects (ISO 32000-1, 9.4) of characters in drawing order; characters of one line share an operator. */
export function textOperators(placed: readonly Placed[]): string {
  let operators = '';
  for (let at = 0; at < placed.length; ) {
    const end = runEnd(placed, at);
    operators += runOperators(placed.slice(at, end), placed[end]);
    at = end;
  }
  return operators;
}

function runEnd(placed: readonly Placed[], start: number): number {
  let end = start + 1;
  for (let last = placed[start], next = placed[end]; last && next && continues(last, next); last = next, next = placed[end])
    end += 1;
  return end;
}

function continues(last: Placed, next: Placed): boolean {
  if (last.drawn.used !== next.drawn.used || last.drawn.embolden !== next.drawn.embolden) return false;
  const sameShape = [0, 1, 2, 3].every((part) => Math.abs((last.matrix[part] ?? 0) - (next.matrix[part] ?? 0)) < 0.001);
  const { along, across } = stepOf(last.matrix, next.matrix);
  const gap = along - widthOf(last.drawn);
  return sameShape && Math.abs(across) < 0.02 && gap > -0.5 && gap < RUN_GAP;
}

/** Distance between two positions, in ems along and across the line. */
function stepOf([a, b, , , e, f]: Matrix, [, , , , x, y]: Matrix): { readonly along: number; readonly across: number } {
  const square = a * a + b * b || 1;
  return { along: ((x - e) * a + (y - f) * b) / square, across: ((x - e) * b - (y - f) * a) / square };
}

/** Whether a space separates two letters of a line, or the last letter of a line from the next line. */
function isSpaced(last: Placed, next: Placed | undefined): boolean {
  if (last.character === ' ' || next?.character === ' ') return false;
  const { along, across } = next ? stepOf(last.matrix, next.matrix) : OTHER_LINE;
  if (Math.abs(across) >= 0.02) return last.endsInSpace === true;
  return along - widthOf(last.drawn) > SPACE_GAP;
}

const OTHER_LINE = { along: 0, across: 1 };

/** @param following the first letter of the next run: a run ends with the space between them */
function runOperators(run: readonly Placed[], following?: Placed): string {
  const [first] = run;
  if (!first) return '';
  const { used, embolden } = first.drawn;
  let shown = '';
  run.forEach((letter, index) => {
    const { drawn, matrix } = letter;
    shown += `<${codeOf(drawn.code)}>`;
    const next = run[index + 1] ?? following;
    const space = isSpaced(letter, next) ? spaceIn(used) : undefined;
    if (space) shown += `<${codeOf(space.code)}>`;
    if (!next || index + 1 === run.length) return;
    const gap = stepOf(matrix, next.matrix).along - widthOf(drawn);
    const move = gap - (space ? used.font.widthOf(space.glyph) / used.font.unitsPerEm : 0);
    if (Math.abs(move) > 0.001) shown += real(-move * 1000);
  });
  const outlined = embolden ? `2 Tr ${real(EMBOLDEN)} w ` : '';
  return `BT ${outlined}/${used.name} 1 Tf ${first.matrix.map(precise).join(' ')} Tm [${shown.replaceAll('><', '')}] TJ ET\n`;
}

/** The space of a typeface, which its text may not have used before. */
function spaceIn(used: UsedFont): Coded | undefined {
  const known = used.characters.get(' ');
  const glyph = known ? 0 : used.font.glyphOf(0x20);
  return glyph === 0 ? known : codedIn(used, ' ', glyph);
}

/** Sizes are small numbers here, and errors grow with the length of a line. */
function precise(value: number): string {
  const rounded = Math.round(value * 100_000) / 100_000;
  return String(Math.abs(rounded) < 0.00001 ? 0 : rounded);
}
