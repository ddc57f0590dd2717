import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

export const manifest: ImageProviderManifest = {
  id: 'replicate',
  name: 'Replicate',
  rank: 2,
  variables: {
    key: { name: 'IMAGE_REPLICATE_KEY', kind: 'secret', needed: true },
    base: { name: 'IMAGE_REPLICATE_BASE', kind: 'address', default: 'https://api.replicate.com' },
    // owner/name of an official model, or the version of another one.
    model: { name: 'IMAGE_REPLICATE_MODEL', kind: 'text', default: 'black-forest-labs/flux-schnell' },
  },
  capabilities: {
    sizes: {
      kind: 'ratios',
      ratios: ['1:1', '16:9', '21:9', '3:2', '2:3', '4:5', '5:4', '3:4', '4:3', '9:16', '9:21'],
      pixels: 1_048_576,
    },
    seed: true,
    negativePrompt: false,
    edit: false,
    mask: false,
    cancel: true,
    progress: false,
  },
  place: 'cloud',
  design: false,
  needsConsent: false,
  atOnce: 32,
};
