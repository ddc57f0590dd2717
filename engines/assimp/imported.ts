import type { FormatId, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { Attribute, Material, Mesh, Reading, Rgba, Scene } from '@bakkum/model-scene/scene';
import { IDENTITY, type Matrix, multiplied, placed, transposed } from '@bakkum/model-scene/transform';

type Json = { readonly [key: string]: unknown };

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const numbersOf = (value: unknown): readonly number[] => arrayOf(value).map(Number);

/** The up axis for formats the importer does not rotate; it rotates COLLADA to y-up. */
const UP: Readonly<Record<FormatId, 'y' | 'z'>> = {
  '3ds': 'z',
  dae: 'y',
  x: 'y',
  ac3d: 'y',
  dxf: 'z',
  lwo: 'y',
  b3d: 'y',
  bvh: 'y',
  iqm: 'y',
  md5mesh: 'y',
  mdl: 'y',
  'mdc-model': 'y',
  'ase-model': 'y',
  'ogre-mesh': 'y',
  pmx: 'y',
  sib: 'y',
  blend: 'z',
  cob: 'z',
  md2: 'z',
  md3: 'z',
  smd: 'z',
};

/**
 * Reads the importer's JSON with node transforms applied.
 * @throws ConversionError `unsupported-feature` without meshes
 */
export function readingOf(json: unknown, from: FormatId): Reading {
  const root = objectOf(json);
  const materials = arrayOf(root['materials']).map((material) => materialOf(objectOf(material)));
  const sources = arrayOf(root['meshes']).map((mesh) => meshOf(objectOf(mesh)));
  const meshes: Mesh[] = [];
  visit(objectOf(root['rootnode']), IDENTITY, sources, meshes);
  if (meshes.length === 0) throw new ConversionError('unsupported-feature', 'a model without surfaces');
  const moves =
    arrayOf(root['animations']).length > 0 || arrayOf(root['meshes']).some((mesh) => arrayOf(objectOf(mesh)['bones']).length > 0);
  const textured = materials.some(({ isTextured }) => isTextured);
  const up = UP[from];
  const warnings: Warning[] = [
    ...(moves ? [{ code: 'motion-dropped' as const }] : []),
    ...(textured ? [{ code: 'materials-dropped' as const }] : []),
  ];
  const scene: Scene = {
    meshes,
    materials: materials.map(({ isTextured: _, ...material }) => material),
    ...(up ? { up } : {}),
    ...unitOf(from),
  };
  return { scene, warnings };
}

/** The importer applies the unit of COLLADA files. */
const unitOf = (from: FormatId): Pick<Scene, 'unit'> => (from === 'dae' ? { unit: 'm' } : {});

function visit(node: Json, above: Matrix, sources: readonly (Mesh | undefined)[], meshes: Mesh[]): void {
  const own = numbersOf(node['transformation']);
  const matrix = own.length === 16 ? multiplied(above, transposed(own)) : above;
  for (const index of numbersOf(node['meshes'])) {
    const mesh = sources[index];
    if (mesh) meshes.push(placed(mesh, matrix));
  }
  for (const child of arrayOf(node['children'])) visit(objectOf(child), matrix, sources, meshes);
}

function meshOf(mesh: Json): Mesh | undefined {
  const positions = Float64Array.from(numbersOf(mesh['vertices']));
  const faces = arrayOf(mesh['faces'])
    .map(numbersOf)
    .filter((face) => face.length >= 3);
  if (positions.length === 0 || faces.length === 0) return undefined;
  const count = positions.length / 3;
  if (faces.some((face) => face.some((vertex) => vertex >= count)))
    throw new ConversionError('corrupt', 'a polygon of a missing vertex');
  const normals = attributeOf(numbersOf(mesh['normals']), 3, count);
  const uvs = attributeOf(numbersOf(arrayOf(mesh['texturecoords'])[0]), 2, count);
  const colours = attributeOf(numbersOf(arrayOf(mesh['colors'])[0]), 4, count);
  return {
    ...(typeof mesh['name'] === 'string' && mesh['name'] !== '' ? { name: mesh['name'] } : {}),
    positions,
    corners: Uint32Array.from(faces.flat()),
    ...(faces.some((face) => face.length !== 3) ? { sizes: Uint32Array.from(faces, (face) => face.length) } : {}),
    ...(normals ? { normals } : {}),
    ...(uvs ? { uvs } : {}),
    ...(colours ? { colours } : {}),
    material: Number(mesh['materialindex'] ?? 0),
  };
}

const attributeOf = (values: readonly number[], size: 2 | 3 | 4, count: number): Attribute | undefined =>
  values.length === count * size && values.every(Number.isFinite) ? { values: Float32Array.from(values), size } : undefined;

const GREY: Rgba = [0.8, 0.8, 0.8, 1];

function materialOf(material: Json): Material & { readonly isTextured: boolean } {
  const properties = arrayOf(material['properties']).map(objectOf);
  const valueOf = (key: string): unknown => properties.find((property) => property['key'] === key)?.['value'];
  const colour = numbersOf(valueOf('$clr.diffuse'));
  const opacity = Number(valueOf('$mat.opacity') ?? 1);
  const name = valueOf('?mat.name');
  const [red = GREY[0], green = GREY[1], blue = GREY[2]] = colour.map((value) => Math.min(1, Math.max(0, value)));
  return {
    ...(typeof name === 'string' ? { name } : {}),
    colour: [red, green, blue, Number.isFinite(opacity) ? opacity : 1],
    isTextured: valueOf('$tex.file') !== undefined,
  };
}
