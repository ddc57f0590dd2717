import { ENCODING_NAMES, encodingNames } from '../fonts/encodings.ts';
import { substituteFor } from '../fonts/standard-fonts.ts';
import { concat, type Matrix } from '../graphics/matrix.ts';
import { entry, integer, name, numberIn, type PsDict, type PsObject, real } from '../machine/objects.ts';
import { matrixIn } from '../machine/operand-stack.ts';
import { PsError } from '../machine/program-errors.ts';
import { wordsOf } from '../machine/scanner.ts';
import type { Vm } from '../machine/vm.ts';
import type { Operators } from './operators.ts';

function findFont(vm: Vm): void {
  const key = vm.operands.pop();
  const text = wordsOf(key);
  const known =
    text === undefined ? undefined : (entry(vm.fontDirectory, text) ?? vm.resources.get('CIDFont')?.body.entries.get(text));
  if (known) {
    vm.operands.push(known);
    return;
  }
  if (text === undefined) throw new PsError('invalidfont');
  vm.operands.push(substituteFont(vm, text));
}

/** A substitute for a font that is not embedded. */
function substituteFont(vm: Vm, text: string): PsDict {
  const { encoding, width } = substituteFor(text);
  vm.warnings.add('fonts');
  const made = vm.newDict(12);
  const box = [-200, -250, 1200, 1000].map((value) => integer(value));
  const entries: Readonly<Record<string, PsObject>> = {
    FontType: integer(1),
    FontName: name(text),
    FontMatrix: vm.newArray([width / 1000, 0, 0, 0.001, 0, 0].map((value) => real(value))),
    FontBBox: vm.newArray(box),
    PaintType: integer(0),
    Encoding: vm.encoding(encoding),
    CharStrings: knownGlyphs(vm),
    FID: { kind: 'fontid', id: vm.nextFontId() },
    FontInfo: vm.newDict(1),
    Private: vm.newDict(1),
    '%substitute': name(text),
  };
  for (const [key, value] of Object.entries(entries)) vm.define(made, key, value);
  vm.define(vm.fontDirectory, text, made);
  return made;
}

/** Glyph names of a font, for programs that choose an encoding by them. */
function knownGlyphs(vm: Vm): PsDict {
  const made = vm.newDict(300);
  for (const encoding of ENCODING_NAMES) {
    for (const glyph of encodingNames(encoding)) vm.define(made, glyph, integer(0));
  }
  return made;
}

function defineFont(vm: Vm): void {
  const font = vm.operands.dict();
  const key = vm.operands.pop();
  if (!entry(font, 'FontType')) throw new PsError('invalidfont');
  if (!entry(font, 'FID')) vm.define(font, 'FID', { kind: 'fontid', id: vm.nextFontId() });
  // A substitute with a new encoding is still a substitute; a font with its own glyphs is not.
  vm.put(vm.fontDirectory, key, font);
  vm.operands.push(font);
}

/** A font with an additional matrix. The parts of composite fonts are scaled when shown. */
function scaled(vm: Vm, font: PsDict, matrix: Matrix): PsDict {
  const own = entry(font, 'FontMatrix');
  if (own?.kind !== 'array') throw new PsError('invalidfont');
  const made = vm.newDict(font.body.entries.size + 1);
  for (const [key, value] of font.body.entries) if (typeof key === 'string') vm.define(made, key, value);
  const whole = concat(matrixIn(own), matrix);
  vm.define(made, 'FontMatrix', vm.newArray(whole.map((value) => real(value))));
  return made;
}

function scaleFont(vm: Vm): void {
  const size = vm.operands.number();
  vm.operands.push(scaled(vm, vm.operands.dict(), [size, 0, 0, size, 0, 0]));
}

function makeFont(vm: Vm): void {
  const matrix = vm.operands.matrix();
  vm.operands.push(scaled(vm, vm.operands.dict(), matrix));
}

function selectFont(vm: Vm): void {
  const size = vm.operands.pop();
  findFont(vm);
  const font = vm.operands.dict();
  const value = numberIn(size);
  if (value === undefined && size.kind !== 'array') throw new PsError('typecheck');
  const matrix: Matrix = size.kind === 'array' ? matrixIn(size) : [value ?? 1, 0, 0, value ?? 1, 0, 0];
  vm.state.font = scaled(vm, font, matrix);
}

export const FONT_OPERATORS: Operators = {
  findfont: findFont,
  definefont: defineFont,
  undefinefont: (vm) => {
    vm.fontDirectory.body.entries.delete(wordsOf(vm.operands.pop()) ?? '');
  },
  scalefont: scaleFont,
  makefont: makeFont,
  selectfont: selectFont,
  setfont: (vm) => {
    vm.state.font = vm.operands.dict();
  },
  currentfont: (vm) => vm.operands.push(vm.state.font ?? substituteFont(vm, 'Courier')),
  rootfont: (vm) => vm.operands.push(vm.state.font ?? substituteFont(vm, 'Courier')),
};
