import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { type Dialect, type Feature, type Geometry, type Json, type Position, type Properties } from './feature.ts';

export type JsonTable = { readonly [key: string]: Json };

export const isTable = (value: Json | undefined): value is JsonTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws corrupt for invalid JSON, too-large if it is nested deeper than the stack */
export function parseJson(file: Uint8Array): Json {
  try {
    const value: Json = JSON.parse(decodeText(file).replace(/^\ufeff/, ''));
    return value;
  } catch (cause) {
    if (cause instanceof RangeError) throw new ConversionError('too-large', 'nested too deep', { cause });
    throw corrupt('no JSON', cause);
  }
}

/** Name of the coordinate system in GeoJSON of 2008, unless it is WGS 84. */
function otherSystem(value: JsonTable): { readonly otherSystem?: string } {
  const { crs } = value;
  const properties = isTable(crs) && isTable(crs.properties) ? crs.properties : {};
  const name = properties.name ?? properties.code;
  if (typeof name !== 'string' || /CRS84|EPSG:+(?:[\d.]*:)?4326$|WGS ?84/i.test(name)) return {};
  return { otherSystem: name };
}

export const geojson: Dialect = {
  read(file) {
    const value = parseJson(file);
    if (!isTable(value)) throw corrupt('no GeoJSON');
    return { features: featuresOf(value), ...otherSystem(value) };
  },
  write({ features, otherSystem: system }) {
    const crs = system === undefined ? '' : `"crs":{"type":"name","properties":{"name":${JSON.stringify(system)}}},\n`;
    const lines = features.map(({ id, geometry, properties }) =>
      JSON.stringify({ type: 'Feature', ...(id === undefined ? {} : { id }), geometry, properties }),
    );
    return `{"type":"FeatureCollection",\n${crs}"features":[\n${lines.join(',\n')}\n]}\n`;
  },
};

export function featuresOf(value: JsonTable): readonly Feature[] {
  if (value.type === 'FeatureCollection') {
    if (!Array.isArray(value.features)) throw corrupt('a collection without features');
    return value.features.map((each: Json) => featureOf(each));
  }
  if (value.type === 'Feature') return [featureOf(value)];
  return [{ geometry: geometryOf(value), properties: {} }];
}

function featureOf(value: Json): Feature {
  if (!isTable(value) || value.type !== 'Feature') throw corrupt('no feature');
  const { id, properties } = value;
  const named = typeof id === 'string' || typeof id === 'number' ? { id } : {};
  const geometry = value.geometry === null || value.geometry === undefined ? null : geometryOf(value.geometry);
  return { ...named, geometry, properties: propertiesOf(properties) };
}

const propertiesOf = (value: Json | undefined): Properties => (isTable(value) ? value : {});

/** Maximum depth of nested collections. */
const MAX_NESTING = 32;

export function geometryOf(value: Json, depth = 0): Geometry {
  if (!isTable(value) || depth > MAX_NESTING) throw corrupt('no geometry');
  const { type, coordinates, geometries } = value;
  switch (type) {
    case 'Point':
      return { type, coordinates: position(coordinates) };
    case 'MultiPoint':
    case 'LineString':
      return { type, coordinates: line(coordinates) };
    case 'MultiLineString':
    case 'Polygon':
      return { type, coordinates: list(coordinates).map(line) };
    case 'MultiPolygon':
      return { type, coordinates: list(coordinates).map((polygon) => list(polygon).map(line)) };
    case 'GeometryCollection':
      return { type, geometries: list(geometries).map((each) => geometryOf(each, depth + 1)) };
    default:
      throw corrupt('no kind of geometry');
  }
}

export function list(value: Json | undefined): readonly Json[] {
  if (!Array.isArray(value)) throw corrupt('a list is missing');
  return value;
}

const line = (value: Json | undefined): readonly Position[] => list(value).map(position);

function position(value: Json | undefined): Position {
  const numbers = list(value).filter((each): each is number => typeof each === 'number' && Number.isFinite(each));
  if (numbers.length < 2) throw corrupt('a place without coordinates');
  return numbers;
}

/** One feature per line (RFC 8142, separators optional). */
export const geojsonSequence: Dialect = {
  read(file) {
    const lines = decodeText(file)
      .replaceAll('\u001e', '\n')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (lines.length === 0) throw corrupt('no lines in it');
    const features = lines.flatMap((line) => geojson.read(new TextEncoder().encode(line), { lose: () => undefined }).features);
    return { features };
  },
  write: ({ features, otherSystem: system }) => {
    if (system !== undefined) throw new ConversionError('unsupported-feature', `coordinates of ${system}`);
    return features
      .map(
        ({ id, geometry, properties }) =>
          `${JSON.stringify({ type: 'Feature', ...(id === undefined ? {} : { id }), geometry, properties })}\n`,
      )
      .join('');
  },
};
