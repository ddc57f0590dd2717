import { nearestRatio } from '@bakkum/image-provider/drawn-size';
import { ProviderFault } from '@bakkum/image-provider/fault';
import {
  type Answer,
  anyJson,
  ask,
  bytesOfBase64,
  faultOfStatus,
  isOk,
  jsonOf,
  under,
  wordOf,
} from '@bakkum/image-provider/http';
import type { ImageClient, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';
import { manifest } from './manifest.ts';

const answered = z.object({ image: z.string().optional(), finish_reason: z.string(), seed: z.number().optional() });
const failed = z.object({ name: z.string() });

/** `POST v2beta/stable-image/generate/…`: takes aspect ratios instead of pixels; synchronous. */
export function createClient({ key = '', base = '', model = '' }: ProviderValues): ImageClient {
  const ofThirdVersion = model.startsWith('sd3');
  const address = under(base, `v2beta/stable-image/generate/${ofThirdVersion ? 'sd3' : model}`);
  return {
    async submit(order, { signal }) {
      const headers = { Authorization: `Bearer ${key}`, Accept: 'application/json' };
      const body = formOf(order, ofThirdVersion ? model : undefined);
      const answer = await ask(address, { method: 'POST', headers, body, signal });
      if (!isOk(answer)) throw faultOf(answer);
      const { image, finish_reason: reason, seed } = jsonOf(answer, answered);
      // With status 200 and a blurred image.
      if (reason === 'CONTENT_FILTERED') throw new ProviderFault('refused', 'finish_reason CONTENT_FILTERED');
      if (reason !== 'SUCCESS' || !image) throw new ProviderFault('failed', `finish_reason ${wordOf(reason)}`);
      return { state: 'done', drawn: { content: bytesOfBase64(image), ...(seed !== undefined && { seed }) } };
    },
  };
}

function formOf(order: PictureOrder, model: string | undefined): FormData {
  const { sizes } = manifest.capabilities;
  const form = new FormData();
  form.set('prompt', order.prompt);
  if (order.negativePrompt) form.set('negative_prompt', order.negativePrompt);
  form.set('aspect_ratio', nearestRatio(sizes.kind === 'ratios' ? sizes.ratios : [], order));
  form.set('seed', String(order.seed));
  form.set('output_format', 'png');
  if (model) form.set('model', model);
  return form;
}

function faultOf(answer: Answer): ProviderFault {
  const parsed = failed.safeParse(anyJson(answer));
  const what = parsed.success ? wordOf(parsed.data.name) : '';
  if (what === 'content_moderation') return new ProviderFault('refused', `status ${answer.status} ${what}`);
  return faultOfStatus(answer.status, what);
}
