import { corrupt } from '@bakkum/conversion/errors';
import { type Dialect, type Feature, type Geometry, type Json, type Position } from './feature.ts';
import { isTable, list, parseJson, position, propertiesOf } from './geojson.ts';

/** TopoJSON 1.0: lines are arcs referenced by geometries; `~n` is arc n reversed. */
export const topojson: Dialect = {
  read(file, notes) {
    const topology = parseJson(file);
    if (!isTable(topology) || topology.type !== 'Topology' || !isTable(topology.objects)) throw corrupt('no topology');
    const scaled = transformOf(topology.transform);
    const arcs = list(topology.arcs ?? []).map((arc) => (scaled ? unpacked(list(arc), scaled) : list(arc).map(position)));
    const objects = Object.values(topology.objects);
    if (objects.length > 1) notes.lose('structure-changed');
    const place = (value: Json | undefined): Position => (scaled ? scaled(position(value)) : position(value));
    return { features: objects.flatMap((object) => featuresOf(object, { arcs, place })) };
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

type Source = { readonly arcs: readonly (readonly Position[])[]; readonly place: (value: Json | undefined) => Position };

/** Returns the transform from quantized to real coordinates. */
function transformOf(transform: Json | undefined): ((position: Position) => Position) | undefined {
  if (!isTable(transform)) return undefined;
  const [scaleX = 1, scaleY = 1] = position(transform.scale);
  const [moveX = 0, moveY = 0] = position(transform.translate);
  return ([x = 0, y = 0, ...more]) => [x * scaleX + moveX, y * scaleY + moveY, ...more];
}

/** Positions of a quantized arc are stored as deltas. */
function unpacked(arc: readonly Json[], scaled: (position: Position) => Position): readonly Position[] {
  let [x, y] = [0, 0];
  return arc.map((step) => {
    const [right = 0, up = 0, ...more] = position(step);
    x += right;
    y += up;
    return scaled([x, y, ...more]);
  });
}

function featuresOf(object: Json, source: Source): readonly Feature[] {
  if (!isTable(object)) throw corrupt('no object');
  const { type, geometries, properties, id } = object;
  if (type === 'GeometryCollection' && properties === undefined && id === undefined)
    return list(geometries).flatMap((each) => featureOf(each, source));
  return [featureOf(object, source)];
}

function featureOf(object: Json, source: Source): Feature {
  if (!isTable(object)) throw corrupt('no object');
  const { id } = object;
  const named = typeof id === 'string' || typeof id === 'number' ? { id } : {};
  const geometry = object.type === null || object.type === undefined ? null : geometryOf(object, source);
  return { ...named, geometry, properties: propertiesOf(object.properties) };
}

function geometryOf(object: Json, source: Source, depth = 0): Geometry {
  if (!isTable(object) || depth > 32) throw corrupt('no geometry');
  const { type, arcs, coordinates, geometries } = object;
  const line = (indexes: Json): readonly Position[] => joined(list(indexes), source);
  switch (type) {
    case 'Point':
      return { type, coordinates: source.place(coordinates) };
    case 'MultiPoint':
      return { type, coordinates: list(coordinates).map(source.place) };
    case 'LineString':
      return { type, coordinates: line(arcs ?? null) };
    case 'MultiLineString':
    case 'Polygon':
      return { type, coordinates: list(arcs).map(line) };
    case 'MultiPolygon':
      return { type, coordinates: list(arcs).map((polygon) => list(polygon).map(line)) };
    case 'GeometryCollection':
      return { type, geometries: list(geometries).map((each) => geometryOf(each, source, depth + 1)) };
    default:
      throw corrupt('no kind of geometry');
  }
}

/** Joins arcs; each starts where the previous one ends, so that position is kept once. */
function joined(indexes: readonly Json[], { arcs }: Source): readonly Position[] {
  return indexes.flatMap((index, at) => {
    const arc = typeof index === 'number' ? arcs[index < 0 ? ~index : index] : undefined;
    if (!arc || typeof index !== 'number') throw corrupt('an arc that is not there');
    const forward = index < 0 ? arc.toReversed() : arc;
    return at === 0 ? forward : forward.slice(1);
  });
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
