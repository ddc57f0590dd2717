import { viewOf } from '@bakkum/bytes/bytes';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { zipSync } from 'fflate';
import { readTable, writeTable } from './dbf.ts';
import {
  type Dialect,
  type Feature,
  type Features,
  type Geometry,
  type Notes,
  type Position,
  type Properties,
  partsOf,
} from './feature.ts';
import { toDegrees } from './projection.ts';
import { isRing, ringsToPolygons, wound } from './rings.ts';

/** Shapefiles of entire countries take 100 MB; more is a bomb. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Shapefile: a zip of shapes, attribute table, encoding and coordinate system, or the shapes alone. */
export const shp: Dialect = {
  read(file) {
    if (file[0] !== 0x50) return { features: shapesOf(file).map((geometry) => ({ geometry, properties: {} })) };
    const members = unpack(file);
    const names = [...members.keys()].filter((name) => name.endsWith('.shp'));
    if (names.length === 0) throw corrupt('no shapes in it');
    const layers = names.map((name) => layerOf(name.slice(0, -'.shp'.length), members));
    const [system] = layers.flatMap(({ otherSystem }) => otherSystem ?? []);
    return { features: layers.flatMap(({ features }) => features), ...(system ? { otherSystem: system } : {}) };
  },
  write(features, notes) {
    const layers = KINDS.flatMap((kind) => layerFiles(kind, features, notes));
    if (layers.length === 0) throw new ConversionError('unsupported-feature', 'no places to write');
    if (features.features.some(({ geometry }) => !geometry)) notes.lose('structure-changed');
    return new Uint8Array(zipSync(Object.fromEntries(layers), { mtime: '1980-01-01T00:00:00' }));
  },
};

/** Returns members by lower-case name without folders. */
function unpack(file: Uint8Array<ArrayBuffer>): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const parts = unpackParts(file, (name) => /\.(shp|dbf|prj|cpg)$/i.test(name), MAX_BYTES);
  return new Map([...parts].map(([name, bytes]) => [name.toLowerCase(), bytes]));
}

