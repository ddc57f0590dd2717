import type { EmscriptenOptions } from '@bakkum/raster/emscripten';

/** The API of draco3d as used in its examples. Numbers are passed in lists allocated in the module's memory. */
export type List = { size(): number; GetValue(index: number): number };
export type Attribute = { num_components(): number };
export type Status = { ok(): boolean; error_msg(): string };
export type Geometry = { num_points(): number; num_faces?(): number };

export type Decoder = {
  GetEncodedGeometryType(buffer: object): number;
  DecodeBufferToMesh(buffer: object, mesh: Geometry): Status;
  DecodeBufferToPointCloud(buffer: object, cloud: Geometry): Status;
  GetAttributeId(geometry: Geometry, kind: number): number;
  GetAttribute(geometry: Geometry, id: number): Attribute;
  GetAttributeFloatForAllPoints(geometry: Geometry, attribute: Attribute, into: List): boolean;
  GetFaceFromMesh(geometry: Geometry, index: number, into: List): boolean;
};

export type Draco = {
  readonly Decoder: new () => Decoder;
  readonly DecoderBuffer: new () => { Init(bytes: Int8Array, length: number): void };
  readonly Mesh: new () => Geometry;
  readonly PointCloud: new () => Geometry;
  readonly DracoFloat32Array: new () => List;
  readonly DracoInt32Array: new () => List;
  readonly TRIANGULAR_MESH: number;
  readonly POINT_CLOUD: number;
  readonly POSITION: number;
  readonly NORMAL: number;
  readonly COLOR: number;
  readonly TEX_COORD: number;
  destroy(held: object): void;
};

/** Instantiates the module. */
export type Start = (options: EmscriptenOptions) => Promise<Draco>;
