import type { ImageModel, Upscaler } from '@bakkum/image-provider/model';

/** An upscaler as a model that draws nothing new. It receives no prompt, so it reads every language. */
export function upscaleModel({ id, name, moderated, usd, ...upscale }: Upscaler): ImageModel {
  return {
    ...{ id, name, moderated, upscale },
    sizes: { kind: 'list', sizes: [] },
    seed: false,
    negativePrompt: true,
    edit: false,
    mask: false,
    languages: ['en', 'ko'],
    creditRate: 0,
    ...(usd !== undefined && { usd }),
  };
}
