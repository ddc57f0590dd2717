import type { EngineManifest } from '@bakkum/conversion/engine';

const MIB = 1024 * 1024;

export const manifest: EngineManifest = {
  id: 'hwpx',
  license: 'Apache-2.0',
  downloadBytes: 60_000,
  requires: [],
  memory: { baseBytes: 32 * MIB, perInputByte: 20 },
  assets: {},
  conversions: [
    { from: ['html', 'xhtml'], to: ['hwpx'], fidelity: 'lossy', cost: 3 },
    { from: ['txt'], to: ['hwpx'], fidelity: 'lossy', cost: 2 },
  ],
};
