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
  under,
  wordOf,
} from '@bakkum/image-provider/http';
import type { Drawn, ImageClient, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';

const answered = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.url().nullish() })),
});
const refused = z.object({
  error: z.object({ code: z.string().nullish(), type: z.string().nullish(), message: z.string().nullish() }),
});

const moderated = z.object({
  results: z.array(z.object({ flagged: z.boolean(), categories: z.record(z.string(), z.boolean().nullable()) })),
});
const MODERATION_MODEL = 'omni-moderation-latest';

/** `POST images/generations` and `images/edits`; synchronous, so a request cannot be cancelled or queried. */
export function createClient({ key = '', base = '', model = '' }: ProviderValues): ImageClient {
  const headers = { Authorization: `Bearer ${key}` };
  return {
    async submit(order, { signal }) {
      const request = order.edit ? editRequest(order, model, headers) : jsonInit(generationBody(order, model), headers);
      const answer = await ask(under(base, order.edit ? 'images/edits' : 'images/generations'), { ...request, signal });
      if (!isOk(answer)) throw faultOf(answer);
      return { state: 'done', drawn: drawnOf(answer) };
    },
    async moderate(prompt, { signal }) {
      const body = { model: MODERATION_MODEL, input: [{ type: 'text', text: prompt }] };
      const answer = await ask(under(base, 'moderations'), { ...jsonInit(body, headers), signal });
      if (!isOk(answer)) throw faultOf(answer);
      const [result] = jsonOf(answer, moderated).results;
      if (!result?.flagged) return [];
      return Object.keys(result.categories).filter((category) => result.categories[category]);
    },
  };
}

function generationBody({ prompt, width, height, personHash }: PictureOrder, model: string) {
  return { model, prompt, n: 1, size: `${width}x${height}`, output_format: 'png', safety_identifier: personHash };
}

function editRequest(order: PictureOrder, model: string, headers: Record<string, string>): RequestInit {
  const form = new FormData();
  const { model: _, ...fields } = generationBody(order, model);
  form.set('model', model);
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  if (order.edit) form.set('image', new Blob([order.edit.picture], { type: 'image/png' }), 'image.png');
  if (order.edit?.mask) form.set('mask', new Blob([order.edit.mask.clear], { type: 'image/png' }), 'mask.png');
  return { method: 'POST', headers, body: form };
}

function drawnOf(answer: Answer): Drawn {
  const [first] = jsonOf(answer, answered).data;
  if (first?.b64_json) return { content: bytesOfBase64(first.b64_json) };
  if (first?.url) return { content: { address: first.url } };
  throw new ProviderFault('bad-answer', 'no picture in the answer');
}

/** As in `safety_violations=[violence, self-harm]`. */
const VIOLATIONS = /safety_violations=\[([\w\s,/-]{1,200})\]/;

function faultOf(answer: Answer): ProviderFault {
  const parsed = refused.safeParse(anyJson(answer));
  const { code, type, message } = parsed.success ? parsed.data.error : {};
  const what = wordOf(code) || wordOf(type);
  if (code === 'moderation_blocked' || code === 'content_policy_violation') {
    // oxlint-disable-next-line bakkum/no-message-matching -- the service states the categories nowhere else
    const categories = VIOLATIONS.exec(message ?? '')?.[1]
      ?.split(',')
      .map((category) => category.trim());
    return new ProviderFault('refused', `status ${answer.status} ${what}`, categories);
  }
  if (code === 'insufficient_quota' || code === 'billing_hard_limit_reached')
    return new ProviderFault('quota', `status ${answer.status} ${what}`);
  return faultOfStatus(answer.status, what);
}
