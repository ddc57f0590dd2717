import type { Content, Interchange, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';

/** Interchange format id of a model in memory. Every model reader produces it; every writer and the preview consume it. */
export const MODEL_SCENE = 'model-scene';

/** Values per vertex, or per corner where `corners` gives the index of its value: at a crease, one position has two normals. */
export type Attribute = {
  /** `size` numbers per value. Texture coordinates have their origin at the bottom left; colours are sRGB with alpha, 0 to 1. */
  readonly values: Float32Array;
  readonly size: 2 | 3 | 4;
  readonly corners?: Uint32Array;
};

/** Polygons over shared vertices, placed in the scene; a point cloud when there are no corners. */
export type Mesh = {
  readonly name?: string;
  /** x, y, z of each vertex, in the unit of the scene. */
  readonly positions: Float64Array;
  /** Vertex index of each corner, polygon by polygon, counter-clockwise seen from outside. */
  readonly corners: Uint32Array;
  /** Number of corners of each polygon; absent where all are triangles. */
  readonly sizes?: Uint32Array;
  readonly normals?: Attribute;
  readonly uvs?: Attribute;
  readonly colours?: Attribute;
  /** Index into `Scene.materials`. */
  readonly material?: number;
};

export type Rgba = readonly [number, number, number, number];

export type Material = {
  readonly name?: string;
  /** sRGB and opacity, 0 to 1. */
  readonly colour: Rgba;
  readonly metallic?: number;
  readonly roughness?: number;
  /** Texture, mapped by the texture coordinates. */
  readonly picture?: { readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: 'image/png' | 'image/jpeg' };
};

export const UNITS = ['mm', 'cm', 'm', 'in', 'ft'] as const;
export type Unit = (typeof UNITS)[number];

/** Length of each unit in metres. Inch and foot are the international ones, so the values are exact. */
export const METRES: Readonly<Record<Unit, number>> = { mm: 0.001, cm: 0.01, m: 1, in: 0.0254, ft: 0.3048 };

/** A model whose meshes have all transformations applied, so that every writer uses the same coordinates. */
export type Scene = {
  readonly meshes: readonly Mesh[];
  readonly materials: readonly Material[];
  /** Absent where the file does not specify it. */
  readonly unit?: Unit;
  /** The axis that points up. Absent where neither the file nor its format specifies it. */
  readonly up?: 'y' | 'z';
};

export type ModelScene = Interchange & { readonly interchange: typeof MODEL_SCENE; readonly scene: Scene };

/** @throws ConversionError `empty` when there is no vertex, as such a file is useless. */
export function modelScene(scene: Scene): ModelScene {
  if (scene.meshes.every((mesh) => vertexCount(mesh) === 0)) throw new ConversionError('empty', 'a model without a vertex');
  return { interchange: MODEL_SCENE, scene, release: () => undefined };
}

export function sceneOf(content: Content): Scene {
  if (!(content instanceof Blob) && content.interchange === MODEL_SCENE) return (content as ModelScene).scene;
  throw new TypeError('expected a model');
}

/** Result of a reader. */
export type Reading = { readonly scene: Scene; readonly warnings: readonly Warning[] };

export const vertexCount = (mesh: Mesh): number => mesh.positions.length / 3;
export const polygonCount = (mesh: Mesh): number => mesh.sizes?.length ?? mesh.corners.length / 3;
