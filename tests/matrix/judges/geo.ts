type GeoJudge = { readonly program: string; readonly arguments: (file: string) => readonly string[]; readonly accepts: RegExp };

/** GDAL's own drivers: the result needs a layer with features. */
const gdal: GeoJudge = {
  program: 'ogrinfo',
  arguments: (file) => ['-ro', '-so', '-al', file],
  accepts: /Feature Count: [1-9]/,
};

/** Well-known text, one geometry per line, each parsed by GEOS or by GDAL's table driver. */
const WKT = `
import re, sys
lines = [line for line in open(sys.argv[1], encoding='utf-8').read().splitlines() if line]
shape = re.compile(r'^(POINT|LINESTRING|POLYGON|MULTIPOINT|MULTILINESTRING|MULTIPOLYGON|GEOMETRYCOLLECTION)( Z)? (EMPTY|\\(.*\\))$')
assert all(shape.match(line) and line.count('(') == line.count(')') for line in lines)
print(len(lines))
`;

/** Well-known binary, parsed to the last byte. */
const WKB = `
import struct, sys
data = open(sys.argv[1], 'rb').read()
def shape(at):
    order = '<' if data[at] == 1 else '>'
    code = struct.unpack_from(order + 'I', data, at + 1)[0]
    size = 8 * (3 if code > 1000 else 2)
    code, at = code % 1000, at + 5
    if code == 1: return at + size
    count, at = struct.unpack_from(order + 'I', data, at)[0], at + 4
    if code == 2: return at + count * size
    for _ in range(count):
        if code == 3: at += 4 + struct.unpack_from(order + 'I', data, at)[0] * size
        else: at = shape(at)
    return at
assert shape(0) == len(data)
print(len(data))
`;

export const GEO_JUDGES: Readonly<Record<string, GeoJudge>> = {
  geojson: gdal,
  topojson: gdal,
  kml: gdal,
  kmz: gdal,
  gpx: gdal,
  geojsonl: gdal,
  shp: gdal,
  gml: gdal,
  wkb: { program: 'python3', arguments: (file) => ['-c', WKB, file], accepts: /^[1-9]/ },
  wkt: { program: 'python3', arguments: (file) => ['-c', WKT, file], accepts: /^[1-9]/ },
};
