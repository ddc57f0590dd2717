import type { Clip, Item, Paint, Rule } from '../display-list.ts';
import type { Vm } from '../machine/vm.ts';
import { concat, inverse, keepsAngles, type Matrix, scaleOf } from './matrix.ts';
import { asBox, type Box, boxOf, type Path, rectangle, transformed } from './path.ts';

export function currentPaint({ state }: Vm): Paint {
  return state.pattern ?? { kind: 'solid', colour: state.colour };
}

export function fillPath(vm: Vm, path: Path, rule: Rule): void {
  if (path.verbs.length < 2) return;
  vm.draw({ kind: 'fill', path, rule, paint: currentPaint(vm), clip: vm.state.clip });
}

/** Strokes with the current state; under an angle-preserving matrix they stay in device space. */
export function strokePath(vm: Vm, path: Path): void {
  const { state } = vm;
  if (path.verbs.length === 0) return;
  const { dash, dashOffset, lineCap: cap, lineJoin: join, miterLimit } = state;
  const scale = scaleOf(state.ctm);
  const back = inverse(state.ctm);
  const isEven = keepsAngles(state.ctm) || !back;
  const [width, factor] = isEven ? [state.lineWidth * scale, scale] : [state.lineWidth, 1];
  const item: Item = {
    kind: 'stroke',
    path: isEven || !back ? path : transformed(path, back),
    matrix: isEven ? [1, 0, 0, 1, 0, 0] : state.ctm,
    stroke: { width, cap, join, miterLimit, dash: dash.map((length) => length * factor), dashOffset: dashOffset * factor },
    paint: currentPaint(vm),
    clip: state.clip,
  };
  vm.draw(item);
}

function meet(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}

/** Narrows the clip. Nested upright rectangles are merged. */
export function clipTo(vm: Vm, path: Path, rule: Rule): void {
  const { state } = vm;
  const box = asBox(path);
  const around = boxOf(path) ?? [0, 0, 0, 0];
  const before = state.clipBox ?? around;
  const met = meet(before, around);
  const isEmpty = met[0] >= met[2] || met[1] >= met[3];
  const clipBox: Box = isEmpty ? [0, 0, 0, 0] : met;
  state.clip = narrowed(state.clip, { path, rule, parent: undefined }, box && rectangle(clipBox));
  state.clipBox = clipBox;
}

function narrowed(before: Clip | undefined, added: Clip, asRectangle: Path | undefined): Clip {
  if (!asRectangle) return { ...added, parent: before };
  const joinsRectangle = before !== undefined && asBox(before.path) !== undefined;
  if (before && !joinsRectangle) return { ...added, parent: before };
  return { path: asRectangle, rule: 'nonzero', parent: before?.parent };
}

/** Maps the unit square of an image, with its first row on top, to device space. */
export function pictureMatrix(imageMatrix: Matrix, width: number, height: number, ctm: Matrix): Matrix | undefined {
  const back = inverse(imageMatrix);
  return back && concat(concat([width, 0, 0, -height, 0, height], back), ctm);
}
