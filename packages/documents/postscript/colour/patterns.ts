import type { Item, Tiling } from '../display-list.ts';
import { initialState, type PatternPaint } from '../graphics/graphics-state.ts';
import { concat, IDENTITY, type Matrix } from '../graphics/matrix.ts';
import { clipTo } from '../graphics/painting.ts';
import { PathBuilder, rectangle } from '../graphics/path.ts';
import { type DictKey, entry, numberIn, numbersIn, type PsDict, type PsObject, real } from '../machine/objects.ts';
import { matrixIn } from '../machine/operand-stack.ts';
import { PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';
import { isGradient, meshPaint, readShading } from './shading.ts';

/** Instantiates a pattern under the current matrix (PLRM 4.9): copies its dictionary, which stores the matrix. */
export function makePattern(vm: Vm): void {
  const matrix = vm.operands.matrix();
  const original = vm.operands.dict();
  const made = vm.newDict(original.body.entries.size + 2);
  for (const [key, value] of original.body.entries) vm.put(made, keyAsName(key), value);
  const whole = concat(matrix, vm.state.ctm);
  vm.define(made, '%matrix', vm.newArray(whole.map((value) => real(value))));
  vm.define(made, 'Implementation', real(0));
  vm.operands.push(made);
}

function keyAsName(key: DictKey): PsObject {
  return typeof key === 'string' ? { kind: 'name', text: key, executable: false } : { kind: 'null' };
}

export function patternPaint(vm: Vm, pattern: PsDict): PatternPaint {
  const stored = entry(pattern, '%matrix');
  const matrix = stored?.kind === 'array' ? matrixIn(stored) : vm.state.ctm;
  if (numberIn(entry(pattern, 'PatternType')) === 2) {
    const shading = entry(pattern, 'Shading');
    if (shading?.kind !== 'dict') throw new PsError('typecheck');
    return isGradient(shading) ? readShading(vm, shading, matrix) : meshPaint(vm, shading, matrix);
  }
  return tilingOf(vm, pattern, matrix);
}

const MAX_CELL_ITEMS = 20_000;

function tilingOf(vm: Vm, pattern: PsDict, matrix: Matrix): Tiling {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersIn(entry(pattern, 'BBox')) ?? [];
  const xStep = numberIn(entry(pattern, 'XStep')) ?? right - left;
  const yStep = numberIn(entry(pattern, 'YStep')) ?? top - bottom;
  if (right <= left || top <= bottom || xStep === 0 || yStep === 0) throw new PsError('rangecheck', 'a pattern without a size');
  const items = cellItems(vm, pattern, [left, bottom, right, top]);
  return { kind: 'tiling', items, box: [left, bottom, right, top], xStep: Math.abs(xStep), yStep: Math.abs(yStep), matrix };
}

/** The drawing of the cell, in its own space. */
function cellItems(vm: Vm, pattern: PsDict, box: readonly [number, number, number, number]): readonly Item[] {
  const paint = entry(pattern, 'PaintProc');
  if (!paint) throw new PsError('undefined', 'PaintProc');
  const { state, items, mute } = vm;
  const colour = state.colour;
  vm.items = [];
  vm.mute = 0;
  vm.state = { ...initialState(IDENTITY), colour, font: state.font };
  const path = new PathBuilder();
  path.append(rectangle(box));
  clipTo(vm, path.finished(), 'nonzero');
  try {
    vm.operands.push(pattern);
    vm.call(paint);
    if (vm.items.length > MAX_CELL_ITEMS) throw new PsError('limitcheck', 'a pattern of too many parts');
    return vm.items;
  } finally {
    vm.state = state;
    vm.items = items;
    vm.mute = mute;
  }
}
