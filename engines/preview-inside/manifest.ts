import type { EngineManifest } from '@bakkum/conversion/engine';

/** Ranks after every engine that reads the file itself. */
const COST = 30;

export const manifest: EngineManifest = {
  id: 'preview-inside',
  tier: 'core',
  license: 'Apache-2.0',
  program: { name: 'jSquash JPEG', version: '1.6.0', homepage: 'https://github.com/jamsinclair/jSquash' },
  downloadBytes: 90_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 8 },
  assets: { jpeg: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm' },
  conversions: [
    {
      from: [
        ...['sldprt', 'max', 'zvi', 'dwg', 'dwf', 'cdr', 'indd', 'eps', 'thmx', 'sketch', 'procreate', 'pdn', 'psp', 'gcode'],
      ],
      to: ['raster'],
      fidelity: 'picture',
      cost: COST,
    },
    // The full-size composite image these formats store next to their layers.
    { from: ['ora', 'kra'], to: ['raster'], fidelity: 'lossy', cost: COST },
  ],
};
