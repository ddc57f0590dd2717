import type { Conversion, EngineManifest } from '@bakkum/conversion/engine';

const IDS = ['geojson', 'geojsonl', 'topojson', 'kml', 'kmz', 'gpx', 'wkt', 'wkb', 'shp', 'gml', 'csv'] as const;
/** Formats that devices and services write; read only. */
const RECORDED = ['tcx', 'fit', 'nmea', 'osm'] as const;
/** Geographic databases. */
const STORED = ['gpkg', 'fgb'] as const;
/** Formats without limits on property names and types. */
const FREE: readonly string[] = ['geojson', 'geojsonl', 'topojson'];

/** The others turn some types into text, shorten names, or keep geometry alone. */
const conversionsTo = (to: string): readonly Conversion[] => {
  const twins = FREE.includes(to) ? FREE.filter((id) => id !== to) : [];
  const others = [...IDS, ...RECORDED, ...STORED].filter((id) => id !== to && !twins.includes(id));
  return [
    ...(twins.length > 0 ? [{ from: twins, to: [to], fidelity: 'lossless', cost: 1 } as const] : []),
    { from: others, to: [to], fidelity: 'lossy', cost: 1 },
  ];
};

export const manifest: EngineManifest = {
  id: 'geo',
  tier: 'core',
  license: 'MIT AND ISC',
  program: {
    name: 'proj4js, topojson-client, fflate and SQLite (sql.js)',
    version: '2.22.0, 3.1.0, 0.8.2, 1.16.0',
    homepage: 'https://github.com/proj4js/proj4js',
  },
  downloadBytes: 70_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 30 },
  assets: { sqlite: 'sql.js/dist/sql-wasm.wasm' },
  onDemand: ['sqlite'],
  conversions: IDS.flatMap(conversionsTo),
};
