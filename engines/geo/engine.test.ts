import { bytesOf, type ConvertResult } from '@bakkum/conversion/engine';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bench = workbench();
afterAll(() => bench.dispose());

const convert = (input: Blob | string, from: string, to: string): Promise<ConvertResult> =>
  convertWith({ engine, manifest }, { input: new Blob([input]), from, to });

const bytesFrom = async (input: Blob | string, from: string, to: string): Promise<Uint8Array<ArrayBuffer>> =>
  bytesOf((await convert(input, from, to)).outputs[0].content);
const textFrom = async (input: Blob | string, from: string, to: string): Promise<string> =>
  new TextDecoder().decode(await bytesFrom(input, from, to));
const jsonFrom = async (input: Blob | string, from: string): Promise<unknown> =>
  JSON.parse(await textFrom(input, from, 'geojson'));

const codeOf = (converted: Promise<unknown>): Promise<unknown> =>
  converted.then(
    () => 'a result',
    (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
  );

const features = (...all: readonly object[]): string => JSON.stringify({ type: 'FeatureCollection', features: all });
const feature = (type: string, coordinates: unknown, properties: object = {}, more: object = {}): object => ({
  type: 'Feature',
  ...more,
  geometry: { type, coordinates },
  properties,
});

/** Every geometry type, numbers with many digits, characters with special meaning. */
const MADE = [
  feature('Point', [126.9779692, 37.56653500001, 38.5], { name: '시청 & <광장>', floors: 13, open: true }),
  feature('MultiPoint', [
    [1e-7, -2],
    [3, 4],
  ]),
  feature('LineString', [
    [0.1, 0.2],
    [0.30000000000000004, 1],
  ]),
  feature('MultiLineString', [
    [
      [0, 0],
      [1, 1],
    ],
    [
      [2, 2],
      [3, 3],
    ],
  ]),
  feature('Polygon', [
    [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 0],
    ],
    [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 1],
    ],
  ]),
  feature('MultiPolygon', [
    [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
    [
      [
        [5, 5],
        [6, 5],
        [6, 6],
        [5, 5],
      ],
    ],
  ]),
];

describe('round trips', () => {
  it.each(['topojson', 'kml', 'kmz'])('%s keeps geometries and properties', async (through) => {
    const file = new Blob([await bytesFrom(features(...MADE), 'geojson', through)]);
    expect(await jsonFrom(file, through)).toEqual({ type: 'FeatureCollection', features: MADE });
  });

  it('wkt keeps geometries', async () => {
    const text = await textFrom(features(...MADE), 'geojson', 'wkt');
    const bare = MADE.map((each) => ({ ...each, properties: {} }));
    expect(await jsonFrom(text, 'wkt')).toEqual({ type: 'FeatureCollection', features: bare });
  });

  it('gpx keeps points and lines with heights, times and properties', async () => {
    const gpx = await fixture('geo/gpx.gpx');
    const once = await textFrom(gpx, 'gpx', 'geojson');
    const again = await textFrom(await textFrom(once, 'geojson', 'gpx'), 'gpx', 'geojson');
    expect(again).toBe(once);
    expect(once).toContain('[[126.9,37.5,10.5],[126.91,37.51,11]]');
    expect(once).toContain('"times":[["2026-11-21T00:00:00Z","2026-11-21T00:01:00Z"],[null,null]]');
    expect(once).toContain('"colour":"red"');
  });

  it('a table of points keeps numbers and strings', async () => {
    const made = [
      feature('Point', [127.1, 37.25], { code: '007', people: 12 }),
      feature('Point', [128, 38], { code: '12', people: 3 }),
    ];
    const csv = await textFrom(features(...made), 'geojson', 'csv');
    expect(csv).toBe('code,people,latitude,longitude\r\n007,12,37.25,127.1\r\n12,3,38,128\r\n');
    expect(await jsonFrom(csv, 'csv')).toEqual({ type: 'FeatureCollection', features: made });
  });

  it('a table keeps Korean columns', async () => {
    expect(await textFrom('이름,위도,경도\n시청,37.5,127\n', 'csv', 'geojson')).toContain(
      '"coordinates":[127,37.5]},"properties":{"이름":"시청"}',
    );
  });
});

