import type { Content, Interchange, Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';

/** Interchange format id of a model in memory. Every reader of models ends here, every writer and the preview start here. */
export const MODEL_SCENE = 'model-scene';

/** Values of a vertex, or of each corner where `corners` says which value it takes: a crease has one position and two normals. */
export type Attribute = {
  /** `size` numbers each. Texture coordinates have their origin at the bottom left, colours are sRGB with alpha, 0 to 1. */
  readonly values: Float32Array;
  readonly size: 2 | 3 | 4;
  readonly corners?: Uint32Array;
};

/** Polygons over shared vertices, placed in the scene; without corners, a cloud of points. */
export type Mesh = {
  readonly name?: string;
  /** x, y, z of each vertex, in the scene's unit. */
  readonly positions: Float64Array;
  /** The vertex of each corner, polygon after polygon, counter-clockwise seen from outside. */
  readonly corners: Uint32Array;
  /** Corners of each polygon; absent where all are triangles. */
  readonly sizes?: Uint32Array;
  readonly normals?: Attribute;
  readonly uvs?: Attribute;
  readonly colours?: Attribute;
  /** Place in `Scene.materials`. */
  readonly material?: number;
};

export type Rgba = readonly [number, number, number, number];

export type Material = {
  readonly name?: string;
  /** sRGB and opacity, 0 to 1. */
  readonly colour: Rgba;
  readonly metallic?: number;
  readonly roughness?: number;
  /** Laid over the surface by the texture coordinates. */
  readonly picture?: { readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: 'image/png' | 'image/jpeg' };
};

export const UNITS = ['mm', 'cm', 'm', 'in', 'ft'] as const;
export type Unit = (typeof UNITS)[number];

/** International inch and foot, exactly. */
export const METRES: Readonly<Record<Unit, number>> = { mm: 0.001, cm: 0.01, m: 1, in: 0.0254, ft: 0.3048 };

/** A model: meshes with all transformations applied, so that every writer sees the same coordinates. */
export type Scene = {
  readonly meshes: readonly Mesh[];
  readonly materials: readonly Material[];
  /** Absent where the file does not say: the numbers alone are known. */
  readonly unit?: Unit;
  /** The axis that points up. Absent where neither the file nor its format says. */
  readonly up?: 'y' | 'z';
};

export type ModelScene = Interchange & { readonly interchange: typeof MODEL_SCENE; readonly scene: Scene };

/** @throws ConversionError `empty` without a single vertex: nobody opens such a file. */
export function modelScene(scene: Scene): ModelScene {
  if (scene.meshes.every((mesh) => vertexCount(mesh) === 0)) throw new ConversionError('empty', 'a model without a vertex');
  return { interchange: MODEL_SCENE, scene, release: () => undefined };
}

export function sceneOf(content: Content): Scene {
  if (!(content instanceof Blob) && content.interchange === MODEL_SCENE) return (content as ModelScene).scene;
  throw new TypeError('expected a model');
}

/** What a reader answers. */
export type Reading = { readonly scene: Scene; readonly warnings: readonly Warning[] };

export const vertexCount = (mesh: Mesh): number => mesh.positions.length / 3;
export const polygonCount = (mesh: Mesh): number => mesh.sizes?.length ?? mesh.corners.length / 3;
