import type { BackgroundRemover, ImageModel, Upscaler } from '@bakkum/image-provider/model';

/** An upscaler as a model that draws nothing new. */
export function upscaleModel({ id, name, moderated, usd, ...upscale }: Upscaler): ImageModel {
  return { ...wordless({ id, name, moderated, usd }), upscale };
}

/** A background remover as a model that draws nothing new. */
export function removalModel({ id, name, moderated, usd, ...removal }: BackgroundRemover): ImageModel {
  return { ...wordless({ id, name, moderated, usd }), removal };
}

/** A model that receives no prompt reads every language. */
function wordless({
  usd,
  ...facts
}: Pick<ImageModel, 'id' | 'name' | 'moderated'> & { readonly usd: number | undefined }): ImageModel {
  return {
    ...facts,
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