describe('tables with cells that are no coordinates', () => {
  const geometriesFrom = async (table: string) => {
    const { outputs, warnings } = await convert(table, 'csv', 'geojson');
    const { content } = outputs[0];
    if (!(content instanceof Blob)) throw new TypeError('no file');
    const read: { features: { geometry: { coordinates: number[] } | null; properties: unknown }[] } = JSON.parse(
      await content.text(),
    );
    return { places: read.features.map(({ geometry }) => geometry?.coordinates), warnings };
  };
  const DROPPED = [{ code: 'metadata-dropped' }];

  it.each([
    ['words', 'name,latitude,longitude\na,37.5,127.1\nb,N/A,N/A\n', [[127.1, 37.5], undefined], DROPPED],
    ['nothing', 'name,latitude,longitude\na,37.5,127.1\nb,,\n', [[127.1, 37.5], undefined], []],
    ['one word', 'latitude,longitude\n37.5,127.1\n37.5,?\n', [[127.1, 37.5], undefined], DROPPED],
    [
      'decimal commas',
      'latitude;longitude;elevation\n37,5;127,1;-3,25\n-38;+128,0;4\n',
      [
        [127.1, 37.5, -3.25],
        [128, -38, 4],
      ],
      [],
    ],
    ['quoted decimal commas', 'latitude,longitude\n"37,5","127,1"\n', [[127.1, 37.5]], []],
    ['several commas', 'latitude;longitude\n37,5;127,1\n1,2,3;4\n', [[127.1, 37.5], undefined], DROPPED],
    [
      'heights with a unit',
      'latitude,longitude,elevation\n37.5,127.1,12 m\n38,128,7\n',
      [
        [127.1, 37.5],
        [128, 38, 7],
      ],
      DROPPED,
    ],
  ])('are read with %s', async (_, table, places, warnings) => {
    expect(await geometriesFrom(table)).toEqual({ places, warnings });
  });
});

describe.skipIf(!hasProgram('ogr2ogr'))('comparison with GDAL', () => {
  it.each([
    ['kml', 'kml'],
    ['kmz', 'kmz'],
    ['gpx', 'gpx'],
    ['csv', 'csv'],
    ['topojson', 'json'],
  ])('%s', async (to, extension) => {
    const made = [
      feature('Point', [126.9779692, 37.566535], { name: '시청', desc: 'a & b' }),
      feature('Point', [-70.5, -33.25], { name: 'b' }),
    ];
    bench.write(`places.${extension}`, await bytesFrom(features(...made), 'geojson', to));
    const given = to === 'csv' ? ['-oo', 'X_POSSIBLE_NAMES=longitude', '-oo', 'Y_POSSIBLE_NAMES=latitude'] : [];
    const layer = to === 'gpx' ? ['waypoints'] : [];
    const read = bench.run('ogr2ogr', '-f', 'GeoJSON', '/vsistdout/', `places.${extension}`, ...layer, ...given);
    expect(read).toMatch(/126\.9779692, 37\.566535/);
    expect(read).toMatch(/-70\.5, -33\.25/);
    expect(read).toContain('시청');
  });
});

describe('files of other programs', () => {
  it.each(['kml', 'kmz', 'topojson', 'csv', 'wkt'])('%s holds the original places', async (id) => {
    const text = await textFrom(await fixture(`geo/${id}.${id}`), id, 'geojson');
    const read: { features: { geometry: { type: string } }[] } = JSON.parse(text);
    expect(read.features.map(({ geometry }) => geometry.type)).toEqual(['Point', 'LineString', 'Polygon', 'MultiPolygon']);
    if (id !== 'topojson') expect(text).toContain('[126.9779692,37.566535');
    if (id !== 'wkt') expect(text).toContain('서울시청');
    if (id === 'kml' || id === 'topojson') expect(text).toContain('"floors":13');
  });
});

describe('unsupported content is reported', () => {
  it('areas become tracks, and properties are lost', async () => {
    const polygon = features(...MADE.slice(4, 5));
    expect((await convert(polygon, 'geojson', 'gpx')).warnings).toEqual([{ code: 'structure-changed' }]);
    expect((await convert(features(...MADE), 'geojson', 'wkt')).warnings).toEqual([{ code: 'metadata-dropped' }]);
    expect((await convert(features(feature('Point', [1, 2], { a: [1] })), 'geojson', 'kml')).warnings).toEqual([
      { code: 'types-changed' },
    ]);
    expect((await convert(features(...MADE), 'geojson', 'topojson')).warnings).toEqual([]);
  });

  it('metres are not mistaken for degrees', async () => {
    const metres = features(feature('Point', [953_901.16, 1_952_032.06]));
    expect(await codeOf(convert(metres, 'geojson', 'kml'))).toBe('unsupported-feature');
    const named = JSON.stringify({
      type: 'FeatureCollection',
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::5179' } },
      features: [],
    });
    expect(await codeOf(convert(named, 'geojson', 'gpx'))).toBe('unsupported-feature');
  });

  it.each([
    ['columns of other names', 'a,b\n1,2\n', 'no-coordinates'],
    ['column names only', 'latitude,longitude\n', 'no-coordinates'],
    ['words as coordinates', 'x,y\nleft,top\n', 'no-coordinates'],
    ['nothing', '\n', 'empty'],
  ])('tables are refused with %s', async (_, table, code) => {
    expect(await codeOf(convert(table, 'csv', 'kml'))).toBe(code);
  });
});

