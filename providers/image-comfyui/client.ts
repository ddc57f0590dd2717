import { ProviderFault } from '@bakkum/image-provider/fault';
import { ask, faultOfStatus, isOk, jsonInit, jsonOf, under } from '@bakkum/image-provider/http';
import type { ImageModel } from '@bakkum/image-provider/model';
import { pollJob } from '@bakkum/image-provider/polling';
import type { ImageClient, Polled, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';
import { filledGraph, parsedGraph, plainGraph } from './graph.ts';

const queued = z.object({ prompt_id: z.string().regex(/^[\w-]{1,100}$/) });
const file = z.object({ filename: z.string(), subfolder: z.string().default(''), type: z.string().default('output') });
const finished = z.object({
  status: z.object({ status_str: z.string().optional() }).optional(),
  outputs: z.record(z.string(), z.object({ images: z.array(file).optional() })),
});
const history = z.record(z.string(), finished);

/** `POST prompt`, then polls its history until the image is available at `view`. */
export function createClient({ base = '', checkpoint = '', graph = '' }: ProviderValues, model: ImageModel): ImageClient {
  const template = graph ? parsedGraph(graph) : plainGraph(checkpoint, model);
  return {
    async submit(order, { signal }) {
      const answer = await ask(under(base, 'prompt'), { ...jsonInit({ prompt: filledGraph(template, order) }), signal });
      if (!isOk(answer)) throw faultOfStatus(answer.status);
      return { state: 'accepted', job: jsonOf(answer, queued).prompt_id };
    },
    async poll(job, { signal }) {
      const answer = await pollJob(under(base, `history/${job}`), { signal });
      if (answer.status >= 500) return { state: 'running' };
      if (!isOk(answer)) throw new ProviderFault('failed', `history answers ${answer.status}`);
      const entry = jsonOf(answer, history)[job];
      return entry ? polledOf(base, entry) : { state: 'running' };
    },
    async cancel(job, { signal }) {
      if (!job) return;
      await ask(under(base, 'queue'), { ...jsonInit({ delete: [job] }), signal });
      await ask(under(base, 'interrupt'), { ...jsonInit({ prompt_id: job }), signal });
    },
  };
}

function polledOf(base: string, { status, outputs }: z.infer<typeof finished>): Polled {
  if (status?.status_str === 'error') throw new ProviderFault('failed', 'the graph failed');
  const [picture] = Object.values(outputs).flatMap(({ images = [] }) => images);
  if (!picture) throw new ProviderFault('bad-answer', 'the graph made no picture');
  return { state: 'done', drawn: { content: { address: under(base, `view?${new URLSearchParams(picture).toString()}`) } } };
}
