import { ProviderFault } from '@bakkum/image-provider/fault';
import { type Answer, ask, faultOfStatus, isOk, jsonInit, jsonOf, under } from '@bakkum/image-provider/http';
import type { ImageModel } from '@bakkum/image-provider/model';
import { promptOf } from '@bakkum/image-provider/prompt-text';
import type { Drawn, ImageClient, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';

const answered = z.object({
  data: z.array(z.object({ url: z.url().nullish(), is_image_safe: z.boolean(), seed: z.number() })),
});

const SEEDS = 2 ** 31;

/** `POST v1/ideogram-v3/generate`, `remix` and `edit`; synchronous, so a request cannot be cancelled or queried. */
export function createClient({ key = '', base = '' }: ProviderValues, model: ImageModel): ImageClient {
  const headers = { 'Api-Key': key };
  return {
    async submit(order, { signal }) {
      const { path, request } = requestOf(order, model, headers);
      const answer = await ask(under(base, `v1/ideogram-v3/${path}`), { ...request, signal });
      // Documented for prompts and images that fail the safety checks, and for nothing else.
      if (answer.status === 422) throw new ProviderFault('refused', 'status 422');
      if (!isOk(answer)) throw faultOfStatus(answer.status);
      return { state: 'done', drawn: drawnOf(answer) };
    },
  };
}

type Headers = Readonly<Record<string, string>>;

function requestOf(
  order: PictureOrder,
  model: ImageModel,
  headers: Headers,
): { readonly path: string; readonly request: RequestInit } {
  const { edit } = order;
  if (edit?.mask) return { path: 'edit', request: formOf(edit, maskedFieldsOf(order, model), headers) };
  const fields = fieldsOf(order, model);
  if (!edit) return { path: 'generate', request: jsonInit(fields, headers) };
  const { strength } = edit;
  return {
    path: 'remix',
    request: formOf(edit, { ...fields, ...(strength !== undefined && { image_weight: strength }) }, headers),
  };
}

/** Editing a masked part takes neither a size nor a field for what to leave out. */
function maskedFieldsOf(order: PictureOrder, model: ImageModel) {
  const { negative_prompt: without, resolution: _, ...fields } = fieldsOf(order, model);
  return { ...fields, prompt: promptOf({ prompt: order.prompt, ...(without && { without }) }) };
}

function fieldsOf({ prompt, negativePrompt, seed, width, height }: PictureOrder, { id }: ImageModel) {
  return {
    prompt,
    ...(negativePrompt && { negative_prompt: negativePrompt }),
    seed: seed % SEEDS,
    resolution: `${width}x${height}`,
    rendering_speed: id.replace('ideogram-v3-', '').toUpperCase(),
    // Rewrites the prompt otherwise.
    magic_prompt: 'OFF',
    num_images: 1,
  };
}

function formOf(
  { picture, mask }: NonNullable<PictureOrder['edit']>,
  fields: Readonly<Record<string, string | number>>,
  headers: Headers,
): RequestInit {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('image', new Blob([picture], { type: 'image/png' }), 'image.png');
  // Black marks the part to redraw.
  if (mask) form.set('mask', new Blob([mask.blackOnWhite], { type: 'image/png' }), 'mask.png');
  return { method: 'POST', headers, body: form };
}

function drawnOf(answer: Answer): Drawn {
  const [first] = jsonOf(answer, answered).data;
  if (first && !first.is_image_safe) throw new ProviderFault('refused', 'is_image_safe false');
  if (!first?.url) throw new ProviderFault('bad-answer', 'no picture in the answer');
  return { content: { address: first.url }, seed: first.seed };
}
