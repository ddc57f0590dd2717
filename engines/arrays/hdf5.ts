import { ConversionError } from '@bakkum/conversion/errors';
import { assertCells } from '@bakkum/data-tree/tables';
import type { Notes, Table, Value } from '@bakkum/data-tree/value';
import { startProgram } from '@bakkum/raster/emscripten';
import { Dataset as DatasetObject, Datatype, File, Group, start } from './.prepared/h5wasm.mjs';
import {
  type ArrayFile,
  type Attribute,
  type Dataset,
  type NumberKind,
  numbersOf,
  placesOf,
  textsOf,
  type Values,
} from './array-file.ts';
import type { H5Attribute, H5Dataset, H5Group, H5Program } from './h5-program.ts';

/** Classes of types, and the filters that are compiled in (HDF5 2.0). */
const CLASS = { whole: 0, real: 1, text: 3, bits: 4, record: 6, enumeration: 8 } as const;
const FILTERS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6]);
/** Attributes that describe dimensions to the libraries themselves. */
const INTERNAL = /^(?:CLASS|NAME|DIMENSION_LIST|REFERENCE_LIST|DIMENSION_LABELS|_Netcdf4\w+|_nc3_strict|_NCProperties)$/;
/** How netCDF marks a dimension without values. */
const ONLY_A_DIMENSION = 'This is a netCDF dimension but not a netCDF variable';
const MAX_ENTRIES = 20_000;
const MAX_DEPTH = 64;
const MAX_BYTES = 1024 * 1024 * 1024;
const PLACE = '/file.h5';

/** Reads HDF5 and netCDF-4. Errors: `corrupt`, `too-large`, `unsupported-feature` for packed data of other filters. */
export async function readHdf5(bytes: Uint8Array, compiled: WebAssembly.Module, notes: Notes): Promise<ArrayFile> {
  const program = await startProgram(start, compiled);
  try {
    program.FS.writeFile(PLACE, bytes);
    const file = new File(PLACE, 'r');
    if (file.file_id < 0n) throw new ConversionError('corrupt', 'no HDF5');
    const reader = new Reader(program, notes);
    reader.group(file, 0);
    if (reader.isEmpty) throw new ConversionError('unsupported-feature', 'no numbers, strings or records in it');
    return reader;
  } catch (cause) {
    throw cause instanceof ConversionError ? cause : new ConversionError('corrupt', 'an object does not read', { cause });
  }
}

class Reader implements ArrayFile {
  readonly attributes: Attribute[] = [];
  readonly datasets: Dataset[] = [];
  readonly tables = new Map<string, readonly Table[]>();
  readonly #program: H5Program;
  readonly #notes: Notes;
  #entries = 0;

  constructor(program: H5Program, notes: Notes) {
    this.#program = program;
    this.#notes = notes;
  }

  get isEmpty(): boolean {
    return this.datasets.length === 0 && this.tables.size === 0 && this.attributes.length === 0;
  }

