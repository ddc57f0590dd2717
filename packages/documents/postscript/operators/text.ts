import { charactersOf } from '../fonts/composite-font.ts';
import { advance, type ShowMode, showCharacter } from '../fonts/text-show.ts';
import { integer, isProcedure, type PsDict, real } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import { wordsOf } from '../machine/scanner.ts';
import type { Vm } from '../machine/vm.ts';
import type { Operators } from './operators.ts';
import { numbersOf } from './paths.ts';

function currentFont({ state }: Vm): PsDict {
  if (!state.font) throw new PsError('invalidfont', 'no font is set');
  return state.font;
}

/** Spacing of a string: after every character, and after a particular one. */
type Spacing = {
  readonly each?: readonly [number, number];
  readonly after?: { readonly code: number; readonly by: readonly [number, number] };
  readonly mode?: ShowMode;
};

function showString(vm: Vm, bytes: Uint8Array, { each = [0, 0], after, mode = 'paint' }: Spacing): void {
  if (!vm.state.path.current()) throw new PsError('nocurrentpoint');
  for (const character of charactersOf(currentFont(vm), bytes)) {
    const [x, y] = showCharacter(vm, character, mode);
    const extra = after?.code === character.code ? after.by : [0, 0];
    advance(vm, x + each[0] + (extra[0] ?? 0), y + each[1] + (extra[1] ?? 0));
  }
}

function popPair({ operands }: Vm): readonly [number, number] {
  const [x = 0, y = 0] = operands.numbers(2);
  return [x, y];
}

function widthShow(vm: Vm, hasEach: boolean): void {
  const { bytes } = vm.operands.string();
  const each = hasEach ? popPair(vm) : ([0, 0] as const);
  const code = vm.operands.integer();
  showString(vm, bytes, { each, after: { code, by: popPair(vm) } });
}

/** Calls a procedure between every two characters. */
function kernedShow(vm: Vm): void {
  const { bytes } = vm.operands.string();
  const procedure = vm.operands.procedure();
  bytes.forEach((_, index) => {
    showString(vm, bytes.subarray(index, index + 1), {});
    if (index + 1 >= bytes.length) return;
    vm.operands.push(integer(bytes[index] ?? 0));
    vm.operands.push(integer(bytes[index + 1] ?? 0));
    vm.call(procedure);
  });
}

function codeShow(vm: Vm): void {
  const { bytes } = vm.operands.string();
  const procedure = vm.operands.pop();
  if (!isProcedure(procedure)) throw new PsError('typecheck');
  for (const character of charactersOf(currentFont(vm), bytes)) {
    vm.operands.push(integer(character.code));
    const [x, y] = showCharacter(vm, character, 'none');
    vm.operands.push(real(x));
    vm.operands.push(real(y));
    vm.call(procedure);
  }
}

/** Takes an explicit advance for every character. */
function placedShow(kind: 'x' | 'y' | 'xy'): (vm: Vm) => void {
  return (vm) => {
    const steps = numbersOf(vm);
    const { bytes } = vm.operands.string();
    charactersOf(currentFont(vm), bytes).forEach((character, index) => {
      showCharacter(vm, character, 'paint');
      if (kind === 'xy') advance(vm, steps[index * 2] ?? 0, steps[index * 2 + 1] ?? 0);
      else if (kind === 'x') advance(vm, steps[index] ?? 0, 0);
      else advance(vm, 0, steps[index] ?? 0);
    });
  };
}

function glyphShow(vm: Vm): void {
  const object = vm.operands.pop();
  const isNumber = object.kind === 'integer';
  const glyph = isNumber ? `#${object.value}` : wordsOf(object);
  if (glyph === undefined) throw new PsError('typecheck');
  const [x, y] = showCharacter(vm, { font: currentFont(vm), code: isNumber ? object.value : 0, glyph }, 'paint');
  advance(vm, x, y);
}

function stringWidth(vm: Vm): void {
  const { bytes } = vm.operands.string();
  let [width, height] = [0, 0];
  for (const character of charactersOf(currentFont(vm), bytes)) {
    const [x, y] = showCharacter(vm, character, 'none');
    width += x;
    height += y;
  }
  vm.operands.push(real(width));
  vm.operands.push(real(height));
}

/** Adds letters to the path; the current point after them becomes its last. */
function characterPath(vm: Vm): void {
  vm.operands.boolean();
  const { bytes } = vm.operands.string();
  showString(vm, bytes, { mode: 'path' });
}

function setWidth(count: number): (vm: Vm) => void {
  return (vm) => {
    const [x = 0, y = 0] = vm.operands.numbers(count);
    vm.glyphWidth = [x, y];
  };
}

export const TEXT_OPERATORS: Operators = {
  show: (vm) => showString(vm, vm.operands.string().bytes, {}),
  ashow: (vm) => {
    const { bytes } = vm.operands.string();
    showString(vm, bytes, { each: popPair(vm) });
  },
  widthshow: (vm) => widthShow(vm, false),
  awidthshow: (vm) => widthShow(vm, true),
  kshow: kernedShow,
  cshow: codeShow,
  xshow: placedShow('x'),
  yshow: placedShow('y'),
  xyshow: placedShow('xy'),
  glyphshow: glyphShow,
  stringwidth: stringWidth,
  charpath: characterPath,
  setcharwidth: setWidth(2),
  setcachedevice: setWidth(6),
  setcachedevice2: setWidth(10),
};
