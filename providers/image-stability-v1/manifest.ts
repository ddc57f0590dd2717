import type { ModelFacts } from '@bakkum/image-provider/model';
import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

const FACTS: ModelFacts = {
  sizes: {
    kind: 'list',
    sizes: [
      [1024, 1024],
      [1152, 896],
      [1216, 832],
      [1344, 768],
      [1536, 640],
      [896, 1152],
      [832, 1216],
      [768, 1344],
      [640, 1536],
    ],
  },
  sampling: { steps: 30, guidance: 7 },
  seed: true,
  negativePrompt: true,
  edit: false,
  mask: false,
  moderated: true,
  languages: ['en'],
  creditRate: 1,
};

/** The first version of Stability's API, for accounts that still have engines there. */
export const manifest: ImageProviderManifest = {
  id: 'stability-v1',
  name: 'Stability AI (v1)',
  rank: 40,
  variables: {
    key: { name: 'IMAGE_STABILITY_V1_KEY', kind: 'secret', needed: true },
    base: { name: 'IMAGE_STABILITY_V1_BASE', kind: 'address', default: 'https://api.stability.ai' },
    model: { name: 'IMAGE_STABILITY_V1_ENGINE', kind: 'text', default: 'stable-diffusion-xl-1024-v1-0' },
  },
  capabilities: { cancel: false, progress: false },
  models: [{ ...FACTS, id: 'stable-diffusion-xl-1024-v1-0', name: 'Stable Diffusion XL' }],
  otherModels: FACTS,
  place: 'cloud',
  design: false,
  needsConsent: false,
  atOnce: 32,
};
