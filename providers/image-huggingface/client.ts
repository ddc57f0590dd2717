import { ProviderFault } from '@bakkum/image-provider/fault';
import { type Answer, ask, bytesOfBase64, faultOfStatus, isOk, jsonInit, jsonOf, under } from '@bakkum/image-provider/http';
import type { ImageModel } from '@bakkum/image-provider/model';
import type { Drawn, ImageClient, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';

/** JSON answers that some inference providers behind the router return instead of the image. */
const answered = z.union([
  z.object({ data: z.array(z.object({ b64_json: z.string() })).min(1) }),
  z.object({ output: z.array(z.url()).min(1) }),
]);

/**
 * Answers synchronously, with the image as body or in JSON: `POST images/generations` of a provider behind the router, whose address
 * ends with `/v1`, or `POST models/{model}` of Hugging Face.
 */
export function createClient({ key = '', base = '' }: ProviderValues, model: ImageModel): ImageClient {
  const isRouted = /\/v1\/?$/.test(base);
  const address = under(base, isRouted ? 'images/generations' : `models/${model.id}`);
  return {
    async submit(order, { signal }) {
      const body = isRouted ? routedBody(order, model) : { inputs: order.prompt, parameters: parametersOf(order, model) };
      const answer = await ask(address, { ...jsonInit(body, { Authorization: `Bearer ${key}` }), signal });
      if (!isOk(answer)) throw faultOfStatus(answer.status);
      return { state: 'done', drawn: drawnOf(answer) };
    },
  };
}

/** Like Hugging Face's own client (@huggingface/inference 4.13), which adds the parameters to the body. */
function routedBody(order: PictureOrder, model: ImageModel) {
  return { model: model.id, prompt: order.prompt, response_format: 'b64_json', ...parametersOf(order, model) };
}

function parametersOf({ negativePrompt, width, height, seed }: PictureOrder, { sampling }: ImageModel) {
  return {
    ...(negativePrompt && { negative_prompt: negativePrompt }),
    width,
    height,
    seed,
    ...(sampling && { num_inference_steps: sampling.steps }),
    ...(sampling?.guidance !== undefined && { guidance_scale: sampling.guidance }),
  };
}

function drawnOf(answer: Answer): Drawn {
  const type = answer.headers.get('Content-Type') ?? '';
  if (type.startsWith('image/')) return { content: answer.body };
  if (!type.startsWith('application/json')) throw new ProviderFault('bad-answer', 'neither a picture nor JSON');
  const parsed = jsonOf(answer, answered);
  if ('output' in parsed) return { content: { address: parsed.output[0] ?? '' } };
  return { content: bytesOfBase64(parsed.data[0]?.b64_json ?? '') };
}
