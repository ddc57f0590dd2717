import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

/**
 * Hugging Face's router. The default model is served by Nscale since `hf-inference` mostly serves models for processors; a base that
 * ends with `/hf-inference` is called in its own format.
 */
export const manifest: ImageProviderManifest = {
  id: 'huggingface',
  name: 'Hugging Face',
  rank: 3,
  variables: {
    key: { name: 'IMAGE_HUGGINGFACE_KEY', kind: 'secret', needed: true },
    base: { name: 'IMAGE_HUGGINGFACE_BASE', kind: 'address', default: 'https://router.huggingface.co/nscale/v1' },
    model: { name: 'IMAGE_HUGGINGFACE_MODEL', kind: 'text', default: 'black-forest-labs/FLUX.1-schnell' },
  },
  capabilities: {
    sizes: { kind: 'any', step: 64, longest: 1536, shortest: 512 },
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
  atOnce: 4,
};
