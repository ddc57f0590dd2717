import type { ModelFacts } from '@bakkum/image-provider/model';
import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

const FACTS: ModelFacts = {
  sizes: { kind: 'any', step: 64, longest: 1536, shortest: 512 },
  sampling: { steps: 30, guidance: 7.5 },
  seed: true,
  negativePrompt: true,
  edit: false,
  mask: false,
  moderated: false,
  languages: ['en'],
  creditRate: 1,
};

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
  capabilities: { cancel: false, progress: false },
  models: [
    // A distilled model, which draws in a few steps, without guidance.
    { ...FACTS, id: 'black-forest-labs/FLUX.1-schnell', name: 'FLUX.1 schnell', sampling: { steps: 4 } },
    { ...FACTS, id: 'stabilityai/stable-diffusion-xl-base-1.0', name: 'Stable Diffusion XL' },
  ],
  otherModels: FACTS,
  place: 'cloud',
  design: false,
  needsConsent: false,
  atOnce: 4,
};
