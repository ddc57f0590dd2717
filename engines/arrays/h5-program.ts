import type { EmscriptenOptions } from '@bakkum/raster/emscripten';

/** The part of h5wasm 0.10.3 used here. Its own types declare globals that clash with those of other programs. */
export type H5Program = {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void };
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(address: number): void;
  /** Reads all values into memory at an address; negative if that fails. */
  get_dataset_data(file: bigint, path: string, count: null, offset: null, strides: null, address: bigint): number;
};

type Metadata = {
  /** Class of the type (H5T_class_t). */
  readonly type: number;
  readonly size: number;
  readonly signed: boolean;
  /** Values of varying length. */
  readonly vlen: boolean;
  /** Absent values have no shape; a scalar has an empty shape. */
  readonly shape: readonly number[] | null;
  readonly total_size: number;
  readonly compound_type?: { readonly members: readonly { readonly name: string }[] };
};

export type H5Attribute = { readonly metadata: Metadata; readonly value: unknown };

type H5Object = {
  readonly file_id: bigint;
  readonly path: string;
  readonly attrs: Readonly<Record<string, H5Attribute>>;
};

export type H5Group = H5Object & {
  keys(): readonly string[];
  get(name: string): unknown;
};

export type H5Dataset = H5Object & {
  readonly metadata: Metadata;
  readonly shape: readonly number[] | null;
  readonly filters: readonly { readonly id: number }[];
  readonly value: unknown;
  get_scale_name(): string | null;
  get_attached_scales(dimension: number): readonly string[];
  get_dimension_labels(): readonly (string | null)[];
};

export type H5Library = {
  /** Starts an instance, which the classes then use. */
  readonly start: (options: EmscriptenOptions) => Promise<H5Program>;
  readonly File: new (path: string, mode: 'r') => H5Group;
  readonly Group: new () => H5Group;
  readonly Dataset: new () => H5Dataset;
  readonly Datatype: new () => H5Object;
};
