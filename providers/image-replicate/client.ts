import { ratioToDraw } from '@bakkum/image-provider/drawn-size';
import { ProviderFault } from '@bakkum/image-provider/fault';
import { ask, faultOfStatus, isOk, jsonInit, jsonOf, read, under } from '@bakkum/image-provider/http';
import type { ImageModel } from '@bakkum/image-provider/model';
import { pollJob } from '@bakkum/image-provider/polling';
import type { ImageClient, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';

/** Deadline after which the service cancels abandoned predictions. */
const CANCEL_AFTER = '3m';
const prediction = z.object({
  id: z.string(),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: z.union([z.array(z.url()), z.url()]).nullish(),
  error: z.unknown().optional(),
});
const account = z.object({ username: z.string() });
const ID = /^[\w-]{1,100}$/;

/** Predictions: created, then polled until they finish. Results are kept for an hour. */
export function createClient({ key = '', base = '' }: ProviderValues, model: ImageModel): ImageClient {
  const headers = { Authorization: `Bearer ${key}` };
  const official = model.id.includes('/');
  const address = under(base, official ? `v1/models/${model.id}/predictions` : 'v1/predictions');
  const at = (job: string): string => under(base, `v1/predictions/${job}`);
  return {
    async submit(order, { signal }) {
      const picture = order.edit && (await uploaded(under(base, 'v1/files'), order.edit.picture, headers, signal));
      const body = official
        ? { input: officialInput(order, model, picture) }
        : { version: model.id, input: versionInput(order, model) };
      const answer = await ask(address, { ...jsonInit(body, { ...headers, 'Cancel-After': CANCEL_AFTER }), signal });
      if (!isOk(answer))
        throw answer.status >= 500 ? new ProviderFault('start-failed', `status ${answer.status}`) : faultOfStatus(answer.status);
      const { id } = jsonOf(answer, prediction);
      if (!ID.test(id)) throw new ProviderFault('bad-answer', 'unusable id of a prediction');
      return { state: 'accepted', job: id };
    },
    async poll(job, { signal }) {
      const answer = await pollJob(at(job), { headers, signal });
      if (answer.status >= 500 || answer.status === 429) return { state: 'running' };
      if (!isOk(answer)) throw new ProviderFault('failed', `prediction is gone, status ${answer.status}`);
      return polledOf(jsonOf(answer, prediction));
    },
    async cancel(job, { signal }) {
      if (job) await ask(under(at(job), 'cancel'), { method: 'POST', headers, signal });
    },
    async check({ signal }) {
      jsonOf(await read(under(base, 'v1/account'), { headers, signal }), account);
      return {};
    },
  };
}

function polledOf({ status, output, error }: z.infer<typeof prediction>) {
  if (status === 'starting' || status === 'processing') return { state: 'running' } as const;
  if (status === 'canceled' || status === 'aborted') throw new ProviderFault('failed', `prediction ${status}`);
  if (status === 'failed') throw new ProviderFault(isRefusal(error) ? 'refused' : 'failed', 'prediction failed');
  const [address] = [output ?? []].flat();
  if (!address) throw new ProviderFault('bad-answer', 'prediction without output');
  return { state: 'done', drawn: { content: { address } } } as const;
}

/** The service has no error code for refusals: models report them in their error text. */
function isRefusal(error: unknown): boolean {
  return typeof error === 'string' && /\bnsfw\b|\bflagged\b|\bsafety\b|\bE005\b/i.test(error);
}

const stored = z.object({ urls: z.object({ get: z.url() }) });

/**
 * Uploads the image to edit; the service deletes it after a day.
 * @throws ProviderFault `unavailable` without an answer: nothing was ordered yet
 */
async function uploaded(
  address: string,
  picture: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string> {
  const body = new FormData();
  body.set('content', new Blob([picture], { type: 'image/png' }), 'image.png');
  const answer = await ask(address, { method: 'POST', headers, body, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error instanceof ProviderFault && error.code === 'ambiguous' ? new ProviderFault('unavailable', 'upload lost') : error;
  });
  if (!isOk(answer)) throw faultOfStatus(answer.status, 'upload');
  return jsonOf(answer, stored).urls.get;
}

/** The field for the image to edit, by model; a list takes several. */
const IMAGE_FIELDS: Readonly<Record<string, { readonly name: string; readonly list?: true }>> = {
  'black-forest-labs/flux-dev': { name: 'image' },
  'black-forest-labs/flux-kontext-pro': { name: 'input_image' },
  'black-forest-labs/flux-2-pro': { name: 'input_images', list: true },
  'bytedance/seedream-4': { name: 'image_input', list: true },
};
/** Their fast mode is on unless requested otherwise, and draws another image for the same seed. They also take a number of images. */
const IS_OPEN_FLUX = /\/flux-(schnell|dev)$/;
const IS_SEEDREAM = /^bytedance\/seedream-/;

function officialInput(order: PictureOrder, model: ImageModel, picture: string | undefined) {
  const { id, sampling, strength } = model;
  const field = IMAGE_FIELDS[id];
  return {
    prompt: order.prompt,
    ...sizeFields(order, model),
    // Seedream takes neither a seed nor a format.
    ...(!IS_SEEDREAM.test(id) && { seed: order.seed, output_format: 'png' }),
    ...(IS_OPEN_FLUX.test(id) && { num_outputs: 1, go_fast: false }),
    ...(id === 'black-forest-labs/flux-dev' && { num_inference_steps: sampling?.steps, guidance: sampling?.guidance }),
    ...(picture && field && { [field.name]: field.list ? [picture] : picture }),
    ...(strength && { [strength.parameter]: order.edit?.strength }),
  };
}

function sizeFields({ width, height }: PictureOrder, { id, sizes }: ImageModel) {
  if (sizes.kind !== 'any') return { aspect_ratio: ratioToDraw(sizes, { width, height }) };
  return { [IS_SEEDREAM.test(id) ? 'size' : 'aspect_ratio']: 'custom', width, height };
}

function versionInput({ prompt, width, height, seed }: PictureOrder, { sampling }: ImageModel) {
  const side = (length: number): number => Math.round(length / 8) * 8;
  return {
    prompt,
    width: side(width),
    height: side(height),
    seed,
    num_outputs: 1,
    num_inference_steps: sampling?.steps,
    guidance_scale: sampling?.guidance,
  };
}
