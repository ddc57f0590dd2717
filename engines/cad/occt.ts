import type { EmscriptenOptions } from '@bakkum/raster/emscripten';

/** The API of occt-import-js as documented. */
export type OcctMesh = {
  readonly name?: string;
  readonly color?: readonly [number, number, number];
  readonly attributes: {
    readonly position: { readonly array: readonly number[] };
    readonly normal?: { readonly array: readonly number[] };
  };
  readonly index: { readonly array: readonly number[] };
};

export type OcctAnswer = { readonly success: boolean; readonly meshes?: readonly OcctMesh[] };

type Parameters = {
  readonly linearUnit: 'millimeter';
  readonly linearDeflectionType: 'bounding_box_ratio';
  readonly linearDeflection: number;
  /** Radians. */
  readonly angularDeflection: number;
};

export type Occt = {
  ReadFile(format: 'step' | 'iges' | 'brep', content: Uint8Array, parameters: Parameters): OcctAnswer;
};

/** Instantiates the module. */
export type Start = (options: EmscriptenOptions) => Promise<Occt>;
