import { ConversionError } from '@bakkum/conversion/errors';
import { eachPolygon } from '@bakkum/model-scene/polygons';
import { type Material, type Mesh, type Reading, type Rgba, type Scene, vertexCount } from '@bakkum/model-scene/scene';
import { finished, type MeshBuilder, meshBuilder } from '../mesh-builder.ts';
import { linesOf, numberOf, textOf, wordsOf } from '../text-lines.ts';

type State = {
  readonly positions: number[];
  readonly normals: number[];
  readonly uvs: number[];
  readonly colours: number[];
  readonly meshes: { readonly builder: MeshBuilder; readonly isCornered: { normals: boolean; uvs: boolean } }[];
  dropped: boolean;
};

/**
 * Reads Wavefront OBJ. Its materials are in another file, which is not available in a browser, so only vertex colours are read.
 */
export function readObj(file: Uint8Array): Reading {
  const state: State = { positions: [], normals: [], uvs: [], colours: [], meshes: [], dropped: false };
  let pending = '';
  for (const line of linesOf(textOf(file))) {
    if (line.endsWith('\\')) {
      pending += `${line.slice(0, -1)} `;
      continue;
    }
    const [keyword = '', ...words] = wordsOf(pending + line);
    pending = '';
    readStatement(state, keyword, words);
  }
  if (state.positions.length === 0) throw new ConversionError('corrupt', 'no vertex');
  const meshes = state.meshes.map(({ builder }) => compact(builder, state)).filter(({ corners }) => corners.length > 0);
  const cloud = { ...meshBuilder(), positions: state.positions, colours: coloursOf(state) };
  return {
    scene: { meshes: meshes.length > 0 ? meshes : [finished(cloud)], materials: [], up: 'y' },
    warnings: state.dropped ? [{ code: 'materials-dropped' }] : [],
  };
}

const coloursOf = ({ colours, positions }: State): number[] => (colours.length / 4 === positions.length / 3 ? colours : []);

function readStatement(state: State, keyword: string, words: readonly string[]): void {
  switch (keyword) {
    case 'v':
      return readVertex(state, words);
    case 'vn':
      state.normals.push(numberOf(words[0]), numberOf(words[1]), numberOf(words[2]));
      return;
    case 'vt':
      state.uvs.push(numberOf(words[0]), words[1] === undefined ? 0 : numberOf(words[1]));
      return;
    case 'f':
      return readFace(state, words);
    case 'o':
    case 'g':
      return startMesh(state, words.join(' '));
    case 'usemtl':
      state.dropped = true;
  }
}

function readVertex(state: State, words: readonly string[]): void {
  state.positions.push(numberOf(words[0]), numberOf(words[1]), numberOf(words[2]));
  if (words.length < 6) return;
  const [red, green, blue] = words.slice(words.length === 7 ? 4 : 3).map(numberOf);
  state.colours.push(red ?? 0, green ?? 0, blue ?? 0, 1);
}

function startMesh(state: State, name: string): void {
  const last = state.meshes.at(-1);
  if (last && last.builder.corners.length === 0) last.builder.name = name;
  else state.meshes.push({ builder: { ...meshBuilder(), name }, isCornered: { normals: true, uvs: true } });
}

function readFace(state: State, words: readonly string[]): void {
  if (state.meshes.length === 0) startMesh(state, '');
  const mesh = state.meshes.at(-1);
  if (!mesh || words.length < 3) return;
  for (const word of words) {
    const [vertex, uv, normal] = word.split('/');
    mesh.builder.corners.push(placeOf(vertex, state.positions.length / 3));
    addCorner(mesh.builder.uvCorners, uv, state.uvs.length / 2);
    addCorner(mesh.builder.normalCorners, normal, state.normals.length / 3);
  }
  mesh.builder.sizes.push(words.length);
}

function addCorner(corners: number[], word: string | undefined, count: number): void {
  if (word) corners.push(placeOf(word, count));
}

/** Resolves an index that counts from 1, or backwards from the last. */
function placeOf(word: string | undefined, count: number): number {
  const given = numberOf(word);
  return given < 0 ? count + given : given - 1;
}

