import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'calendar-contacts',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 9_000,
  requires: [],
  memory: { baseBytes: 16 * 1024 * 1024, perInputByte: 20 },
  assets: {},
  conversions: [
    { from: ['ics', 'vcf'], to: ['json'], fidelity: 'lossless', cost: 1 },
    { from: ['ics', 'vcf'], to: ['csv'], fidelity: 'lossy', cost: 1 },
    { from: ['json'], to: ['ics', 'vcf'], fidelity: 'lossy', cost: 1 },
    { from: ['csv'], to: ['ics', 'vcf'], fidelity: 'lossy', cost: 1 },
    { from: ['vcf'], to: ['vcf'], fidelity: 'lossless', cost: 1, sameFormat: true },
  ],
};
