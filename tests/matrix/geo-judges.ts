type GeoJudge = { readonly program: string; readonly arguments: (file: string) => readonly string[]; readonly accepts: RegExp };

/** GDAL's own readers: a layer with features. */
const gdal: GeoJudge = {
  program: 'ogrinfo',
  arguments: (file) => ['-ro', '-so', '-al', file],
  accepts: /Feature Count: [1-9]/,
};

/** Well-known text, a geometry a line, each taken by GEOS or GDAL through its table reader. */
const WKT = `
import re, sys
lines = [line for line in open(sys.argv[1], encoding='utf-8').read().splitlines() if line]
shape = re.compile(r'^(POINT|LINESTRING|POLYGON|MULTIPOINT|MULTILINESTRING|MULTIPOLYGON|GEOMETRYCOLLECTION)( Z)? (EMPTY|\\(.*\\))$')
assert all(shape.match(line) and line.count('(') == line.count(')') for line in lines)
print(len(lines))
`;

export const GEO_JUDGES: Readonly<Record<string, GeoJudge>> = {
  geojson: gdal,
  topojson: gdal,
  kml: gdal,
  kmz: gdal,
  gpx: gdal,
  wkt: { program: 'python3', arguments: (file) => ['-c', WKT, file], accepts: /^[1-9]/ },
};
