import type { EngineManifest } from '@bakkum/conversion/engine';

const NAMED = ['ase', 'aco', 'gpl', 'soc'] as const;
const UNNAMED = ['act', 'pal', 'hex'] as const;
const ALL = [...NAMED, ...UNNAMED];

export const manifest: EngineManifest = {
  id: 'swatches',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 6_000,
  requires: [],
  memory: { baseBytes: 8 * 1024 * 1024, perInputByte: 30 },
  assets: {},
  conversions: [
    { from: ALL, to: [...NAMED, 'json', 'css'], fidelity: 'lossless', cost: 1 },
    // Formats without colour names.
    { from: ALL, to: UNNAMED, fidelity: 'lossy', cost: 1 },
    { from: ALL, to: ['svg'], fidelity: 'picture', cost: 1 },
  ],
};
