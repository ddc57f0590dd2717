import { ConversionError } from '@bakkum/conversion/errors';
import type { Material, Mesh, Scene } from '@bakkum/model-scene/scene';
import { placed } from '@bakkum/model-scene/transform';
import type { Ifc, PlacedGeometry } from './ifc.ts';

const MAX_MESHES = 500_000;
/** Three numbers for the position and three for the normal. */
const PER_VERTEX = 6;

/**
 * Reads every element with its colour, in metres and y-up, as the library transforms it.
 * @throws ConversionError `unsupported-feature` without shapes
 */
export function sceneOf(program: Ifc, model: number, signal: AbortSignal): Scene {
  const meshes: Mesh[] = [];
  const materials: Material[] = [];
  const shapes = new Map<number, Mesh | undefined>();
  program.StreamAllMeshes(
    model,
    ({ geometries }) => {
      signal.throwIfAborted();
      for (let index = 0; index < geometries.size(); index += 1) {
        const part = geometries.get(index);
        const shape = shapes.has(part.geometryExpressID) ? shapes.get(part.geometryExpressID) : shapeOf(program, model, part);
        shapes.set(part.geometryExpressID, shape);
        if (!shape) continue;
        if (meshes.length >= MAX_MESHES) throw new ConversionError('too-large', `over ${MAX_MESHES} parts`);
        meshes.push(placed({ ...shape, material: placeOf(part.color, materials) }, Array.from(part.flatTransformation)));
      }
    },
    true,
  );
  if (meshes.length === 0) throw new ConversionError('unsupported-feature', 'no shapes in the building');
  return { meshes, materials, unit: 'm', up: 'y' };
}

function shapeOf(program: Ifc, model: number, { geometryExpressID }: PlacedGeometry): Mesh | undefined {
  const geometry = program.GetGeometry(model, geometryExpressID);
  const [at, size] = [geometry.GetVertexData() / 4, geometry.GetVertexDataSize()];
  const vertices = program.HEAPF32.slice(at, at + size);
  const corners = program.HEAPU32.slice(geometry.GetIndexData() / 4, geometry.GetIndexData() / 4 + geometry.GetIndexDataSize());
  geometry.delete();
  if (corners.length === 0) return undefined;
  const count = vertices.length / PER_VERTEX;
  const part = (first: number) => (_: unknown, index: number) =>
    vertices[Math.floor(index / 3) * PER_VERTEX + first + (index % 3)] ?? 0;
  return {
    positions: Float64Array.from({ length: count * 3 }, part(0)),
    corners,
    normals: { values: Float32Array.from({ length: count * 3 }, part(3)), size: 3 },
  };
}

function placeOf({ x, y, z, w }: PlacedGeometry['color'], materials: Material[]): number {
  const colour = [x, y, z, w] as const;
  const known = materials.findIndex((each) => each.colour.every((value, at) => value === colour[at]));
  if (known >= 0) return known;
  materials.push({ colour });
  return materials.length - 1;
}
