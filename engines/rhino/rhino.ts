import type { EmscriptenOptions } from '@bakkum/raster/emscripten';

/** The API of rhino3dm as documented. Every returned value is a library object with methods. */
export type RhinoColour = { readonly r: number; readonly g: number; readonly b: number; readonly a: number };

export type Attributes = {
  readonly layerIndex: number;
  readonly name: string;
  readonly visible: boolean;
  readonly isInstanceDefinitionObject: boolean;
  drawColor(file: RhinoFile): RhinoColour;
};

type Buffer = { readonly array: ArrayLike<number> };

/** In the form three.js expects. */
export type BufferGeometry = {
  readonly data: {
    readonly index?: Buffer;
    readonly attributes: { readonly position?: Buffer; readonly normal?: Buffer; readonly uv?: Buffer };
  };
};

type RhinoMesh = { toThreejsJSON(): BufferGeometry };
type Held<Item> = { readonly count: number; get(index: number): Item };

export type Geometry = {
  /** Meshes only. */
  toThreejsJSON?(): BufferGeometry;
  /** Exact surfaces only: faces with their render meshes. */
  faces?(): Held<{ getMesh?(kind: unknown): RhinoMesh | null }>;
  /** Extrusions only. */
  getMesh?(kind: unknown): RhinoMesh | null;
  /** Block references only. */
  readonly parentIdefId?: string;
  readonly xform?: { toFloatArray(byRows: boolean): ArrayLike<number> };
};

export type RhinoObject = { geometry(): Geometry; attributes(): Attributes };

export type RhinoFile = {
  objects(): Held<RhinoObject> & { findId(id: string): RhinoObject | null };
  layers(): Held<{ readonly visible: boolean }>;
  instanceDefinitions(): { findId(id: string): { getObjectIds(): readonly string[] } | null };
  settings(): { readonly modelUnitSystem: unknown };
};

export type Rhino = {
  readonly File3dm: { fromByteArray(bytes: Uint8Array): RhinoFile | null };
  readonly MeshType: { readonly Any: unknown };
  readonly UnitSystem: Readonly<Record<string, unknown>>;
};

/** Instantiates the module. */
export type Start = (options: EmscriptenOptions) => Promise<Rhino>;
