import type { PictureOrder } from '@bakkum/image-provider/provider';

type Endpoint = {
  /** Whether it takes the number of images. */
  readonly counts: boolean;
  readonly negativePrompt?: true;
  /** False if it takes no seed. */
  readonly seed?: false;
  /** The endpoint for edits, and its field for the image. Some take a strength, and draw the size of the given image. */
  readonly edit?: {
    readonly path: string;
    readonly field: 'image_url' | 'image_urls';
    readonly isImageToImage?: true;
  };
};

/** Where the endpoints of models differ: https://github.com/fal-ai/fal-js, libs/client/src/types/endpoints.ts. */
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  'fal-ai/flux/dev': {
    counts: true,
    edit: { path: 'fal-ai/flux/dev/image-to-image', field: 'image_url', isImageToImage: true },
  },
  'fal-ai/flux-2-pro': { counts: false, edit: { path: 'fal-ai/flux-2-pro/edit', field: 'image_urls' } },
  'fal-ai/qwen-image': {
    counts: true,
    negativePrompt: true,
    edit: { path: 'fal-ai/qwen-image-edit', field: 'image_url' },
  },
  'fal-ai/bytedance/seedream/v4.5/text-to-image': {
    counts: true,
    edit: { path: 'fal-ai/bytedance/seedream/v4.5/edit', field: 'image_urls' },
  },
  'fal-ai/bytedance/seedream/v5/lite/text-to-image': {
    counts: true,
    seed: false,
    edit: { path: 'fal-ai/bytedance/seedream/v5/lite/edit', field: 'image_urls' },
  },
};
/** Seedream always draws PNG and takes no format. */
const WITHOUT_FORMAT = /\/seedream\//;

export type FalRequest = { readonly path: string; readonly body: Readonly<Record<string, unknown>> };

/** The request for one image of a model, new or edited. An image is sent inside the request, so that no other host stores it. */
export function requestOf(model: string, { prompt, negativePrompt, width, height, seed, edit }: PictureOrder): FalRequest {
  const endpoint: Endpoint = ENDPOINTS[model] ?? { counts: true };
  const body = {
    prompt,
    ...(endpoint.negativePrompt && negativePrompt && { negative_prompt: negativePrompt }),
    image_size: { width, height },
    ...(endpoint.seed !== false && { seed }),
    ...(endpoint.counts && { num_images: 1 }),
    ...(!WITHOUT_FORMAT.test(model) && { output_format: 'png' }),
    enable_safety_checker: true,
  };
  if (!edit || !endpoint.edit) return { path: model, body };
  const { path, field, isImageToImage } = endpoint.edit;
  const picture = `data:image/png;base64,${Buffer.from(edit.picture).toString('base64')}`;
  const given = { [field]: field === 'image_urls' ? [picture] : picture };
  if (!isImageToImage) return { path, body: { ...body, ...given } };
  const { image_size: _, ...unsized } = body;
  return { path, body: { ...unsized, ...given, strength: edit.strength } };
}
