import { ratiosWithPixels } from '@bakkum/image-provider/drawn-size';
import type { ModelFacts } from '@bakkum/image-provider/model';
import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

const RATIOS = ['16:9', '1:1', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21'] as const;

function sizesWith(pixels: number): ModelFacts['sizes'] {
  return { kind: 'ratios', ratios: ratiosWithPixels(pixels, RATIOS) };
}

/** https://platform.stability.ai/docs/api-reference: one megapixel, or one and a half; prompts in English only. */
const FACTS = {
  sizes: sizesWith(1_048_576),
  seed: true,
  negativePrompt: true,
  edit: false,
  mask: true,
  // Extending is the same for every model: https://platform.stability.ai/docs/api-reference, Outpaint. Four credits of $0.01 each.
  extend: { kind: 'edges', longestEdge: 2000, takes: { shortest: 64, area: [4096, 9_437_184], ratio: 2.5 } },
  moderated: true,
  languages: ['en'],
} as const satisfies Partial<ModelFacts>;

/** Of models that take an image, which need a strength with it: 0 is the same image, 1 ignores it. */
const IMAGE_TO_IMAGE = {
  ...FACTS,
  edit: 'described',
  strength: { parameter: 'strength', range: [0, 1], decimals: 2, edit: 70, variation: 50, showsOriginalUpTo: 50 },
} as const satisfies Partial<ModelFacts>;

/** Stability AI, version 2 of its API. */
export const manifest: ImageProviderManifest = {
  id: 'stability',
  name: 'Stability AI',
  rank: 1,
  variables: {
    key: { name: 'IMAGE_STABILITY_KEY', kind: 'secret', needed: true },
    base: { name: 'IMAGE_STABILITY_BASE', kind: 'address', default: 'https://api.stability.ai' },
    // core, ultra, or a model of sd3: sd3.5-large, sd3.5-large-turbo, sd3.5-medium.
    model: { name: 'IMAGE_STABILITY_MODEL', kind: 'text', default: 'core' },
  },
  capabilities: { cancel: false, progress: false },
  models: [
    // Takes no image, but masked parts are redrawn by the service's inpainting.
    { ...FACTS, id: 'core', name: 'Stable Image Core', sizes: sizesWith(1_500_000), creditRate: 1, usd: 0.03 },
    { ...IMAGE_TO_IMAGE, id: 'ultra', name: 'Stable Image Ultra', creditRate: 2, usd: 0.08 },
    { ...IMAGE_TO_IMAGE, id: 'sd3.5-large', name: 'Stable Diffusion 3.5 Large', creditRate: 2, usd: 0.065 },
    { ...IMAGE_TO_IMAGE, id: 'sd3.5-large-turbo', name: 'Stable Diffusion 3.5 Large Turbo', creditRate: 1, usd: 0.04 },
    { ...IMAGE_TO_IMAGE, id: 'sd3.5-medium', name: 'Stable Diffusion 3.5 Medium', creditRate: 1, usd: 0.035 },
  ],
  upscalers: [
    {
      // https://platform.stability.ai/docs/api-reference, Fast; also https://docs.aws.amazon.com/bedrock/latest/userguide, Stable Image
      // services. Two credits of $0.01 each.
      id: 'fast',
      name: 'Stability Fast Upscaler',
      moderated: true,
      factor: 4,
      takes: { kind: 'pixels', shortest: 32, longest: 1536, area: [1024, 1_048_576] },
      method: 'model',
      credits: 2,
      usd: 0.02,
    },
  ],
  backgroundRemovers: [
    {
      // https://platform.stability.ai/docs/api-reference, Remove Background. Five credits of $0.01 each.
      id: 'remove-background',
      name: 'Stability Remove Background',
      moderated: true,
      takes: { kind: 'pixels', shortest: 64, longest: 65_536, area: [4096, 4_194_304] },
      method: 'model',
      credits: 3,
      usd: 0.05,
    },
  ],
  place: 'cloud',
  design: false,
  needsConsent: false,
  atOnce: 32,
};
