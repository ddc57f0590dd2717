import { ProviderFault } from '@bakkum/image-provider/fault';
import { type Answer, ask, bytesOfBase64, faultOfStatus, isOk, jsonInit, jsonOf, under } from '@bakkum/image-provider/http';
import type { Drawn, ImageClient, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';

/** Sampling steps of every image (specification, section 7). */
const STEPS = 30;
const GUIDANCE = 7.5;

/** JSON answers that some inference providers behind the router return instead of the image. */
const answered = z.union([
  z.object({ data: z.array(z.object({ b64_json: z.string() })).min(1) }),
  z.object({ output: z.array(z.url()).min(1) }),
]);

/** `POST models/{model}`; answers synchronously with the image as body or in JSON. */
export function createClient({ key = '', base = '', model = '' }: ProviderValues): ImageClient {
  const address = under(base, `models/${model}`);
  return {
    async submit(order, { signal }) {
      const answer = await ask(address, { ...jsonInit(bodyOf(order), { Authorization: `Bearer ${key}` }), signal });
      if (!isOk(answer)) throw faultOfStatus(answer.status);
      return { state: 'done', drawn: drawnOf(answer) };
    },
  };
}

function bodyOf({ prompt, negativePrompt, width, height, seed }: PictureOrder) {
  return {
    inputs: prompt,
    parameters: {
      ...(negativePrompt && { negative_prompt: negativePrompt }),
      width,
      height,
      num_inference_steps: STEPS,
      guidance_scale: GUIDANCE,
      seed,
    },
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
