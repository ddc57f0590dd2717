import { type Engine, type FormatId, readInput } from '@bakkum/conversion/engine';
import { ConversionError, withinStack } from '@bakkum/conversion/errors';
import type { Dialect, Features, Geometry, Loss, Notes } from './feature.ts';
import { fit } from './fit.ts';
import { flatGeobuf } from './flat-geobuf.ts';
import { readGeoPackage } from './geo-package.ts';
import { geojson, geojsonSequence } from './geojson.ts';
import { gml } from './gml.ts';
import { gpx } from './gpx.ts';
import { kml } from './kml.ts';
import { kmz } from './kmz.ts';
import { points } from './points.ts';
import { shp } from './shp.ts';
import { topojson } from './topojson.ts';
import { nmea, osm, tcx } from './tracks.ts';
import { wkb } from './wkb.ts';
import { wkt } from './wkt.ts';

const DIALECTS: Readonly<Record<FormatId, Dialect>> = {
  geojson,
  geojsonl: geojsonSequence,
  topojson,
  kml,
  kmz,
  gpx,
  wkt,
  wkb,
  shp,
  gml,
  tcx,
  fit,
  nmea,
  osm,
  csv: points,
  fgb: flatGeobuf,
};

/** The tree of a file takes about thirty times its bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const file = await readInput(request.inputs[0], MAX_BYTES);
    const losses = new Set<Loss>();
    const notes: Notes = { lose: (loss) => void losses.add(loss) };
    const stored = request.from === 'gpkg' ? await readGeoPackage(file, context, notes) : undefined;
    const written = withinStack(() => convert(stored ?? dialectOf(request.from).read(file, notes), request.to, notes));
    context.onProgress(1);
    const content = new Blob([written], { type: MEDIA_TYPES[request.to] ?? 'text/plain' });
    return { outputs: [{ content }], warnings: [...losses].map((code) => ({ code })) };
  },
};

function convert(features: Features, to: FormatId, notes: Notes): string | Uint8Array<ArrayBuffer> {
  if (ON_THE_GLOBE.has(to)) assertOnTheGlobe(features);
  return dialectOf(to).write(features, notes);
}

function dialectOf(id: FormatId): Dialect {
  const dialect = DIALECTS[id];
  if (!dialect) throw new RangeError(`no format of places ${id}`);
  return dialect;
}

/** Formats that support only longitude and latitude. */
const ON_THE_GLOBE: ReadonlySet<FormatId> = new Set(['kml', 'kmz', 'gpx', 'shp', 'gml']);

/** Projected metres are not degrees, so refusing beats writing a wrong map. */
function assertOnTheGlobe({ features, otherSystem }: Features): void {
  if (otherSystem !== undefined) throw new ConversionError('unsupported-feature', `coordinates of ${otherSystem}`);
  const isOff = (coordinates: Nested): boolean => {
    if (typeof coordinates === 'number') return false;
    const [x, y] = coordinates;
    if (typeof x === 'number' && typeof y === 'number') return Math.abs(x) > 540 || Math.abs(y) > 90;
    return coordinates.some(isOff);
  };
  if (features.some(({ geometry }) => geometry && coordinatesOf(geometry).some(isOff)))
    throw new ConversionError('unsupported-feature', 'coordinates that are no degrees');
}

type Nested = number | readonly Nested[];

const coordinatesOf = (geometry: Geometry): readonly Nested[] =>
  geometry.type === 'GeometryCollection' ? geometry.geometries.flatMap(coordinatesOf) : [geometry.coordinates];

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  geojson: 'application/geo+json',
  topojson: 'application/json',
  kml: 'application/vnd.google-earth.kml+xml',
  kmz: 'application/vnd.google-earth.kmz',
  gpx: 'application/gpx+xml',
  csv: 'text/csv',
  shp: 'application/zip',
  wkb: 'application/octet-stream',
  gml: 'application/gml+xml',
  geojsonl: 'application/geo+json-seq',
};
