import { ConversionError } from '@bakkum/conversion/errors';
import type { Material, Mesh, Scene, Unit } from '@bakkum/model-scene/scene';
import { IDENTITY, type Matrix, multiplied, placed, transposed } from '@bakkum/model-scene/transform';
import type { BufferGeometry, Geometry, Rhino, RhinoColour, RhinoFile, RhinoObject } from './rhino.ts';

const UNITS: Readonly<Record<string, Unit>> = { Millimeters: 'mm', Centimeters: 'cm', Meters: 'm', Inches: 'in', Feet: 'ft' };

/** Nesting limit of blocks. */
const MAX_DEPTH = 16;
const MAX_MESHES = 200_000;

type Making = { readonly program: Rhino; readonly file: RhinoFile; readonly meshes: Mesh[]; readonly materials: Material[] };

/**
 * Reads the visible content: meshes, and the render meshes of exact surfaces.
 * @throws ConversionError `unsupported-feature` without any
 */
export function sceneOf(program: Rhino, file: RhinoFile): Scene {
  const making: Making = { program, file, meshes: [], materials: [] };
  const objects = file.objects();
  for (let index = 0; index < objects.count; index += 1) {
    const object = objects.get(index);
    if (!object.attributes().isInstanceDefinitionObject) addObject(making, object, IDENTITY, 0);
  }
  const { meshes, materials } = making;
  if (meshes.length === 0) throw new ConversionError('unsupported-feature', 'neither meshes nor surfaces that were drawn');
  const system = file.settings().modelUnitSystem;
  const unit = Object.entries(UNITS).find(([name]) => program.UnitSystem[name] === system)?.[1];
  return { meshes, materials, up: 'z', ...(unit ? { unit } : {}) };
}

function addObject(making: Making, object: RhinoObject, matrix: Matrix, depth: number): void {
  const attributes = object.attributes();
  const layers = making.file.layers();
  const layer =
    attributes.layerIndex >= 0 && attributes.layerIndex < layers.count ? layers.get(attributes.layerIndex) : undefined;
  if (!attributes.visible || layer?.visible === false) return;
  const geometry = object.geometry();
  if (geometry.parentIdefId !== undefined && geometry.xform) {
    addBlock(
      making,
      geometry.parentIdefId,
      multiplied(matrix, transposed(Array.from(geometry.xform.toFloatArray(true)))),
      depth + 1,
    );
    return;
  }
  const material = placeOf(attributes.drawColor(making.file), making.materials);
  for (const made of meshesOf(making.program, geometry)) {
    const mesh = meshOf(made);
    if (!mesh) continue;
    if (making.meshes.length >= MAX_MESHES) throw new ConversionError('too-large', `over ${MAX_MESHES} meshes`);
    making.meshes.push(placed({ ...mesh, material, ...(attributes.name ? { name: attributes.name } : {}) }, matrix));
  }
}

function addBlock(making: Making, id: string, matrix: Matrix, depth: number): void {
  if (depth > MAX_DEPTH) throw new ConversionError('unsupported-feature', 'blocks within blocks within blocks');
  for (const member of making.file.instanceDefinitions().findId(id)?.getObjectIds() ?? []) {
    const object = making.file.objects().findId(member);
    if (object) addObject(making, object, matrix, depth);
  }
}

function meshesOf({ MeshType }: Rhino, geometry: Geometry): readonly BufferGeometry[] {
  if (geometry.toThreejsJSON) return [geometry.toThreejsJSON()];
  if (geometry.getMesh) return [geometry.getMesh(MeshType.Any)].flatMap((mesh) => (mesh ? [mesh.toThreejsJSON()] : []));
  const faces = geometry.faces?.();
  return Array.from({ length: faces?.count ?? 0 }, (_, index) => faces?.get(index).getMesh?.(MeshType.Any)).flatMap((mesh) =>
    mesh ? [mesh.toThreejsJSON()] : [],
  );
}

function meshOf({ data }: BufferGeometry): Mesh | undefined {
  const { position, normal, uv } = data.attributes;
  const { index } = data;
  if (!position || !index || index.array.length === 0) return undefined;
  const positions = Float64Array.from(position.array);
  const count = positions.length / 3;
  return {
    positions,
    corners: Uint32Array.from(index.array),
    ...(normal?.array.length === count * 3 ? { normals: { values: Float32Array.from(normal.array), size: 3 } as const } : {}),
    ...(uv?.array.length === count * 2 ? { uvs: { values: Float32Array.from(uv.array), size: 2 } as const } : {}),
  };
}

function placeOf({ r, g, b }: RhinoColour, materials: Material[]): number {
  const known = materials.findIndex(({ colour }) => colour[0] === r / 255 && colour[1] === g / 255 && colour[2] === b / 255);
  if (known >= 0) return known;
  materials.push({ colour: [r / 255, g / 255, b / 255, 1] });
  return materials.length - 1;
}
