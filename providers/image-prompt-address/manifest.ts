import type { ModelFacts } from '@bakkum/image-provider/model';
import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

const FACTS: ModelFacts = {
  sizes: { kind: 'any', step: 8, longest: 1536, shortest: 512 },
  seed: true,
  negativePrompt: false,
  edit: false,
  mask: false,
  moderated: true,
  languages: ['en'],
  creditRate: 1,
};

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
  capabilities: { cancel: false, progress: false },
  models: [{ ...FACTS, id: 'flux', name: 'FLUX' }],
  otherModels: FACTS,
  place: 'cloud',
  design: false,
  needsConsent: true,
  atOnce: 1,
};
