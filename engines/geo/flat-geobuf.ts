import { type Bytes, encodeBase64, startsWith, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { isStackOverflow } from '@bakkum/conversion/platform-errors';
import type { Dialect, Feature, Geometry, Json, Notes, Position } from './feature.ts';
import { FlatTable } from './flat-buffer.ts';
import { placed } from './placed.ts';
import { toDegrees } from './projection.ts';

type Column = { readonly name: string; readonly type: number };

const MAGIC = 8;
const LENGTH = 4;
/** Bytes of an index node: four bounds and an offset. */
const NODE = 40;
const DEFAULT_NODE_SIZE = 16;

/** FlatGeobuf version 3: a header, an index that is skipped, and the features. Read only. */
export const flatGeobuf: Dialect = {
  read(file, notes) {
    if (!startsWith(file, 'fgb\u0003fgb')) throw corrupt('no FlatGeobuf');
    try {
      return { features: [...featuresOf(file, notes)] };
    } catch (cause) {
      throw cause instanceof RangeError && !isStackOverflow(cause) ? corrupt('cut off', cause) : cause;
    }
  },
  write() {
    throw new RangeError('FlatGeobuf is not written');
  },
};

function* featuresOf(file: Bytes, notes: Notes): Generator<Feature, void, void> {
  const header = FlatTable.root(partAt(file, MAGIC));
  const columns = columnsOf(header);
  const shape = header.byte(2) ?? 0;
  const place = placeOf(header.table(10));
  const start = MAGIC + LENGTH + partAt(file, MAGIC).length + indexLength(header);
  let missing = header.long(8) ?? 0;
  for (let at = start; at < file.length; missing -= 1) {
    const part = partAt(file, at);
    at += LENGTH + part.length;
    const feature = FlatTable.root(part);
    const own = columnsOf(feature, 2);
    const known = own.length > 0 ? own : columns;
    const geometry = feature.table(0);
    yield {
      geometry: geometry ? placed(geometryOf(geometry, shape, 0), place) : null,
      // Missing properties of a feature are null.
      properties: Object.fromEntries([
        ...known.map(({ name }) => [name, null] as const),
        ...propertiesOf(feature.bytes(1), known, notes),
      ]),
    };
  }
  // Streamed files do not declare a feature count.
  if (missing > 0) throw corrupt('features are missing');
}

/** Returns a length-prefixed part. */
function partAt(file: Bytes, at: number): Bytes {
  const length = new DataView(file.buffer, file.byteOffset).getUint32(at, true);
  if (at + LENGTH + length > file.length) throw corrupt('it ends too early');
  return file.subarray(at + LENGTH, at + LENGTH + length);
}

const columnsOf = (table: FlatTable, index = 7): readonly Column[] =>
  (table.tables(index) ?? []).map((column) => ({ name: column.text(0) ?? '', type: column.byte(1) ?? 0 }));

/** Bytes of the index: a tree with up to `node size` children per node and features as leaves. */
function indexLength(header: FlatTable): number {
  const size = header.short(9) ?? DEFAULT_NODE_SIZE;
  let level = header.long(8) ?? 0;
  if (size < 2 || level === 0) return 0;
  let nodes = level;
  do {
    level = Math.ceil(level / size);
    nodes += level;
  } while (level > 1);
  return nodes * NODE;
}

/** EPSG codes of longitude and latitude. */
const DEGREES = new Set([0, 4326, 4979]);

function placeOf(system: FlatTable | undefined): (position: Position) => Position {
  const code = system?.int(1) ?? 0;
  const text = system?.text(4);
  if (DEGREES.has(code) && (code !== 0 || text === undefined)) return (position) => position;
  if (text === undefined) throw new ConversionError('unsupported-feature', `coordinates of EPSG:${code}`);
  return toDegrees(text);
}

const TYPES = [
  '',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
] as const;
const MAX_DEPTH = 32;

/** `shape` is the geometry type of the file, for geometries without their own. */
function geometryOf(table: FlatTable, shape: number, depth: number): Geometry {
  if (depth > MAX_DEPTH) throw corrupt('nested too deep');
  const type = TYPES[(table.byte(6) ?? 0) || shape];
  const parts = (): readonly Geometry[] => (table.tables(7) ?? []).map((part) => geometryOf(part, 0, depth + 1));
  if (type === 'GeometryCollection') return { type, geometries: parts() };
  if (type === 'MultiPolygon') {
    const coordinates = (table.tables(7) ?? []).map((part) => linesOf(part));
    return { type, coordinates };
  }
  if (type === 'Polygon' || type === 'MultiLineString') return { type, coordinates: linesOf(table) };
  if (type === 'LineString' || type === 'MultiPoint') return { type, coordinates: positionsOf(table) };
  if (type !== 'Point') throw new ConversionError('unsupported-feature', 'curves or surfaces');
  return { type, coordinates: positionsOf(table)[0] ?? [] };
}

function positionsOf(table: FlatTable): readonly Position[] {
  const flat = table.doubles(1) ?? [];
  const heights = table.doubles(2) ?? [];
  return Array.from({ length: flat.length / 2 }, (_, index) => {
    const height = heights[index];
    return [flat[index * 2] ?? 0, flat[index * 2 + 1] ?? 0, ...(height === undefined ? [] : [height])];
  });
}

/** Reads one line, or several split at the listed end positions. */
function linesOf(table: FlatTable): readonly (readonly Position[])[] {
  const positions = positionsOf(table);
  const ends = table.counts(0) ?? [];
  if (ends.length === 0) return [positions];
  return ends.map((end, index) => positions.slice(ends[index - 1] ?? 0, end));
}

function* propertiesOf(
  bytes: Bytes | undefined,
  columns: readonly Column[],
  notes: Notes,
): Generator<[string, Json], void, void> {
  if (!bytes) return;
  const view = viewOf(bytes);
  for (let at = 0; at + 2 <= bytes.length; ) {
    const column = columns[view.getUint16(at, true)];
    if (!column) throw corrupt('a property of no column');
    const { value, length } = propertyAt({ view, bytes, at: at + 2 }, column.type, notes);
    yield [column.name, value];
    at += 2 + length;
  }
}

type Cell = { readonly view: DataView; readonly bytes: Bytes; readonly at: number };
type Property = { readonly value: Json; readonly length: number };

/** Readers of fixed-length values by type number. */
const NUMBERS: readonly ((view: DataView, at: number) => Property)[] = [
  (view, at) => ({ value: view.getInt8(at), length: 1 }),
  (view, at) => ({ value: view.getUint8(at), length: 1 }),
  (view, at) => ({ value: view.getUint8(at) !== 0, length: 1 }),
  (view, at) => ({ value: view.getInt16(at, true), length: 2 }),
  (view, at) => ({ value: view.getUint16(at, true), length: 2 }),
  (view, at) => ({ value: view.getInt32(at, true), length: 4 }),
  (view, at) => ({ value: view.getUint32(at, true), length: 4 }),
  (view, at) => ({ value: wholeOf(view.getBigInt64(at, true)), length: 8 }),
  (view, at) => ({ value: wholeOf(view.getBigUint64(at, true)), length: 8 }),
  (view, at) => ({ value: view.getFloat32(at, true), length: 4 }),
  (view, at) => ({ value: view.getFloat64(at, true), length: 8 }),
];

const JSON_TYPE = 12;
const BINARY = 14;

function propertyAt({ view, bytes, at }: Cell, type: number, notes: Notes): Property {
  const number = NUMBERS[type];
  if (number) return number(view, at);
  if (type > BINARY) throw corrupt(`a property of type ${type}`);
  const length = view.getUint32(at, true);
  const content = bytes.subarray(at + 4, at + 4 + length);
  if (content.length < length) throw corrupt('a property is cut off');
  return { value: variableOf(content, type, notes), length: length + 4 };
}

function variableOf(content: Bytes, type: number, notes: Notes): Json {
  if (type === BINARY) {
    notes.lose('types-changed');
    return encodeBase64(content);
  }
  const text = new TextDecoder().decode(content);
  if (type !== JSON_TYPE) return text;
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    if (cause instanceof SyntaxError) return text;
    throw cause;
  }
}

/** Integers beyond the safe range become strings of digits. */
const wholeOf = (value: bigint): Json => (Number.isSafeInteger(Number(value)) ? Number(value) : String(value));
