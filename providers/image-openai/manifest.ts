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
    // https://platform.openai.com/docs/guides/image-generation: gpt-image-2 and later.
    sizes: { kind: 'any', step: 16, longest: 3840, shortest: 512, area: [655_360, 8_294_400] },
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
