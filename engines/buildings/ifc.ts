import type { EmscriptenOptions } from '@bakkum/raster/emscripten';

/** The API of web-ifc's script as its own wrapper uses it. */
export type Vector<Item> = { size(): number; get(index: number): Item };
export type PlacedGeometry = {
  readonly color: { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
  readonly geometryExpressID: number;
  /** Column-major. */
  readonly flatTransformation: ArrayLike<number>;
};
export type FlatMesh = { readonly geometries: Vector<PlacedGeometry> };
export type IfcGeometry = {
  GetVertexData(): number;
  GetVertexDataSize(): number;
  GetIndexData(): number;
  GetIndexDataSize(): number;
  delete(): void;
};

export type Ifc = {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAPF32: Float32Array;
  /** Requests the file in pieces: the target address, the offset in the file and the maximum length. */
  OpenModel(settings: Settings, read: (to: number, offset: number, most: number) => number): number;
  StreamAllMeshes(model: number, take: (mesh: FlatMesh) => void, inMetres: boolean): void;
  GetGeometry(model: number, id: number): IfcGeometry;
};

export type Settings = Readonly<Record<string, number | boolean>>;

/** Instantiates the module. */
export type Start = (options: EmscriptenOptions) => Promise<Ifc>;
