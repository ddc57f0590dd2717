import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

/** A service that takes the prompt in the URL, such as pollinations. Disabled until the operator configures one. */
export const manifest: ImageProviderManifest = {
  id: 'prompt-address',
  name: 'Prompt in the address',
  rank: 90,
  variables: {
    base: { name: 'IMAGE_PROMPT_ADDRESS_BASE', kind: 'address', needed: true },
    key: { name: 'IMAGE_PROMPT_ADDRESS_KEY', kind: 'secret' },
    model: { name: 'IMAGE_PROMPT_ADDRESS_MODEL', kind: 'text', default: 'flux' },
  },
  capabilities: {
    sizes: { kind: 'any', step: 8, longest: 1536, shortest: 512 },
    seed: true,
    negativePrompt: false,
    edit: false,
    mask: false,
    cancel: false,
    progress: false,
  },
  place: 'cloud',
  design: false,
  needsConsent: true,
  atOnce: 1,
};
