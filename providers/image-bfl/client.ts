import { ProviderFault } from '@bakkum/image-provider/fault';
import { ask, base64Of, faultOfStatus, isOk, jsonInit, jsonOf, read, under, wordOf } from '@bakkum/image-provider/http';
import type { ImageModel } from '@bakkum/image-provider/model';
import { pollJob } from '@bakkum/image-provider/polling';
import type { ImageClient, PictureOrder, Polled, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';
import { isOwnAddress } from './own-address.ts';

const accepted = z.object({ polling_url: z.url() });
const account = z.object({ credits: z.number() });
const polled = z.object({ status: z.string(), result: z.unknown().optional() });
const drawn = z.object({ sample: z.url(), seed: z.number().optional() });

/** Tasks: `POST v1/MODEL`, then polled at the address in the answer. */
export function createClient({ key = '', base = '' }: ProviderValues, { id: model }: ImageModel): ImageClient {
  const headers = { 'x-key': key };
  return {
    async submit(order, { signal }) {
      const answer = await ask(under(base, `v1/${model}`), { ...jsonInit(bodyOf(order, model), headers), signal });
      if (!isOk(answer)) throw faultOfStatus(answer.status);
      const { polling_url: job } = jsonOf(answer, accepted);
      if (!isOwnAddress(job, base)) throw new ProviderFault('bad-answer', 'an address of another host');
      return { state: 'accepted', job };
    },
    async poll(job, { signal }) {
      // The setting may have changed since the order.
      if (!isOwnAddress(job, base)) throw new ProviderFault('failed', 'task of another host');
      const answer = await pollJob(job, { headers, signal });
      if (answer.status >= 500 || answer.status === 429) return { state: 'running' };
      if (!isOk(answer)) throw new ProviderFault('failed', `task is gone, status ${answer.status}`);
      return polledOf(jsonOf(answer, polled));
    },
    async check({ signal }) {
      const answer = await read(under(base, 'v1/credits'), { headers, signal });
      return { balance: jsonOf(answer, account).credits };
    },
  };
}

function bodyOf({ prompt, width, height, seed, edit }: PictureOrder, model: string) {
  return {
    prompt,
    width,
    height,
    seed,
    output_format: 'png',
    // On unless requested otherwise, and then the same seed draws another image.
    ...(model === 'flux-2-flex' && { prompt_upsampling: false }),
    ...(edit && { input_image: base64Of(edit.picture) }),
  };
}

/** A status that is not documented is waited for like `Pending`, until the order's deadline. */
function polledOf({ status, result }: z.infer<typeof polled>): Polled {
  if (status === 'Request Moderated' || status === 'Content Moderated')
    throw new ProviderFault('refused', `status ${wordOf(status.replace(' ', '-'))}`);
  if (status === 'Error' || status === 'Task not found') throw new ProviderFault('failed', 'task failed or is gone');
  if (status !== 'Ready') return { state: 'running' };
  const image = drawn.safeParse(result);
  if (!image.success) throw new ProviderFault('bad-answer', 'task without an image');
  const { sample, seed } = image.data;
  return { state: 'done', drawn: { content: { address: sample }, ...(seed !== undefined && { seed }) } };
}
