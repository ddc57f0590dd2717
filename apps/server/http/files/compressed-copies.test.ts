import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Log } from '../../observability/log.ts';
import { type CompressedCopies, openCompressedCopies } from './compressed-copies.ts';
import type { HashedFile } from './compression-job.ts';

const PROGRAM = '0123456789'.repeat(10_000);
const unexpected: string[] = [];
const log: Log = { error: (event) => unexpected.push(event), info: () => undefined, debug: () => undefined };
let folder = '';
let cache = '';
let files: readonly HashedFile[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bakkum-assets-'));
  cache = path.join(folder, 'compressed');
  writeFileSync(path.join(folder, 'program.wasm'), PROGRAM);
  writeFileSync(path.join(folder, 'noise.data'), crypto.getRandomValues(new Uint8Array(4096)));
  writeFileSync(path.join(folder, 'photo.png'), PROGRAM);
  files = ['program.wasm', 'noise.data', 'photo.png'].map((name) => ({
    name: name.replace('.', '-1a2b.'),
    file: path.join(folder, name),
  }));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  expect(unexpected.splice(0)).toEqual([]);
});

const isComplete = () => readdirSync(cache).filter((name) => /\.(br|gz)$/.test(name)).length === 4;

async function completed(copies: CompressedCopies): Promise<void> {
  const stop = copies.complete(files, log);
  try {
    await vi.waitUntil(() => isComplete() && copies.find('program-1a2b.wasm', 'gzip') !== undefined, { timeout: 60_000 });
  } finally {
    stop();
  }
}

it('copies compressible files and remembers incompressible ones', async () => {
  const copies = openCompressedCopies(cache);
  expect(copies.find('program-1a2b.wasm', 'br')).toBeUndefined();
  await completed(copies);
  expect(brotliDecompressSync(readFileSync(copies.find('program-1a2b.wasm', 'br') ?? '')).toString()).toBe(PROGRAM);
  expect(gunzipSync(readFileSync(copies.find('program-1a2b.wasm', 'gzip') ?? '')).toString()).toBe(PROGRAM);
  expect(copies.find('noise-1a2b.data', 'br')).toBeUndefined();
  expect(copies.find('photo-1a2b.png', 'br')).toBeUndefined();
});

it('finds copies of an earlier start and makes only missing ones', async () => {
  await completed(openCompressedCopies(cache));
  rmSync(path.join(cache, 'program-1a2b.wasm.gz'));
  writeFileSync(path.join(cache, 'program-1a2b.wasm.br'), 'kept');
  const copies = openCompressedCopies(cache);
  expect(copies.find('program-1a2b.wasm', 'br')).toBeDefined();
  await completed(copies);
  expect(readFileSync(copies.find('program-1a2b.wasm', 'br') ?? '', 'utf8')).toBe('kept');
});

it('deletes copies of files that are no longer served', async () => {
  const copies = openCompressedCopies(cache);
  writeFileSync(path.join(cache, 'old-9z8y.wasm.br'), 'old');
  await completed(copies);
  expect(readdirSync(cache)).not.toContain('old-9z8y.wasm.br');
});

it('leaves the reserve of the disk untouched', async () => {
  const copies = openCompressedCopies(cache);
  const ended = Promise.withResolvers<void>();
  const stop = copies.complete(files, { ...log, info: () => undefined }, Number.MAX_SAFE_INTEGER, ended.resolve);
  await ended.promise;
  stop();
  expect(readdirSync(cache)).toEqual([]);
});
