import { randomUUID } from 'node:crypto';
import { ProviderFault } from '@bakkum/image-provider/fault';
import {
  ask,
  base64Of,
  bytesOfBase64,
  faultOfStatus,
  isOk,
  jsonIn,
  jsonInit,
  jsonOf,
  read,
  under,
} from '@bakkum/image-provider/http';
import { type LocalProgram, programNames } from '@bakkum/image-provider/local-program';
import type { ImageModel } from '@bakkum/image-provider/model';
import type { CallContext, ImageClient, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';
import { progressed, watchTask } from './watch.ts';

const answered = z.object({ images: z.array(z.string()), info: z.string().optional() });
const described = z.object({ all_seeds: z.array(z.number()) });
/** `POST sdapi/v1/txt2img` and `img2img`; generates during the request and reports progress on another endpoint. */
export function createClient({ base = '', sampler = '' }: ProviderValues, { sampling }: ImageModel): ImageClient {
  return {
    async submit(order, context) {
      const over = new AbortController();
      const task = `task(bakkum-${randomUUID()})`;
      const watching = watchTask({ base, task }, { ...context, signal: AbortSignal.any([context.signal, over.signal]) });
      try {
        const address = under(base, `sdapi/v1/${order.edit ? 'img2img' : 'txt2img'}`);
        const answer = await ask(address, {
          ...jsonInit({
            ...bodyOf(order, sampler),
            ...{ steps: sampling?.steps, cfg_scale: sampling?.guidance, force_task_id: task },
          }),
          signal: context.signal,
        });
        if (!isOk(answer)) throw faultOfStatus(answer.status);
        const { images, info } = jsonOf(answer, answered);
        const [first] = images;
        if (!first) throw new ProviderFault('bad-answer', 'no picture in the answer');
        const seed = seedOf(info);
        return { state: 'done', drawn: { content: bytesOfBase64(first), ...(seed !== undefined && { seed }) } };
      } finally {
        over.abort();
        await watching;
      }
    },
    async cancel(_, { signal }) {
      await ask(under(base, 'sdapi/v1/interrupt'), { method: 'POST', signal });
    },
  };
}

const modelList = z.array(z.object({ title: z.string() })).transform((all) => all.map(({ title }) => title));
const samplerList = z.array(z.object({ name: z.string() })).transform((all) => all.map(({ name }) => name));

/** `GET sdapi/v1/sd-models` and `samplers`. */
export async function inspect(
  { base = '', sampler = '' }: ProviderValues,
  { signal }: Pick<CallContext, 'signal'>,
): Promise<LocalProgram> {
  // Other programs imitate the API, but not this part of it.
  jsonOf(await read(under(base, 'sdapi/v1/progress'), { signal }), progressed);
  const [models, samplers] = await Promise.all([
    read(under(base, 'sdapi/v1/sd-models'), { signal }).then((answer) => jsonOf(answer, modelList.pipe(programNames))),
    read(under(base, 'sdapi/v1/samplers'), { signal }).then((answer) => jsonOf(answer, samplerList.pipe(programNames))),
  ]);
  const [first] = samplers;
  const isMissing = first !== undefined && !samplers.includes(sampler);
  return { models, samplers, settings: isMissing ? { sampler: first } : {} };
}

function bodyOf({ prompt, negativePrompt, width, height, seed, edit }: PictureOrder, sampler: string) {
  return {
    prompt,
    negative_prompt: negativePrompt ?? '',
    seed,
    width,
    height,
    batch_size: 1,
    n_iter: 1,
    sampler_name: sampler,
    send_images: true,
    save_images: false,
    ...(edit && { init_images: [base64Of(edit.picture)], denoising_strength: edit.strength }),
    ...(edit?.mask && { mask: base64Of(edit.mask.light), inpainting_fill: 1, inpaint_full_res: false }),
  };
}

function seedOf(info = ''): number | undefined {
  const parsed = described.safeParse(jsonIn(info));
  return parsed.success ? parsed.data.all_seeds[0] : undefined;
}
