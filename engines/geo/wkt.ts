import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { coordinateText, type Dialect, type Geometry, type Position } from './feature.ts';

/** Well-known text (OGC 06-103r4, ISO 19125-1): one geometry per line, or separated by semicolons. */
export const wkt: Dialect = {
  read(file) {
    const source = new Source(decodeText(file).replace(/^\ufeff/, ''));
    const features = [];
    while (!source.isAtEnd()) features.push({ geometry: source.geometry(), properties: {} });
    if (features.length === 0) throw corrupt('no geometry');
    return source.system === undefined ? { features } : { features, otherSystem: `EPSG:${source.system}` };
  },
  write({ features }, notes) {
    const geometries = features.flatMap(({ geometry }) => (geometry ? [geometry] : []));
    if (features.some(({ id, properties }) => id !== undefined || Object.keys(properties).length > 0))
      notes.lose('metadata-dropped');
    if (geometries.length < features.length) notes.lose('structure-changed');
    if (geometries.length === 0) throw new ConversionError('unsupported-feature', 'no geometry to write');
    return geometries.map((geometry) => `${wktOf(geometry)}\n`).join('');
  },
};

const KINDS: Readonly<Record<string, Geometry['type']>> = {
  POINT: 'Point',
  LINESTRING: 'LineString',
  LINEARRING: 'LineString',
  POLYGON: 'Polygon',
  MULTIPOINT: 'MultiPoint',
  MULTILINESTRING: 'MultiLineString',
  MULTIPOLYGON: 'MultiPolygon',
  GEOMETRYCOLLECTION: 'GeometryCollection',
};

/**
 * Parses text that contains exactly one geometry.
 * @throws corrupt
 */
export function readGeometry(text: string): Geometry | null {
  const source = new Source(text);
  const geometry = source.geometry();
  if (!source.isAtEnd()) throw corrupt('more than a geometry');
  return geometry;
}

const MAX_NESTING = 32;
const NUMBER = /\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)/iy;
const WORD = /[\s;]*([a-z]+)/iy;

class Source {
  readonly #text: string;
  #at = 0;
  /** From the last `SRID=…;` other than WGS 84 (4326). */
  system: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.#is(/[\s;]*$/y);
  }

  /** `null` for an empty point. */
  geometry(depth = 0): Geometry | null {
    const srid = this.#take(/[\s;]*SRID\s*=\s*(\d+)\s*;/iy);
    if (srid !== undefined && srid !== '4326') this.system = srid;
    const word = (this.#take(WORD) ?? '').toUpperCase();
    const kind = KINDS[word.replace(/(?:ZM|Z|M)$/, '')];
    if (!kind || depth > MAX_NESTING) throw corrupt(`${word} is no geometry`);
    const dimensions = this.#take(/\s+(ZM|Z|M)\b/iy)?.toUpperCase() ?? /(ZM|Z|M)$/.exec(word)?.[1] ?? '';
    const isMeasured = dimensions === 'M';
    if (this.#take(/\s*(EMPTY)\b/iy) !== undefined) return emptyOf(kind);
    return this.#filled(kind, isMeasured, depth);
  }

  #filled(type: Geometry['type'], isMeasured: boolean, depth: number): Geometry {
    const position = (): Position => this.#position(isMeasured);
    const line = (): readonly Position[] => this.#list(position);
    switch (type) {
      case 'Point':
        return { type, coordinates: this.#list(position)[0] ?? [] };
      case 'MultiPoint':
        return { type, coordinates: this.#list(() => (this.#is(/\s*\(/y) ? (this.#list(position)[0] ?? []) : position())) };
      case 'LineString':
        return { type, coordinates: line() };
      case 'Polygon':
      case 'MultiLineString':
        return { type, coordinates: this.#list(line) };
      case 'MultiPolygon':
        return { type, coordinates: this.#list(() => this.#list(line)) };
      case 'GeometryCollection':
        return { type, geometries: this.#list(() => this.geometry(depth + 1)).filter((each) => each !== null) };
    }
  }

  /** Measures are dropped; other formats do not support them. */
  #position(isMeasured: boolean): Position {
    const numbers: number[] = [];
    for (let number = this.#take(NUMBER); number !== undefined; number = this.#take(NUMBER)) numbers.push(Number(number));
    if (numbers.length < 2 || numbers.length > 4) throw corrupt('a place without coordinates');
    return numbers.slice(0, isMeasured ? 2 : 3);
  }

  #list<Item>(item: () => Item): readonly Item[] {
    if (this.#take(/\s*(\()/y) === undefined) throw corrupt('no list');
    const items = [item()];
    while (this.#take(/\s*(,)/y) !== undefined) items.push(item());
    if (this.#take(/\s*(\))/y) === undefined) throw corrupt('a list is not closed');
    return items;
  }

  /** Tests whether a pattern comes next without consuming it. */
  #is(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found?.[1];
  }
}

function emptyOf(type: Geometry['type']): Geometry | null {
  if (type === 'Point') return null;
  return type === 'GeometryCollection' ? { type, geometries: [] } : { type, coordinates: [] };
}

export function wktOf(geometry: Geometry): string {
  const { type } = geometry;
  if (type === 'GeometryCollection') {
    if (geometry.geometries.length === 0) return 'GEOMETRYCOLLECTION EMPTY';
    return `GEOMETRYCOLLECTION (${geometry.geometries.map(wktOf).join(', ')})`;
  }
  const name = type.toUpperCase();
  if (geometry.coordinates.length === 0) return `${name} EMPTY`;
  const z = hasHeight(geometry.coordinates) ? ' Z' : '';
  return `${name}${z} ${bodyOf(geometry, z !== '')}`;
}

type Nested = number | readonly Nested[];

function hasHeight(coordinates: Nested): boolean {
  if (typeof coordinates === 'number') return false;
  return typeof coordinates[0] === 'number' ? coordinates.length > 2 : coordinates.some(hasHeight);
}

function bodyOf(geometry: Exclude<Geometry, { type: 'GeometryCollection' }>, height: boolean): string {
  const place = ([x = 0, y = 0, z = 0]: Position): string => coordinateText(height ? [x, y, z] : [x, y], ' ');
  const line = (positions: readonly Position[]): string => `(${positions.map(place).join(', ')})`;
  const lines = (all: readonly (readonly Position[])[]): string => `(${all.map(line).join(', ')})`;
  switch (geometry.type) {
    case 'Point':
      return `(${place(geometry.coordinates)})`;
    case 'MultiPoint':
      return `(${geometry.coordinates.map((each) => `(${place(each)})`).join(', ')})`;
    case 'LineString':
      return line(geometry.coordinates);
    case 'Polygon':
    case 'MultiLineString':
      return lines(geometry.coordinates);
    case 'MultiPolygon':
      return `(${geometry.coordinates.map(lines).join(', ')})`;
  }
}
