import { ProviderFault } from '@bakkum/image-provider/fault';
import {
  ask,
  base64Of,
  bytesOfBase64,
  faultOfStatus,
  isOk,
  jsonInit,
  jsonOf,
  read,
  under,
  wordOf,
} from '@bakkum/image-provider/http';
import { type LocalProgram, programNames } from '@bakkum/image-provider/local-program';
import { pollJob } from '@bakkum/image-provider/polling';
import type { CallContext, ImageClient, PictureOrder, Polled, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';

const accepted = z.object({ id: z.string().regex(/^[\w-]{1,100}$/) });
const job = z.object({
  status: z.enum(['queued', 'generating', 'completed', 'failed', 'cancelled']),
  result: z.object({ images: z.array(z.object({ b64_json: z.string() })) }).nullish(),
  error: z.object({ code: z.string().nullish() }).nullish(),
});

/** `POST sdcpp/v1/img_gen`, then polls the job until it ends; the answer contains the image. */
export function createClient({ base = '' }: ProviderValues): ImageClient {
  return {
    async submit(order, { signal }) {
      const answer = await ask(under(base, 'sdcpp/v1/img_gen'), { ...jsonInit(bodyOf(order)), signal });
      if (!isOk(answer)) throw faultOfStatus(answer.status);
      return { state: 'accepted', job: jsonOf(answer, accepted).id };
    },
    async poll(id, { signal }) {
      const answer = await pollJob(under(base, `sdcpp/v1/jobs/${id}`), { signal });
      if (answer.status >= 500) return { state: 'running' };
      if (!isOk(answer)) throw new ProviderFault('failed', `job is gone, status ${answer.status}`);
      return polledOf(jsonOf(answer, job));
    },
    async cancel(id, { signal }) {
      if (id) await ask(under(base, `sdcpp/v1/jobs/${id}/cancel`), { method: 'POST', signal });
    },
  };
}

const capabilities = z.object({
  model: z.object({ name: z.string() }),
  supported_modes: z.array(z.string()),
  samplers: programNames,
});

/** `GET sdcpp/v1/capabilities`. */
export async function inspect({ base = '' }: ProviderValues, { signal }: Pick<CallContext, 'signal'>): Promise<LocalProgram> {
  const answer = await read(under(base, 'sdcpp/v1/capabilities'), { signal });
  const { model, supported_modes: modes, samplers } = jsonOf(answer, capabilities);
  if (!modes.includes('img_gen')) throw new ProviderFault('unsupported', 'its model draws no images');
  return { models: programNames.parse([model.name]), samplers, settings: {} };
}

function bodyOf({ prompt, negativePrompt, width, height, seed, edit }: PictureOrder) {
  return {
    prompt,
    negative_prompt: negativePrompt ?? '',
    width,
    height,
    seed,
    batch_count: 1,
    output_format: 'png',
    ...(edit && { init_image: base64Of(edit.picture), strength: edit.strength }),
    ...(edit?.mask && { mask_image: base64Of(edit.mask.light) }),
  };
}

function polledOf({ status, result, error }: z.infer<typeof job>): Polled {
  if (status === 'queued' || status === 'generating') return { state: 'running' };
  if (status !== 'completed') throw new ProviderFault('failed', `job ${status} ${wordOf(error?.code)}`);
  const [first] = result?.images ?? [];
  if (!first) throw new ProviderFault('bad-answer', 'job without a picture');
  return { state: 'done', drawn: { content: bytesOfBase64(first.b64_json) } };
}
