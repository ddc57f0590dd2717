import type { Conversion, EngineManifest } from '@bakkum/conversion/engine';

const IDS = ['geojson', 'topojson', 'kml', 'kmz', 'gpx', 'wkt', 'csv'] as const;

/** GeoJSON and TopoJSON hold the same; KML and GPX turn some types into text, and text keeps geometry alone. */
const conversionsTo = (to: string): readonly Conversion[] => {
  const twin = to === 'geojson' ? 'topojson' : 'geojson';
  const hasTwin = to === 'geojson' || to === 'topojson';
  const others = IDS.filter((id) => id !== to && !(hasTwin && id === twin));
  return [
    ...(hasTwin ? [{ from: [twin], to: [to], fidelity: 'lossless', cost: 1 } as const] : []),
    { from: others, to: [to], fidelity: 'lossy', cost: 1 },
  ];
};

export const manifest: EngineManifest = {
  id: 'geo',
  license: 'MIT',
  program: { name: 'fflate', version: '0.8.2', homepage: 'https://101arrowz.github.io/fflate' },
  downloadBytes: 16_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 30 },
  assets: {},
  conversions: IDS.flatMap(conversionsTo),
};
