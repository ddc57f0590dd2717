import { encodeBase64, startsWith } from '@bakkum/bytes/bytes';
import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { type Database, quoted, startProgram } from '@bakkum/data-sqlite/program';
import { type Feature, type Features, type Json, type Notes, type Position } from './feature.ts';
import { placed } from './placed.ts';
import { toDegrees } from './projection.ts';
import { wkb } from './wkb.ts';

type Row = Readonly<Record<string, number | bigint | string | Uint8Array | null>>;
type Layer = { readonly table: string; readonly column: string; readonly system: string };
type Place = (position: Position) => Position;

/** Reads tables only: a view can be made to compute without end. */
const LAYERS = `SELECT g.table_name AS name, g.column_name AS shape, s.definition AS system
FROM gpkg_geometry_columns g JOIN sqlite_master m ON m.name = g.table_name AND m.type = 'table'
LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id`;

/** Reads all layers of a GeoPackage (OGC 12-128r19) in degrees. Errors: `corrupt`, `unsupported-feature` if it has no shapes. */
export async function readGeoPackage(
  file: Uint8Array<ArrayBuffer>,
  context: Pick<EngineContext, 'wasm' | 'signal'>,
  notes: Notes,
): Promise<Features> {
  if (!startsWith(file, 'SQLite format 3')) throw corrupt('no database of SQLite');
  const program = await startProgram(context, 'sqlite');
  const database = new program.Database(file);
  try {
    const layers = layersOf(database, context.signal);
    if (layers.length === 0) throw new ConversionError('unsupported-feature', 'no layer of shapes');
    if (layers.length > 1) notes.lose('structure-changed');
    return { features: layers.flatMap((layer) => featuresOf(database, layer, { signal: context.signal, notes })) };
  } catch (cause) {
    if (cause instanceof ConversionError || context.signal.aborted) throw cause;
    throw corrupt(cause instanceof Error ? cause.message : String(cause), cause);
  } finally {
    database.close();
  }
}

function layersOf(database: Database, signal: AbortSignal): readonly Layer[] {
  const isPackage = [...rowsOf(database, "SELECT name FROM sqlite_master WHERE name = 'gpkg_geometry_columns'", signal)];
  if (isPackage.length === 0) return [];
  return [...rowsOf(database, LAYERS, signal)].flatMap(({ name, shape, system }) =>
    typeof name === 'string' && typeof shape === 'string'
      ? [{ table: name, column: shape, system: typeof system === 'string' ? system : '' }]
      : [],
  );
}

type Work = { readonly signal: AbortSignal; readonly notes: Notes };

function featuresOf(database: Database, { table, column, system }: Layer, { signal, notes }: Work): readonly Feature[] {
  const place = toDegrees(/^undefined$/i.test(system) ? '' : system);
  const { key, truths } = columnsOf(database, table, signal);
  const features: Feature[] = [];
  for (const row of rowsOf(database, `SELECT * FROM ${quoted(table)}`, signal)) {
    const { [column]: shape, [key]: id, ...others } = row;
    const entries = Object.entries(others).map(([name, cell]): [string, Json] => {
      const value = propertyOf(cell ?? null, notes);
      return [name, truths.has(name) && typeof value === 'number' ? value !== 0 : value];
    });
    features.push({
      ...(typeof id === 'bigint' && { id: Number(id) }),
      geometry: shape instanceof Uint8Array ? geometryOf(shape, place) : null,
      properties: Object.fromEntries(entries),
    });
  }
  return features;
}

type Columns = { readonly key: string; readonly truths: ReadonlySet<string> };

/**
 * Returns the columns of a table: the row number column is skipped, and booleans, which SQLite stores as numbers, are identified.
 */
function columnsOf(database: Database, table: string, signal: AbortSignal): Columns {
  const columns = [...rowsOf(database, `PRAGMA table_info(${quoted(table)})`, signal)];
  const named = (test: (row: Row) => boolean): string[] => columns.filter(test).map(({ name }) => String(name));
  const keys = named(({ pk, type }) => Number(pk) > 0 && /^integer$/i.test(String(type)));
  return { key: keys.length === 1 ? (keys[0] ?? '') : '', truths: new Set(named(({ type }) => /^bool/i.test(String(type)))) };
}

function* rowsOf(database: Database, sql: string, signal: AbortSignal): Generator<Row, void, void> {
  const statement = database.prepare(sql);
  try {
    const columns = statement.getColumnNames();
    for (let count = 1; statement.step(); count += 1) {
      if (count % 4096 === 0) signal.throwIfAborted();
      const cells = statement.get(null, { useBigInt: true });
      yield Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? null]));
    }
  } finally {
    statement.free();
  }
}

function propertyOf(cell: number | bigint | string | Uint8Array | null, notes: Notes): Json {
  if (typeof cell === 'bigint') {
    const isSafe = cell >= BigInt(Number.MIN_SAFE_INTEGER) && cell <= BigInt(Number.MAX_SAFE_INTEGER);
    return isSafe ? Number(cell) : String(cell);
  }
  if (!(cell instanceof Uint8Array)) return cell;
  notes.lose('types-changed');
  return encodeBase64(cell);
}

/** Bytes of the envelope before the shape, by envelope type (specification 2.1.3.1.1). */
const BOUNDS = [0, 32, 48, 48, 64];
const IS_EMPTY = 16;
const HEADER = 8;

function geometryOf(blob: Uint8Array, place: Place): Feature['geometry'] {
  const bytes = new Uint8Array(blob);
  const flags = bytes[3] ?? 0;
  const bounds = BOUNDS[(flags >> 1) & 7];
  if (bytes[0] !== 0x47 || bytes[1] !== 0x50 || bounds === undefined) throw corrupt('no shape of a GeoPackage');
  if (flags & IS_EMPTY) return null;
  const [feature] = wkb.read(bytes.subarray(HEADER + bounds), { lose: () => undefined }).features;
  return feature?.geometry ? placed(feature.geometry, place) : null;
}
