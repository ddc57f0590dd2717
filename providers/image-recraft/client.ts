import { ProviderFault } from '@bakkum/image-provider/fault';
import { ask, base64Of, bytesOfBase64, faultOfStatus, isOk, jsonInit, jsonOf, read, under } from '@bakkum/image-provider/http';
import type { ImageModel } from '@bakkum/image-provider/model';
import type { ImageClient, PictureMask, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';

const image = z.object({ b64_json: z.string().nullish() });
const answered = z.object({ data: z.array(image) });
const processed = z.object({ image });
const account = z.object({ credits: z.number() });

/**
 * `POST images/generations`, `images/imageToImage`, `images/inpaint` and `images/removeBackground`; synchronous, so a request cannot be
 * cancelled or queried.
 */
export function createClient({ key = '', base = '' }: ProviderValues, model: ImageModel): ImageClient {
  const headers = { Authorization: `Bearer ${key}` };
  return {
    async submit(order, { signal }) {
      const { path, body } = requestOf(order, model);
      const answer = await ask(under(base, `images/${path}`), { ...jsonInit(body, headers), signal });
      // Errors have no documented codes, so a refusal of the content counts as an invalid request. Neither reaches another service.
      if (!isOk(answer)) throw faultOfStatus(answer.status);
      const first = order.removal ? jsonOf(answer, processed).image : jsonOf(answer, answered).data[0];
      if (!first?.b64_json) throw new ProviderFault('bad-answer', 'no picture in the answer');
      return { state: 'done', drawn: { content: bytesOfBase64(first.b64_json) } };
    },
    async check({ signal }) {
      const answer = await read(under(base, 'users/me'), { headers, signal });
      return { balance: jsonOf(answer, account).credits };
    },
  };
}

const FORMAT = { response_format: 'b64_json', image_format: 'png' } as const;

function requestOf(order: PictureOrder, model: ImageModel): { readonly path: string; readonly body: unknown } {
  const { edit, prompt, removal } = order;
  if (removal && 'picture' in removal) return { path: model.id, body: { image_url: addressOf(removal.picture), ...FORMAT } };
  if (edit?.mask) return { path: 'inpaint', body: inpaintingOf(prompt, edit.picture, edit.mask) };
  if (edit) return { path: 'imageToImage', body: imageToImageOf(order, model, edit) };
  return { path: 'generations', body: bodyOf(order, model) };
}

function addressOf(file: Uint8Array): string {
  return `data:image/${isJpeg(file) ? 'jpeg' : 'png'};base64,${base64Of(file)}`;
}

function isJpeg([first, second]: Uint8Array): boolean {
  return first === 0xff && second === 0xd8;
}

/** The model that redraws parts, whichever model draws. Masks must have no shades. */
const INPAINTING_MODEL = 'recraftv3';

function inpaintingOf(prompt: string, picture: Uint8Array, { whiteOnBlack }: PictureMask) {
  return {
    prompt,
    model: INPAINTING_MODEL,
    image_url: addressOf(picture),
    mask_url: addressOf(whiteOnBlack),
    n: 1,
    ...FORMAT,
  };
}

/** The result has the size of the given image, which is one of the model's. */
function imageToImageOf(
  { prompt }: PictureOrder,
  { id: model }: ImageModel,
  { picture, strength }: NonNullable<PictureOrder['edit']>,
) {
  return { prompt, model, image_url: addressOf(picture), strength, n: 1, ...FORMAT };
}

function bodyOf({ prompt, width, height }: PictureOrder, { id: model }: ImageModel) {
  return { prompt, model, size: `${width}x${height}`, n: 1, ...FORMAT };
}
