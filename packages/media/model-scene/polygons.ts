import { type Attribute, type Mesh, polygonCount, type Scene, vertexCount } from './scene.ts';

/** Calls `each` with the first corner and the number of corners of every polygon. */
export function eachPolygon(mesh: Mesh, each: (first: number, size: number, index: number) => void): void {
  const count = polygonCount(mesh);
  for (let index = 0, first = 0; index < count; index += 1) {
    const size = mesh.sizes?.[index] ?? 3;
    each(first, size, index);
    first += size;
  }
}

/** Returns corner indices, three per triangle: a polygon becomes a fan, from the corner that preserves a concave quad. */
export function trianglesOf(mesh: Mesh): Uint32Array {
  if (!mesh.sizes) return Uint32Array.from(mesh.corners, (_, at) => at);
  const triangles: number[] = [];
  eachPolygon(mesh, (first, size) => {
    const apex = size === 4 && isReflex(mesh, first) ? 1 : 0;
    for (let step = 1; step + 1 < size; step += 1)
      triangles.push(first + apex, first + ((apex + step) % size), first + ((apex + step + 1) % size));
  });
  return Uint32Array.from(triangles);
}

/** Returns whether a quad should be split at its second corner: the halves of the other split face different directions. */
function isReflex(mesh: Mesh, first: number): boolean {
  const corner = (step: number) => vertexAt(mesh, mesh.corners[first + step] ?? 0);
  const [a, b, c, d] = [corner(0), corner(1), corner(2), corner(3)];
  return dot(cross(minus(b, a), minus(c, a)), cross(minus(c, a), minus(d, a))) < 0;
}

export type Vector = readonly [number, number, number];

export function vertexAt({ positions }: Mesh, vertex: number): Vector {
  return [positions[vertex * 3] ?? 0, positions[vertex * 3 + 1] ?? 0, positions[vertex * 3 + 2] ?? 0];
}

export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Scales a vector to length one; a zero vector, as of a polygon without area, becomes straight up. */
export function unitVector(vector: Vector): Vector {
  const length = Math.hypot(...vector);
  return length > 0 ? [vector[0] / length, vector[1] / length, vector[2] / length] : [0, 0, 1];
}

export type Bounds = { readonly least: Vector; readonly most: Vector };

/** Returns the bounding box of all vertices; `undefined` without vertices. */
export function boundsOf({ meshes }: Scene): Bounds | undefined {
  const least: [number, number, number] = [Infinity, Infinity, Infinity];
  const most: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of meshes)
    for (let at = 0; at < positions.length; at += 1) {
      const value = positions[at] ?? 0;
      const axis = at % 3;
      if (value < (least[axis] ?? 0)) least[axis] = value;
      if (value > (most[axis] ?? 0)) most[axis] = value;
    }
  return Number.isFinite(least[0]) ? { least, most } : undefined;
}

/** A mesh whose attributes belong to vertices, as graphics hardware needs it: a vertex is repeated where its corners differ. */
export type Unified = {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  readonly normals?: Float32Array;
  readonly uvs?: Float32Array;
  readonly colours?: Float32Array;
};

export function unified(mesh: Mesh): Unified {
  const fan = trianglesOf(mesh);
  const attributes = [mesh.normals, mesh.uvs, mesh.colours].filter((each) => each?.corners !== undefined);
  if (attributes.length === 0)
    return withAttributes(
      mesh,
      mesh.positions,
      fan.map((corner) => mesh.corners[corner] ?? 0),
      (each) => each.values,
    );
  const { corners, vertices, triangles } = repeatedVertices(mesh, fan, attributes);
  const positions = new Float64Array(vertices.length * 3);
  vertices.forEach((vertex, at) => positions.set(vertexAt(mesh, vertex), at * 3));
  return withAttributes(mesh, positions, triangles, (each) => {
    const values = new Float32Array(vertices.length * each.size);
    vertices.forEach((vertex, at) => {
      const from = (each.corners?.[corners[at] ?? 0] ?? vertex) * each.size;
      values.set(each.values.subarray(from, from + each.size), at * each.size);
    });
    return values;
  });
}

function repeatedVertices(mesh: Mesh, fan: Uint32Array, attributes: readonly (Attribute | undefined)[]) {
  const known = new Map<string, number>();
  const corners: number[] = [];
  const vertices: number[] = [];
  const triangles = fan.map((corner) => {
    const vertex = mesh.corners[corner] ?? 0;
    const key = [vertex, ...attributes.map((each) => each?.corners?.[corner] ?? 0)].join();
    const place = known.get(key) ?? vertices.length;
    if (place === vertices.length) {
      known.set(key, place);
      vertices.push(vertex);
      corners.push(corner);
    }
    return place;
  });
  return { corners, vertices, triangles };
}

function withAttributes(
  { normals, uvs, colours }: Mesh,
  positions: Float64Array,
  triangles: Uint32Array,
  take: (attribute: Attribute) => Float32Array,
): Unified {
  return {
    positions,
    triangles,
    ...(normals ? { normals: take(normals) } : {}),
    ...(uvs ? { uvs: take(uvs) } : {}),
    ...(colours ? { colours: take(colours) } : {}),
  };
}

/** Counts all vertices and polygons of a scene. */
export function countsOf({ meshes }: Scene): { readonly vertices: number; readonly polygons: number } {
  return {
    vertices: meshes.reduce((sum, mesh) => sum + vertexCount(mesh), 0),
    polygons: meshes.reduce((sum, mesh) => sum + polygonCount(mesh), 0),
  };
}
