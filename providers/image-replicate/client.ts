import { nearestRatio } from '@bakkum/image-provider/drawn-size';
import { ProviderFault } from '@bakkum/image-provider/fault';
import { ask, faultOfStatus, isOk, jsonInit, jsonOf, under } from '@bakkum/image-provider/http';
import { pollJob } from '@bakkum/image-provider/polling';
import type { ImageClient, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';
import { manifest } from './manifest.ts';

/** Deadline after which the service cancels abandoned predictions. */
const CANCEL_AFTER = '3m';
/** Sampling steps for models that accept all parameters (specification, section 7). */
const STEPS = 30;
const GUIDANCE = 7.5;

const prediction = z.object({
  id: z.string(),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: z.union([z.array(z.url()), z.url()]).nullish(),
  error: z.unknown().optional(),
});
const ID = /^[\w-]{1,100}$/;

/** Predictions: created, then polled until they finish. Results are kept for an hour. */
export function createClient({ key = '', base = '', model = '' }: ProviderValues): ImageClient {
  const headers = { Authorization: `Bearer ${key}` };
  const official = model.includes('/');
  const address = under(base, official ? `v1/models/${model}/predictions` : 'v1/predictions');
  const at = (job: string): string => under(base, `v1/predictions/${job}`);
  return {
    async submit(order, { signal }) {
      const body = official ? { input: officialInput(order, model) } : { version: model, input: fullInput(order) };
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

/** Their fast mode is on unless requested otherwise, and draws another image for the same seed. */
const HAS_FAST_MODE = /\/flux-(schnell|dev)$/;

function officialInput(order: PictureOrder, model: string) {
  const { sizes } = manifest.capabilities;
  const ratio = nearestRatio(sizes.kind === 'ratios' ? sizes.ratios : [], order);
  return {
    prompt: order.prompt,
    aspect_ratio: ratio,
    seed: order.seed,
    num_outputs: 1,
    output_format: 'png',
    ...(HAS_FAST_MODE.test(model) && { go_fast: false }),
  };
}

function fullInput({ prompt, width, height, seed }: PictureOrder) {
  const side = (length: number): number => Math.round(length / 8) * 8;
  return {
    prompt,
    width: side(width),
    height: side(height),
    seed,
    num_outputs: 1,
    num_inference_steps: STEPS,
    guidance_scale: GUIDANCE,
  };
}
