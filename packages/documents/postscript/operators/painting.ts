import { forked } from '../graphics/graphics-state.ts';
import { concat, type Matrix } from '../graphics/matrix.ts';
import { fillPath, strokePath } from '../graphics/painting.ts';
import { type Path, PathBuilder } from '../graphics/path.ts';
import { strokeOutline } from '../graphics/stroke-outline.ts';
import type { Vm } from '../machine/vm.ts';
import { inverted } from './graphics-state.ts';
import type { Operators } from './operators.ts';
import { appendRectangles, popRectangles, userPath } from './paths.ts';

function fill(vm: Vm, rule: 'nonzero' | 'evenodd'): void {
  fillPath(vm, vm.state.path.finished(), rule);
  vm.state.path = new PathBuilder();
}

function stroke(vm: Vm): void {
  strokePath(vm, vm.state.path.finished());
  vm.state.path = new PathBuilder();
}

function rectFill(vm: Vm): void {
  const path = new PathBuilder();
  appendRectangles(path, popRectangles(vm), vm.state.ctm);
  fillPath(vm, path.finished(), 'nonzero');
}

/** Pops the optional matrix for strokes, which is on top of the path. */
function popStrokeMatrix(vm: Vm, isAbove: (depth: number) => boolean): Matrix | undefined {
  const top = vm.operands.peek();
  if (top.kind !== 'array' || top.executable || top.length !== 6 || !isAbove(1)) return undefined;
  return vm.operands.matrix();
}

function strokeUnder(vm: Vm, path: Path, matrix: Matrix | undefined): void {
  const before = vm.state.ctm;
  if (matrix) vm.state.ctm = concat(matrix, before);
  strokePath(vm, path);
  vm.state.ctm = before;
}

function isKind(vm: Vm, depth: number, kinds: readonly string[]): boolean {
  return vm.operands.size > depth && kinds.includes(vm.operands.peek(depth).kind);
}

function rectStroke(vm: Vm): void {
  const numbers = ['integer', 'real'];
  const matrix = popStrokeMatrix(
    vm,
    (depth) => isKind(vm, depth, ['array', 'string']) || [1, 2, 3, 4].every((below) => isKind(vm, below, numbers)),
  );
  const path = new PathBuilder();
  appendRectangles(path, popRectangles(vm), vm.state.ctm);
  strokeUnder(vm, path.finished(), matrix);
}

function userFill(rule: 'nonzero' | 'evenodd'): (vm: Vm) => void {
  return (vm) => fillPath(vm, userPath(vm).finished(), rule);
}

function userStroke(vm: Vm): void {
  const matrix = popStrokeMatrix(vm, (depth) => isKind(vm, depth, ['array']));
  strokeUnder(vm, userPath(vm).finished(), matrix);
}

/** The outlines of strokes, subpath by subpath. */
function strokePathOperator(vm: Vm): void {
  const { state } = vm;
  const outline = strokeOutline(state.path.finished(), state, inverted(state.ctm));
  state.path = new PathBuilder();
  state.path.append(outline);
}

/** Discards everything drawn on the page. */
function erasePage(vm: Vm): void {
  vm.items = [];
}

function showPage(vm: Vm): void {
  vm.endPage();
  vm.state = { ...forked(vm.state), ctm: vm.defaultMatrix(), path: new PathBuilder(), clip: undefined, clipBox: undefined };
}

/** Hit tests always answer false: programs use them for interaction. */
function notInside(count: number): (vm: Vm) => void {
  return ({ operands }) => {
    operands.popMany(count);
    operands.pushBoolean(false);
  };
}

export const PAINT_OPERATORS: Operators = {
  fill: (vm) => fill(vm, 'nonzero'),
  eofill: (vm) => fill(vm, 'evenodd'),
  stroke,
  rectfill: rectFill,
  rectstroke: rectStroke,
  ufill: userFill('nonzero'),
  ueofill: userFill('evenodd'),
  ustroke: userStroke,
  strokepath: strokePathOperator,
  ustrokepath: (vm) => {
    vm.state.path = userPath(vm);
    strokePathOperator(vm);
  },
  erasepage: erasePage,
  showpage: showPage,
  copypage: (vm) => vm.copyPage(),
  infill: notInside(2),
  ineofill: notInside(2),
  instroke: notInside(2),
};
