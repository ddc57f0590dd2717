import { forked, initialState } from '../graphics/graphics-state.ts';
import { apply, applyDelta, concat, IDENTITY, inverse, type Matrix } from '../graphics/matrix.ts';
import { NULL, numbersIn, numeric, type PsArray, real } from '../machine/objects.ts';
import { matrixIn } from '../machine/operand-stack.ts';
import { PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';
import { cosine } from './arithmetic.ts';
import type { Operators } from './operators.ts';

const MAX_SAVED = 5000;

function gsave(vm: Vm): void {
  if (vm.saved.length >= MAX_SAVED) throw new PsError('limitcheck', 'graphics states');
  vm.saved.push({ state: forked(vm.state), isSave: false });
}

function grestore(vm: Vm): void {
  const last = vm.saved.at(-1);
  if (!last) return;
  if (last.isSave) vm.state = forked(last.state);
  else {
    vm.saved.pop();
    vm.state = last.state;
  }
}

function grestoreAll(vm: Vm): void {
  while (vm.saved.length > 0 && vm.saved.at(-1)?.isSave === false) {
    const last = vm.saved.pop();
    if (last) vm.state = last.state;
  }
  grestore(vm);
}

export function initGraphics(vm: Vm): void {
  vm.state = { ...initialState(vm.defaultMatrix()), font: vm.state.font };
}

/** Writes a matrix into an array and pushes it. */
export function storeMatrix(vm: Vm, target: PsArray, matrix: Matrix): void {
  if (target.length < 6) throw new PsError('rangecheck');
  vm.remember(target.body);
  matrix.forEach((value, index) => {
    target.body.items[target.start + index] = real(value);
  });
  vm.operands.push(target.length === 6 ? target : { ...target, length: 6 });
}

function modify(make: (vm: Vm) => Matrix): (vm: Vm) => void {
  return (vm) => {
    const matrix = make(vm);
    vm.state.ctm = concat(matrix, vm.state.ctm);
  };
}

/** `translate`, `scale` and `rotate` change the current matrix or a given array. */
function modifyOrStore(count: number, make: (values: readonly number[]) => Matrix): (vm: Vm) => void {
  return (vm) => {
    const top = vm.operands.peek();
    if (top.kind === 'array') {
      const target = vm.operands.array();
      const matrix = make(vm.operands.numbers(count));
      storeMatrix(vm, target, matrix);
      return;
    }
    vm.state.ctm = concat(make(vm.operands.numbers(count)), vm.state.ctm);
  };
}

function rotation(degrees: number): Matrix {
  const [cos, sin] = [cosine(degrees), cosine(degrees - 90)];
  return [cos, sin, -sin, cos, 0, 0];
}

function pointBy(compute: (matrix: Matrix, x: number, y: number) => readonly [number, number]): (vm: Vm) => void {
  return ({ operands, state }) => {
    const matrix = operands.peek().kind === 'array' ? operands.matrix() : state.ctm;
    const [x = 0, y = 0] = operands.numbers(2);
    for (const value of compute(matrix, x, y)) operands.push(real(value));
  };
}

export function inverted(matrix: Matrix): Matrix {
  const found = inverse(matrix);
  if (!found) throw new PsError('undefinedresult', 'a matrix without an inverse');
  return found;
}

function setDash(vm: Vm): void {
  const offset = vm.operands.number();
  const dash = numbersIn(vm.operands.array());
  if (!dash) throw new PsError('typecheck');
  if (dash.some((length) => length < 0) || (dash.length > 0 && dash.every((length) => length === 0)))
    throw new PsError('rangecheck');
  vm.state.dash = dash;
  vm.state.dashOffset = offset;
}

function concatMatrix(vm: Vm): void {
  const target = vm.operands.array();
  const second = vm.operands.matrix();
  const first = vm.operands.matrix();
  storeMatrix(vm, target, concat(first, second));
}

function invertMatrix(vm: Vm): void {
  const target = vm.operands.array();
  storeMatrix(vm, target, inverted(vm.operands.matrix()));
}

/** Tabulates a transfer function, so that images and colours do not have to run it. */
function setTransfer(vm: Vm): void {
  const procedure = vm.operands.procedure();
  vm.state.transfer = procedure;
  vm.state.transferTable = procedure.length === 0 ? undefined : tabulated(vm, procedure);
}

function tabulated(vm: Vm, procedure: PsArray): Float32Array | undefined {
  const table = new Float32Array(256);
  let isIdentity = true;
  for (let index = 0; index < 256; index += 1) {
    vm.operands.push(real(index / 255));
    vm.call(procedure);
    table[index] = Math.max(0, Math.min(1, vm.operands.number()));
    if (Math.abs((table[index] ?? 0) - index / 255) > 0.002) isIdentity = false;
  }
  return isIdentity ? undefined : table;
}

function setColourTransfer(vm: Vm): void {
  vm.operands.popMany(3);
  setTransfer(vm);
}

function gstate(vm: Vm): void {
  const made = { kind: 'gstate' } as const;
  vm.graphicsStates.set(made, forked(vm.state));
  vm.operands.push(made);
}

function setGstate(vm: Vm): void {
  const object = vm.operands.pop();
  const state = object.kind === 'gstate' ? vm.graphicsStates.get(object) : undefined;
  if (!state) throw new PsError('typecheck');
  vm.state = forked(state);
}

function currentGstate(vm: Vm): void {
  const object = vm.operands.peek();
  if (object.kind !== 'gstate') throw new PsError('typecheck');
  vm.graphicsStates.set(object, forked(vm.state));
}

export const STATE_OPERATORS: Operators = {
  gsave,
  grestore,
  grestoreall: grestoreAll,
  initgraphics: initGraphics,
  gstate,
  setgstate: setGstate,
  currentgstate: currentGstate,
  setlinewidth: ({ operands, state }) => {
    state.lineWidth = Math.abs(operands.number());
  },
  currentlinewidth: ({ operands, state }) => operands.push(real(state.lineWidth)),
  setlinecap: ({ operands, state }) => {
    state.lineCap = operands.integer();
  },
  currentlinecap: ({ operands, state }) => operands.pushInteger(state.lineCap),
  setlinejoin: ({ operands, state }) => {
    state.lineJoin = operands.integer();
  },
  currentlinejoin: ({ operands, state }) => operands.pushInteger(state.lineJoin),
  setmiterlimit: ({ operands, state }) => {
    state.miterLimit = Math.max(1, operands.number());
  },
  currentmiterlimit: ({ operands, state }) => operands.push(real(state.miterLimit)),
  setdash: setDash,
  currentdash: (vm) => {
    vm.operands.push(vm.newArray(vm.state.dash.map(numeric)));
    vm.operands.pushNumber(vm.state.dashOffset);
  },
  setflat: ({ operands, state }) => {
    state.flatness = operands.number();
  },
  currentflat: ({ operands, state }) => operands.push(real(state.flatness)),
  setsmoothness: ({ operands, state }) => {
    state.smoothness = operands.number();
  },
  currentsmoothness: ({ operands, state }) => operands.push(real(state.smoothness)),
  setstrokeadjust: ({ operands, state }) => {
    state.strokeAdjust = operands.boolean();
  },
  currentstrokeadjust: ({ operands, state }) => operands.pushBoolean(state.strokeAdjust),
  setoverprint: ({ operands, state }) => {
    state.overprint = operands.boolean();
  },
  currentoverprint: ({ operands, state }) => operands.pushBoolean(state.overprint),
  settransfer: setTransfer,
  currenttransfer: (vm) => vm.operands.push(vm.state.transfer === NULL ? vm.newArray([], true) : vm.state.transfer),
  setcolortransfer: setColourTransfer,
  currentcolortransfer: (vm) => {
    for (let count = 0; count < 4; count += 1) {
      vm.operands.push(vm.state.transfer === NULL ? vm.newArray([], true) : vm.state.transfer);
    }
  },
  setblackgeneration: ({ operands, state }) => {
    state.blackGeneration = operands.pop();
  },
  currentblackgeneration: (vm) =>
    vm.operands.push(vm.state.blackGeneration === NULL ? vm.newArray([], true) : vm.state.blackGeneration),
  setundercolorremoval: ({ operands, state }) => {
    state.undercolourRemoval = operands.pop();
  },
  currentundercolorremoval: (vm) =>
    vm.operands.push(vm.state.undercolourRemoval === NULL ? vm.newArray([], true) : vm.state.undercolourRemoval),
  setscreen: ({ operands, state }) => {
    const [frequency = NULL, angle = NULL, spot = NULL] = operands.popMany(3);
    state.screen = [frequency, angle, spot];
  },
  currentscreen: (vm) => {
    const [frequency, angle, spot] = vm.state.screen;
    vm.operands.push(frequency === NULL ? numeric(60) : frequency);
    vm.operands.push(angle === NULL ? numeric(45) : angle);
    vm.operands.push(spot === NULL ? vm.newArray([], true) : spot);
  },
  setcolorscreen: ({ operands }) => void operands.popMany(12),
  currentcolorscreen: (vm) => {
    for (let ink = 0; ink < 4; ink += 1) {
      vm.operands.pushInteger(60);
      vm.operands.pushInteger(45);
      vm.operands.push(vm.newArray([], true));
    }
  },
  sethalftone: ({ operands }) => void operands.pop(),
  currenthalftone: (vm) => {
    const made = vm.newDict(4);
    vm.define(made, 'HalftoneType', numeric(1));
    vm.define(made, 'Frequency', numeric(60));
    vm.define(made, 'Angle', numeric(45));
    vm.define(made, 'SpotFunction', vm.newArray([], true));
    vm.operands.push(made);
  },
  matrix: (vm) => vm.operands.push(vm.newArray(IDENTITY.map((value) => real(value)))),
  initmatrix: (vm) => {
    vm.state.ctm = vm.defaultMatrix();
  },
  identmatrix: (vm) => storeMatrix(vm, vm.operands.array(), IDENTITY),
  defaultmatrix: (vm) => storeMatrix(vm, vm.operands.array(), vm.defaultMatrix()),
  currentmatrix: (vm) => storeMatrix(vm, vm.operands.array(), vm.state.ctm),
  setmatrix: (vm) => {
    vm.state.ctm = matrixIn(vm.operands.array());
  },
  translate: modifyOrStore(2, ([x = 0, y = 0]) => [1, 0, 0, 1, x, y]),
  scale: modifyOrStore(2, ([x = 1, y = 1]) => [x, 0, 0, y, 0, 0]),
  rotate: modifyOrStore(1, ([degrees = 0]) => rotation(degrees)),
  concat: modify(({ operands }) => operands.matrix()),
  concatmatrix: concatMatrix,
  invertmatrix: invertMatrix,
  transform: pointBy(apply),
  dtransform: pointBy(applyDelta),
  itransform: pointBy((matrix, x, y) => apply(inverted(matrix), x, y)),
  idtransform: pointBy((matrix, x, y) => applyDelta(inverted(matrix), x, y)),
};
