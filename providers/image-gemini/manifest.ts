import type { ModelFacts } from '@bakkum/image-provider/model';
import type { ImageProviderManifest } from '@bakkum/image-provider/provider';
import { atEveryScale, SECOND_GENERATION, THIRD_GENERATION } from './sizes.ts';

/** The API takes a seed, but does not promise the same image for it. Korean is listed in the guide to image generation, "Limitations". */
const FACTS: ModelFacts = {
  sizes: { kind: 'ratios', ratios: THIRD_GENERATION },
  seed: false,
  negativePrompt: false,
  edit: 'instructed',
  mask: false,
  moderated: true,
  languages: ['en', 'ko'],
  creditRate: 1,
};

/** Prices: https://ai.google.dev/gemini-api/docs/pricing, October 2026. */
export const manifest: ImageProviderManifest = {
  id: 'gemini',
  name: 'Google Gemini',
  rank: 21,
  variables: {
    key: { name: 'IMAGE_GEMINI_KEY', kind: 'secret', needed: true },
    base: { name: 'IMAGE_GEMINI_BASE', kind: 'address', default: 'https://generativelanguage.googleapis.com/v1beta' },
    model: { name: 'IMAGE_GEMINI_MODEL', kind: 'text', default: 'gemini-nano-banana-2.1' },
  },
  capabilities: { cancel: false, progress: false },
  models: [
    {
      ...FACTS,
      id: 'gemini-nano-banana-2.1',
      name: 'Nano Banana 2.1',
      sizes: atEveryScale(THIRD_GENERATION),
      usd: 0.0336,
    },
    { ...FACTS, id: 'gemini-3.1-flash-lite-image', name: 'Nano Banana 2 Lite', usd: 0.0336 },
    {
      ...FACTS,
      id: 'gemini-3-pro-image',
      name: 'Nano Banana Pro',
      sizes: atEveryScale(THIRD_GENERATION),
      creditRate: 4,
      usd: 0.134,
    },
    {
      ...FACTS,
      id: 'gemini-2.5-flash-image',
      name: 'Nano Banana',
      sizes: { kind: 'ratios', ratios: SECOND_GENERATION },
      usd: 0.039,
    },
  ],
  otherModels: { ...FACTS, languages: ['en'] },
  place: 'cloud',
  design: false,
  needsConsent: false,
  atOnce: 32,
};
