import type { ModelFacts } from '@bakkum/image-provider/model';
import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

/** https://www.recraft.ai/docs/api-reference/appendix, "List of supported image sizes". */
const SIZES = [
  [1024, 1024],
  [1536, 768],
  [768, 1536],
  [1280, 832],
  [832, 1280],
  [1216, 896],
  [896, 1216],
  [1152, 896],
  [896, 1152],
  [832, 1344],
  [1280, 896],
  [896, 1280],
  [1344, 768],
  [768, 1344],
] as const;
const PRO_SIZES = SIZES.map(([width, height]) => [width * 2, height * 2] as const);

/**
 * Masked parts are redrawn by version 3: https://www.recraft.ai/docs/api-reference/tools/inpainting, retrieved on 2026-11-29.
 * Version 4.1 ignores what to leave out. Repeatable images, languages and checks of content are not documented.
 */
const FACTS: ModelFacts = {
  sizes: { kind: 'list', sizes: SIZES },
  seed: false,
  negativePrompt: false,
  edit: 'described',
  // https://www.recraft.ai/docs/api-reference/tools/image-to-image: under 10 MB. PNG files of photos in the sizes of V4.1 Pro have more.
  editBytesBelow: 10_000_000,
  // https://www.recraft.ai/docs/api-reference/tools/image-to-image, retrieved on 2026-11-29: 0 is almost identical. At the price of the model.
  strength: { parameter: 'strength', range: [0, 1], decimals: 2, edit: 50, variation: 30, showsOriginalUpTo: 50 },
  mask: true,
  extend: { kind: 'canvas' },
  moderated: false,
  languages: ['en'],
  creditRate: 1,
};

/** Prices: https://www.recraft.ai/docs/api-reference/pricing, retrieved on 2026-11-28. */
export const manifest: ImageProviderManifest = {
  id: 'recraft',
  name: 'Recraft',
  rank: 24,
  variables: {
    key: { name: 'IMAGE_RECRAFT_KEY', kind: 'secret', needed: true },
    base: { name: 'IMAGE_RECRAFT_BASE', kind: 'address', default: 'https://external.api.recraft.ai/v1' },
    model: { name: 'IMAGE_RECRAFT_MODEL', kind: 'text', default: 'recraftv4_1' },
  },
  capabilities: { cancel: false, progress: false },
  models: [
    { ...FACTS, id: 'recraftv4_1', name: 'Recraft V4.1', usd: 0.035 },
    {
      ...FACTS,
      id: 'recraftv4_1_pro',
      name: 'Recraft V4.1 Pro',
      sizes: { kind: 'list', sizes: PRO_SIZES },
      creditRate: 6,
      usd: 0.21,
    },
  ],
  backgroundRemovers: [
    {
      // https://www.recraft.ai/docs/api-reference/tools/remove-background, retrieved on 2026-11-29.
      id: 'removeBackground',
      name: 'Recraft Remove Background',
      moderated: false,
      takes: { kind: 'pixels', shortest: 256, longest: 4096, area: [65_536, 16_000_000], bytesBelow: 10_000_000 },
      method: 'model',
      credits: 1,
      usd: 0.01,
    },
  ],
  place: 'cloud',
  design: false,
  needsConsent: false,
  atOnce: 10,
};
