import { eachPolygon } from './polygons.ts';
import type { Attribute, Mesh, Scene, Unit } from './scene.ts';
import { METRES } from './scene.ts';

/** Sixteen numbers in column-major order, as in glTF and OpenGL. */
export type Matrix = readonly number[];

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Returns the matrix that applies `b` first, then `a`. */
export function multiplied(a: Matrix, b: Matrix): Matrix {
  const product: number[] = [];
  for (let column = 0; column < 4; column += 1)
    for (let row = 0; row < 4; row += 1) {
      let sum = 0;
      for (let at = 0; at < 4; at += 1) sum += (a[at * 4 + row] ?? 0) * (b[column * 4 + at] ?? 0);
      product.push(sum);
    }
  return product;
}

/** Converts a matrix from row-major order, which most text formats use. */
export function transposed(matrix: Matrix): Matrix {
  return matrix.map((_, at) => matrix[(at % 4) * 4 + Math.floor(at / 4)] ?? 0);
}

/** Builds a matrix from translation, rotation as a quaternion (x, y, z, w), and scale. */
export function composed(move: readonly number[], turn: readonly number[], scale: readonly number[]): Matrix {
  const [x = 0, y = 0, z = 0, w = 1] = turn;
  const [sx = 1, sy = 1, sz = 1] = scale;
  return [
    ...[(1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + z * w) * sx, 2 * (x * z - y * w) * sx, 0],
    ...[2 * (x * y - z * w) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + x * w) * sy, 0],
    ...[2 * (x * z + y * w) * sz, 2 * (y * z - x * w) * sz, (1 - 2 * (x * x + y * y)) * sz, 0],
    ...[move[0] ?? 0, move[1] ?? 0, move[2] ?? 0, 1],
  ];
}

/** Converts an axis of any length and an angle in radians to a quaternion. */
export function quaternion([x = 0, y = 0, z = 1, angle = 0]: readonly number[]): readonly number[] {
  const length = Math.hypot(x, y, z) || 1;
  const sine = Math.sin(angle / 2) / length;
  return [x * sine, y * sine, z * sine, Math.cos(angle / 2)];
}

/** Applies a matrix to a mesh. A reflection turns polygons inside out, so their corner order is reversed. */
export function placed(mesh: Mesh, matrix: Matrix): Mesh {
  if (matrix.every((value, at) => value === IDENTITY[at])) return mesh;
  const m = (at: number): number => matrix[at] ?? 0;
  const positions = new Float64Array(mesh.positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const [x = 0, y = 0, z = 0] = mesh.positions.subarray(at, at + 3);
    for (let row = 0; row < 3; row += 1) positions[at + row] = m(row) * x + m(4 + row) * y + m(8 + row) * z + m(12 + row);
  }
  const turned = { ...mesh, positions, ...(mesh.normals ? { normals: turnedNormals(mesh.normals, matrix) } : {}) };
  return determinant(matrix) < 0 ? flipPolygons(turned) : turned;
}

function determinant(matrix: Matrix): number {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0] = matrix;
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e);
}

/** Normals are transformed by the inverse transpose, which equals the cofactors up to a factor. */
function turnedNormals(normals: Attribute, matrix: Matrix): Attribute {
  const at = (row: number, column: number): number => matrix[(column % 3) * 4 + (row % 3)] ?? 0;
  const sign = determinant(matrix) < 0 ? -1 : 1;
  const rows = [0, 1, 2].map((row) =>
    [0, 1, 2].map(
      (column) => sign * (at(row + 1, column + 1) * at(row + 2, column + 2) - at(row + 1, column + 2) * at(row + 2, column + 1)),
    ),
  );
  const values = new Float32Array(normals.values.length);
  for (let place = 0; place < values.length; place += 3) {
    const normal = normals.values.subarray(place, place + 3);
    const turnedNormal = rows.map((row) => row.reduce((sum, factor, axis) => sum + factor * (normal[axis] ?? 0), 0));
    const length = Math.hypot(...turnedNormal) || 1;
    values.set(
      turnedNormal.map((value) => value / length),
      place,
    );
  }
  return { ...normals, values };
}

/** Reverses the corner order of every polygon. */
export function flipPolygons(mesh: Mesh): Mesh {
  const order = new Uint32Array(mesh.corners.length);
  eachPolygon(mesh, (first, size) => {
    for (let step = 0; step < size; step += 1) order[first + step] = first + size - 1 - step;
  });
  return reordered(mesh, order);
}

function reordered(mesh: Mesh, order: Uint32Array): Mesh {
  const attribute = (each: Attribute): Attribute =>
    each.corners ? { ...each, corners: order.map((at) => each.corners?.[at] ?? 0) } : each;
  return {
    ...mesh,
    corners: order.map((at) => mesh.corners[at] ?? 0),
    ...(mesh.normals ? { normals: attribute(mesh.normals) } : {}),
    ...(mesh.uvs ? { uvs: attribute(mesh.uvs) } : {}),
    ...(mesh.colours ? { colours: attribute(mesh.colours) } : {}),
  };
}

export function placedScene(scene: Scene, matrix: Matrix): Scene {
  return { ...scene, meshes: scene.meshes.map((mesh) => placed(mesh, matrix)) };
}

/** Rotates the scene by a quarter turn about x, so that the axis `from` points along `to`. */
export function turned(scene: Scene, from: 'y' | 'z', to: 'y' | 'z'): Scene {
  if (from === to) return { ...scene, up: to };
  const upright =
    from === 'z' ? [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1] : [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];
  return { ...placedScene(scene, upright), up: to };
}

/** Returns the length of one `from` unit in `to` units. */
export const unitRatio = (from: Unit, to: Unit): number => METRES[from] / METRES[to];

export function scaled(scene: Scene, factor: number): Scene {
  return factor === 1 ? scene : placedScene(scene, [factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, 1]);
}
