import type { Rgb } from '../display-list.ts';
import { apply, IDENTITY, isMatrix, type Matrix } from '../graphics/matrix.ts';
import { entry, numberIn, numbersIn, type PsDict } from '../machine/objects.ts';
import { PsError } from '../machine/program-errors.ts';
import type { Vm } from '../machine/vm.ts';
import { componentsOf } from './colour-space.ts';
import { evaluate } from './functions.ts';
import { isComplete, type MeshReader, openMesh, type Vertex } from './mesh-data.ts';
import { readColourSpace } from './read-colour-space.ts';
import { colourOf } from './run-colour.ts';

export type Triangle = readonly [Vertex, Vertex, Vertex];

const MAX_TRIANGLES = 400_000;

/** Shadings other than gradients, as triangles in the shading's space (PLRM 4.9.3). */
export function trianglesOf(vm: Vm, shading: PsDict): readonly Triangle[] {
  const kind = numberIn(entry(shading, 'ShadingType'));
  if (kind === 1) return byFunction(vm, shading);
  const reader = openMesh(vm, shading);
  if (kind === 4) return freeTriangles(reader);
  if (kind === 5) return lattice(reader, numberIn(entry(shading, 'VerticesPerRow')) ?? 2);
  if (kind === 6 || kind === 7) return patches(reader, kind === 7);
  throw new PsError('rangecheck', 'a kind of shading nobody knows');
}

const CELLS = 40;

function byFunction(vm: Vm, shading: PsDict): readonly Triangle[] {
  const [made, spaceObject] = [entry(shading, 'Function'), entry(shading, 'ColorSpace')];
  if (!made || !spaceObject) throw new PsError('undefined');
  const space = readColourSpace(vm, spaceObject);
  const [left = 0, right = 1, bottom = 0, top = 1] = numbersIn(entry(shading, 'Domain')) ?? [];
  const own = numbersIn(entry(shading, 'Matrix'));
  const matrix: Matrix = isMatrix(own) ? own : IDENTITY;
  return grid(CELLS, (u, v) => {
    const [x, y] = [left + u * (right - left), bottom + v * (top - bottom)];
    const colour = colourOf(vm, space, evaluate(vm, made, [x, y], componentsOf(space)));
    const [px, py] = apply(matrix, x, y);
    return { x: px, y: py, colour };
  });
}

/** The unit square divided into parts in each direction, as triangles. */
function grid(parts: number, at: (u: number, v: number) => Vertex): Triangle[] {
  const rows = Array.from({ length: parts + 1 }, (_, row) =>
    Array.from({ length: parts + 1 }, (__, column) => at(column / parts, row / parts)),
  );
  return rowsToTriangles(rows);
}

function rowsToTriangles(rows: readonly (readonly Vertex[])[]): Triangle[] {
  const found: Triangle[] = [];
  rows.slice(1).forEach((row, index) => {
    const before = rows[index] ?? [];
    row.slice(1).forEach((corner, column) => {
      const [a, b, c] = [before[column], before[column + 1], row[column]];
      if (a && b && c) found.push([a, b, c], [b, corner, c]);
    });
  });
  return found;
}

function vertexOf(reader: MeshReader): Vertex | undefined {
  const point = reader.point();
  const colour = reader.colour();
  reader.align();
  return point && colour && { x: point[0], y: point[1], colour };
}

function freeTriangles(reader: MeshReader): readonly Triangle[] {
  const found: Triangle[] = [];
  let last: readonly Vertex[] = [];
  while (found.length < MAX_TRIANGLES) {
    const flag = reader.flag();
    const vertex = vertexOf(reader);
    if (flag === undefined || !vertex) break;
    if (last.length < 3) last = [...last, vertex];
    else if (flag === 0) last = [vertex];
    else last = [...(flag === 1 ? last.slice(1) : last.filter((_, index) => index !== 1)), vertex];
    const [a, b, c] = last;
    if (a && b && c) found.push([a, b, c]);
  }
  return found;
}

function lattice(reader: MeshReader, across: number): readonly Triangle[] {
  if (across < 2) throw new PsError('rangecheck');
  const rows: Vertex[][] = [];
  for (let row: Vertex[] = []; rows.length * across < MAX_TRIANGLES; ) {
    const vertex = vertexOf(reader);
    if (!vertex) break;
    row.push(vertex);
    if (row.length < across) continue;
    rows.push(row);
    row = [];
  }
  return rowsToTriangles(rows);
}