function layerOf(stem: string, members: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Features {
  const textOf = (kind: string): string => new TextDecoder().decode(members.get(`${stem}.${kind}`) ?? new Uint8Array());
  const place = toDegrees(textOf('prj'));
  const shapes = shapesOf(members.get(`${stem}.shp`) ?? new Uint8Array(), place);
  const table = members.get(`${stem}.dbf`);
  const rows: readonly Properties[] = table ? readTable(table, textOf('cpg')) : [];
  return { features: shapes.map((geometry, index): Feature => ({ geometry, properties: rows[index] ?? {} })) };
}

const FILE_CODE = 9994;
const HEADER = 100;

type Place = (position: Position) => Position;

function shapesOf(file: Uint8Array<ArrayBuffer>, place: Place = (position) => position): readonly (Geometry | null)[] {
  const view = viewOf(file);
  if (file.length < HEADER || view.getInt32(0) !== FILE_CODE) throw corrupt('no shapefile');
  const shapes: (Geometry | null)[] = [];
  for (let at = HEADER; at + 8 < file.length; ) {
    const length = view.getInt32(at + 4) * 2;
    if (length < 4 || at + 8 + length > file.length) throw corrupt('a shape is cut off');
    try {
      shapes.push(shapeAt(new DataView(file.buffer, file.byteOffset + at + 8, length), place));
    } catch (cause) {
      throw cause instanceof RangeError ? corrupt('a shape is cut off', cause) : cause;
    }
    at += 8 + length;
  }
  return shapes;
}

/** Shape types with heights are 10 higher, with measures 20 higher. */
function shapeAt(view: DataView, place: Place): Geometry | null {
  const kind = view.getInt32(0, true);
  const hasHeight = kind > 10 && kind < 20;
  switch (kind % 10) {
    case 0:
      return null;
    case 1:
      return { type: 'Point', coordinates: place(pointAt(view, 4, hasHeight ? 20 : undefined)) };
    case 8:
      return { type: 'MultiPoint', coordinates: pointsAt(view, 40, view.getInt32(36, true), hasHeight).map(place) };
    case 3:
      return linesOf(partsAt(view, hasHeight).map((part) => part.map(place)));
    case 5:
      return ringsToPolygons(
        partsAt(view, hasHeight)
          .filter(isRing)
          .map((part) => part.map(place)),
      );
    default:
      throw new ConversionError('unsupported-feature', `shapes of kind ${kind}`);
  }
}

const pointAt = (view: DataView, at: number, height: number | undefined): Position => [
  view.getFloat64(at, true),
  view.getFloat64(at + 8, true),
  ...(height === undefined ? [] : [view.getFloat64(height, true)]),
];

/** Heights follow all points, after their range. */
function pointsAt(view: DataView, at: number, count: number, hasHeight: boolean): readonly Position[] {
  if (count < 0 || at + count * 16 > view.byteLength) throw corrupt('points beyond the shape');
  return Array.from({ length: count }, (_, index) =>
    pointAt(view, at + index * 16, hasHeight ? at + count * 16 + 16 + index * 8 : undefined),
  );
}

function partsAt(view: DataView, hasHeight: boolean): readonly (readonly Position[])[] {
  const parts = view.getInt32(36, true);
  const count = view.getInt32(40, true);
  if (parts < 0 || 44 + parts * 4 > view.byteLength) throw corrupt('parts beyond the shape');
  const starts = Array.from({ length: parts }, (_, index) => view.getInt32(44 + index * 4, true));
  const points = pointsAt(view, 44 + parts * 4, count, hasHeight);
  return starts.map((start, index) => points.slice(start, starts[index + 1] ?? count));
}

const linesOf = (lines: readonly (readonly Position[])[]): Geometry =>
  lines.length === 1 ? { type: 'LineString', coordinates: lines[0] ?? [] } : { type: 'MultiLineString', coordinates: lines };

type Kind = { readonly name: string; readonly code: 1 | 3 | 5 | 8; readonly types: readonly Geometry['type'][] };

/** A file holds shapes of one type. */
const KINDS: readonly Kind[] = [
  { name: 'points', code: 1, types: ['Point'] },
  { name: 'multipoints', code: 8, types: ['MultiPoint'] },
  { name: 'lines', code: 3, types: ['LineString', 'MultiLineString'] },
  { name: 'polygons', code: 5, types: ['Polygon', 'MultiPolygon'] },
];

const WGS_84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

function layerFiles(
  kind: Kind,
  { features, otherSystem }: Features,
  notes: Notes,
): readonly (readonly [string, Uint8Array<ArrayBuffer>])[] {
  if (otherSystem !== undefined) throw new ConversionError('unsupported-feature', `coordinates of ${otherSystem}`);
  const rows = features.flatMap((feature) => {
    const all = partsOf(feature.geometry);
    if (all.length > 1) notes.lose('structure-changed');
    return all.filter(({ type }) => kind.types.includes(type)).map((geometry) => ({ geometry, properties: feature.properties }));
  });
  if (rows.length === 0) return [];
  const { shapes, index } = written(
    kind,
    rows.map(({ geometry }) => geometry),
  );
  const text = (content: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(content);
  return [
    [`${kind.name}.shp`, shapes],
    [`${kind.name}.shx`, index],
    [
      `${kind.name}.dbf`,
      writeTable(
        rows.map(({ properties }) => properties),
        notes,
      ),
    ],
    [`${kind.name}.prj`, text(WGS_84)],
    [`${kind.name}.cpg`, text('UTF-8')],
  ];
}

function written({ code }: Kind, geometries: readonly Geometry[]) {
  const hasHeight = geometries.some((geometry) =>
    partsIn(geometry)
      .flat()
      .some((position) => position.length > 2),
  );
  const kind = hasHeight ? code + 10 : code;
  const records = geometries.map((geometry) => recordOf(kind, code, partsIn(geometry), hasHeight));
  const length = HEADER + records.reduce((sum, record) => sum + 8 + record.length, 0);
  const shapes = new Uint8Array(length);
  const index = new Uint8Array(HEADER + records.length * 8);
  const all = geometries.flatMap((geometry) => partsIn(geometry).flat());
  for (const file of [shapes, index]) writeHeader(file, kind, all);
  const view = new DataView(shapes.buffer);
  const places = new DataView(index.buffer);
  let at = HEADER;
  records.forEach((record, number) => {
    view.setInt32(at, number + 1);
    view.setInt32(at + 4, record.length / 2);
    shapes.set(record, at + 8);
    places.setInt32(HEADER + number * 8, at / 2);
    places.setInt32(HEADER + number * 8 + 4, record.length / 2);
    at += 8 + record.length;
  });
  return { shapes, index };
}

/** Returns the rings, lines or points of a geometry, with outer rings clockwise as the format requires. */
function partsIn(geometry: Geometry): readonly (readonly Position[])[] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'MultiPoint':
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
      return geometry.coordinates;
    case 'Polygon':
      return geometry.coordinates.map((ring, place) => wound(ring, place === 0));
    case 'MultiPolygon':
      return geometry.coordinates.flatMap((polygon) => polygon.map((ring, place) => wound(ring, place === 0)));
    case 'GeometryCollection':
      return [];
  }
}

