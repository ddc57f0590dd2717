import { ConversionError } from '@bakkum/conversion/errors';
import { readRows, writeRows } from '@bakkum/delimited-text/rows';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { type Dialect, type Feature, type Geometry, type Json, type Notes, wordsOf } from './feature.ts';
import { readGeometry, wktOf } from './wkt.ts';

const LATITUDE = /^(?:lat|latitude|y|위도)$/i;
const LONGITUDE = /^(?:lon|lng|long|longitude|x|경도)$/i;
const HEIGHT = /^(?:ele|elevation|alt|altitude|z|height|고도)$/i;
const SHAPE = /^(?:wkt|geom|geometry|the_geom|shape)$/i;

/** A table with one place per row: latitude and longitude columns, or one of well-known text. */
export const points: Dialect = {
  read(file, notes) {
    const [header, ...rows] = readRows(decodeText(file));
    if (!header?.some((name) => name.trim() !== '')) throw new ConversionError('empty', 'no cells in it');
    const names = header.map((cell) => cell.trim());
    const columns = {
      latitude: names.findIndex((name) => LATITUDE.test(name)),
      longitude: names.findIndex((name) => LONGITUDE.test(name)),
      height: names.findIndex((name) => HEIGHT.test(name)),
      shape: names.findIndex((name) => SHAPE.test(name)),
    };
    const hasPlaces = columns.latitude >= 0 && columns.longitude >= 0;
    if (!hasPlaces && columns.shape < 0) throw new ConversionError('no-coordinates', 'no columns of latitude and longitude');
    const taken = hasPlaces ? [columns.latitude, columns.longitude, columns.height] : [columns.shape];
    const others = names
      .map((name, index) => ({ name, index }))
      .filter(({ index, name }) => name !== '' && !taken.includes(index));
    const isNumber = new Set(
      others.filter(({ index }) => rows.every((row) => isPlainNumber(row[index] ?? ''))).map(({ index }) => index),
    );
    const features = rows.map((row): Feature => {
      const cells = others.map(({ name, index }): [string, Json] => [name, valueOf(row[index] ?? '', isNumber.has(index))]);
      return {
        geometry: hasPlaces ? pointOf(row, columns, notes) : shapeOf(row[columns.shape] ?? ''),
        properties: Object.fromEntries(cells),
      };
    });
    if (features.every(({ geometry }) => !geometry)) throw new ConversionError('no-coordinates', 'no place has any');
    return { features };
  },
  write({ features, otherSystem }, notes) {
    if (otherSystem !== undefined || features.some(({ id }) => id !== undefined)) notes.lose('metadata-dropped');
    const names = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))];
    if (features.some(({ properties }) => Object.values(properties).some((value) => typeof value === 'object' && value !== null)))
      notes.lose('structure-changed');
    const shapes = shapeColumns(features);
    const rows = features.map(({ geometry, properties }) => [
      ...names.map((name) => wordsOf(properties[name] ?? null)),
      ...shapes.cells(geometry),
    ]);
    return writeRows([[...names, ...shapes.names], ...rows]);
  },
};

/** A number only if it would be written identically. */
const isPlainNumber = (cell: string): boolean => cell === '' || (cell.length < 17 && String(Number(cell)) === cell);

function valueOf(cell: string, isNumber: boolean): Json {
  if (isNumber) return cell === '' ? null : Number(cell);
  return cell;
}

type Columns = { readonly latitude: number; readonly longitude: number; readonly height: number };

/** Returns no geometry for a row without coordinates: other rows of the table may have some. A height that is no number is dropped. */
function pointOf(row: readonly string[], { latitude, longitude, height }: Columns, notes: Notes): Geometry | null {
  const [y, x, z] = [latitude, longitude, height].map((column) => coordinateOf(row[column] ?? '', notes));
  if (x === undefined || y === undefined) return null;
  return { type: 'Point', coordinates: z === undefined ? [x, y] : [x, y, z] };
}

const DECIMAL_COMMA = /^[-+]?\d+,\d+$/;

/** Reads a decimal point or a decimal comma. */
function coordinateOf(cell: string, notes: Notes): number | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  const number = Number(DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text);
  if (Number.isFinite(number)) return number;
  notes.lose('metadata-dropped');
  return undefined;
}

const shapeOf = (cell: string): Geometry | null => (cell.trim() === '' ? null : readGeometry(cell.replace(/^SRID=\d+;/i, '')));

type ShapeColumns = { readonly names: readonly string[]; readonly cells: (geometry: Geometry | null) => readonly string[] };

/** Uses coordinate columns if all features are points, otherwise well-known text. */
function shapeColumns(features: readonly Feature[]): ShapeColumns {
  const all = features.flatMap(({ geometry }) => (geometry ? [geometry] : []));
  const places = all.flatMap((geometry) => (geometry.type === 'Point' ? [geometry.coordinates] : []));
  if (places.length < all.length) return { names: ['WKT'], cells: (geometry) => [geometry ? wktOf(geometry) : ''] };
  const height = places.some((place) => place.length > 2) ? ['elevation'] : [];
  return {
    names: ['latitude', 'longitude', ...height],
    cells: (geometry) => {
      const [x, y, z] = geometry?.type === 'Point' ? geometry.coordinates : [];
      const cells = [y, x, z].map((number) => (number === undefined ? '' : String(number)));
      return cells.slice(0, 2 + height.length);
    },
  };
}
