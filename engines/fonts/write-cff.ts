import type { Bytes } from '@bakkum/bytes/bytes';
import { ByteWriter } from '@bakkum/bytes/writer';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Cubic, Point } from './charstring.ts';

/** A font to be written as CFF. Coordinates are whole, or have fractions of 1/65,536. */
export type CffFont = {
  /** PostScript name: ASCII without spaces and brackets. */
  readonly name: string;
  readonly fullName: string;
  readonly family: string;
  readonly unitsPerEm: number;
  readonly box: readonly [left: number, bottom: number, right: number, top: number];
  readonly glyphs: readonly CffGlyph[];
  /** Outlines that glyphs use as parts, at most `MAX_OUTLINES`. */
  readonly outlines: readonly (readonly Cubic[])[];
};

/** A glyph with paths of its own, or with moved copies of outlines. */
export type CffGlyph = {
  readonly name: string;
  readonly width: number;
  readonly paths: readonly Cubic[];
  readonly parts?: readonly CffPart[];
};

/** `outline`: index into the outlines of the font. */
type CffPart = { readonly outline: number; readonly dx: number; readonly dy: number };

/** Subroutines whose numbers need no more than 16 bits (Technical Note 5177, section 4.7). */
export const MAX_OUTLINES = 33_899;

/** Adobe Technical Note 5176: number of strings every reader knows; own strings are numbered from here. */
const STANDARD_STRINGS = 391;
const LARGEST_NUMBER = 32_767;
/** Maximum number of operands (Technical Note 5177, appendix B). */
const MAX_OPERANDS = 48;

/** Writes the `CFF ` table of a font with glyph names. The first glyph is `.notdef`. Errors: `unsupported-feature`. */
export function writeCff(font: CffFont): Bytes {
  const strings = [font.fullName, font.family, ...font.glyphs.slice(1).map(({ name }) => name)];
  const start = new ByteWriter().u8(1, 0, 4, 4).put(indexOf([latin1(font.name)]));
  const rest = new ByteWriter().put(indexOf(strings.map(latin1))).put(indexOf(font.outlines.map(subroutineOf)));
  const charset = charsetOf(font.glyphs.length);
  const charstrings = indexOf(font.glyphs.map((glyph) => charstringOf(glyph, font.outlines)));
  // Widths are not relative to a usual width.
  const privateDict = new ByteWriter().put(integer(0)).u8(20).finish();
  const topOf = (at: number): Bytes =>
    topDict(font, {
      charset: at,
      charstrings: at + charset.length,
      privateDict: at + charset.length + charstrings.length,
      privateSize: privateDict.length,
    });
  const at = start.length + indexOf([topOf(0)]).length + rest.length;
  return start
    .put(indexOf([topOf(at)]))
    .put(rest.finish())
    .put(charset)
    .put(charstrings)
    .put(privateDict)
    .finish();
}

type Offsets = {
  readonly charset: number;
  readonly charstrings: number;
  readonly privateDict: number;
  readonly privateSize: number;
};

/** Offsets have a fixed length, so that the size of the dictionary does not depend on them. */
function topDict({ unitsPerEm, box }: CffFont, offsets: Offsets): Bytes {
  const dict = new ByteWriter();
  dict
    .put(integer(STANDARD_STRINGS))
    .u8(2)
    .put(integer(STANDARD_STRINGS + 1))
    .u8(3);
  for (const side of box) dict.put(integer(side));
  dict.u8(5);
  if (unitsPerEm !== 1000) {
    const scale = real(1 / unitsPerEm);
    for (const part of [scale, integer(0), integer(0), scale, integer(0), integer(0)]) dict.put(part);
    dict.u8(12, 7);
  }
  dict.put(offset(offsets.charset)).u8(15).put(offset(offsets.charstrings)).u8(17);
  return dict.put(offset(offsets.privateSize)).put(offset(offsets.privateDict)).u8(18).finish();
}

/** Names of glyphs are numbered in their order, after the two strings of the font. */
function charsetOf(glyphs: number): Bytes {
  const charset = new ByteWriter().u8(2);
  if (glyphs > 1) charset.u16(STANDARD_STRINGS + 2, glyphs - 2);
  return charset.finish();
}

function indexOf(items: readonly Bytes[]): Bytes {
  const writer = new ByteWriter().u16(items.length);
  if (items.length === 0) return writer.finish();
  const end = items.reduce((sum, { length }) => sum + length, 1);
  const width = end < 0x100 ? 1 : end < 0x10000 ? 2 : end < 0x1000000 ? 3 : 4;
  writer.u8(width);
  let at = 1;
  for (const { length } of [new Uint8Array(), ...items]) {
    at += length;
    for (let byte = width - 1; byte >= 0; byte -= 1) writer.u8((at >>> (byte * 8)) & 255);
  }
  for (const item of items) writer.put(item);
  return writer.finish();
}

