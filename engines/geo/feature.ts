import type { WarningCode } from '@bakkum/conversion/engine';

/** Longitude, latitude, and optional height in metres, in RFC 7946 order. */
export type Position = readonly number[];

export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString' | 'MultiPoint'; readonly coordinates: readonly Position[] }
  | { readonly type: 'Polygon' | 'MultiLineString'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly Geometry[] };

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Properties = Readonly<Record<string, Json>>;

export type Feature = {
  readonly id?: string | number;
  readonly geometry: Geometry | null;
  readonly properties: Properties;
};

export type Features = {
  readonly features: readonly Feature[];
  /** Name of a coordinate system other than WGS 84 longitude and latitude, as given in the file. */
  readonly otherSystem?: string;
};

/** Losses when writing features to a format. */
export type Loss = Extract<WarningCode, 'structure-changed' | 'types-changed' | 'metadata-dropped'>;
export type Notes = { lose(loss: Loss): void };

/** Reader and writer of one geographic format. */
export type Dialect = {
  readonly read: (file: Uint8Array<ArrayBuffer>, notes: Notes) => Features;
  readonly write: (features: Features, notes: Notes) => string | Uint8Array<ArrayBuffer>;
};

/** Formats coordinates as the shortest text that parses to the same number. */
export const coordinateText = (position: Position, separator: string): string => position.join(separator);

/** Flattens geometry collections. */
export function partsOf(geometry: Geometry | null): readonly Geometry[] {
  if (!geometry) return [];
  return geometry.type === 'GeometryCollection' ? geometry.geometries.flatMap(partsOf) : [geometry];
}

/** Formats a value as field text: strings unchanged, the rest as JSON. */
export const wordsOf = (value: Json): string => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));

/** Combines geometries into one: a multi-geometry if all have the same type. */
export function gather(geometries: readonly Geometry[]): Geometry | null {
  const [first, ...others] = geometries;
  if (!first) return null;
  if (others.length === 0) return first;
  const points = geometries.flatMap((each) => (each.type === 'Point' ? [each.coordinates] : []));
  if (points.length === geometries.length) return { type: 'MultiPoint', coordinates: points };
  const lines = geometries.flatMap((each) => (each.type === 'LineString' ? [each.coordinates] : []));
  if (lines.length === geometries.length) return { type: 'MultiLineString', coordinates: lines };
  const polygons = geometries.flatMap((each) => (each.type === 'Polygon' ? [each.coordinates] : []));
  if (polygons.length === geometries.length) return { type: 'MultiPolygon', coordinates: polygons };
  return { type: 'GeometryCollection', geometries };
}
