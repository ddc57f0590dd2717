import { ConversionError } from '@bakkum/conversion/errors';
import type { Attribute, Mesh } from '@bakkum/model-scene/scene';

/** Collects a mesh while a file is read and validates it at the end. */
export type MeshBuilder = {
  readonly positions: number[];
  readonly corners: number[];
  readonly sizes: number[];
  readonly normals: number[];
  readonly uvs: number[];
  readonly colours: number[];
  readonly normalCorners: number[];
  readonly uvCorners: number[];
  readonly colourCorners: number[];
  name?: string;
  material?: number;
};

export function meshBuilder(): MeshBuilder {
  return {
    positions: [],
    corners: [],
    sizes: [],
    normals: [],
    uvs: [],
    colours: [],
    normalCorners: [],
    uvCorners: [],
    colourCorners: [],
  };
}

/** @throws ConversionError `corrupt` for polygons with missing vertices, and for invalid numbers */
export function finished(builder: MeshBuilder): Mesh {
  const { positions, corners, sizes } = builder;
  const vertices = positions.length / 3;
  if (!Number.isInteger(vertices)) throw new ConversionError('corrupt', 'a vertex without all of its coordinates');
  if (corners.some((corner) => !(corner >= 0 && corner < vertices)))
    throw new ConversionError('corrupt', 'a polygon of a missing vertex');
  if (positions.some((value) => !Number.isFinite(value))) throw new ConversionError('corrupt', 'a coordinate that is no number');
  const isAllTriangles = sizes.every((size) => size === 3);
  const normals = attributeOf(builder.normals, 3, builder.normalCorners, builder);
  const uvs = attributeOf(builder.uvs, 2, builder.uvCorners, builder);
  const colours = attributeOf(builder.colours, 4, builder.colourCorners, builder);
  return {
    positions: Float64Array.from(positions),
    corners: Uint32Array.from(corners),
    ...(isAllTriangles ? {} : { sizes: Uint32Array.from(sizes) }),
    ...(builder.name ? { name: builder.name } : {}),
    ...(builder.material === undefined ? {} : { material: builder.material }),
    ...(normals ? { normals } : {}),
    ...(uvs ? { uvs } : {}),
    ...(colours ? { colours } : {}),
  };
}

/** Returns an attribute that covers everything; one with gaps is dropped, because missing values cannot be assigned. */
function attributeOf(
  values: readonly number[],
  size: 2 | 3 | 4,
  corners: readonly number[],
  mesh: MeshBuilder,
): Attribute | undefined {
  if (values.length === 0 || values.some((value) => !Number.isFinite(value))) return undefined;
  const count = values.length / size;
  if (corners.length === 0 || isSame(corners, mesh.corners))
    return count === mesh.positions.length / 3 ? { values: Float32Array.from(values), size } : undefined;
  if (corners.length !== mesh.corners.length || corners.some((corner) => !(corner >= 0 && corner < count))) return undefined;
  return { values: Float32Array.from(values), size, corners: Uint32Array.from(corners) };
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at]);
