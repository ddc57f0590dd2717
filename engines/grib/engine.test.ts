import { dataOf } from '@bakkum/data-tree/tree';
import { isList, isTable, type Table } from '@bakkum/data-tree/value';
import { rasterOf } from '@bakkum/raster/raster';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const convert = (input: Blob, to: string) => convertWith({ engine, manifest }, { input, from: 'grib', to });

async function rowsOf(input: Blob): Promise<readonly Table[]> {
  const value = dataOf((await convert(input, 'data')).outputs[0].content);
  if (!isList(value)) throw new TypeError('one table was expected');
  return value.filter(isTable);
}

const HEAD = 'Temperature (K), 2 m above ground, 2026-11-22T06:00Z';

/** The source values in degrees Celsius. */
const made = (x: number, y: number): number => 10 + 8 * Math.sin(x / 3) * Math.cos(y / 2) + 0.1 * x * y;

describe('GRIB fields packed by GDAL', () => {
  it('have their positions and values, and gaps for missing values', async () => {
    const rows = await rowsOf(await fixture('data/fields.grb2'));
    expect(rows).toHaveLength(24 * 16);
    expect([...(rows[0]?.keys() ?? [])]).toEqual(['latitude', 'longitude', HEAD, `${HEAD} (2)`, `${HEAD} (3)`]);
    for (const [index, row] of rows.entries()) {
      const [x, north] = [index % 24, Math.floor(index / 24)];
      expect([row.get('latitude'), row.get('longitude')]).toEqual([33 + north / 2, 125 + x / 2]);
      const y = 15 - north;
      const isGap = y >= 4 && y < 7 && x >= 3 && x < 9;
      for (const name of [HEAD, `${HEAD} (2)`, `${HEAD} (3)`]) {
        if (isGap && name !== HEAD) expect(row.get(name)).toBeNull();
        else expect(Math.abs(Number(row.get(name)) - 273.15 - made(x, y))).toBeLessThan(0.11);
      }
    }
  });

  it('become images with north up', async () => {
    const raster = rasterOf((await convert(await fixture('data/fields.grb2'), 'raster')).outputs[0].content);
    expect(raster).toMatchObject({ kind: 'pages', frameCount: 3 });
    let seen = 0;
    for await (const frame of raster.frames()) {
      const { data, width, height, depth } = await frame.pixels();
      expect([width, height, depth]).toEqual([24, 16, 16]);
      seen += 1;
      if (seen === 1) expect([data[(5 * 24 + 5) * 4 + 3], Math.max(...data.slice(0, 24 * 4))]).toEqual([65_535, 65_535]);
      else expect([data[(5 * 24 + 5) * 4 + 3], data[3]]).toEqual([0, 65_535]);
    }
  });
});

/** An edition 1 message built here: 3 × 2 points with four bits each, one of them missing. */
function firstEdition(change: (product: number[], grid: number[]) => void = () => undefined): Blob {
  const int = (value: number, bytes: number): number[] => {
    const isBelow = value < 0;
    const parts = Array.from({ length: bytes }, (_, index) => Math.floor(Math.abs(value) / 256 ** (bytes - 1 - index)) % 256);
    return isBelow ? [(parts[0] ?? 0) + 128, ...parts.slice(1)] : parts;
  };
  const product = [
    ...int(28, 3),
    2,
    7,
    0,
    255,
    0xc0,
    11,
    100,
    ...int(500, 2),
    26,
    11,
    22,
    6,
    0,
    1,
    12,
    0,
    0,
    0,
    0,
    0,
    21,
    0,
    ...int(1, 2),
  ];
  const corners = [...int(38000, 3), ...int(-1000, 3), 128, ...int(37000, 3), ...int(1000, 3)];
  const grid = [
    ...int(32, 3),
    0,
    255,
    0,
    ...int(3, 2),
    ...int(2, 2),
    ...corners,
    ...int(1000, 2),
    ...int(1000, 2),
    0,
    0,
    0,
    0,
    0,
  ];
  change(product, grid);
  const bitmap = [...int(12, 3), 10, 0, 0, 0b1111_0100, 0, 0, 0, 0, 0];
  // 2500 as an IBM float reference, values scaled by two, all divided by ten.
  const values = [...int(14, 3), 4, ...int(1, 2), 0x43, 0x9c, 0x40, 0, 4, 0x01, 0x2f, 0x40];
  const sections = [...product, ...grid, ...bitmap, ...values];
  const bytes = [0x47, 0x52, 0x49, 0x42, ...int(sections.length + 12, 3), 1, ...sections, 0x37, 0x37, 0x37, 0x37];
  return new Blob(['bytes of a transmission', new Uint8Array(bytes)]);
}

/** Eastward from 179° W across 180° to 179° E. */
function westward(grid: number[]): void {
  const degrees = (thousandths: number, sign: number): number[] => [
    sign + (thousandths >> 16),
    (thousandths >> 8) & 255,
    thousandths & 255,
  ];
  grid.splice(13, 3, ...degrees(179_000, 128));
  grid.splice(20, 3, ...degrees(179_000, 0));
  grid[27] = 0x80;
}

describe('edition 1', () => {
  it('has its numbers, time and gaps', async () => {
    const rows = await rowsOf(firstEdition());
    expect(rows.map((row) => [...row.values()])).toEqual([
      [38, -1, 250],
      [38, 0, 250.2],
      [38, 1, 250.4],
      [37, -1, 253],
      [37, 0, null],
      [37, 1, 250.8],
    ]);
    expect([...(rows[0]?.keys() ?? [])][2]).toBe('Temperature (K), 500 hPa, 2026-11-22T18:00Z');
  });

  it.each([
    ['another grid type has rows and columns', (_: number[], grid: number[]) => void (grid[5] = 5), [1, 2, 250.2]],
    ['points run westward across the date line', (_: number[], grid: number[]) => westward(grid), [38, -180, 250.2]],
    ['points by column', (_: number[], grid: number[]) => void (grid[27] = 0x20), [38, 0, 250.4]],
  ])('%s', async (_, change, second) => {
    expect([...((await rowsOf(firstEdition(change)))[1]?.values() ?? [])]).toEqual(second);
  });
});

describe('hostile input', () => {
  it.each([
    ['a file without messages', new Blob(['GRIBBLE']), 'corrupt'],
    ['no message', new Blob(['words']), 'corrupt'],
    ['waves', firstEdition((_, grid) => void (grid[5] = 50)), 'unsupported-feature'],
    ['a grid by number', firstEdition((product) => void (product[7] = 0)), 'unsupported-feature'],
  ])('%s', async (_, input, code) => {
    await expect(convert(input, 'data')).rejects.toMatchObject({ code });
  });

  it('is refused or read when truncated or changed anywhere', async () => {
    const whole = await (await fixture('data/fields.grb2')).bytes();
    const codes = new Set<unknown>();
    for (let at = 1; at < whole.length; at += 3) {
      const changed = whole.slice();
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      for (const bytes of [changed, whole.slice(0, at)])
        codes.add(
          await rowsOf(new Blob([bytes])).then(
            () => 'read',
            (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : String(thrown)),
          ),
        );
    }
    const allowed = ['read', 'corrupt', 'unsupported-feature', 'too-large', 'TypeError: one table was expected'];
    expect([...codes].filter((code) => !allowed.includes(String(code)))).toEqual([]);
  });
});