const rangeOf = (positions: readonly Position[], axis: number): readonly [number, number] =>
  positions.reduce<readonly [number, number]>(
    ([least, most], position) => [Math.min(least, position[axis] ?? 0), Math.max(most, position[axis] ?? 0)],
    [Infinity, -Infinity],
  );

function writeBox(view: DataView, at: number, positions: readonly Position[]): void {
  const [west, east] = rangeOf(positions, 0);
  const [south, north] = rangeOf(positions, 1);
  [west, south, east, north].forEach((value, index) => {
    view.setFloat64(at + index * 8, value, true);
  });
}

function writeHeader(file: Uint8Array<ArrayBuffer>, kind: number, positions: readonly Position[]): void {
  const view = new DataView(file.buffer);
  view.setInt32(0, FILE_CODE);
  view.setInt32(24, file.length / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, kind, true);
  writeBox(view, 36, positions);
  if (kind < 10) return;
  rangeOf(positions, 2).forEach((value, index) => {
    view.setFloat64(68 + index * 8, value, true);
  });
}

function recordOf(
  kind: number,
  code: number,
  parts: readonly (readonly Position[])[],
  hasHeight: boolean,
): Uint8Array<ArrayBuffer> {
  const points = parts.flat();
  if (code === 1) return pointRecord(kind, points[0] ?? [], hasHeight);
  const starts = code === 8 ? [] : parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part.length, 0));
  const head = code === 8 ? 40 : 44 + starts.length * 4;
  const record = new Uint8Array(head + points.length * 16 + (hasHeight ? 32 + points.length * 16 : 0));
  const view = new DataView(record.buffer);
  view.setInt32(0, kind, true);
  writeBox(view, 4, points);
  [...(code === 8 ? [] : [starts.length]), points.length, ...starts].forEach((value, index) => {
    view.setInt32(36 + index * 4, value, true);
  });
  points.forEach(([x = 0, y = 0], index) => {
    view.setFloat64(head + index * 16, x, true);
    view.setFloat64(head + index * 16 + 8, y, true);
  });
  if (hasHeight) writeHeights(view, head + points.length * 16, points);
  return record;
}

function pointRecord(kind: number, [x = 0, y = 0, z = 0]: Position, hasHeight: boolean): Uint8Array<ArrayBuffer> {
  const record = new Uint8Array(hasHeight ? 36 : 20);
  const view = new DataView(record.buffer);
  view.setInt32(0, kind, true);
  (hasHeight ? [x, y, z, 0] : [x, y]).forEach((value, index) => {
    view.setFloat64(4 + index * 8, value, true);
  });
  return record;
}

/** Writes the height range, then each height; measures are written as absent. */
function writeHeights(view: DataView, at: number, points: readonly Position[]): void {
  [...rangeOf(points, 2), ...points.map(([, , z = 0]) => z)].forEach((value, index) => {
    view.setFloat64(at + index * 8, value, true);
  });
}
