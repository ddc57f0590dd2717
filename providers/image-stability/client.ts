import { ratioToDraw } from '@bakkum/image-provider/drawn-size';
import { ProviderFault } from '@bakkum/image-provider/fault';
import {
  type Answer,
  anyJson,
  ask,
  bytesOfBase64,
  faultOfStatus,
  isOk,
  jsonOf,
  read,
  under,
  wordOf,
} from '@bakkum/image-provider/http';
import type { ImageModel } from '@bakkum/image-provider/model';
import type { ImageClient, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';

const answered = z.object({ image: z.string().optional(), finish_reason: z.string(), seed: z.number().optional() });
const account = z.object({ credits: z.number() });
const failed = z.object({ name: z.string() });

/**
 * `POST v2beta/stable-image/generate/…`, `edit/inpaint`, `edit/outpaint`, `edit/remove-background` and `upscale/fast`: take aspect
 * ratios instead of pixels; synchronous.
 */
export function createClient({ key = '', base = '' }: ProviderValues, model: ImageModel): ImageClient {
  return {
    async submit(order, { signal }) {
      const headers = { Authorization: `Bearer ${key}`, Accept: 'application/json' };
      const address = under(base, `v2beta/stable-image/${pathOf(order, model)}`);
      const answer = await ask(address, { method: 'POST', headers, body: formOf(order, model), signal });
      if (!isOk(answer)) throw faultOf(answer);
      const { image, finish_reason: reason, seed } = jsonOf(answer, answered);
      // With status 200 and a blurred image.
      if (reason === 'CONTENT_FILTERED') throw new ProviderFault('refused', 'finish_reason CONTENT_FILTERED');
      if (reason !== 'SUCCESS' || !image) throw new ProviderFault('failed', `finish_reason ${wordOf(reason)}`);
      return { state: 'done', drawn: { content: bytesOfBase64(image), ...(seed !== undefined && { seed }) } };
    },
    async check({ signal }) {
      const answer = await read(under(base, 'v1/user/balance'), { headers: { Authorization: `Bearer ${key}` }, signal });
      return { balance: jsonOf(answer, account).credits };
    },
  };
}

function isThirdVersion({ id }: ImageModel): boolean {
  return id.startsWith('sd3');
}

function pathOf({ edit, extend, removal, upscale }: PictureOrder, model: ImageModel): string {
  if (removal) return `edit/${model.id}`;
  if (upscale) return `upscale/${model.id}`;
  if (extend) return 'edit/outpaint';
  if (edit?.mask) return 'edit/inpaint';
  return `generate/${isThirdVersion(model) ? 'sd3' : model.id}`;
}

function formOf(order: PictureOrder, model: ImageModel): FormData {
  const form = new FormData();
  const whole = order.upscale ?? order.removal;
  if (whole && 'picture' in whole) {
    form.set('image', pngFile(whole.picture), 'image.png');
    form.set('output_format', 'png');
    return form;
  }
  if (order.extend) return outpaintingOf(order, order.extend);
  form.set('prompt', order.prompt);
  if (order.negativePrompt) form.set('negative_prompt', order.negativePrompt);
  form.set('seed', String(order.seed));
  form.set('output_format', 'png');
  if (order.edit) form.set('image', pngFile(order.edit.picture), 'image.png');
  // Inpainting is the same for every model.
  if (order.edit?.mask) {
    form.set('mask', pngFile(order.edit.mask.light), 'mask.png');
    return form;
  }
  if (isThirdVersion(model)) form.set('model', model.id);
  if (!order.edit) {
    form.set('aspect_ratio', ratioToDraw(model.sizes, order));
    return form;
  }
  if (isThirdVersion(model)) form.set('mode', 'image-to-image');
  form.set('strength', String(order.edit.strength));
  return form;
}

/** The same for every model. Sides without new pixels are left out, and so is an empty prompt. */
function outpaintingOf({ prompt, seed }: PictureOrder, { picture, edges }: NonNullable<PictureOrder['extend']>): FormData {
  const form = new FormData();
  form.set('image', pngFile(picture), 'image.png');
  for (const [side, pixels] of Object.entries(edges)) if (pixels > 0) form.set(side, String(pixels));
  if (prompt) form.set('prompt', prompt);
  form.set('seed', String(seed));
  form.set('output_format', 'png');
  return form;
}

function pngFile(bytes: Uint8Array<ArrayBuffer>): Blob {
  return new Blob([bytes], { type: 'image/png' });
}

function faultOf(answer: Answer): ProviderFault {
  const parsed = failed.safeParse(anyJson(answer));
  const what = parsed.success ? wordOf(parsed.data.name) : '';
  if (what === 'invalid_language') return new ProviderFault('language', `status ${answer.status} ${what}`);
  if (what === 'content_moderation') return new ProviderFault('refused', `status ${answer.status} ${what}`);
  return faultOfStatus(answer.status, what);
}
