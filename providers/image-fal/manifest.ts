import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

export const manifest: ImageProviderManifest = {
  id: 'fal',
  name: 'fal',
  rank: 30,
  variables: {
    key: { name: 'IMAGE_FAL_KEY', kind: 'secret', needed: true },
    base: { name: 'IMAGE_FAL_BASE', kind: 'address', default: 'https://queue.fal.run' },
    model: { name: 'IMAGE_FAL_MODEL', kind: 'text', default: 'fal-ai/flux/schnell' },
  },
  capabilities: {
    sizes: { kind: 'any', step: 16, longest: 1536, shortest: 512 },
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
