import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createFetchedFiles } from './fetched-files.ts';
import { DownloadError } from './npm.ts';
import type { PackageCache } from './package-cache.ts';
import type { EnginePackage, PackageTable } from './package-table.ts';

const packageNamed = (name: string, files: readonly string[]): EnginePackage => ({
  name,
  version: '1.0.0',
  integrity: 'sha512-',
  downloadBytes: 2_000_000,
  files,
});

const TABLE: PackageTable = {
  packages: { large: packageNamed('large', ['large.wasm', 'data.bin']), font: packageNamed('font', ['font.ttf']) },
  assets: {
    'png/codec': { included: 'png/png.wasm' },
    'office/program': { package: 'large', file: 'large.wasm' },
    'office/data': { package: 'large', file: 'data.bin' },
    'office/font': { package: 'font', file: 'font.ttf' },
  },
  engines: { png: [], office: ['font', 'large'] },
  derived: {},
};

/** A cache in memory. Downloads fail with the codes given by name. */
function memoryCache(failures: Readonly<Record<string, string>> = {}): { cache: PackageCache; tried: string[] } {
  const kept = new Set<string>();
  const tried: string[] = [];
  const cache: PackageCache = {
    folder: '/cache',
    pathOf: ({ name }, file) => `/cache/${name}/${file}`,
    has: ({ name }) => kept.has(name),
    async fetch({ name }, onBytes) {
      tried.push(name);
      const code = failures[name];
      if (code) throw new DownloadError(code, `no ${name}`);
      onBytes(1_000_000);
      kept.add(name);
    },
  };
  return { cache, tried };
}

function filesOver(cache: PackageCache): { files: ReturnType<typeof createFetchedFiles>; said: string[] } {
  const said: string[] = [];
  const included = new URL('file:///package/files/');
  return { files: createFetchedFiles({ table: TABLE, cache, included, say: (line) => said.push(line) }), said };
}

describe('engine files of the package', () => {
  test('are in the package or in the cache', () => {
    const { files } = filesOver(memoryCache().cache);
    expect(files.url('png', 'codec').href).toBe('file:///package/files/png/png.wasm');
    expect(files.url('office', 'program').href).toBe(pathToFileURL('/cache/large/large.wasm').href);
    expect(() => files.url('office', 'nothing')).toThrow(RangeError);
  });

  test('are downloaded once, announced, when first read', async () => {
    const { cache, tried } = memoryCache();
    const { files, said } = filesOver(cache);
    await Promise.all([files.ensure('png', 'codec'), files.ensure('office', 'program'), files.ensure('office', 'data')]);
    expect(tried).toEqual(['large']);
    expect(said).toEqual(['Downloading large for the office engine, about 2 MB, once…']);
  });

  test('report bytes that only grow, over all packages', async () => {
    const { files } = filesOver(memoryCache().cache);
    const reported: (readonly [number, number])[] = [];
    await files.fetchAhead('office', (loaded, total) => reported.push([loaded, total]), new AbortController().signal);
    await files.ensure('office', 'program');
    await files.ensure('office', 'font');
    expect(reported).toEqual([
      [1_000_000, 2_000_000],
      [2_000_000, 2_000_000],
      [3_000_000, 4_000_000],
      [4_000_000, 4_000_000],
    ]);
  });

  test('do not retry an unreachable registry', async () => {
    const { cache, tried } = memoryCache({ large: 'ECONNREFUSED' });
    const { files } = filesOver(cache);
    await expect(files.ensure('office', 'program')).rejects.toThrow('no large');
    await expect(files.ensure('office', 'font')).rejects.toThrow('no large');
    expect(tried).toEqual(['large']);
  });

  test('are downloaded even if the registry lacks another package', async () => {
    const { cache, tried } = memoryCache({ large: 'E404' });
    const { files } = filesOver(cache);
    await expect(files.ensure('office', 'program')).rejects.toThrow('no large');
    await files.ensure('office', 'font');
    expect(tried).toEqual(['large', 'font']);
  });

  test('are listed as missing and fetched completely', async () => {
    const { files } = filesOver(memoryCache().cache);
    await files.ensure('office', 'font');
    expect(files.engines()).toEqual([
      { id: 'png', downloadBytes: 0, missingBytes: 0 },
      { id: 'office', downloadBytes: 4_000_000, missingBytes: 2_000_000 },
    ]);
    await files.fetchWhole('office', new AbortController().signal);
    expect(files.engines()[1]?.missingBytes).toBe(0);
  });
});
