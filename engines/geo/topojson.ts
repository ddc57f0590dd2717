import { corrupt } from '@bakkum/conversion/errors';
import { feature as featureOf } from 'topojson-client';
import type { GeometryObject, Topology } from 'topojson-specification';
import type { Dialect, Features, Geometry, Json, Position } from './feature.ts';
import { featuresOf, isTable, type JsonTable, list, parseJson } from './geojson.ts';

/** TopoJSON 1.0: lines are arcs referenced by geometries; `~n` is arc n reversed. */
export const topojson: Dialect = {
  read(file, notes) {
    const topology = parseJson(file);
    if (!isTable(topology) || topology.type !== 'Topology' || !isTable(topology.objects)) throw corrupt('no topology');
    const objects = Object.values(topology.objects);
    if (objects.length > 1) notes.lose('structure-changed');
    return { features: objects.flatMap((object) => placesOf(topology, object)) };
  },
  write({ features }) {
    const arcs = new Arcs();
    const geometries = features.map(({ id, geometry, properties }) => ({
      ...(geometry ? arcs.geometry(geometry) : { type: null }),
      ...(id === undefined ? {} : { id }),
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
    }));
    const objects = { features: { type: 'GeometryCollection', geometries } };
    return `${JSON.stringify({ type: 'Topology', objects, arcs: arcs.all })}\n`;
  },
};

/** Assembles the features of an object and checks them, because the library trusts its input. Errors: `corrupt` */
function placesOf(topology: Json, object: Json): Features['features'] {
  if (!isTable(object)) throw corrupt('no object');
  const isFeature = object.type !== 'GeometryCollection' || object.properties !== undefined || object.id !== undefined;
  const geometries = isFeature ? [object] : list(object.geometries);
  const features = featuresOf(assembled(topology, { type: 'GeometryCollection', geometries }));
  const isUnknown = (geometry: Json): boolean => isTable(geometry) && (geometry.type ?? null) !== null;
  if (features.some(({ geometry }, index) => !geometry && isUnknown(geometries[index] ?? null)))
    throw corrupt('no kind of geometry');
  return features;
}

function assembled(topology: Json, object: Json): JsonTable {
  try {
    const collection: unknown = featureOf(topology as unknown as Topology, object as unknown as GeometryObject);
    return collection as JsonTable;
  } catch (cause) {
    throw cause instanceof TypeError ? corrupt('an object that refers to nothing', cause) : cause;
  }
}

/** Deduplicates lines that are equal in either direction. Coordinates are kept unquantized. */
class Arcs {
  readonly all: (readonly Position[])[] = [];
  readonly #known = new Map<string, number>();

  geometry(geometry: Geometry): Record<string, unknown> {
    const { type } = geometry;
    switch (type) {
      case 'Point':
      case 'MultiPoint':
        return { type, coordinates: geometry.coordinates };
      case 'LineString':
        return { type, arcs: this.#line(geometry.coordinates) };
      case 'MultiLineString':
      case 'Polygon':
        return { type, arcs: geometry.coordinates.map((line) => this.#line(line)) };
      case 'MultiPolygon':
        return { type, arcs: geometry.coordinates.map((polygon) => polygon.map((line) => this.#line(line))) };
      case 'GeometryCollection':
        return { type, geometries: geometry.geometries.map((each) => this.geometry(each)) };
    }
  }

  #line(line: readonly Position[]): readonly number[] {
    const backwards = this.#known.get(JSON.stringify(line.toReversed()));
    const key = JSON.stringify(line);
    const index = this.#known.get(key);
    if (index !== undefined) return [index];
    if (backwards !== undefined) return [~backwards];
    this.#known.set(key, this.all.push(line) - 1);
    return [this.all.length - 1];
  }
}
