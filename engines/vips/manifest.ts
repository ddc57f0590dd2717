import type { EngineManifest } from '@bakkum/conversion/engine';
import { JXL_OPTIONS } from '@bakkum/raster/encoders/jxl-options';

const MIB = 1024 * 1024;

export const manifest: EngineManifest = {
  id: 'vips',
  // Everything it converts, an engine of the core converts too, only slower.
  tier: 'long-tail',
  license: 'LGPL-3.0-or-later AND MIT AND BSD-3-Clause',
  program: { name: 'libvips (wasm-vips)', version: '8.18.7 (0.0.19)', homepage: 'https://github.com/kleisauke/wasm-vips' },
  downloadBytes: 2_500_000,
  // A canvas: the script is that of browsers.
  requires: ['threads', 'offscreen-canvas'],
  memory: { baseBytes: 512 * MIB, perInputByte: 100 },
  assets: {
    script: './.prepared/vips.js',
    program: 'wasm-vips/lib/vips.wasm',
    jxl: 'wasm-vips/lib/vips-jxl.wasm',
  },
  conversions: [{ from: ['raster'], to: ['jxl'], fidelity: 'lossy', cost: 4, options: JXL_OPTIONS }],
};
