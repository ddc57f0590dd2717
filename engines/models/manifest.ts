import type { EngineManifest } from '@bakkum/conversion/engine';
import { ENCODED_OPTIONS, MODEL_OPTIONS } from './options.ts';

const SCENE = 'model-scene';

export const manifest: EngineManifest = {
  id: 'models',
  tier: 'core',
  license: 'MIT',
  program: { name: 'fflate', version: '0.8.2', homepage: 'https://101arrowz.github.io/fflate' },
  downloadBytes: 24_000,
  requires: [],
  memory: { baseBytes: 24 * 1024 * 1024, perInputByte: 24 },
  assets: {},
  conversions: [
    {
      from: [
        'obj',
        'stl',
        'ply',
        'off',
        'gltf',
        'glb',
        '3mf',
        'amf',
        'xyz',
        'point-cloud',
        'vox',
        'terragen',
        'raw-triangles',
        'irrmesh',
      ],
      to: [SCENE],
      fidelity: 'lossless',
      cost: 2,
    },
    // Lights, cameras, sounds and scripts are not shapes, and measurement data is not a surface.
    { from: ['x3d', 'wrl', 'vtk'], to: [SCENE], fidelity: 'lossy', cost: 2 },
    {
      from: [SCENE],
      to: ['obj', 'gltf', 'glb', '3mf', 'amf', 'dae', 'x3d', 'wrl', 'usd', 'usdz'],
      fidelity: 'lossless',
      cost: 2,
      options: MODEL_OPTIONS,
    },
    { from: [SCENE], to: ['ply'], fidelity: 'lossless', cost: 2, options: ENCODED_OPTIONS },
    { from: [SCENE], to: ['stl'], fidelity: 'lossy', cost: 2, options: ENCODED_OPTIONS },
    {
      from: [SCENE],
      to: ['off', 'ac3d', 'x', 'dxf', 'vtk', 'xyz', 'point-cloud'],
      fidelity: 'lossy',
      cost: 2,
      options: MODEL_OPTIONS,
    },
  ],
};
