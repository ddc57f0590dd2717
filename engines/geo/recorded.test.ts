import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { contextFor } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/geo');

async function convert(file: Blob, from: string, to: string) {
  const { outputs, warnings } = await engine.convert({ inputs: [file], from, to, options: {} }, contextFor(manifest));
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('expected a file');
  return { file: content, warnings: warnings.map(({ code }) => code) };
}

const fixture = async (name: string): Promise<Blob> => new Blob([await readFile(path.join(FIXTURES, name))]);
const placesOf = async (file: Blob, from: string) =>
  JSON.parse(await (await convert(file, from, 'geojson')).file.text()).features;

describe('places from other programs', () => {
  it('in the old Korean belt match GDAL, with names in EUC-KR', async () => {
    const [island] = await placesOf(await fixture('shp.shp.zip'), 'shp');
    expect(island.properties).toMatchObject({ name: '여의도', height: 1.25 });
    const [longitude, latitude] = island.geometry.coordinates[0][0];
    expect(longitude).toBeCloseTo(126.900000031718, 8);
    expect(latitude).toBeCloseTo(37.5199999575099, 7);
    expect(island.geometry.coordinates).toHaveLength(2); // with its hole
  });

  it('in GML have latitude first', async () => {
    const [town] = await placesOf(await fixture('gml.gml'), 'gml');
    expect(town.geometry.coordinates).toEqual([126.9779692, 37.566535]);
  });

  it.each([
    ['fit.fit', 'fit', [126.9, 37.5, 10.4]],
    ['tcx.tcx', 'tcx', [126.9, 37.5, 10.5]],
    ['nmea.nmea', 'nmea', [126.97796833, 37.566535, 38.5]],
  ])('from devices are tracks with times: %s', async (name, format, first) => {
    const [track] = await placesOf(await fixture(name), format);
    expect(track.geometry.coordinates[0]).toEqual(first);
    expect(track.properties.coordinateProperties.times[0]).toMatch(/^2026-11-21T/);
  });

  it('from OpenStreetMap are points, ways and areas', async () => {
    const places: readonly { geometry: { type: string } }[] = await placesOf(await fixture('osm.osm'), 'osm');
    expect(places.map(({ geometry }) => geometry.type)).toEqual(['Point', 'Polygon', 'LineString']);
  });

  it.each(['shp', 'gml', 'geojsonl', 'wkb'])('are unchanged after a round trip through %s', async (format) => {
    const before = await placesOf(await fixture('geojson.geojson'), 'geojson');
    const { file } = await convert(await fixture('geojson.geojson'), 'geojson', format);
    const numbers = (places: unknown): readonly string[] =>
      [...JSON.stringify(places).matchAll(/\[(-?[\d.]+),(-?[\d.]+)/g)].map(([, x = '', y = '']) => `${x} ${y}`).sort();
    const after = await placesOf(file, format);
    const shapes = (list: readonly { geometry: unknown }[]) => list.map(({ geometry }) => geometry);
    expect(numbers(shapes(after))).toEqual(numbers(shapes(before)));
  });

  it('are refused if the parameters of their datum are unknown', async () => {
    const { zipSync, strToU8, unzipSync } = await import('fflate');
    const files = unzipSync(new Uint8Array(await (await fixture('shp.shp.zip')).arrayBuffer()));
    const prj = strToU8(
      'PROJCS["Somewhere",GEOGCS["GCS_Pulkovo_1942",DATUM["D_Pulkovo_1942",SPHEROID["Krasovsky_1940",6378245.0,298.3]]]]',
    );
    const other = new Blob([new Uint8Array(zipSync({ ...files, 'geojson.prj': prj }))]);
    await expect(convert(other, 'shp', 'geojson')).rejects.toMatchObject({ code: 'unsupported-feature' });
  });

  it.each(['fit.fit', 'wkb.wkb', 'shp.shp.zip'])('are corrupt if truncated: %s', async (name) => {
    const whole = await fixture(name);
    const format = name.split('.')[0] ?? '';
    await expect(convert(whole.slice(0, whole.size * 0.6), format, 'geojson')).rejects.toMatchObject({ code: 'corrupt' });
  });
});
