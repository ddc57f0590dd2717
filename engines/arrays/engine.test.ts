import { DATA, dataOf } from '@bakkum/data-tree/tree';
import { isTable, type Value } from '@bakkum/data-tree/value';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const read = async (input: Blob, from: string): Promise<unknown> => {
  const { outputs } = await convertWith({ engine, manifest }, { input, from, to: DATA });
  return plain(dataOf(outputs[0].content));
};

const plain = (value: Value): unknown => {
  if (Array.isArray(value)) return (value as readonly Value[]).map(plain);
  return isTable(value) ? Object.fromEntries([...value].map(([key, each]) => [key, plain(each)])) : value;
};

const patched = async (file: Blob, at: number, bytes: readonly number[]): Promise<Blob> => {
  const copy = new Uint8Array(await file.arrayBuffer());
  copy.set(bytes, at);
  return new Blob([copy]);
};

describe('HDF4 files written by the reference library', () => {
  it('are read with arrays of one shape side by side: deflated, chunked, run-length coded, little-endian, with dimension scales', async () => {
    const tables = (await read(await fixture('data/hdf4.hdf'), 'hdf4')) as Record<string, readonly unknown[]>;
    expect(tables['3 × 4']).toHaveLength(12);
    expect(tables['3 × 4']?.[0]).toEqual({ lat: -10, lon: 0, temperature: -3, count: -600, runs: 0 });
    expect(tables['3 × 4']?.[11]).toEqual({ lat: 10, lon: 3, temperature: 13.5, count: 500, runs: 1_100_000 });
  });

  it('are read with linked blocks, tables and attributes', async () => {
    const tables = (await read(await fixture('data/hdf4.hdf'), 'hdf4')) as Record<string, readonly unknown[]>;
    expect(tables['grown']?.map((row) => (row as { grown: number }).grown)).toEqual(
      Array.from({ length: 20 }, (_, index) => index * 10),
    );
    expect(tables['stations']).toEqual([
      { name: 'Seoul', height: 38.5, xy: [1, 2] },
      { name: 'Busan', height: 69.25, xy: [3, -4] },
    ]);
    expect(tables['attributes']).toEqual([
      { array: '', attribute: 'title', value: 'Made here' },
      { array: 'temperature', attribute: 'units', value: 'K' },
      { array: 'temperature', attribute: 'missing', value: -9999 },
    ]);
  });

  it('are refused if truncated, cyclic or inconsistent in size', async () => {
    const whole = await fixture('data/hdf4.hdf');
    await expect(read(whole.slice(0, whole.size / 2), 'hdf4')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(await patched(whole, 6, [0, 0, 0, 4]), 'hdf4')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(new Blob([whole.slice(0, 4), Uint8Array.of(0, 0, 0, 0, 0, 0)]), 'hdf4')).rejects.toMatchObject({
      code: 'unsupported-feature',
    });
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const sizes = bytes.findIndex((_, at) => [0, 2, 0, 0, 0, 3, 0, 0, 0, 4].every((byte, index) => bytes[at + index] === byte));
    await expect(read(await patched(whole, sizes + 2, [127, 0, 0, 3]), 'hdf4')).rejects.toMatchObject({ code: 'too-large' });
  });
});

describe('netCDF files written by ncgen', () => {
  it.each(['netcdf', 'cdf5'])('are read with records, scales, strings and attributes: %s', async (name) => {
    const tables = (await read(await fixture(`data/${name}.nc`), 'netcdf')) as Record<string, readonly unknown[]>;
    expect(tables['t']).toHaveLength(12);
    expect(tables['t']?.[11]).toEqual({ time: 1, lat: 5, lon: 2, t: -12 });
    expect(tables['flag']).toEqual([
      { time: 0, flag: 1 },
      { time: 1, flag: 0 },
    ]);
    expect(tables['name']).toEqual([
      { lat: -5, name: 'Seoul' },
      { lat: 5, name: 'Jeju' },
    ]);
    expect(tables['attributes']).toContainEqual({ array: '', attribute: 'title', value: '온도' });
    expect(tables['attributes']).toContainEqual({ array: 't', attribute: 'range', value: '1 9' });
  });

  it('are refused if truncated or inconsistent in size', async () => {
    const whole = await fixture('data/netcdf.nc');
    await expect(read(whole.slice(0, whole.size - 8), 'netcdf')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(whole.slice(0, 30), 'netcdf')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(await patched(whole, 12, [127, 255, 255, 255]), 'netcdf')).rejects.toMatchObject({ code: 'too-large' });
    await expect(read(await patched(whole, 4, [127, 255, 255, 255]), 'netcdf')).rejects.toMatchObject({ code: 'too-large' });
  });
});

