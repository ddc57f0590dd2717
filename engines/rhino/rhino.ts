import type { EmscriptenOptions } from '@bakkum/raster/emscripten';

/** What rhino3dm offers, as its documentation describes it. Everything it hands out is one of its objects, with functions. */
export type RhinoColour = { readonly r: number; readonly g: number; readonly b: number; readonly a: number };

export type Attributes = {
  readonly layerIndex: number;
  readonly name: string;
  readonly visible: boolean;
  readonly isInstanceDefinitionObject: boolean;
  drawColor(file: RhinoFile): RhinoColour;
};

type Buffer = { readonly array: ArrayLike<number> };

/** As three.js takes it. */
export type BufferGeometry = {
  readonly data: {
    readonly index?: Buffer;
    readonly attributes: { readonly position?: Buffer; readonly normal?: Buffer; readonly uv?: Buffer };
  };
};

type RhinoMesh = { toThreejsJSON(): BufferGeometry };
type Held<Item> = { readonly count: number; get(index: number): Item };

export type Geometry = {
  /** Of a mesh. */
  toThreejsJSON?(): BufferGeometry;
  /** Of exact surfaces, each with the mesh kept for drawing it. */
  faces?(): Held<{ getMesh?(kind: unknown): RhinoMesh | null }>;
  /** Of extrusions. */
  getMesh?(kind: unknown): RhinoMesh | null;
  /** Of a reference to a block. */
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

/** Starts the program. */
export type Start = (options: EmscriptenOptions) => Promise<Rhino>;
