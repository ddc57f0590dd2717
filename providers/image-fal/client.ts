import { ProviderFault } from '@bakkum/image-provider/fault';
import { type Answer, anyJson, ask, faultOfStatus, isOk, jsonInit, jsonOf, under } from '@bakkum/image-provider/http';
import type { ImageModel } from '@bakkum/image-provider/model';
import { pollJob } from '@bakkum/image-provider/polling';
import type { ImageClient, Polled, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';
import { requestOf } from './endpoints.ts';

const queued = z.object({ status_url: z.url(), response_url: z.url(), cancel_url: z.url() });
type Queued = z.infer<typeof queued>;
const status = z.object({ status: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED']) });
const answered = z.object({
  images: z.array(z.object({ url: z.url() })),
  seed: z.number().optional(),
  has_nsfw_concepts: z.array(z.boolean()).nullish(),
});
const failed = z.object({ detail: z.array(z.object({ type: z.string().optional() })) });

/** The queue API: its response contains the URLs of the status and of the result. */
export function createClient({ key = '', base = '' }: ProviderValues, model: ImageModel): ImageClient {
  const headers = { Authorization: `Key ${key}` };
  return {
    async submit(order, { signal }) {
      const { path, body } = requestOf(model.id, order);
      const answer = await ask(under(base, path), { ...jsonInit(body, headers), signal });
      if (!isOk(answer)) throw faultOf(answer);
      return { state: 'accepted', job: JSON.stringify(ours(jsonOf(answer, queued), base)) };
    },
    async poll(job, { signal }) {
      const { status_url: address, response_url: result } = queued.parse(JSON.parse(job));
      const answer = await pollJob(address, { headers, signal });
      if (answer.status >= 500 || answer.status === 429) return { state: 'running' };
      if (!isOk(answer)) throw new ProviderFault('failed', `order is gone, status ${answer.status}`);
      if (jsonOf(answer, status).status !== 'COMPLETED') return { state: 'running' };
      const done = await pollJob(result, { headers, signal });
      if (!isOk(done)) throw faultOf(done);
      return drawnOf(done);
    },
    async cancel(job, { signal }) {
      if (job) await ask(queued.parse(JSON.parse(job)).cancel_url, { method: 'PUT', headers, signal });
    },
  };
}

/** Allows only URLs of the service, so that the key is sent nowhere else. */
function ours(addresses: Queued, base: string): Queued {
  const { origin } = new URL(base);
  const foreign = [addresses.status_url, addresses.response_url, addresses.cancel_url].some(
    (address) => new URL(address).origin !== origin,
  );
  if (foreign) throw new ProviderFault('bad-answer', 'addresses of another host');
  return addresses;
}

function drawnOf(answer: Answer): Polled {
  const { images, seed, has_nsfw_concepts: found } = jsonOf(answer, answered);
  if (found?.some(Boolean)) throw new ProviderFault('refused', 'has_nsfw_concepts', ['nsfw']);
  const [first] = images;
  if (!first) throw new ProviderFault('bad-answer', 'no picture in the answer');
  return { state: 'done', drawn: { content: { address: first.url }, ...(seed !== undefined && { seed }) } };
}

function faultOf(answer: Answer): ProviderFault {
  const parsed = failed.safeParse(anyJson(answer));
  const refused = parsed.success && parsed.data.detail.some(({ type }) => type === 'content_policy_violation');
  return refused
    ? new ProviderFault('refused', `status ${answer.status} content_policy_violation`)
    : faultOfStatus(answer.status);
}
