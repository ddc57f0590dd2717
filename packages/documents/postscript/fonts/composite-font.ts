import { concat, type Matrix } from '../graphics/matrix.ts';
import { entry, itemAt, numberIn, type PsArray, type PsDict } from '../machine/objects.ts';
import { matrixIn } from '../machine/operand-stack.ts';
import { PsError } from '../machine/program-errors.ts';
import { mappedCharacters } from './character-map.ts';
import type { ShownCharacter } from './text-show.ts';

const MAX_DEPTH = 5;

/** The characters of a string in a font that may be composite (PLRM 5.10). */
export function charactersOf(font: PsDict, bytes: Uint8Array): readonly ShownCharacter[] {
  if (numberIn(entry(font, 'FontType')) !== 0) return Array.from(bytes, (code) => ({ font, code }));
  return split(font, bytes).flatMap(({ part, code }) => inside(font, part, code, undefined, 0));
}

function inside(font: PsDict, part: number, code: number, outer: Matrix | undefined, depth: number): readonly ShownCharacter[] {
  const own = entry(font, 'FontMatrix');
  const parts = entry(font, 'FDepVector');
  const encoding = entry(font, 'Encoding');
  if (own?.kind !== 'array' || parts?.kind !== 'array' || depth > MAX_DEPTH) throw new PsError('invalidfont');
  const index = encoding?.kind === 'array' ? (numberIn(itemAt(encoding, part)) ?? 0) : part;
  const below = itemAt(parts, index);
  if (below.kind !== 'dict') throw new PsError('invalidfont');
  const matrix = outer ? concat(matrixIn(own), outer) : matrixIn(own);
  if (numberIn(entry(below, 'FontType')) === 0) return inside(below, code >> 8, code & 255, matrix, depth + 1);
  const isNumbered = entry(below, 'CIDFontType') !== undefined;
  return [{ font: below, code, outer: matrix, ...(isNumbered ? { glyph: glyphOfNumber(below, code) } : {}) }];
}

/** The glyph name of a numbered character. */
function glyphOfNumber(font: PsDict, code: number): string {
  const map = entry(font, 'CIDMap');
  if (map?.kind === 'string') return `#${(map.bytes[code * 2] ?? 0) * 256 + (map.bytes[code * 2 + 1] ?? 0)}`;
  if (map?.kind === 'integer') return `#${code + map.value}`;
  if (map?.kind === 'array') return `#${mapped(map, code)}`;
  return `#${code}`;
}

function mapped(map: PsArray, code: number): number {
  let left = code * 2;
  for (let index = 0; index < map.length; index += 1) {
    const piece = itemAt(map, index);
    if (piece.kind !== 'string') continue;
    if (left < piece.bytes.length) return (piece.bytes[left] ?? 0) * 256 + (piece.bytes[left + 1] ?? 0);
    left -= piece.bytes.length;
  }
  return code;
}

type Selected = { readonly part: number; readonly code: number };

/** Splits a string into font and character selections (PLRM, table 5.10). */
function split(font: PsDict, bytes: Uint8Array): readonly Selected[] {
  const escape = numberIn(entry(font, 'EscChar')) ?? 255;
  switch (numberIn(entry(font, 'FMapType'))) {
    case 2:
      return pairs(bytes, (high, low) => ({ part: high, code: low }));
    case 3:
    case 7:
      return escaped(bytes, escape);
    case 4:
      return Array.from(bytes, (byte) => ({ part: byte >> 7, code: byte & 127 }));
    case 5:
      return pairs(bytes, (high, low) => ({ part: high >> 7, code: ((high & 127) << 8) | low }));
    case 6:
      return byIntervals(font, bytes);
    case 8:
      return shifted(bytes);
    case 9:
      return byMap(font, bytes);
    default:
      throw new PsError('invalidfont', 'a way to choose fonts nobody knows');
  }
}

function pairs(bytes: Uint8Array, make: (high: number, low: number) => Selected): readonly Selected[] {
  return Array.from({ length: bytes.length >> 1 }, (_, index) => make(bytes[index * 2] ?? 0, bytes[index * 2 + 1] ?? 0));
}

function escaped(bytes: Uint8Array, escape: number): readonly Selected[] {
  const found: Selected[] = [];
  let part = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === escape) {
      at += 1;
      part = bytes[at] ?? 0;
    } else found.push({ part, code: byte });
  }
  return found;
}

function shifted(bytes: Uint8Array): readonly Selected[] {
  const found: Selected[] = [];
  let part = 0;
  for (const byte of bytes) {
    if (byte === 14) part = 1;
    else if (byte === 15) part = 0;
    else found.push({ part, code: byte });
  }
  return found;
}

/** SubsVector: the number of bytes, then the sizes of the ranges. */
function byIntervals(font: PsDict, bytes: Uint8Array): readonly Selected[] {
  const vector = entry(font, 'SubsVector');
  if (vector?.kind !== 'string') throw new PsError('invalidfont');
  const size = (vector.bytes[0] ?? 0) + 1;
  const found: Selected[] = [];
  for (let at = 0; at + size <= bytes.length; at += size) {
    let value = 0;
    for (const byte of bytes.subarray(at, at + size)) value = value * 256 + byte;
    let part = 0;
    for (let range = 1; range + size <= vector.bytes.length; range += size) {
      let length = 0;
      for (const byte of vector.bytes.subarray(range, range + size)) length = length * 256 + byte;
      if (value < length) break;
      value -= length;
      part += 1;
    }
    found.push({ part, code: value });
  }
  return found;
}

/** By a character map. */
function byMap(font: PsDict, bytes: Uint8Array): readonly Selected[] {
  const map = entry(font, 'CMap');
  return mappedCharacters(map?.kind === 'dict' ? map.body : undefined, bytes).map((code) => ({ part: 0, code }));
}
