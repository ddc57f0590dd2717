import { viewOf } from '@bakkum/bytes/bytes';
import { addArc, addTangentArc } from '../graphics/arc.ts';
import { apply, applyDelta, type Matrix } from '../graphics/matrix.ts';
import { clipTo } from '../graphics/painting.ts';
import { type Box, boxOf, flattened, PathBuilder, rectangle, reversed, transformed, walk } from '../graphics/path.ts';
import { readUserPath } from '../graphics/user-path.ts';
import { isProcedure, numbersIn, type PsArray, real } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';
import { inverted } from './graphics-state.ts';
import type { Operators } from './operators.ts';

/** The current point in user space. */
export function currentPoint({ state }: Vm): readonly [number, number] {
  const point = state.path.current();
  if (!point) throw new PsError('nocurrentpoint');
  return apply(inverted(state.ctm), ...point);
}

function relative({ state }: Vm, dx: number, dy: number): readonly [number, number] {
  const point = state.path.current();
  if (!point) throw new PsError('nocurrentpoint');
  const [x, y] = applyDelta(state.ctm, dx, dy);
  return [point[0] + x, point[1] + y];
}

function curveTo({ operands, state }: Vm): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = operands.numbers(6);
  state.path.curve([...apply(state.ctm, a, b), ...apply(state.ctm, c, d), ...apply(state.ctm, e, f)]);
}

function relativeCurveTo(vm: Vm): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = vm.operands.numbers(6);
  vm.state.path.curve([...relative(vm, a, b), ...relative(vm, c, d), ...relative(vm, e, f)]);
}

function arc(clockwise: boolean): (vm: Vm) => void {
  return ({ operands, state }) => {
    const [x = 0, y = 0, radius = 0, from = 0, to = 0] = operands.numbers(5);
    addArc(state.path, state.ctm, { x, y, radius, from, to, clockwise });
  };
}

function arcTo(vm: Vm, tells: boolean): void {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, radius = 0] = vm.operands.numbers(5);
  const touched = addTangentArc(vm.state.path, vm.state.ctm, currentPoint(vm), { x1, y1, x2, y2, radius });
  if (tells) for (const value of touched) vm.operands.push(real(value));
}

function pathBox(vm: Vm): void {
  const { path, ctm } = vm.state;
  if (path.isEmpty()) throw new PsError('nocurrentpoint');
  const box = boxOf(transformed(path.finished(), inverted(ctm)));
  for (const value of box ?? [0, 0, 0, 0]) vm.operands.push(real(value));
}

function pathForAll(vm: Vm): void {
  const [move, line, curve, close] = vm.operands.popMany(4);
  if (!isProcedure(move) || !isProcedure(line) || !isProcedure(curve) || !isProcedure(close)) throw new PsError('typecheck');
  const path = transformed(vm.state.path.finished(), inverted(vm.state.ctm));
  const steps: { readonly procedure: PsArray; readonly values: readonly number[] }[] = [];
  walk(path, {
    move: (x, y) => void steps.push({ procedure: move, values: [x, y] }),
    line: (x, y) => void steps.push({ procedure: line, values: [x, y] }),
    curve: (values) => void steps.push({ procedure: curve, values }),
    close: () => void steps.push({ procedure: close, values: [] }),
  });
  let at = 0;
  vm.pushFrame({
    kind: 'loop',
    next: () => {
      const step = steps[at];
      at += 1;
      if (!step) return false;
      for (const value of step.values) vm.operands.push(real(value));
      vm.pushProcedure(step.procedure);
      return true;
    },
  });
}

function replacePath(vm: Vm, change: typeof flattened): void {
  const changed = change(vm.state.path.finished());
  vm.state.path = new PathBuilder();
  vm.state.path.append(changed);
}

/** The page if nothing is clipped, else the box around the clip. */
function clipPath(vm: Vm): void {
  const { clip, clipBox } = vm.state;
  vm.state.path = new PathBuilder();
  if (clip && !clip.parent) vm.state.path.append(clip.path);
  else vm.state.path.append(rectangle(clipBox ?? vm.deviceBox()));
}

/** Rectangles given as four numbers or as arrays of them. */
export function popRectangles(vm: Vm): readonly Box[] {
  const { operands } = vm;
  const top = operands.peek();
  const values = top.kind === 'array' || top.kind === 'string' ? numbersOf(vm) : operands.numbers(4);
  if (values.length % 4 !== 0) throw new PsError('rangecheck');
  const boxes: Box[] = [];
  for (let at = 0; at < values.length; at += 4) {
    const [x = 0, y = 0, width = 0, height = 0] = values.slice(at, at + 4);
    boxes.push([x, y, x + width, y + height]);
  }
  return boxes;
}

