import { ProviderFault } from '@bakkum/image-provider/fault';
import type { ImageModel } from '@bakkum/image-provider/model';
import type { PictureOrder } from '@bakkum/image-provider/provider';

/** A graph every ComfyUI can run: a checkpoint, two prompts, a sampler, an image. */
export function plainGraph(checkpoint: string, { sampling }: ImageModel): unknown {
  return {
    '1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: checkpoint } },
    '2': { class_type: 'CLIPTextEncode', inputs: { text: '%prompt%', clip: ['1', 1] } },
    '3': { class_type: 'CLIPTextEncode', inputs: { text: '%negative%', clip: ['1', 1] } },
    '4': { class_type: 'EmptyLatentImage', inputs: { width: '%width%', height: '%height%', batch_size: 1 } },
    '5': {
      class_type: 'KSampler',
      inputs: {
        seed: '%seed%',
        steps: sampling?.steps,
        cfg: sampling?.guidance,
        sampler_name: 'euler',
        scheduler: 'normal',
        denoise: 1,
        model: ['1', 0],
        positive: ['2', 0],
        negative: ['3', 0],
        latent_image: ['4', 0],
      },
    },
    '6': { class_type: 'VAEDecode', inputs: { samples: ['5', 0], vae: ['1', 2] } },
    // A preview is a temporary file. SaveImage would leave each image on the operator's disk.
    '7': { class_type: 'PreviewImage', inputs: { images: ['6', 0] } },
  };
}

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

/** Fills the graph for one image. Values replace complete strings in the parsed graph, so no prompt can change its structure. */
export function filledGraph(graph: unknown, order: PictureOrder): unknown {
  const values: Readonly<Record<string, string | number>> = {
    '%prompt%': order.prompt,
    '%negative%': order.negativePrompt ?? '',
    '%width%': order.width,
    '%height%': order.height,
    '%seed%': order.seed,
  };
  const fill = (node: unknown): unknown => {
    if (typeof node === 'string') return values[node] ?? node;
    if (Array.isArray(node)) return node.map(fill);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, fill(value)]));
  };
  return fill(graph);
}