type Point = readonly [number, number];
/** Twelve outer and four inner points in specification order, and the colours of the corners. */
type Patch = { readonly points: readonly Point[]; readonly colours: readonly Rgb[] };

const MAX_PATCHES = 2000;

function patches(reader: MeshReader, hasInner: boolean): readonly Triangle[] {
  const found: Triangle[] = [];
  let last: Patch | undefined;
  for (let count = 0; count < MAX_PATCHES; count += 1) {
    const patch = readPatch(reader, hasInner, last);
    if (!patch) break;
    found.push(...patchTriangles(patch, hasInner));
    last = patch;
  }
  return found;
}

/** Edges of the previous patch that a new patch may continue from. */
const SHARED: readonly (readonly number[])[] = [[], [3, 4, 5, 6], [6, 7, 8, 9], [9, 10, 11, 0]];

function readPatch(reader: MeshReader, hasInner: boolean, last: Patch | undefined): Patch | undefined {
  const flag = reader.flag();
  if (flag === undefined) return undefined;
  const shared = last ? (SHARED[flag & 3] ?? []) : [];
  const kept = shared.map((index) => last?.points[index]);
  const keptColours = shared.length > 0 ? [last?.colours[flag & 3], last?.colours[((flag & 3) + 1) % 4]] : [];
  const points = [...kept, ...Array.from({ length: (hasInner ? 16 : 12) - kept.length }, () => reader.point())];
  const colours = [...keptColours, ...Array.from({ length: 4 - keptColours.length }, () => reader.colour())];
  reader.align();
  return isComplete(points) && isComplete(colours) ? { points, colours } : undefined;
}

const PATCH_PARTS = 12;
/** Positions of the points in a four by four grid: outer, then inner. */
const PLACES = [0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4, 5, 6, 10, 9];

function patchTriangles({ points, colours }: Patch, hasInner: boolean): readonly Triangle[] {
  const net: Point[] = [];
  points.forEach((point, index) => {
    net[PLACES[index] ?? 0] = point;
  });
  if (!hasInner) fillInside(net);
  const at = (index: number): Point => net[index] ?? [0, 0];
  return grid(PATCH_PARTS, (u, v) => {
    const [across, down] = [bernstein(u), bernstein(v)];
    let [x, y] = [0, 0];
    for (let index = 0; index < 16; index += 1) {
      const weight = (across[index & 3] ?? 0) * (down[index >> 2] ?? 0);
      x += at(index)[0] * weight;
      y += at(index)[1] * weight;
    }
    return { x, y, colour: between(colours, u, v) };
  });
}

function bernstein(t: number): readonly number[] {
  const s = 1 - t;
  return [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
}

/** Corners in order: first row from left to right, then the second from right to left. */
function between(colours: readonly Rgb[], u: number, v: number): Rgb {
  const [a = [0, 0, 0], b = a, c = a, d = a] = colours;
  const mix = (channel: 0 | 1 | 2): number =>
    (1 - v) * ((1 - u) * a[channel] + u * b[channel]) + v * ((1 - u) * d[channel] + u * c[channel]);
  return [mix(0), mix(1), mix(2)];
}

/** A Coons patch has no inner points: they are computed from the outer ones (PLRM 4.9.3, type 7). */
function fillInside(net: Point[]): void {
  const inside = (index: number, [corner, near, far, opposite]: readonly number[][]): void => {
    const sum = (axis: 0 | 1, from: readonly number[] = []): number =>
      from.reduce((total, place) => total + (net[place]?.[axis] ?? 0), 0);
    const value = (axis: 0 | 1): number =>
      (-4 * sum(axis, corner) +
        6 * sum(axis, near) -
        2 * sum(axis, far) +
        3 * sum(axis, opposite?.slice(0, 2)) -
        sum(axis, opposite?.slice(2))) /
      9;
    net[index] = [value(0), value(1)];
  };
  inside(5, [[0], [1, 4], [3, 12], [13, 7, 15]]);
  inside(6, [[3], [2, 7], [0, 15], [14, 4, 12]]);
  inside(9, [[12], [8, 13], [0, 15], [11, 1, 3]]);
  inside(10, [[15], [11, 14], [3, 12], [2, 8, 0]]);
}

/** Transforms the triangles of a mesh. */
export function placed(triangles: readonly Triangle[], matrix: Matrix): readonly Triangle[] {
  const move = (vertex: Vertex): Vertex => {
    const [x, y] = apply(matrix, vertex.x, vertex.y);
    return { ...vertex, x, y };
  };
  return triangles.map(([a, b, c]) => [move(a), move(b), move(c)]);
}
