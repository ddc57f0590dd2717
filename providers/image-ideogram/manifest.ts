import type { ModelFacts } from '@bakkum/image-provider/model';
import type { ImageProviderManifest } from '@bakkum/image-provider/provider';
import { SIZES } from './sizes.ts';

const FACTS: ModelFacts = {
  sizes: { kind: 'list', sizes: SIZES },
  seed: true,
  negativePrompt: true,
  edit: 'described',
  // How closely the result follows the given image.
  strength: { parameter: 'image_weight', range: [100, 1], decimals: 0, edit: 50, variation: 30, showsOriginalUpTo: 50 },
  mask: true,
  extend: { kind: 'canvas' },
  moderated: true,
  languages: ['en'],
  creditRate: 1,
};

/** Ideogram 3.0 at its rendering speeds. Prices: https://ideogram.ai/features/api-pricing, retrieved on 2026-11-28. */
export const manifest: ImageProviderManifest = {
  id: 'ideogram',
  name: 'Ideogram',
  rank: 23,
  variables: {
    key: { name: 'IMAGE_IDEOGRAM_KEY', kind: 'secret', needed: true },
    base: { name: 'IMAGE_IDEOGRAM_BASE', kind: 'address', default: 'https://api.ideogram.ai' },
    model: { name: 'IMAGE_IDEOGRAM_MODEL', kind: 'text', default: 'ideogram-v3-turbo' },
  },
  capabilities: { cancel: false, progress: false },
  models: [
    { ...FACTS, id: 'ideogram-v3-turbo', name: 'Ideogram 3.0 Turbo', usd: 0.03 },
    { ...FACTS, id: 'ideogram-v3-default', name: 'Ideogram 3.0', creditRate: 2, usd: 0.06 },
    { ...FACTS, id: 'ideogram-v3-quality', name: 'Ideogram 3.0 Quality', creditRate: 3, usd: 0.09 },
  ],
  place: 'cloud',
  design: false,
  needsConsent: false,
  atOnce: 10,
};
