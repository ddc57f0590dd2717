import type { ModelFacts } from '@bakkum/image-provider/model';
import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

const FACTS: ModelFacts = {
  sizes: { kind: 'any', step: 16, longest: 1536, shortest: 512 },
  seed: true,
  negativePrompt: false,
  edit: false,
  mask: false,
  moderated: true,
  languages: ['en'],
  creditRate: 1,
};

export const manifest: ImageProviderManifest = {
  id: 'fal',
  name: 'fal',
  rank: 30,
  variables: {
    key: { name: 'IMAGE_FAL_KEY', kind: 'secret', needed: true },
    base: { name: 'IMAGE_FAL_BASE', kind: 'address', default: 'https://queue.fal.run' },
    model: { name: 'IMAGE_FAL_MODEL', kind: 'text', default: 'fal-ai/flux/schnell' },
  },
  capabilities: { cancel: true, progress: false },
  models: [
    { ...FACTS, id: 'fal-ai/flux/schnell', name: 'FLUX.1 schnell', usd: 0.003 },
    {
      ...FACTS,
      id: 'fal-ai/flux/dev',
      name: 'FLUX.1 dev',
      edit: 'described',
      // https://fal.ai/models/fal-ai/flux/dev/image-to-image: the vendor recommends high values and defaults to 0.95.
      strength: { parameter: 'strength', range: [0, 1], decimals: 2, edit: 85, variation: 75, showsOriginalUpTo: 80 },
      // Images of the image-to-image endpoint have another price.
      usd: 0.025,
      editUsd: 0.03,
    },
    {
      ...FACTS,
      id: 'fal-ai/flux-2-pro',
      name: 'FLUX.2 pro',
      sizes: { kind: 'any', step: 16, longest: 2048, shortest: 256, area: [65_536, 4_194_304] },
      edit: 'instructed',
      languages: ['en', 'ko'],
      usd: 0.03,
    },
    {
      ...FACTS,
      id: 'fal-ai/bytedance/seedream/v4.5/text-to-image',
      name: 'Seedream 4.5',
      sizes: { kind: 'any', step: 16, longest: 4096, shortest: 1024, area: [3_686_400, 16_777_216] },
      edit: 'instructed',
      usd: 0.04,
    },
    {
      ...FACTS,
      id: 'fal-ai/bytedance/seedream/v5/lite/text-to-image',
      name: 'Seedream 5.0 Lite',
      sizes: { kind: 'any', step: 16, longest: 4096, shortest: 1024, area: [3_686_400, 9_437_184] },
      seed: false,
      edit: 'instructed',
      // https://fal.ai/models/bytedance/seedream/v5/lite/text-to-image, retrieved on 2026-11-28.
      usd: 0.035,
    },
    {
      ...FACTS,
      id: 'fal-ai/qwen-image',
      name: 'Qwen-Image',
      // https://huggingface.co/Qwen/Qwen-Image: drawn well up to 1664 × 928, 1472 × 1104 and 1328 × 1328.
      sizes: { kind: 'any', step: 16, longest: 1664, shortest: 512, area: [262_144, 1_763_584] },
      negativePrompt: true,
      edit: 'instructed',
      usd: 0.02,
    },
  ],
  otherModels: FACTS,
  place: 'cloud',
  design: false,
  needsConsent: false,
  atOnce: 32,
};
