import { ProviderFault } from '@bakkum/image-provider/fault';
import { type Answer, anyJson, ask, faultOfStatus, isOk, under } from '@bakkum/image-provider/http';
import type { ImageModel } from '@bakkum/image-provider/model';
import type { ImageClient, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';

/** Longer URLs are truncated or refused on the way. */
const MAX_URL_LENGTH = 2000;

const failed = z.object({ error: z.object({ code: z.string() }) });

/** `GET image/{prompt}`; answers with the image. */
export function createClient({ base = '', key = '' }: ProviderValues, { id: model }: ImageModel): ImageClient {
  return {
    async submit({ prompt, width, height, seed }, { signal }) {
      const query = new URLSearchParams({ model, width: String(width), height: String(height), seed: String(seed) });
      const address = `${under(base, `image/${encodeURIComponent(prompt)}`)}?${query.toString()}&nologo=true&private=true&safe=true`;
      if (address.length > MAX_URL_LENGTH) throw new ProviderFault('invalid', 'the prompt is too long for an address');
      const answer = await ask(address, { headers: { ...(key && { Authorization: `Bearer ${key}` }) }, signal });
      if (!isOk(answer)) throw faultOf(answer);
      if (!answer.headers.get('Content-Type')?.startsWith('image/')) throw new ProviderFault('bad-answer', 'not a picture');
      return { state: 'done', drawn: { content: answer.body } };
    },
  };
}

function faultOf(answer: Answer): ProviderFault {
  const parsed = failed.safeParse(anyJson(answer));
  const code = parsed.success ? parsed.data.error.code : '';
  if (code === 'content_policy_violation') return new ProviderFault('refused', `status ${answer.status} ${code}`);
  return faultOfStatus(answer.status);
}
