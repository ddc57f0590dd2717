import type { EngineManifest } from '@bakkum/conversion/engine';
import { OPTIONS } from './modes.ts';

export const manifest: EngineManifest = {
  id: 'amr',
  tier: 'long-tail',
  license: 'MIT AND Apache-2.0',
  program: { name: 'OpenCORE AMR (recorder-core)', version: '1.3.26070800', homepage: 'https://github.com/xiangyuecn/Recorder' },
  downloadBytes: 115_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 0 },
  assets: {},
  conversions: [{ from: ['wav'], to: ['amr'], fidelity: 'lossy', cost: 3, options: OPTIONS }],
};
