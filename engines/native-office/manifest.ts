import type { EngineManifest } from '@bakkum/conversion/engine';
import { officeConversions } from '@bakkum/document-office/conversions';

/** A second to start; below the WebAssembly office. */
const COST = 15;

export const manifest: EngineManifest = {
  id: 'native-office',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 0,
  requires: ['native-office'],
  memory: { baseBytes: 512 * 1024 * 1024, perInputByte: 20 },
  assets: {},
  conversions: officeConversions(COST),
};
