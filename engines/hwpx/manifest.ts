import type { EngineManifest } from '@bakkum/conversion/engine';
import type { OptionsSchema } from '@bakkum/conversion/options';

/** Requested only if the document needs it; never stored. */
const PASSWORD_OPTION: OptionsSchema = {
  password: { kind: 'text', maxLength: 255, default: '', secret: true, advanced: true },
};

const MIB = 1024 * 1024;

export const manifest: EngineManifest = {
  id: 'hwpx',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 60_000,
  requires: [],
  memory: { baseBytes: 32 * MIB, perInputByte: 20 },
  assets: {},
  // Expensive, so that plans to other formats use an office engine directly instead of going through HWPX.
  conversions: [
    { from: ['docx'], to: ['hwpx'], fidelity: 'layout-lost', cost: 28, options: PASSWORD_OPTION },
    { from: ['html', 'xhtml'], to: ['hwpx'], fidelity: 'layout-lost', cost: 28 },
    { from: ['txt'], to: ['hwpx'], fidelity: 'layout-lost', cost: 28 },
  ],
};
