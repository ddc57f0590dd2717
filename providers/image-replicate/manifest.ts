import type { ModelFacts } from '@bakkum/image-provider/model';
import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

/** Sizes of each ratio: https://github.com/replicate/cog-flux, predict.py. */
const RATIOS = {
  '1:1': [1024, 1024],
  '16:9': [1344, 768],
  '21:9': [1536, 640],
  '3:2': [1216, 832],
  '2:3': [832, 1216],
  '4:5': [896, 1088],
  '5:4': [1088, 896],
  '3:4': [896, 1152],
  '4:3': [1152, 896],
  '9:16': [768, 1344],
  '9:21': [640, 1536],
} as const;

/** Sizes of each ratio: https://github.com/black-forest-labs/flux, PREFERED_KONTEXT_RESOLUTIONS. */
const KONTEXT_RATIOS = {
  '1:1': [1024, 1024],
  '16:9': [1392, 752],
  '21:9': [1568, 672],
  '3:2': [1248, 832],
  '2:3': [832, 1248],
  '4:5': [944, 1104],
  '5:4': [1104, 944],
  '3:4': [880, 1184],
  '4:3': [1184, 880],
  '9:16': [752, 1392],
  '9:21': [672, 1568],
} as const;

const FACTS: ModelFacts = {
  sizes: { kind: 'ratios', ratios: RATIOS },
  seed: true,
  negativePrompt: false,
  edit: false,
  mask: false,
  moderated: true,
  languages: ['en'],
  creditRate: 1,
};

export const manifest: ImageProviderManifest = {
  id: 'replicate',
  name: 'Replicate',
  rank: 2,
  variables: {
    key: { name: 'IMAGE_REPLICATE_KEY', kind: 'secret', needed: true },
    base: { name: 'IMAGE_REPLICATE_BASE', kind: 'address', default: 'https://api.replicate.com' },
    // owner/name of an official model, or the version of another one.
    model: { name: 'IMAGE_REPLICATE_MODEL', kind: 'text', default: 'black-forest-labs/flux-schnell' },
  },
  capabilities: { cancel: true, progress: false },
  models: [
    { ...FACTS, id: 'black-forest-labs/flux-schnell', name: 'FLUX.1 schnell', usd: 0.003 },
    {
      ...FACTS,
      id: 'black-forest-labs/flux-dev',
      name: 'FLUX.1 dev',
      sampling: { steps: 28, guidance: 3 },
      edit: 'described',
      // predict.py: 1 corresponds to full destruction of information in the image. Small values change little.
      strength: { parameter: 'prompt_strength', range: [0, 1], decimals: 2, edit: 80, variation: 70, showsOriginalUpTo: 80 },
      usd: 0.025,
    },
    {
      ...FACTS,
      id: 'black-forest-labs/flux-kontext-pro',
      name: 'FLUX.1 Kontext pro',
      sizes: { kind: 'ratios', ratios: KONTEXT_RATIOS },
      edit: 'instructed',
      usd: 0.04,
    },
    {
      ...FACTS,
      // https://replicate.com/black-forest-labs/flux-2-pro, input schema.
      id: 'black-forest-labs/flux-2-pro',
      name: 'FLUX.2 pro',
      sizes: { kind: 'any', step: 16, longest: 2048, shortest: 256, area: [65_536, 4_194_304] },
      edit: 'instructed',
      languages: ['en', 'ko'],
    },
    {
      ...FACTS,
      // https://replicate.com/bytedance/seedream-4, input schema.
      id: 'bytedance/seedream-4',
      name: 'Seedream 4',
      sizes: { kind: 'any', step: 16, longest: 4096, shortest: 1024 },
      seed: false,
      edit: 'instructed',
    },
  ],
  otherModels: { ...FACTS, sampling: { steps: 30, guidance: 7.5 }, moderated: false },
  place: 'cloud',
  design: false,
  needsConsent: false,
  atOnce: 32,
};
