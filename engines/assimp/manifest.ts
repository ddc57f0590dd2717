import type { EngineManifest } from '@bakkum/conversion/engine';

export const manifest: EngineManifest = {
  id: 'assimp',
  tier: 'core',
  license: 'MIT AND BSD-3-Clause',
  program: { name: 'Open Asset Import Library (assimpjs)', version: '0.0.10', homepage: 'https://github.com/kovacsv/assimpjs' },
  downloadBytes: 1_000_000,
  requires: [],
  memory: { baseBytes: 128 * 1024 * 1024, perInputByte: 40 },
  assets: { program: 'assimpjs/dist/assimpjs.wasm' },
  // Polygons become triangles, and textures are stored in separate files.
  conversions: [
    {
      from: [
        ...['fbx', '3ds', 'dae', 'x', 'ac3d', 'smd', 'nff', 'lwo', 'md2', 'md3', 'ms3d', 'dxf', 'blend', 'b3d', 'cob', 'mdl'],
        ...['mdc-model', 'md5mesh', 'iqm', 'quick3d', 'xgl', 'sib', 'nendo', 'ase-model', 'ogex', 'ogre-mesh', 'pmx', 'assbin'],
      ],
      to: ['model-scene'],
      fidelity: 'lossy',
      cost: 6,
    },
    // Skeleton-only formats are drawn.
    { from: ['bvh', 'csm'], to: ['model-scene'], fidelity: 'picture', cost: 6 },
  ],
};
