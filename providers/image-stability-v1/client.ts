import { ProviderFault } from '@bakkum/image-provider/fault';
import {
  type Answer,
  anyJson,
  ask,
  bytesOfBase64,
  faultOfStatus,
  isOk,
  jsonInit,
  jsonOf,
  read,
  under,
  wordOf,
} from '@bakkum/image-provider/http';
import type { ImageModel } from '@bakkum/image-provider/model';
import type { ImageClient, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';

const answered = z.object({
  artifacts: z.array(z.object({ base64: z.string().optional(), finishReason: z.string(), seed: z.number().optional() })),
});
const account = z.object({ credits: z.number() });
const failed = z.object({ name: z.string() });

/** `POST v1/generation/{engine}/text-to-image`; synchronous. */
export function createClient({ key = '', base = '' }: ProviderValues, model: ImageModel): ImageClient {
  const address = under(base, `v1/generation/${encodeURIComponent(model.id)}/text-to-image`);
  const headers = { Authorization: `Bearer ${key}`, Accept: 'application/json' };
  return {
    async submit(order, { signal }) {
      const answer = await ask(address, { ...jsonInit(bodyOf(order, model), headers), signal });
      if (!isOk(answer)) throw faultOf(answer);
      const [artifact] = jsonOf(answer, answered).artifacts;
      if (artifact?.finishReason === 'CONTENT_FILTERED') throw new ProviderFault('refused', 'finishReason CONTENT_FILTERED');
      if (artifact?.finishReason !== 'SUCCESS' || !artifact.base64) {
        throw new ProviderFault('failed', `finishReason ${wordOf(artifact?.finishReason)}`);
      }
      const { seed } = artifact;
      return { state: 'done', drawn: { content: bytesOfBase64(artifact.base64), ...(seed !== undefined && { seed }) } };
    },
    async check({ signal }) {
      const answer = await read(under(base, 'v1/user/balance'), { headers, signal });
      return { balance: jsonOf(answer, account).credits };
    },
  };
}

function bodyOf({ prompt, negativePrompt, width, height, seed }: PictureOrder, { sampling }: ImageModel) {
  const unwanted = negativePrompt ? [{ text: negativePrompt, weight: -1 }] : [];
  return {
    text_prompts: [{ text: prompt, weight: 1 }, ...unwanted],
    cfg_scale: sampling?.guidance,
    width,
    height,
    samples: 1,
    steps: sampling?.steps,
    seed,
  };
}

function faultOf(answer: Answer): ProviderFault {
  const parsed = failed.safeParse(anyJson(answer));
  const what = parsed.success ? wordOf(parsed.data.name) : '';
  if (what === 'invalid_prompts' || what === 'content_moderation')
    return new ProviderFault('refused', `status ${answer.status} ${what}`);
  return faultOfStatus(answer.status, what);
}