/** An array of numbers, or a string that encodes one (PLRM 3.14.5). */
export function numbersOf({ operands }: Vm): readonly number[] {
  const object = operands.pop();
  if (object.kind === 'array') {
    const numbers = numbersIn(object);
    if (!numbers) throw new PsError('typecheck');
    return numbers;
  }
  if (object.kind !== 'string') throw new PsError('typecheck');
  return encodedNumbers(object.bytes);
}

export function encodedNumbers(bytes: Uint8Array): readonly number[] {
  const [type = 0, representation = 0] = [bytes[0], bytes[1]];
  if (type !== 149 || bytes.length < 4) throw new PsError('typecheck', 'no encoded numbers');
  const little = representation >= 128;
  const kind = representation & 127;
  const view = viewOf(bytes);
  const count = view.getUint16(2, little);
  const size = kind < 32 || kind >= 48 ? 4 : 2;
  if (bytes.length < 4 + count * size) throw new PsError('rangecheck');
  return Array.from({ length: count }, (_, index) => {
    const at = 4 + index * size;
    if (kind >= 48) return view.getFloat32(at, little);
    return kind < 32 ? view.getInt32(at, little) / 2 ** kind : view.getInt16(at, little) / 2 ** (kind - 32);
  });
}

export function appendRectangles(path: PathBuilder, boxes: readonly Box[], matrix: Matrix): void {
  for (const box of boxes) path.append(transformed(rectangle(box), matrix));
}

function rectClip(vm: Vm): void {
  const path = new PathBuilder();
  appendRectangles(path, popRectangles(vm), vm.state.ctm);
  clipTo(vm, path.finished(), 'nonzero');
  vm.state.path = new PathBuilder();
}

/** The user path on top of the stack, in device space. */
export function userPath(vm: Vm): PathBuilder {
  const object = vm.operands.array();
  const path = new PathBuilder();
  readUserPath(object, path, vm.state.ctm);
  return path;
}

function setBox(vm: Vm): void {
  vm.operands.numbers(4);
}

function initClip({ state }: Vm): void {
  state.clip = undefined;
  state.clipBox = undefined;
}

export const PATH_OPERATORS: Operators = {
  newpath: ({ state }) => {
    state.path = new PathBuilder();
  },
  currentpoint: (vm) => {
    for (const value of currentPoint(vm)) vm.operands.push(real(value));
  },
  moveto: ({ operands, state }) => {
    const [x = 0, y = 0] = operands.numbers(2);
    state.path.move(...apply(state.ctm, x, y));
  },
  rmoveto: (vm) => {
    const [x = 0, y = 0] = vm.operands.numbers(2);
    vm.state.path.move(...relative(vm, x, y));
  },
  lineto: ({ operands, state }) => {
    const [x = 0, y = 0] = operands.numbers(2);
    state.path.line(...apply(state.ctm, x, y));
  },
  rlineto: (vm) => {
    const [x = 0, y = 0] = vm.operands.numbers(2);
    vm.state.path.line(...relative(vm, x, y));
  },
  curveto: curveTo,
  rcurveto: relativeCurveTo,
  arc: arc(false),
  arcn: arc(true),
  arct: (vm) => arcTo(vm, false),
  arcto: (vm) => arcTo(vm, true),
  closepath: ({ state }) => state.path.close(),
  flattenpath: (vm) => replacePath(vm, flattened),
  reversepath: (vm) => replacePath(vm, reversed),
  pathbbox: pathBox,
  pathforall: pathForAll,
  clip: (vm) => clipTo(vm, vm.state.path.finished(), 'nonzero'),
  eoclip: (vm) => clipTo(vm, vm.state.path.finished(), 'evenodd'),
  rectclip: rectClip,
  initclip: initClip,
  clippath: clipPath,
  clipsave: (vm) => void vm.clips.push({ clip: vm.state.clip, clipBox: vm.state.clipBox }),
  cliprestore: (vm) => {
    const last = vm.clips.pop();
    if (last) Object.assign(vm.state, last);
  },
  setbbox: setBox,
  ucache: () => undefined,
  uappend: (vm) => {
    const path = userPath(vm);
    vm.state.path = vm.state.path.fork();
    vm.state.path.append(path.finished());
  },
  upath: (vm) => {
    vm.operands.boolean();
    vm.operands.push(vm.newArray([], true));
  },
};
