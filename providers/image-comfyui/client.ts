import { randomUUID } from 'node:crypto';
import { ProviderFault } from '@bakkum/image-provider/fault';
import { ask, faultOfStatus, isOk, jsonInit, jsonOf, read, under } from '@bakkum/image-provider/http';
import { type LocalProgram, programNames } from '@bakkum/image-provider/local-program';
import type { ImageModel } from '@bakkum/image-provider/model';
import { pollJob } from '@bakkum/image-provider/polling';
import type { CallContext, ImageClient, PictureOrder, Polled, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';
import { filledGraph, parsedGraph, plainGraph, type Start, type Uploaded } from './graph.ts';
import { watchPrompt } from './watch.ts';

const queued = z.object({ prompt_id: z.string().regex(/^[\w-]{1,100}$/) });
const file = z.object({ filename: z.string(), subfolder: z.string().default(''), type: z.string().default('output') });
const finished = z.object({
  status: z.object({ status_str: z.string().optional() }).optional(),
  outputs: z.record(z.string(), z.object({ images: z.array(file).optional() })),
});
const history = z.record(z.string(), finished);

/** `POST prompt`, then polls its history until the image is available at `view`. */
export function createClient(values: ProviderValues, model: ImageModel): ImageClient {
  const { base = '' } = values;
  return {
    async submit(order, { signal, onProgress, onPreview }) {
      const template = templateFor(values, model, order.edit);
      const uploaded = order.edit ? await uploadedTo(base, order.edit, signal) : {};
      const clientId = onProgress || onPreview ? randomUUID() : undefined;
      const answer = await ask(under(base, 'prompt'), {
        ...jsonInit({
          prompt: filledGraph(template, order, uploaded),
          ...(clientId && { client_id: clientId }),
          // Older versions ignore it. They send previews if they are started with --preview-method.
          ...(onPreview && { extra_data: { preview_method: 'auto' } }),
        }),
        signal,
      });
      if (!isOk(answer)) throw faultOfStatus(answer.status);
      return { state: 'accepted', job: jobOf({ promptId: jsonOf(answer, queued).prompt_id, clientId }) };
    },
    async poll(job, { signal }) {
      const { promptId } = partsOf(job);
      const answer = await pollJob(under(base, `history/${promptId}`), { signal });
      if (answer.status >= 500) return { state: 'running' };
      if (!isOk(answer)) throw new ProviderFault('failed', `history answers ${answer.status}`);
      const entry = jsonOf(answer, history)[promptId];
      return entry ? polledOf(base, entry) : { state: 'running' };
    },
    async watch(job, context) {
      const { promptId, clientId } = partsOf(job);
      if (clientId) await watchPrompt({ base, promptId, clientId }, context);
    },
    async cancel(job, { signal }) {
      if (!job) return;
      const { promptId } = partsOf(job);
      await ask(under(base, 'queue'), { ...jsonInit({ delete: [promptId] }), signal });
      await ask(under(base, 'interrupt'), { ...jsonInit({ prompt_id: promptId }), signal });
    },
  };
}

/** The id of a prompt, and of the client that receives its messages. Jobs of earlier versions have only the first. */
type JobParts = { readonly promptId: string; readonly clientId: string | undefined };

function jobOf({ promptId, clientId }: JobParts): string {
  return clientId ? `${promptId}@${clientId}` : promptId;
}

function partsOf(job: string): JobParts {
  const [promptId = '', clientId] = job.split('@');
  return { promptId, clientId };
}

/** Choices of an input: in an array, or since the third version of nodes among its options. */
const choices = z.union([
  z.tuple([programNames], z.unknown()).transform(([names]) => names),
  z.tuple([z.literal('COMBO'), z.object({ options: programNames })], z.unknown()).transform(([, { options }]) => options),
]);

/** The choices of an input of a node: `GET object_info/…`. */
async function choicesOf(base: string, node: string, input: string, signal: AbortSignal): Promise<readonly string[]> {
  const described = z.object({ [node]: z.object({ input: z.object({ required: z.object({ [input]: choices }) }) }) });
  const info = jsonOf(await read(under(base, `object_info/${node}`), { signal }), described);
  return info[node]?.input.required[input] ?? [];
}

export async function inspect(
  { base = '', checkpoint = '', graph = '' }: ProviderValues,
  { signal }: Pick<CallContext, 'signal'>,
): Promise<LocalProgram> {
  const [models, samplers] = await Promise.all([
    choicesOf(base, 'CheckpointLoaderSimple', 'ckpt_name', signal),
    choicesOf(base, 'KSampler', 'sampler_name', signal),
  ]);
  const [first] = models;
  const isMissing = graph === '' && first !== undefined && !models.includes(checkpoint);
  return { models, samplers, settings: isMissing ? { checkpoint: first } : {} };
}

/**
 * The operator's graph for this kind of order, or ours.
 * @throws ProviderFault `unsupported` if the graph for edits takes no image, or no mask
 */
function templateFor(values: ProviderValues, model: ImageModel, edit: PictureOrder['edit']): unknown {
  const { checkpoint = '', graph = '', editGraph = '' } = values;
  const start: Start = edit?.mask ? 'mask' : edit ? 'image' : 'nothing';
  const own = edit ? editGraph : graph;
  if (!own) return plainGraph(checkpoint, model, start);
  const takes = own.includes('"%image%"') && (start !== 'mask' || own.includes('"%mask%"'));
  if (edit && !takes) throw new ProviderFault('unsupported', `the graph for edits has no ${start} to fill in`);
  return parsedGraph(own);
}

const stored = z.object({ name: z.string(), subfolder: z.string().default('') });

/** Uploads what an edit starts from. ComfyUI empties its folder of temporary files when it starts. */
async function uploadedTo(
  base: string,
  { picture, mask }: NonNullable<PictureOrder['edit']>,
  signal: AbortSignal,
): Promise<Uploaded> {
  const image = await upload(base, picture, signal);
  return mask ? { image, mask: await upload(base, mask.light, signal) } : { image };
}

/** @throws ProviderFault `unavailable` without an answer: nothing was ordered yet */
async function upload(base: string, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<string> {
  const body = new FormData();
  body.set('image', new Blob([bytes], { type: 'image/png' }), `bakkum-${randomUUID()}.png`);
  body.set('type', 'temp');
  const answer = await read(under(base, 'upload/image'), { method: 'POST', body, signal });
  const { name, subfolder } = jsonOf(answer, stored);
  return `${subfolder ? `${subfolder}/` : ''}${name} [temp]`;
}

function polledOf(base: string, { status, outputs }: z.infer<typeof finished>): Polled {
  if (status?.status_str === 'error') throw new ProviderFault('failed', 'the graph failed');
  const [picture] = Object.values(outputs).flatMap(({ images = [] }) => images);
  if (!picture) throw new ProviderFault('bad-answer', 'the graph made no picture');
  return { state: 'done', drawn: { content: { address: under(base, `view?${new URLSearchParams(picture).toString()}`) } } };
}