describe('HDF5 and netCDF-4 files', () => {
  it('are read with groups, scales, compressed numbers, strings, records and attributes', async () => {
    const tables = (await read(await fixture('data/hdf5.h5'), 'hdf5')) as Record<string, readonly unknown[]>;
    expect(tables['3 × 2']).toHaveLength(6);
    expect(tables['3 × 2']?.[5]).toEqual({ lat: 10, lon: 1, 'model/t': 5, 'again/t': 5 });
    expect(tables['2']?.[0]).toEqual({ 'dimension 1': 0, big: 2n ** 60n, names: '서울', words: 'one' });
    expect(tables['one']).toEqual([{ one: 42 }]);
    expect(tables['stations']).toEqual([
      { id: 1, height: 38.5 },
      { id: 2, height: 69.25 },
    ]);
    expect(tables['attributes']).toContainEqual({ array: '', attribute: 'title', value: '온도' });
    expect(tables['attributes']).toContainEqual({ array: '', attribute: 'model/run', value: 7 });
    expect(tables['attributes']).toContainEqual({ array: 'model/t', attribute: 'range', value: '0.1 5' });
  });

  it('report links to other files as lost', async () => {
    const { warnings } = await convertWith(
      { engine, manifest },
      { input: await fixture('data/hdf5.h5'), from: 'hdf5', to: DATA },
    );
    expect(warnings).toEqual([{ code: 'structure-changed' }]);
  });

  it.each(['hdf5', 'netcdf'])('written by the netCDF library are read as %s, without its own attributes', async (from) => {
    const tables = (await read(await fixture('data/netcdf4.nc'), from)) as Record<string, readonly unknown[]>;
    expect(Object.keys(tables)).toEqual(['v', 'attributes']);
    expect(tables['v']?.[9]).toEqual({ x: 9, v: 9 });
    expect(tables['attributes']).toEqual([{ array: 'v', attribute: 'missing_value', value: '-1.e+34f' }]);
  });

  it('are refused if truncated or without anything readable', async () => {
    const whole = await fixture('data/hdf5.h5');
    await expect(read(whole.slice(0, whole.size / 2), 'hdf5')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(new Blob(['\x89HDF\r\n\x1a\n']), 'hdf5')).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('are refused or read when changed anywhere', async () => {
    const whole = await (await fixture('data/netcdf4.nc')).bytes();
    const codes = new Set<unknown>();
    for (let at = 0; at < whole.length; at += 257) {
      const changed = whole.slice();
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      codes.add(
        await read(new Blob([changed]), 'hdf5').then(
          () => 'read',
          (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
        ),
      );
    }
    const allowed = ['read', 'corrupt', 'unsupported-feature', 'too-large'];
    expect([...codes].filter((code) => !allowed.includes(String(code)))).toEqual([]);
  });
});

describe('NumPy files written by NumPy', () => {
  it('are read in row and column order, and with strings', async () => {
    const rows = (await read(await fixture('data/npy.npy'), 'npy')) as readonly unknown[];
    expect(rows[5]).toEqual({ 'index 1': 1, 'index 2': 2, value: -6 });
    const turned = (await read(await fixture('data/fortran.npy'), 'npy')) as readonly { value: number }[];
    expect(turned.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await read(await fixture('data/words.npy'), 'npy')).toEqual([
      { index: 0, value: '가나' },
      { index: 1, value: 'x' },
    ]);
  });

  it('are refused if truncated, too large or made of objects', async () => {
    const whole = await fixture('data/npy.npy');
    const text = await whole.text();
    const other = (from: string, to: string): Blob => headed(text, from, to);
    await expect(read(whole.slice(0, whole.size - 4), 'npy')).rejects.toMatchObject({ code: 'corrupt' });
    await expect(read(other("'<f4'", "'|O' "), 'npy')).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(read(other('(2, 3), }  ', '(99999999,)'), 'npy')).rejects.toMatchObject({ code: 'too-large' });
  });
});

/** Replaces a string in the header with another of the same length. */
function headed(text: string, from: string, to: string): Blob {
  const header = text.slice(10, 128).replace(from, to);
  return new Blob([Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0), header]);
}
