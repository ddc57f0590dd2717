import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

/** A local server of stable-diffusion.cpp with its own API. */
export const manifest: ImageProviderManifest = {
  id: 'stable-diffusion-cpp',
  name: 'stable-diffusion.cpp',
  rank: 62,
  variables: { base: { name: 'IMAGE_STABLE_DIFFUSION_CPP_BASE', kind: 'address', needed: true } },
  capabilities: {
    sizes: { kind: 'any', step: 64, longest: 1536, shortest: 512 },
    seed: true,
    negativePrompt: true,
    edit: true,
    mask: true,
    cancel: true,
    progress: false,
  },
  place: 'local',
  design: false,
  needsConsent: false,
  atOnce: 2,
};
