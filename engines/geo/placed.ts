import type { Geometry, Position } from './feature.ts';

/** Transforms every position of a geometry. */
export function placed(geometry: Geometry, place: (position: Position) => Position): Geometry {
  switch (geometry.type) {
    case 'Point':
      return { type: geometry.type, coordinates: place(geometry.coordinates) };
    case 'LineString':
    case 'MultiPoint':
      return { type: geometry.type, coordinates: geometry.coordinates.map(place) };
    case 'Polygon':
    case 'MultiLineString':
      return { type: geometry.type, coordinates: geometry.coordinates.map((line) => line.map(place)) };
    case 'MultiPolygon':
      return {
        type: geometry.type,
        coordinates: geometry.coordinates.map((polygon) => polygon.map((ring) => ring.map(place))),
      };
    default:
      return { type: geometry.type, geometries: geometry.geometries.map((part) => placed(part, place)) };
  }
}
