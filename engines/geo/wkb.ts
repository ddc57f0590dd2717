import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { type Dialect, type Geometry, type Position } from './feature.ts';

const TYPES = ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon', 'GeometryCollection'] as const;
const MAX_DEPTH = 32;

type Cursor = { readonly view: DataView; at: number };

/** Well-known binary, raw or in hexadecimal, with ISO and PostGIS heights. Several geometries may follow each other. */
export const wkb: Dialect = {
  read(file) {
    const bytes = fromDigits(file) ?? file;
    const cursor: Cursor = { view: viewOf(bytes), at: 0 };
    const geometries: Geometry[] = [];
    try {
      while (cursor.at < bytes.length) geometries.push(geometryAt(cursor, 0));
    } catch (cause) {
      throw cause instanceof RangeError ? corrupt('cut off', cause) : cause;
    }
    return { features: geometries.map((geometry) => ({ geometry, properties: {} })) };
  },
  write({ features }, notes) {
    if (features.some(({ properties, id }) => id !== undefined || Object.keys(properties).length > 0))
      notes.lose('metadata-dropped');
    const geometries = features.flatMap(({ geometry }) => geometry ?? []);
    if (geometries.length === 0) throw new ConversionError('unsupported-feature', 'no shape to write');
    const [only] = geometries;
    return Uint8Array.from(bytesOf(geometries.length === 1 && only ? only : { type: 'GeometryCollection', geometries }));
  },
};

function fromDigits(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  if (file[0] !== 0x30 && file[0] !== 0x5c) return undefined;
  const digits = new TextDecoder('latin1').decode(file).replaceAll(/\s|\\x/g, '');
  if (digits.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(digits)) throw corrupt('digits that are no bytes');
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) => Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16));
}

const SRID = 0x20000000;
const HEIGHT = 0x80000000;
const MEASURE = 0x40000000;

function geometryAt(cursor: Cursor, depth: number): Geometry {
  if (depth > MAX_DEPTH) throw corrupt('nested too deep');
  const isLittle = cursor.view.getUint8(cursor.at) === 1;
  const kind = cursor.view.getUint32(cursor.at + 1, isLittle);
  cursor.at += 5;
  if (kind & SRID) {
    const system = cursor.view.getUint32(cursor.at, isLittle);
    if (system !== 4326 && system !== 0) throw new ConversionError('unsupported-feature', `coordinates of EPSG:${system}`);
    cursor.at += 4;
  }
  const code = kind & 0xffff;
  const dimension = Math.floor(code / 1000);
  const hasHeight = (kind & HEIGHT) !== 0 || dimension === 1 || dimension === 3;
  const hasMeasure = (kind & MEASURE) !== 0 || dimension === 2 || dimension === 3;
  return shapeAt(
    cursor,
    { type: TYPES[(code % 1000) - 1], isLittle, size: 2 + Number(hasHeight) + Number(hasMeasure), kept: hasHeight ? 3 : 2 },
    depth,
  );
}

type Shape = {
  readonly type: (typeof TYPES)[number] | undefined;
  readonly isLittle: boolean;
  readonly size: number;
  readonly kept: number;
};

function shapeAt(cursor: Cursor, { type, isLittle, size, kept }: Shape, depth: number): Geometry {
  const position = (): Position => {
    const numbers = Array.from({ length: size }, (_, index) => cursor.view.getFloat64(cursor.at + index * 8, isLittle));
    cursor.at += size * 8;
    return numbers.slice(0, kept);
  };
  const list = <Item>(item: () => Item): Item[] => {
    const count = cursor.view.getUint32(cursor.at, isLittle);
    cursor.at += 4;
    const items: Item[] = [];
    for (let left = count; left > 0; left -= 1) items.push(item());
    return items;
  };
  const part = () => geometryAt(cursor, depth + 1);
  switch (type) {
    case 'Point':
      return { type, coordinates: position() };
    case 'LineString':
      return { type, coordinates: list(position) };
    case 'Polygon':
      return { type, coordinates: list(() => list(position)) };
    case 'MultiPoint':
      return { type, coordinates: list(part).flatMap((each) => (each.type === 'Point' ? [each.coordinates] : [])) };
    case 'MultiLineString':
      return { type, coordinates: list(part).flatMap((each) => (each.type === 'LineString' ? [each.coordinates] : [])) };
    case 'MultiPolygon':
      return { type, coordinates: list(part).flatMap((each) => (each.type === 'Polygon' ? [each.coordinates] : [])) };
    case 'GeometryCollection':
      return { type, geometries: list(part) };
    default:
      throw corrupt('a shape of an unknown kind');
  }
}

function* bytesOf(geometry: Geometry): Generator<number, void, void> {
  const first = firstPosition(geometry);
  const size = (first?.length ?? 2) > 2 ? 3 : 2;
  yield* head(geometry.type, size);
  const position = (place: Position): number[] => Array.from({ length: size }, (_, axis) => real(place[axis] ?? 0)).flat();
  const list = (places: readonly Position[]): number[] => [...whole(places.length), ...places.flatMap(position)];
  switch (geometry.type) {
    case 'Point':
      return yield* position(geometry.coordinates);
    case 'LineString':
      return yield* list(geometry.coordinates);
    case 'Polygon':
      return yield* [...whole(geometry.coordinates.length), ...geometry.coordinates.flatMap(list)];
    default:
      return yield* partsBytes(geometry);
  }
}

function* partsBytes(geometry: Geometry): Generator<number, void, void> {
  const parts: readonly Geometry[] =
    geometry.type === 'GeometryCollection'
      ? geometry.geometries
      : geometry.type === 'MultiPoint'
        ? geometry.coordinates.map((coordinates) => ({ type: 'Point', coordinates }))
        : geometry.type === 'MultiLineString'
          ? geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates }))
          : geometry.type === 'MultiPolygon'
            ? geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }))
            : [];
  yield* whole(parts.length);
  for (const part of parts) yield* bytesOf(part);
}

function firstPosition(geometry: Geometry): Position | undefined {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.map(firstPosition).find((found) => found !== undefined);
  let found: unknown = geometry.coordinates;
  while (Array.isArray(found) && Array.isArray(found[0])) found = found[0];
  return Array.isArray(found) && typeof found[0] === 'number' ? (found as Position) : undefined;
}

const head = (type: Geometry['type'], size: number): number[] => [1, ...whole(TYPES.indexOf(type) + 1 + (size === 3 ? 1000 : 0))];
const whole = (value: number): number[] => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];

function real(value: number): number[] {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return [...bytes];
}
