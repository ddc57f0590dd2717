import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

/** Stability AI, version 2 of its API. */
export const manifest: ImageProviderManifest = {
  id: 'stability',
  name: 'Stability AI',
  rank: 1,
  variables: {
    key: { name: 'IMAGE_STABILITY_KEY', kind: 'secret', needed: true },
    base: { name: 'IMAGE_STABILITY_BASE', kind: 'address', default: 'https://api.stability.ai' },
    // core, ultra, or a model of sd3: sd3.5-large, sd3.5-large-turbo, sd3.5-medium.
    model: { name: 'IMAGE_STABILITY_MODEL', kind: 'text', default: 'core' },
  },
  capabilities: {
    sizes: { kind: 'ratios', ratios: ['16:9', '1:1', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21'], pixels: 1_500_000 },
    seed: true,
    negativePrompt: true,
    edit: false,
    mask: false,
    cancel: false,
    progress: false,
  },
  place: 'cloud',
  design: false,
  needsConsent: false,
  atOnce: 32,
};
