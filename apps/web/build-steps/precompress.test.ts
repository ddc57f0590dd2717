import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { precompress } from './precompress.ts';

it('writes a Brotli and a gzip copy next to each text file above the minimum size', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-build-'));
  try {
    const script = 'export const word = "바꿈";\n'.repeat(200);
    for (const name of ['app.js', 'photo.png']) writeFileSync(path.join(folder, name), script);
    writeFileSync(path.join(folder, 'tiny.js'), 'export {};');
    await precompress(['app.js', 'photo.png', 'tiny.js'].map((name) => path.join(folder, name)));
    const read = (file: string) => readFileSync(path.join(folder, file));
    expect(brotliDecompressSync(read('app.js.br')).toString()).toBe(script);
    expect(gunzipSync(read('app.js.gz')).toString()).toBe(script);
    expect(readdirSync(folder).sort()).toEqual(['app.js', 'app.js.br', 'app.js.gz', 'photo.png', 'tiny.js']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
