import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

/** A local server with the API of Stable Diffusion web UI (AUTOMATIC1111, Forge, SD.Next). */
export const manifest: ImageProviderManifest = {
  id: 'automatic1111',
  name: 'Stable Diffusion web UI',
  rank: 60,
  variables: {
    base: { name: 'IMAGE_AUTOMATIC1111_BASE', kind: 'address', needed: true },
    sampler: { name: 'IMAGE_AUTOMATIC1111_SAMPLER', kind: 'text', default: 'Euler a' },
  },
  capabilities: { cancel: true, progress: true },
  // Whichever model the server has loaded.
  models: [
    {
      id: '',
      name: 'Stable Diffusion web UI',
      sizes: { kind: 'any', step: 8, longest: 1536, shortest: 512 },
      sampling: { steps: 30, guidance: 7 },
      seed: true,
      negativePrompt: true,
      edit: 'described',
      strength: { parameter: 'denoising_strength', range: [0, 1], decimals: 2, edit: 60, variation: 50, showsOriginalUpTo: 50 },
      mask: true,
      extend: { kind: 'canvas' },
      livePreview: { kind: 'steps' },
      moderated: false,
      languages: ['en'],
      creditRate: 1,
    },
  ],
  place: 'local',
  local: { addresses: ['http://127.0.0.1:7860'], hint: 'Start it with --api.' },
  design: false,
  needsConsent: false,
  atOnce: 1,
};
