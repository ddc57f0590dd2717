import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteDevelopmentTools, trimPackages } from './trim-packages.mjs';

let modules = '';

const at = (file) => path.join(modules, file);
function put(...files) {
  for (const file of files) {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), 'x');
  }
}

beforeEach(() => {
  modules = mkdtempSync(path.join(tmpdir(), 'bakkum-modules-'));
});
afterEach(() => rmSync(modules, { recursive: true }));

describe('trimPackages', () => {
  it('deletes source maps and readmes, and keeps code and licences', () => {
    put('a/index.js', 'a/index.js.map', 'a/README.md', 'a/LICENSE.md', 'b/node_modules/c/c.mjs', 'b/node_modules/c/c.mjs.map');
    trimPackages(modules);
    expect(existsSync(at('a/index.js.map'))).toBe(false);
    expect(existsSync(at('a/README.md'))).toBe(false);
    expect(existsSync(at('b/node_modules/c/c.mjs.map'))).toBe(false);
    for (const kept of ['a/index.js', 'a/LICENSE.md', 'b/node_modules/c/c.mjs']) expect(existsSync(at(kept))).toBe(true);
  });

  it('keeps the typeface weights that documents use, and removes empty folders', () => {
    const sans = '@expo-google-fonts/noto-sans';
    put(`${sans}/400Regular/R.ttf`, `${sans}/700Bold/B.ttf`, `${sans}/900Black/K.ttf`, `${sans}/LICENSE`);
    trimPackages(modules);
    expect(existsSync(at(`${sans}/400Regular/R.ttf`))).toBe(true);
    expect(existsSync(at(`${sans}/700Bold/B.ttf`))).toBe(true);
    expect(existsSync(at(`${sans}/900Black`))).toBe(false);
  });

  it('does not follow links into the sources of this repository', () => {
    const source = mkdtempSync(path.join(tmpdir(), 'bakkum-source-'));
    writeFileSync(path.join(source, 'README.md'), 'x');
    mkdirSync(at('@bakkum'));
    symlinkSync(source, at('@bakkum/site'));
    trimPackages(modules);
    expect(existsSync(path.join(source, 'README.md'))).toBe(true);
    rmSync(source, { recursive: true });
  });
});

describe('deleteDevelopmentTools', () => {
  it('deletes tools that are optional peers of other packages, and their programs, and nothing else', () => {
    put(
      'node_modules/compiler/index.js',
      'node_modules/@compiler/linux/bin',
      'node_modules/a/index.js',
      'node_modules/a-linux/bin',
    );
    const packages = {
      '': { name: 'project' },
      'node_modules/compiler': { devOptional: true, optionalDependencies: { '@compiler/linux': '1', '@compiler/windows': '1' } },
      'node_modules/@compiler/linux': { optional: true },
      'node_modules/a': { optionalDependencies: { 'a-linux': '1' } },
      'node_modules/a-linux': { optional: true },
    };
    writeFileSync(at('package-lock.json'), JSON.stringify({ packages }));
    deleteDevelopmentTools(modules);
    expect(existsSync(at('node_modules/compiler'))).toBe(false);
    expect(existsSync(at('node_modules/@compiler/linux'))).toBe(false);
    for (const kept of ['a/index.js', 'a-linux/bin']) expect(existsSync(at(`node_modules/${kept}`))).toBe(true);
  });
});