  /** Reads everything in a group; links may form circles. */
  group(group: H5Group, depth: number): void {
    const path = nameOf(group);
    const prefix = path === '' ? '' : `${path}/`;
    this.attributes.push(...this.#attributesOf(group).map(({ name, value }) => ({ name: prefix + name, value })));
    for (const key of group.keys()) {
      this.#entries += 1;
      if (this.#entries > MAX_ENTRIES || depth > MAX_DEPTH)
        throw new ConversionError('too-large', 'more objects than any file has');
      const entity = group.get(key);
      if (entity instanceof Group) this.group(entity, depth + 1);
      else if (entity instanceof DatasetObject) this.#dataset(entity);
      else if (!(entity instanceof Datatype)) this.#notes.lose('structure-changed'); // a link out of the file
    }
  }

  #dataset(dataset: H5Dataset): void {
    const { shape } = dataset;
    const scale = dataset.get_scale_name();
    if (shape === null || scale?.startsWith(ONLY_A_DIMENSION)) return;
    const size = placesOf(shape) * dataset.metadata.size;
    if (size > MAX_BYTES) throw new ConversionError('too-large', `${size} bytes of values`);
    const filter = dataset.filters.find(({ id }) => !FILTERS.has(id));
    if (filter) throw new ConversionError('unsupported-feature', `values packed by filter ${filter.id}`);
    const name = nameOf(dataset);
    if (dataset.metadata.type === CLASS.record) {
      this.tables.set(name, this.#records(dataset));
      return;
    }
    const values = this.#valuesOf(dataset, shape);
    if (!values) {
      this.#notes.lose('structure-changed'); // references, lists of varying length, long doubles
      return;
    }
    const dimensions = shape.map((length, index) => ({
      name: scale === null ? dimensionOf(dataset, index) : name,
      size: length,
    }));
    const attributes = this.#attributesOf(dataset);
    this.datasets.push({ name, attributes, values, dimensions: isCharacters(dataset) ? dimensions.slice(0, -1) : dimensions });
  }

  #valuesOf(dataset: H5Dataset, shape: readonly number[]): Values | undefined {
    const { type, size, vlen, signed } = dataset.metadata;
    if (type === CLASS.text && vlen) return [dataset.value].flat().map(String);
    if (type === CLASS.text) return textsOf(this.#bytesOf(dataset), isCharacters(dataset) ? shape : [...shape, size]);
    const letter = LETTERS[type];
    const kind = KINDS.find((each) => each === `${letter === 'i' && !signed ? 'u' : letter}${size}`);
    return kind && numbersOf(this.#bytesOf(dataset), kind, true, placesOf(shape));
  }

  /** The values of a dataset as the library stores them in memory: little-endian. */
  #bytesOf(dataset: H5Dataset): Uint8Array {
    const { size, total_size: count } = dataset.metadata;
    const at = this.#program._malloc(Math.max(1, size * count));
    if (at === 0) throw new ConversionError('out-of-memory', `${size * count} bytes of values`);
    const status = this.#program.get_dataset_data(dataset.file_id, dataset.path, null, null, null, BigInt(at));
    const bytes = this.#program.HEAPU8.slice(at, at + size * count);
    this.#program._free(at);
    if (status < 0) throw new ConversionError('corrupt', 'values that do not read');
    return bytes;
  }

  #records(dataset: H5Dataset): readonly Table[] {
    const members = dataset.metadata.compound_type?.members ?? [];
    const { total_size: count, shape } = dataset.metadata;
    assertCells(members.length, count);
    const value: unknown = count === 0 ? [] : dataset.value;
    const rows: readonly unknown[] = shape?.length === 0 ? [value] : Array.isArray(value) ? value : [];
    return rows.map((row) => {
      const cells: readonly unknown[] = Array.isArray(row) ? row : [];
      return new Map(members.map(({ name }, index) => [name, this.#plain(cells[index]) ?? null]));
    });
  }

  #attributesOf({ attrs }: H5Group | H5Dataset): readonly Attribute[] {
    return Object.entries(attrs).flatMap(([name, attribute]) => {
      const value = INTERNAL.test(name) ? undefined : this.#plain(valueOf(attribute));
      return value === undefined ? [] : [{ name, value: Array.isArray(value) && value.length === 1 ? value[0] : value }];
    });
  }

  #plain(value: unknown): Value | undefined {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
      return value;
    if (Array.isArray(value)) return value.map((each) => this.#plain(each) ?? null);
    if (value instanceof Float32Array) return Array.from(value, sevenDigits);
    if (ArrayBuffer.isView(value) && Symbol.iterator in value) return this.#plain([...(value as Uint8Array)]);
    if (value !== null) this.#notes.lose('structure-changed');
    return undefined;
  }
}

const LETTERS: Readonly<Record<number, string>> = {
  [CLASS.whole]: 'i',
  [CLASS.real]: 'f',
  [CLASS.bits]: 'u',
  [CLASS.enumeration]: 'i',
};
const KINDS: readonly NumberKind[] = ['i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f2', 'f4', 'f8'];

const nameOf = ({ path }: { readonly path: string }): string => path.replace(/^\/+/, '');
const sevenDigits = (value: number): number => Number(value.toPrecision(7));

/** netCDF stores strings as arrays of single characters. */
const isCharacters = ({ metadata: { type, size, vlen, shape } }: H5Dataset): boolean =>
  type === CLASS.text && size === 1 && !vlen && shape !== null && shape.length > 0;

/** A dimension is named by the dataset that is its scale, or has a label. */
function dimensionOf(dataset: H5Dataset, index: number): string {
  const [scale] = dataset.get_attached_scales(index);
  return scale === undefined ? (dataset.get_dimension_labels()[index] ?? '') : nameOf({ path: scale });
}

function valueOf(attribute: H5Attribute): unknown {
  const { value, metadata } = attribute;
  const isFloat = metadata.type === CLASS.real && metadata.size === 4;
  return isFloat && typeof value === 'number' ? sevenDigits(value) : value;
}
