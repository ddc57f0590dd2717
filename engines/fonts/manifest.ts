import type { Conversion, EngineManifest } from '@bakkum/conversion/engine';
import { OPTIONS } from './options.ts';

const MIB = 1024 * 1024;

/** The tables of a font are copied to the new container; only outlines may have to change, which is reported. */
const repacked = (from: readonly string[], to: readonly string[]): Conversion => ({
  from,
  to,
  fidelity: 'lossless',
  cost: 1,
  options: OPTIONS,
  sameFormat: true,
});

export const manifest: EngineManifest = {
  id: 'fonts',
  tier: 'core',
  license: 'MIT',
  program: {
    name: 'woff2 and HarfBuzz',
    version: '1.0.2 (woff2-encoder 2.0.0), 1.6.4 (harfbuzzjs)',
    homepage: 'https://harfbuzz.github.io',
  },
  downloadBytes: 700_000,
  requires: [],
  memory: { baseBytes: 32 * MIB, perInputByte: 12 },
  assets: {
    compress: './.prepared/compress.wasm',
    decompress: './.prepared/decompress.wasm',
    subset: 'harfbuzzjs/dist/harfbuzz-subset.wasm',
  },
  conversions: [
    repacked(['ttf', 'eot'], ['ttf', 'woff', 'woff2', 'eot']),
    repacked(['otf'], ['otf', 'woff', 'woff2']),
    { from: ['otf'], to: ['ttf', 'eot'], fidelity: 'lossy', cost: 2, options: OPTIONS },
    { from: ['ttf', 'eot'], to: ['otf'], fidelity: 'lossy', cost: 2, options: OPTIONS },
    repacked(['woff', 'woff2', 'ttc', 'dfont'], ['ttf', 'otf', 'woff', 'woff2', 'eot']),
  ],
};
