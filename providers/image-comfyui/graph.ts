import { ProviderFault } from '@bakkum/image-provider/fault';
import type { ImageModel } from '@bakkum/image-provider/model';
import type { PictureOrder } from '@bakkum/image-provider/provider';

/** What an order starts from. */
export type Start = 'nothing' | 'image' | 'mask';

/** A graph every ComfyUI can run: a checkpoint, two prompts, a sampler, an image, and where there is one, the image to start from. */
export function plainGraph(checkpoint: string, { sampling }: ImageModel, start: Start): unknown {
  return {
    '1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: checkpoint } },
    '2': { class_type: 'CLIPTextEncode', inputs: { text: '%prompt%', clip: ['1', 1] } },
    '3': { class_type: 'CLIPTextEncode', inputs: { text: '%negative%', clip: ['1', 1] } },
    ...STARTS[start],
    '5': {
      class_type: 'KSampler',
      inputs: {
        seed: '%seed%',
        steps: sampling?.steps,
        cfg: sampling?.guidance,
        sampler_name: 'euler',
        scheduler: 'normal',
        denoise: start === 'image' ? '%denoise%' : 1,
        model: ['1', 0],
        positive: ['2', 0],
        negative: ['3', 0],
        latent_image: ['4', 0],
      },
    },
    '6': { class_type: 'VAEDecode', inputs: { samples: ['5', 0], vae: ['1', 2] } },
    // A preview is a temporary file. SaveImage would leave each image on the operator's disk.
    '7': { class_type: 'PreviewImage', inputs: { images: [start === 'mask' ? '11' : '6', 0] } },
  };
}

const LOADED = { class_type: 'LoadImage', inputs: { image: '%image%' } };
const ENCODED = { class_type: 'VAEEncode', inputs: { pixels: ['8', 0], vae: ['1', 2] } };

/** Node 4 is the latent image that the sampler starts from. */
const STARTS = {
  nothing: { '4': { class_type: 'EmptyLatentImage', inputs: { width: '%width%', height: '%height%', batch_size: 1 } } },
  image: { '8': LOADED, '4': ENCODED },
  mask: {
    '8': LOADED,
    '9': ENCODED,
    '10': { class_type: 'LoadImageMask', inputs: { image: '%mask%', channel: 'red' } },
    '4': { class_type: 'SetLatentNoiseMask', inputs: { samples: ['9', 0], mask: ['10', 0] } },
    // Encoding changes pixels outside of the mask too, so only those inside are taken.
    '11': {
      class_type: 'ImageCompositeMasked',
      inputs: { destination: ['8', 0], source: ['6', 0], x: 0, y: 0, resize_source: false, mask: ['10', 0] },
    },
  },
} as const;

/**
 * Parses the operator's graph.
 * @throws ProviderFault `not-configured` if it is not JSON
 */
export function parsedGraph(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderFault('not-configured', 'the graph is no JSON');
  }
}

/** Names under which ComfyUI has the image to edit and its mask. */
export type Uploaded = { readonly image?: string; readonly mask?: string };

/** Fills the graph for one image. Values replace complete strings in the parsed graph, so no prompt can change its structure. */
export function filledGraph(graph: unknown, order: PictureOrder, { image, mask }: Uploaded = {}): unknown {
  const values: Readonly<Record<string, string | number>> = {
    '%prompt%': order.prompt,
    '%negative%': order.negativePrompt ?? '',
    '%width%': order.width,
    '%height%': order.height,
    '%seed%': order.seed,
    '%denoise%': order.edit?.strength ?? 1,
    ...(image !== undefined && { '%image%': image }),
    ...(mask !== undefined && { '%mask%': mask }),
  };
  const fill = (node: unknown): unknown => {
    if (typeof node === 'string') return values[node] ?? node;
    if (Array.isArray(node)) return node.map(fill);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, fill(value)]));
  };
  return fill(graph);
}
