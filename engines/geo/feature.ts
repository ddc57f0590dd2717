import type { WarningCode } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';

/** Longitude, latitude, and perhaps height in metres: the order of RFC 7946. */
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
  /** A system of coordinates other than longitude and latitude of WGS 84, by its name in the file. */
  readonly otherSystem?: string;
};

/** What of the features a format could not take. */
export type Loss = Extract<WarningCode, 'structure-changed' | 'types-changed' | 'metadata-dropped'>;
export type Notes = { lose(loss: Loss): void };

/** One way to write places down. */
export type Dialect = {
  readonly read: (file: Uint8Array<ArrayBuffer>, notes: Notes) => Features;
  readonly write: (features: Features, notes: Notes) => string | Uint8Array<ArrayBuffer>;
};

export const corrupt = (message: string, cause?: unknown): ConversionError => new ConversionError('corrupt', message, { cause });

/** A coordinate as text, the shortest that reads as the same number. */
export const coordinateText = (position: Position, separator: string): string => position.join(separator);

/** The geometries inside collections, each by itself. */
export function partsOf(geometry: Geometry | null): readonly Geometry[] {
  if (!geometry) return [];
  return geometry.type === 'GeometryCollection' ? geometry.geometries.flatMap(partsOf) : [geometry];
}

/** A value as the text of a field: words as they are, the rest as JSON. */
export const wordsOf = (value: Json): string => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));

/** One geometry out of several: of one kind they are a multiple of it. */
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
