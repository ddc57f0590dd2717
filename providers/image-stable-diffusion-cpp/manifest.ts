import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

/** A local server of stable-diffusion.cpp with its own API. */
export const manifest: ImageProviderManifest = {
  id: 'stable-diffusion-cpp',
  name: 'stable-diffusion.cpp',
  rank: 62,
  variables: { base: { name: 'IMAGE_STABLE_DIFFUSION_CPP_BASE', kind: 'address', needed: true } },
  capabilities: { cancel: true, progress: false },
  // Whichever model the server has loaded.
  models: [
    {
      id: '',
      name: 'stable-diffusion.cpp',
      sizes: { kind: 'any', step: 64, longest: 1536, shortest: 512 },
      seed: true,
      negativePrompt: true,
      edit: 'described',
      strength: { parameter: 'strength', range: [0, 1], decimals: 2, edit: 60, variation: 50, showsOriginalUpTo: 50 },
      mask: true,
      extend: { kind: 'canvas' },
      moderated: false,
      languages: ['en'],
      creditRate: 1,
    },
  ],
  place: 'local',
  local: {
    addresses: ['http://127.0.0.1:1234', 'http://127.0.0.1:8080'],
    hint: 'Start sd-server with a model that draws images.',
  },
  design: false,
  needsConsent: false,
  atOnce: 2,
};
