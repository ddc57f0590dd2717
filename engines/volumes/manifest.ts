import type { EngineManifest } from '@bakkum/conversion/engine';
import { VOLUME_OPTIONS } from './options.ts';

const { window } = VOLUME_OPTIONS;

export const manifest: EngineManifest = {
  id: 'volumes',
  tier: 'long-tail',
  license: 'MIT',
  program: { name: 'dicomParser', version: '1.8.21', homepage: 'https://github.com/cornerstonejs/dicomParser' },
  downloadBytes: 17_000,
  requires: [],
  memory: { baseBytes: 32 * 1024 * 1024, perInputByte: 12 },
  assets: {},
  conversions: [
    { from: ['dcm'], to: ['raster'], fidelity: 'lossless', cost: 3, options: { window } },
    // Measurements become grey levels.
    { from: ['nifti', 'nrrd', 'metaimage', 'mrc'], to: ['raster'], fidelity: 'lossy', cost: 3, options: VOLUME_OPTIONS },
  ],
};
