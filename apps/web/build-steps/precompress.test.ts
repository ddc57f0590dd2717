import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { precompress } from './precompress.ts';

it('makes copies of what gains from it, wherever the folder is', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), '.bakkum-build-'));
  try {
    const script = 'export const word = "바꿈";\n'.repeat(200);
    mkdirSync(path.join(folder, 'assets'));
    mkdirSync(path.join(folder, '.vite'));
    writeFileSync(path.join(folder, 'assets/app.js'), script);
    writeFileSync(path.join(folder, 'assets/tiny.js'), 'export {};');
    writeFileSync(path.join(folder, 'assets/picture.png'), script);
    writeFileSync(path.join(folder, '.vite/manifest.json'), script);
    await precompress(folder, path.join(folder, '.cache'));
    const read = (file: string) => readFileSync(path.join(folder, file));
    expect(brotliDecompressSync(read('assets/app.js.br')).toString()).toBe(script);
    expect(gunzipSync(read('assets/app.js.gz')).toString()).toBe(script);
    expect(readdirSync(path.join(folder, 'assets')).sort()).toEqual([
      'app.js',
      'app.js.br',
      'app.js.gz',
      'picture.png',
      'tiny.js',
    ]);
    expect(readdirSync(path.join(folder, '.vite'))).toEqual(['manifest.json']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('keeps copies of large files for the next build', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-build-'));
  const cache = mkdtempSync(path.join(tmpdir(), 'bakkum-cache-'));
  try {
    const program = path.join(folder, 'program.wasm');
    writeFileSync(program, '0123456789'.repeat(200_000));
    await precompress(folder, cache);
    const first = readFileSync(`${program}.br`);
    const [kept] = readdirSync(cache).filter((name) => name.endsWith('-br-9'));
    rmSync(`${program}.br`);
    writeFileSync(path.join(cache, kept ?? ''), 'kept');
    await precompress(folder, cache);
    expect(brotliDecompressSync(first).length).toBe(2_000_000);
    expect(readFileSync(`${program}.br`, 'utf8')).toBe('kept');
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(cache, { recursive: true });
  }
});