/** All meshes of a file share its vertices; each takes those it uses. */
function compact(builder: MeshBuilder, state: State): Mesh {
  const colours = coloursOf(state);
  const vertices = renumbered(builder.corners);
  const normals = renumbered(builder.normalCorners);
  const uvs = renumbered(builder.uvCorners);
  return finished({
    ...builder,
    positions: taken(vertices.used, state.positions, 3),
    corners: vertices.places,
    colours: colours.length > 0 ? taken(vertices.used, colours, 4) : [],
    normals: taken(normals.used, state.normals, 3),
    normalCorners: normals.places,
    uvs: taken(uvs.used, state.uvs, 2),
    uvCorners: uvs.places,
  });
}

function renumbered(places: readonly number[]): { readonly used: readonly number[]; readonly places: number[] } {
  const used = [...new Set(places)].sort((a, b) => a - b);
  const order = new Map(used.map((place, at) => [place, at]));
  return { used, places: places.map((place) => order.get(place) ?? 0) };
}

function taken(used: readonly number[], values: readonly number[], size: number): number[] {
  const all: number[] = [];
  for (const place of used) for (let at = 0; at < size; at += 1) all.push(values[place * size + at] ?? Number.NaN);
  return all;
}

/** Writes Wavefront OBJ. Material colours become vertex colours, which most programs read without a second file. */
export function writeObj(scene: Scene): string {
  const parts = ['# Bakkum\n'];
  const before = { vertex: 1, normal: 1, uv: 1 };
  scene.meshes.forEach((mesh, index) => {
    parts.push(`o ${mesh.name?.replaceAll(/\s+/g, '_') || `part_${index + 1}`}\n`);
    writeMesh(parts, mesh, scene.materials, before);
    before.vertex += vertexCount(mesh);
    before.normal += (mesh.normals?.values.length ?? 0) / 3;
    before.uv += (mesh.uvs?.values.length ?? 0) / 2;
  });
  return parts.join('');
}

function writeMesh(
  parts: string[],
  mesh: Mesh,
  materials: readonly Material[],
  before: { readonly vertex: number; readonly normal: number; readonly uv: number },
): void {
  const { positions, normals, uvs } = mesh;
  const plain = materials.length > 0 ? materials[mesh.material ?? -1]?.colour : undefined;
  for (let vertex = 0; vertex < vertexCount(mesh); vertex += 1)
    parts.push(`v ${positions.subarray(vertex * 3, vertex * 3 + 3).join(' ')}${colourWords(mesh, vertex, plain)}\n`);
  for (let at = 0; uvs && at < uvs.values.length; at += 2) parts.push(`vt ${uvs.values[at]} ${uvs.values[at + 1]}\n`);
  for (let at = 0; normals && at < normals.values.length; at += 3)
    parts.push(`vn ${normals.values.subarray(at, at + 3).join(' ')}\n`);
  const points = mesh.corners.length === 0 ? vertexCount(mesh) : 0;
  for (let point = 0; point < points; point += 1) parts.push(`p ${before.vertex + point}\n`);
  eachPolygon(mesh, (first, size) => {
    const words: string[] = [];
    for (let corner = first; corner < first + size; corner += 1) {
      const vertex = mesh.corners[corner] ?? 0;
      const uv = uvs ? `${(uvs.corners?.[corner] ?? vertex) + before.uv}` : '';
      const normal = normals ? `/${(normals.corners?.[corner] ?? vertex) + before.normal}` : '';
      words.push(`${vertex + before.vertex}${uv || normal ? `/${uv}` : ''}${normal}`);
    }
    parts.push(`f ${words.join(' ')}\n`);
  });
}

function colourWords(mesh: Mesh, vertex: number, plain: Rgba | undefined): string {
  const { colours } = mesh;
  if (colours && !colours.corners) return ` ${colours.values.subarray(vertex * 4, vertex * 4 + 3).join(' ')}`;
  return plain ? ` ${plain.slice(0, 3).join(' ')}` : '';
}