/** Numbers of a dictionary. */
function integer(value: number): Bytes {
  if (value >= -107 && value <= 107) return new Uint8Array([value + 139]);
  return new ByteWriter().u8(28).u16(value).finish();
}

const offset = (value: number): Bytes => new ByteWriter().u8(29).u32(value).finish();

/** Decimal digits, one in each half of a byte. */
function real(value: number): Bytes {
  const digits = [...value.toFixed(12).replace(/^0/, '')].map((sign) => (sign === '.' ? 0xa : Number(sign)));
  const halves = digits.length % 2 === 0 ? [...digits, 0xf, 0xf] : [...digits, 0xf];
  const bytes = Array.from(
    { length: halves.length / 2 },
    (_, index) => ((halves[index * 2] ?? 0) << 4) | (halves[index * 2 + 1] ?? 0),
  );
  return new Uint8Array([30, ...bytes]);
}

/** Adobe Technical Note 5177: the width, each path or outline from its start, and the end. */
function charstringOf({ width, paths, parts = [] }: CffGlyph, outlines: CffFont['outlines']): Bytes {
  const code = new Charstring();
  // Programs read the width from `hmtx`; a few broken fonts have wider glyphs.
  code.number(Math.min(width, LARGEST_NUMBER));
  for (const path of paths) code.path(path);
  for (const { outline, dx, dy } of parts) {
    const [first, ...rest] = outlines[outline] ?? [];
    if (first)
      code.call(outline - biasOf(outlines.length), moved(first.start, dx, dy), moved(endOf(rest.at(-1) ?? first), dx, dy));
  }
  return code.finish(ENDCHAR);
}

/** The paths of an outline, where the caller has moved to the start of the first. */
function subroutineOf([first, ...rest]: readonly Cubic[]): Bytes {
  const code = new Charstring();
  if (first) code.path(first, true);
  for (const path of rest) code.path(path);
  return code.finish(RETURN);
}

/** Technical Note 5177, section 4.7: numbers of subroutines are relative to this, so that most are short. */
const biasOf = (count: number): number => (count < 1240 ? 107 : 1131);

const moved = ([x, y]: Point, dx: number, dy: number): Point => [x + dx, y + dy];
const endOf = ({ start, curves }: Cubic): Point => curves.at(-1)?.[2] ?? start;

const RLINETO = 5;
const RRCURVETO = 8;
const RETURN = 11;
const ENDCHAR = 14;
const RMOVETO = 21;
const CALLGSUBR = 29;

/** Writes the operators of a glyph; the same operators in sequence become one. */
class Charstring {
  readonly #code = new ByteWriter();
  #at: Point = [0, 0];
  #operator = 0;
  #operands: number[] = [];

  number(value: number): void {
    operand(this.#code, value);
  }

  /** @param isPlaced the current point is already at the start */
  path({ start, curves }: Cubic, isPlaced = false): void {
    if (isPlaced) this.#at = start;
    else this.#draw(RMOVETO, [start]);
    this.#flush();
    for (const [one, two, to] of curves) {
      if (isAt(one, this.#at) && isAt(two, to)) this.#draw(RLINETO, [to]);
      else this.#draw(RRCURVETO, [one, two, to]);
    }
    this.#flush();
  }

  /** Moves to the start of an outline and draws it. */
  call(subroutine: number, start: Point, end: Point): void {
    this.#draw(RMOVETO, [start]);
    this.#flush();
    operand(this.#code, subroutine);
    this.#code.u8(CALLGSUBR);
    this.#at = end;
  }

  finish(operator: number): Bytes {
    return this.#code.u8(operator).finish();
  }

  #draw(operator: number, points: readonly Point[]): void {
    if (this.#operator !== operator || this.#operands.length + points.length * 2 > MAX_OPERANDS) this.#flush();
    this.#operator = operator;
    for (const to of points) {
      this.#operands.push(to[0] - this.#at[0], to[1] - this.#at[1]);
      this.#at = to;
    }
  }

  #flush(): void {
    if (this.#operands.length === 0) return;
    for (const value of this.#operands) operand(this.#code, value);
    this.#code.u8(this.#operator);
    this.#operands = [];
  }
}

const isAt = (one: Point, other: Point): boolean => one[0] === other[0] && one[1] === other[1];

function operand(code: ByteWriter, value: number): void {
  if (Math.abs(value) > LARGEST_NUMBER) throw new ConversionError('unsupported-feature', 'a glyph larger than CFF allows');
  if (!Number.isInteger(value)) code.u8(255).u32(Math.round(value * 65_536));
  else if (value >= -107 && value <= 107) code.u8(value + 139);
  else if (value >= 108 && value <= 1131) code.u8(247 + ((value - 108) >> 8), (value - 108) & 255);
  else if (value >= -1131 && value <= -108) code.u8(251 + ((-value - 108) >> 8), (-value - 108) & 255);
  else code.u8(28).u16(value);
}

const latin1 = (text: string): Bytes => new ByteWriter().latin1(text).finish();
