import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar/fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPackageCache, type PackageCache } from './package-cache.ts';
import type { EnginePackage } from './package-table.ts';

const { signal } = new AbortController();
const DAY_SECONDS = 24 * 60 * 60;
let folder: string;
let tarball: Buffer;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bakkum-cache-test-'));
  tarball = await tarballOf({
    'package/lib/engine.wasm': 'wasm',
    'package/data.bin': '12345',
    'package/LICENSE': 'MIT',
    'package/index.js': '',
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function tarballOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const sources = Object.entries(files).map(([target, content]) => ({ type: 'content' as const, target, content }));
  return gzipSync(await buffer(packTar(sources)));
}

function packageOf(files: readonly string[]): EnginePackage {
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  return { name: '@example/engine', version: '1.2.3', integrity, downloadBytes: tarball.length, files };
}

/** Writes the tarball to the path npm uses. */
async function download(_name: string, _version: string, into: string): Promise<string> {
  const file = path.join(into, 'package.tgz');
  await writeFile(file, tarball);
  return file;
}

const cacheWith = (given: Partial<Parameters<typeof createPackageCache>[0]> = {}): PackageCache =>
  createPackageCache({ folder, derived: {}, download, ...given });
const fetchInto = (cache: PackageCache, of: EnginePackage): Promise<void> => cache.fetch(of, () => undefined, signal);

describe('package cache', () => {
  test('keeps engine files and licences', async () => {
    const cache = cacheWith();
    const of = packageOf(['lib/engine.wasm']);
    expect(cache.has(of)).toBe(false);
    await fetchInto(cache, of);
    expect(cache.has(of)).toBe(true);
    expect(readFileSync(cache.pathOf(of, 'lib/engine.wasm'), 'utf8')).toBe('wasm');
    expect(readdirSync(cache.pathOf(of, '.')).toSorted()).toEqual(['LICENSE', 'lib']);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('refuses a tarball that differs from the lockfile and keeps nothing', async () => {
    const of = packageOf(['lib/engine.wasm']);
    tarball = await tarballOf({ 'package/lib/engine.wasm': 'other' });
    await expect(fetchInto(cacheWith(), of)).rejects.toMatchObject({ code: 'EINTEGRITY' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('refuses a package without a file that is needed', async () => {
    await expect(fetchInto(cacheWith(), packageOf(['lib/other.wasm']))).rejects.toMatchObject({ code: 'EMISSING' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('keeps nothing when the download fails', async () => {
    const fails = async (): Promise<string> => Promise.reject(new Error('no line'));
    await expect(fetchInto(cacheWith({ download: fails }), packageOf(['data.bin']))).rejects.toThrow('no line');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('makes derived files and deletes their sources', async () => {
    const made = { from: ['data.bin'], make: (...[data]: readonly Buffer[]) => Buffer.from(`${data?.length ?? 0} bytes`) };
    const cache = cacheWith({ derived: { '@example/engine': { 'small/data.txt': made } } });
    const of = packageOf(['lib/engine.wasm', 'small/data.txt']);
    await fetchInto(cache, of);
    expect(readFileSync(cache.pathOf(of, 'small/data.txt'), 'utf8')).toBe('5 bytes');
    expect(readdirSync(cache.pathOf(of, '.')).toSorted()).toEqual(['LICENSE', 'lib', 'small']);
  });

  test('lets two processes fetch the same package at once', async () => {
    const arrivals = Promise.withResolvers<void>();
    let waiting = 0;
    const together: typeof download = async (name, version, into) => {
      waiting += 1;
      if (waiting === 2) arrivals.resolve();
      await arrivals.promise;
      return download(name, version, into);
    };
    const of = packageOf(['lib/engine.wasm']);
    const caches = [cacheWith({ download: together }), cacheWith({ download: together })];
    await Promise.all(caches.map((cache) => fetchInto(cache, of)));
    expect(caches.map((cache) => readFileSync(cache.pathOf(of, 'lib/engine.wasm'), 'utf8'))).toEqual(['wasm', 'wasm']);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('keeps another set of files of the same version apart', async () => {
    const cache = cacheWith();
    await fetchInto(cache, packageOf(['lib/engine.wasm']));
    expect(cache.has(packageOf(['data.bin']))).toBe(false);
  });

  test('removes day-old leftovers, not files being written', async () => {
    for (const name of ['incoming-old', 'incoming-new']) {
      mkdirSync(path.join(folder, name));
      writeFileSync(path.join(folder, name, 'part.tgz'), 'part');
    }
    const before = Date.now() / 1000 - 2 * DAY_SECONDS;
    utimesSync(path.join(folder, 'incoming-old'), before, before);
    await fetchInto(cacheWith(), packageOf(['data.bin']));
    expect(readdirSync(folder).filter((name) => name.startsWith('incoming-'))).toEqual(['incoming-new']);
  });
});