describe('hostile and damaged files', () => {
  const LAUGHS = '<!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
  it.each(['kml', 'gpx'])('%s with a document type is refused', async (from) => {
    expect(await codeOf(convert(`<?xml version="1.0"?>${LAUGHS}<${from}>&b;</${from}>`, from, 'geojson'))).toBe(
      'unsupported-feature',
    );
  });

  it.each([
    ['geojson', '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":["x"]}}]}'],
    ['geojson', '{"type":"Feature"'],
    ['topojson', '{"type":"Topology","objects":{"a":{"type":"LineString","arcs":[7]}},"arcs":[]}'],
    ['kml', '<kml><Placemark><Point><coordinates>a,b</coordinates></Point></Placemark></kml>'],
    ['kml', '<kml><Placemark>'],
    ['gpx', '<gpx><wpt lat="1"/></gpx>'],
    ['kmz', 'PK\x03\x04 no zip'],
    ['wkt', 'POLYGON ((0 0, 1 1'],
    ['wkt', 'nothing of the kind'],
  ])('%s is refused if damaged', async (from, text) => {
    expect(await codeOf(convert(text, from, 'csv'))).toBe('corrupt');
  });

  it('are refused when nested without end', async () => {
    const deep = `${'{"type":"GeometryCollection","geometries":['.repeat(20_000)}${']}'.repeat(20_000)}`;
    expect(['corrupt', 'too-large']).toContain(await codeOf(convert(deep, 'geojson', 'kml')));
    expect(await codeOf(convert('GEOMETRYCOLLECTION ('.repeat(20_000), 'wkt', 'kml'))).toBe('corrupt');
    const elements = `<kml>${'<Folder>'.repeat(20_000)}`;
    expect(await codeOf(convert(elements, 'kml', 'csv'))).toBe('too-large');
  });
});

describe('geographic databases', () => {
  it.each(['gpkg', 'fgb'])('%s, written by GDAL, holds its source', async (from) => {
    const given: unknown = JSON.parse(await (await fixture('geo/geojson.geojson')).text());
    const read = await jsonFrom(await fixture(`geo/${from}.${from}`), from);
    const withoutIds = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(/"id":\d+,/g, ''));
    expect(withoutIds(read)).toEqual(given);
  });

  it.skipIf(!hasProgram('ogr2ogr')).each([
    ['gpkg', 'GPKG', 'EPSG:5186'],
    ['fgb', 'FlatGeobuf', 'EPSG:3857'],
  ])('%s in metres is converted to degrees', async (from, driver, system) => {
    const source = bench.write('source.geojson', features(feature('Point', [127.5, 36.25], { name: '옥천' })));
    const target = `${system.slice(5)}.${from}`;
    bench.run('ogr2ogr', '-f', driver, '-t_srs', system, target, source);
    const json = await jsonFrom(new Blob([bench.read(target)]), from);
    expect(json).toMatchObject({ features: [{ properties: { name: '옥천' } }] });
    expect(JSON.stringify(json)).toMatch(/"coordinates":\[127\.5,36\.25\]/);
  });

  it.each(['gpkg', 'fgb'])('%s is refused or read when truncated or changed anywhere', async (from) => {
    const whole = await bytesOf(await fixture(`geo/${from}.${from}`));
    const codes = new Set<unknown>();
    for (let at = 1; at < whole.length; at += from === 'fgb' ? 7 : 911) {
      const changed = whole.slice();
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      for (const bytes of [changed, whole.slice(0, at)]) codes.add(await codeOf(convert(new Blob([bytes]), from, 'geojson')));
    }
    expect(
      [...codes].filter(
        (code) => !['a result', 'corrupt', 'empty', 'no-coordinates', 'unsupported-feature', 'too-large'].includes(String(code)),
      ),
    ).toEqual([]);
  });
});
