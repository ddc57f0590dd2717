import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'starwriter',
  tier: 'long-tail',
  license: 'Apache-2.0',
  downloadBytes: 6000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 10 },
  assets: {},
  // Paragraphs without formatting.
  conversions: [{ from: ['sdw'], to: ['html', 'txt'], fidelity: 'text-only', cost: 2 }],
};
