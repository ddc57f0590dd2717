import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

/** OpenAI and compatible servers (LocalAI, DeepInfra, Together, …). */
export const manifest: ImageProviderManifest = {
  id: 'openai',
  name: 'OpenAI',
  rank: 20,
  variables: {
    key: { name: 'IMAGE_OPENAI_KEY', kind: 'secret', needed: true },
    base: { name: 'IMAGE_OPENAI_BASE', kind: 'address', default: 'https://api.openai.com/v1' },
    model: { name: 'IMAGE_OPENAI_MODEL', kind: 'text', default: 'gpt-image-2.5-flare' },
  },
  capabilities: {
    sizes: { kind: 'any', step: 16, longest: 2560, shortest: 512 },
    seed: false,
    negativePrompt: false,
    edit: true,
    mask: true,
    cancel: false,
    progress: false,
  },
  place: 'cloud',
  design: false,
  needsConsent: false,
  atOnce: 32,
};
