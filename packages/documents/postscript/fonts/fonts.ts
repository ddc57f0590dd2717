import { concat } from '@bakkum/bytes/bytes';
import type { Glyph } from '../display-list.ts';
import { plainCharstring } from '../filters/eexec.ts';
import { type Path, transformed } from '../graphics/path.ts';
import {
  type DictBody,
  entry,
  itemAt,
  itemsOf,
  numberIn,
  type PsArray,
  type PsDict,
  type PsObject,
  textOf,
} from '../machine/objects.ts';
import { MissingFace, PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';
import { encodingNames } from './encodings.ts';
import { unicodeOf } from './glyph-names.ts';
import { substituteFor } from './standard-fonts.ts';
import { SYMBOL_WIDTHS } from './symbol-widths.ts';
import { openTrueType, type TrueTypeFace } from './truetype.ts';
import { type Type1Source, type1Outline } from './type1-outline.ts';

/** A glyph in its font's character space, and its advance. */
export type FontGlyph = { readonly glyph: Glyph; readonly width: readonly [number, number] };

export type FontProgram = { glyph(name: string): FontGlyph | undefined };

/** Parsed fonts, by the part of the dictionary that copies share. */
const programs = new WeakMap<DictBody | object, FontProgram>();

/**
 * @throws PsError `invalidfont` if the dictionary is not a font with outlines
 */
export function programOf(vm: Vm, font: PsDict): FontProgram {
  const strings = entry(font, 'CharStrings');
  const shared = strings?.kind === 'dict' ? strings.body : font.body;
  const known = programs.get(shared);
  if (known) return known;
  const made = makeProgram(vm, font);
  programs.set(shared, made);
  return made;
}

function makeProgram(vm: Vm, font: PsDict): FontProgram {
  const substitute = entry(font, '%substitute');
  if (substitute?.kind === 'name') return substituteProgram(vm, substitute.text);
  const type = numberIn(entry(font, 'FontType'));
  if (type === 1) return type1Program(font);
  if (type === 42) return type42Program(font);
  throw new PsError('invalidfont', `a font of type ${type ?? '?'}`);
}

function faceOf(vm: Vm, face: string): TrueTypeFace {
  const found = vm.faces.get(face);
  if (!found) throw new MissingFace(face);
  return found;
}

/** Fallback typefaces for glyphs the first one lacks. */
const FURTHER = ['math', 'symbols'];

function substituteProgram(vm: Vm, font: string): FontProgram {
  const { face, encoding } = substituteFor(font);
  const kept = new Map<string, FontGlyph>();
  return {
    glyph(name) {
      const known = kept.get(name);
      if (known) return known;
      const drawn = substituteGlyph(vm, face, name);
      const width = encoding === 'SymbolEncoding' ? SYMBOL_WIDTHS.get(name) : undefined;
      const made = drawn && width !== undefined ? fitted(drawn, width) : drawn;
      if (made) kept.set(name, made);
      return made;
    },
  };
}

/** Scales a glyph to the expected width, within limits that still look right. */
function fitted({ glyph, width: [own] }: FontGlyph, width: number): FontGlyph {
  const stretch = own > 0 ? Math.max(0.8, Math.min(1.25, width / own)) : 1;
  const path = transformed(glyph.path, [stretch, 0, 0, 1, 0, 0]);
  return { glyph: { ...glyph, path, advance: width }, width: [width, 0] };
}

function substituteGlyph(vm: Vm, face: string, name: string): FontGlyph | undefined {
  const codePoint = unicodeOf(name);
  if (codePoint === undefined) return undefined;
  for (const candidate of [face, ...FURTHER]) {
    const found = faceOf(vm, candidate);
    const glyph = found.font.glyphOf(codePoint);
    if (glyph !== 0) return thousandfold(found, glyph, name);
  }
  return undefined;
}

const thousands = new WeakMap<Glyph, Glyph>();

/** In thousandths, like the fonts it substitutes. */
function thousandfold(face: TrueTypeFace, glyph: number, name: string): FontGlyph {
  const outline = face.outline(glyph);
  const width = face.advance(glyph) * 1000;
  const made = thousands.get(outline) ?? named(transformed(outline.path, [1000, 0, 0, 1000, 0, 0]), name, width);
  thousands.set(outline, made);
  return { glyph: made, width: [width, 0] };
}

function named(path: Path, name: string, advance: number): Glyph {
  const codePoint = unicodeOf(name);
  return codePoint === undefined ? { path, advance } : { path, advance, text: String.fromCodePoint(codePoint) };
}

function type1Program(font: PsDict): FontProgram {
  const strings = entry(font, 'CharStrings');
  const hidden = entry(font, 'Private');
  if (strings?.kind !== 'dict' || hidden?.kind !== 'dict') throw new PsError('invalidfont');
  const lenIV = numberIn(entry(hidden, 'lenIV')) ?? 4;
  const subroutines = entry(hidden, 'Subrs');
  const plain = (object: PsObject | undefined): Uint8Array | undefined =>
    object?.kind === 'string' ? plainCharstring(object.bytes, lenIV) : undefined;
  const standard = encodingNames('StandardEncoding');
  const source: Type1Source = {
    subroutine: (index) => (subroutines?.kind === 'array' ? plain(itemAt(subroutines, index)) : undefined),
    standardGlyph: (code) => plain(entry(strings, standard[code] ?? '.notdef')),
  };
  const kept = new Map<string, FontGlyph>();
  return {
    glyph(name) {
      const known = kept.get(name);
      if (known) return known;
      const program = plain(entry(strings, name));
      if (!program) return undefined;
      const { path, width } = type1Outline(program, source);
      const made: FontGlyph = { glyph: named(path, name, width[0]), width };
      kept.set(name, made);
      return made;
    },
  };
}

/** A width set by the program in place of the font's own. */
export function metricsOf(font: PsDict, name: string): readonly [number, number] | undefined {
  const metrics = entry(font, 'Metrics');
  const value = metrics?.kind === 'dict' ? entry(metrics, name) : undefined;
  const width = numberIn(value) ?? (value?.kind === 'array' ? numberIn(itemAt(value, value.length === 4 ? 2 : 1)) : undefined);
  return width === undefined ? undefined : [width, 0];
}

function type42Program(font: PsDict): FontProgram {
  const parts = entry(font, 'sfnts');
  const strings = entry(font, 'CharStrings');
  if (parts?.kind !== 'array') throw new PsError('invalidfont');
  const face = openParts(parts);
  const kept = new Map<string, FontGlyph>();
  return {
    glyph(name) {
      const known = kept.get(name);
      if (known) return known;
      const index = strings?.kind === 'dict' ? numberIn(entry(strings, name)) : undefined;
      const glyph = index ?? glyphNumber(name);
      if (glyph === undefined) return undefined;
      const width = face.advance(glyph);
      const made: FontGlyph = { glyph: named(face.outline(glyph).path, name, width), width: [width, 0] };
      kept.set(name, made);
      return made;
    },
  };
}

/** CID fonts name their glyphs by number, such as `#12`. */
function glyphNumber(name: string): number | undefined {
  const [, digits] = /^#(\d+)$/.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** A TrueType font split into strings, each possibly with one extra byte at its end. */
function openParts(parts: PsArray): TrueTypeFace {
  const pieces = itemsOf(parts).map((part) => (part.kind === 'string' ? part.bytes : new Uint8Array()));
  const even = pieces.map((piece) => (piece.length % 2 === 1 ? piece.subarray(0, piece.length - 1) : piece));
  try {
    return openTrueType(concat(even));
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new PsError('invalidfont', thrown.message);
    throw thrown;
  }
}

/** The glyph name of a code in a font's encoding. */
export function glyphName(font: PsDict, code: number): string {
  const encoding = entry(font, 'Encoding');
  const item = encoding?.kind === 'array' ? itemAt(encoding, code) : undefined;
  if (item?.kind === 'name') return item.text;
  return item?.kind === 'string' ? textOf(item.bytes) : '.notdef';
}
