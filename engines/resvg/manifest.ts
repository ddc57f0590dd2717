import type { EngineManifest } from '@bakkum/conversion/engine';
import { SVG_OPTIONS } from './options.ts';

const VECTOR = ['svg', 'svgz'] as const;

export const manifest: EngineManifest = {
  id: 'resvg',
  tier: 'core',
  license: 'MPL-2.0',
  program: { name: 'resvg (resvg-js)', version: '2.6.2', homepage: 'https://github.com/thx/resvg-js' },
  downloadBytes: 794_000,
  requires: [],
  memory: { baseBytes: 128 * 1024 * 1024, perInputByte: 20 },
  assets: {
    renderer: '@resvg/resvg-wasm/index_bg.wasm',
    regular: 'pretendard/dist/public/static/Pretendard-Regular.otf',
    bold: 'pretendard/dist/public/static/Pretendard-Bold.otf',
  },
  conversions: [
    { from: VECTOR, to: ['raster'], fidelity: 'picture', cost: 2, options: SVG_OPTIONS },
    { from: ['svg'], to: ['svgz'], fidelity: 'lossless', cost: 1 },
    { from: ['svgz'], to: ['svg'], fidelity: 'lossless', cost: 1 },
  ],
};
