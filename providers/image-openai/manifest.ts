import type { ModelFacts } from '@bakkum/image-provider/model';
import type { ImageProviderManifest, ProviderValues } from '@bakkum/image-provider/provider';

/** https://platform.openai.com/docs/guides/image-generation: gpt-image-2 and later. */
const SECOND_GENERATION: ModelFacts = {
  sizes: { kind: 'any', step: 16, longest: 3840, shortest: 512, area: [655_360, 8_294_400] },
  seed: false,
  negativePrompt: false,
  edit: 'instructed',
  mask: true,
  extend: { kind: 'canvas' },
  moderated: true,
  languages: ['en', 'ko'],
  creditRate: 1,
};

const FIRST_GENERATION: ModelFacts = {
  ...SECOND_GENERATION,
  sizes: {
    kind: 'list',
    sizes: [
      [1024, 1024],
      [1536, 1024],
      [1024, 1536],
    ],
  },
};

/** Partial images are charged as 100 image output tokens each, whose price is listed per million in US dollars. */
function partialImages(usdPerMillion: number): Pick<ModelFacts, 'livePreview'> {
  return { livePreview: { kind: 'partial-images', usd: usdPerMillion / 10_000 } };
}

/** Unfinished images that these settings request of each image: none of Azure OpenAI. */
export function maxPreviews({ azureVersion = '', partialImages: count = '' }: ProviderValues): number {
  return azureVersion ? 0 : Number(count);
}

/** OpenAI, Azure OpenAI and compatible servers (LocalAI, DeepInfra, Together, …). */
export const manifest: ImageProviderManifest = {
  id: 'openai',
  name: 'OpenAI',
  rank: 20,
  variables: {
    key: { name: 'IMAGE_OPENAI_KEY', kind: 'secret', needed: true },
    base: { name: 'IMAGE_OPENAI_BASE', kind: 'address', default: 'https://api.openai.com/v1' },
    model: { name: 'IMAGE_OPENAI_MODEL', kind: 'text', default: 'gpt-image-2.5-flare' },
    /** Set for Azure OpenAI, whose base is `https://RESOURCE.openai.azure.com/openai`. Without a base, OpenAI would receive Azure's key. */
    azureVersion: {
      name: 'IMAGE_OPENAI_AZURE_VERSION',
      kind: 'text',
      requires: 'base',
      form: { pattern: /^\d{4}-\d{2}-\d{2}(-preview)?$/, example: '2025-04-01-preview' },
    },
    /** Names of deployments that differ from their models. */
    azureDeployments: {
      name: 'IMAGE_OPENAI_AZURE_DEPLOYMENTS',
      kind: 'text',
      requires: 'azureVersion',
      form: { pattern: /^[\w.-]+=[\w.-]+(,[\w.-]+=[\w.-]+)*$/, example: 'gpt-image-1=my-deployment,gpt-image-1-mini=another' },
    },
    /** Unfinished images to request of each image, as live previews. */
    partialImages: {
      name: 'IMAGE_OPENAI_PARTIAL_IMAGES',
      kind: 'text',
      default: '2',
      form: { pattern: /^[0-3]$/, example: '2, or 0 for no live previews' },
    },
  },
  maxPreviews,
  capabilities: { cancel: false, progress: false },
  models: [
    { ...SECOND_GENERATION, ...partialImages(30), id: 'gpt-image-2.5-flare', name: 'GPT Image 2.5 Flare' },
    { ...SECOND_GENERATION, ...partialImages(30), id: 'gpt-image-2.5-sunburst', name: 'GPT Image 2.5 Sunburst' },
    { ...SECOND_GENERATION, ...partialImages(30), id: 'gpt-image-2', name: 'GPT Image 2' },
    { ...FIRST_GENERATION, ...partialImages(32), id: 'gpt-image-1.5', name: 'GPT Image 1.5' },
    { ...FIRST_GENERATION, ...partialImages(40), id: 'gpt-image-1', name: 'GPT Image 1' },
    { ...FIRST_GENERATION, ...partialImages(8), id: 'gpt-image-1-mini', name: 'GPT Image 1 mini' },
  ],
  otherModels: {
    ...SECOND_GENERATION,
    sizes: { kind: 'any', step: 16, longest: 1536, shortest: 512 },
    moderated: false,
    languages: ['en'],
  },
  place: 'cloud',
  design: false,
  needsConsent: false,
  atOnce: 32,
};
