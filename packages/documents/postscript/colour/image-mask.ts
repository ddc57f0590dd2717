import { concat, type Matrix } from '../graphics/matrix.ts';
import { currentPaint, fillPath } from '../graphics/painting.ts';
import type { Path } from '../graphics/path.ts';
import { PathBuilder, transformed } from '../graphics/path.ts';
import type { Vm } from '../machine/vm.ts';

export type Mask = {
  readonly width: number;
  readonly height: number;
  readonly bits: Uint8Array;
  /** The bit value that is painted. */
  readonly paints: number;
};

/** Maximum size of a stencil that is traced as an outline, which keeps the letters of bitmap fonts sharp. */
const MAX_TRACED = 400 * 400;

/** Paints through a stencil. `matrix` maps the unit square, with the first row on top, to device space. */
export function drawMask(vm: Vm, mask: Mask, matrix: Matrix): void {
  const { width, height } = mask;
  if (width * height <= MAX_TRACED || currentPaint(vm).kind !== 'solid') {
    const toUnit: Matrix = [1 / width, 0, 0, -1 / height, 0, 1];
    fillPath(vm, transformed(dotOutline(mask), concat(toUnit, matrix)), 'nonzero');
    return;
  }
  const [red, green, blue] = vm.state.colour.map((value) => value * 255);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (mask.bits[pixel] !== mask.paints) continue;
    data.set([red ?? 0, green ?? 0, blue ?? 0, 255], pixel * 4);
  }
  vm.draw({ kind: 'picture', picture: { kind: 'pixels', width, height, data }, matrix, isSmooth: false, clip: vm.state.clip });
}

/** The edges between painted and unpainted dots, joined into closed lines; painted dots are to the right of each edge. */
function dotOutline({ width, height, bits, paints }: Mask): Path {
  const isPainted = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && bits[y * width + x] === paints;
  const across = width + 1;
  // For every corner, the directions of its outgoing edges: right 1, down 2, left 4, up 8.
  const leaving = new Uint8Array(across * (height + 1));
  const add = (x: number, y: number, direction: number): void => {
    leaving[y * across + x] = (leaving[y * across + x] ?? 0) | direction;
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isPainted(x, y)) continue;
      if (!isPainted(x, y - 1)) add(x, y, 1);
      if (!isPainted(x + 1, y)) add(x + 1, y, 2);
      if (!isPainted(x, y + 1)) add(x + 1, y + 1, 4);
      if (!isPainted(x - 1, y)) add(x, y + 1, 8);
    }
  }
  return joinedEdges(leaving, across);
}

const STEPS: Readonly<Record<number, readonly [number, number]>> = { 1: [1, 0], 2: [0, 1], 4: [-1, 0], 8: [0, -1] };

function joinedEdges(leaving: Uint8Array, across: number): Path {
  const path = new PathBuilder();
  for (let start = 0; start < leaving.length; start += 1) {
    while ((leaving[start] ?? 0) !== 0) followEdge(leaving, across, start, path);
  }
  return path.finished();
}

function followEdge(leaving: Uint8Array, across: number, start: number, path: PathBuilder): void {
  let at = start;
  let before = 0;
  do {
    const choices = leaving[at] ?? 0;
    // Where two edges meet, turning right keeps the outlines of the two dots separate.
    const right = before === 8 ? 1 : before << 1;
    const direction = right !== 0 && (choices & right) !== 0 ? right : choices & -choices;
    const [dx, dy] = STEPS[direction] ?? [0, 0];
    if (direction === 0) return;
    const [x, y] = [at % across, Math.floor(at / across)];
    if (before === 0) path.move(x, y);
    else if (direction !== before) path.line(x, y);
    leaving[at] = choices & ~direction;
    at += dx + dy * across;
    before = direction;
  } while (at !== start);
  path.close();
}
