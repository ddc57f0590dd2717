import type { ModelFacts } from '@bakkum/image-provider/model';
import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

/**
 * Sizes: https://github.com/black-forest-labs/skills, bfl-api/references/endpoints.md, "Resolution Constraints".
 * Languages: https://docs.bfl.ai/guides/usecases_t2i_multi_language, which does not mention klein.
 */
const FACTS: ModelFacts = {
  sizes: { kind: 'any', step: 16, longest: 2048, shortest: 256, area: [65_536, 4_194_304] },
  seed: true,
  negativePrompt: false,
  edit: 'instructed',
  mask: false,
  moderated: true,
  languages: ['en', 'ko'],
  creditRate: 1,
};

/** Prices of the first megapixel: https://docs.bfl.ai/quick_start/pricing, retrieved on 2026-11-28. */
export const manifest: ImageProviderManifest = {
  id: 'bfl',
  name: 'Black Forest Labs',
  rank: 22,
  variables: {
    key: { name: 'IMAGE_BFL_KEY', kind: 'secret', needed: true },
    base: { name: 'IMAGE_BFL_BASE', kind: 'address', default: 'https://api.bfl.ai' },
    model: { name: 'IMAGE_BFL_MODEL', kind: 'text', default: 'flux-2-pro' },
  },
  capabilities: { cancel: false, progress: false },
  models: [
    { ...FACTS, id: 'flux-2-pro', name: 'FLUX.2 pro', usd: 0.03 },
    { ...FACTS, id: 'flux-2-max', name: 'FLUX.2 max', creditRate: 2, usd: 0.07 },
    { ...FACTS, id: 'flux-2-flex', name: 'FLUX.2 flex', creditRate: 2, usd: 0.05 },
    { ...FACTS, id: 'flux-2-klein-9b', name: 'FLUX.2 klein 9B', languages: ['en'], usd: 0.015 },
    { ...FACTS, id: 'flux-2-klein-4b', name: 'FLUX.2 klein 4B', languages: ['en'], usd: 0.014 },
  ],
  place: 'cloud',
  design: false,
  needsConsent: false,
  // https://docs.bfl.ai/quick_start/introduction: at most 24 active tasks.
  atOnce: 24,
};
