import { ProviderFault } from '@bakkum/image-provider/fault';
import { ask, base64Of, bytesOfBase64, faultOfStatus, isOk, jsonInit, jsonOf, read, under } from '@bakkum/image-provider/http';
import type { ImageModel } from '@bakkum/image-provider/model';
import type { ImageClient, PictureMask, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';

const answered = z.object({ data: z.array(z.object({ b64_json: z.string().nullish() })) });
const account = z.object({ credits: z.number() });

/** `POST images/generations` and `images/inpaint`; synchronous, so a request cannot be cancelled or queried. */
export function createClient({ key = '', base = '' }: ProviderValues, model: ImageModel): ImageClient {
  const headers = { Authorization: `Bearer ${key}` };
  return {
    async submit(order, { signal }) {
      const mask = order.edit?.mask;
      const path = mask ? 'images/inpaint' : 'images/generations';
      const body = order.edit && mask ? inpaintingOf(order.prompt, order.edit.picture, mask) : bodyOf(order, model);
      const answer = await ask(under(base, path), { ...jsonInit(body, headers), signal });
      // Errors have no documented codes, so a refusal of the content counts as an invalid request. Neither reaches another service.
      if (!isOk(answer)) throw faultOfStatus(answer.status);
      const [first] = jsonOf(answer, answered).data;
      if (!first?.b64_json) throw new ProviderFault('bad-answer', 'no picture in the answer');
      return { state: 'done', drawn: { content: bytesOfBase64(first.b64_json) } };
    },
    async check({ signal }) {
      const answer = await read(under(base, 'users/me'), { headers, signal });
      return { balance: jsonOf(answer, account).credits };
    },
  };
}

/** The model that redraws parts, whichever model draws. Masks must have no shades. */
const INPAINTING_MODEL = 'recraftv3';

function inpaintingOf(prompt: string, picture: Uint8Array, { whiteOnBlack }: PictureMask) {
  const address = (png: Uint8Array): string => `data:image/png;base64,${base64Of(png)}`;
  return {
    prompt,
    model: INPAINTING_MODEL,
    image_url: address(picture),
    mask_url: address(whiteOnBlack),
    n: 1,
    response_format: 'b64_json',
    image_format: 'png',
  };
}

function bodyOf({ prompt, width, height }: PictureOrder, { id: model }: ImageModel) {
  return { prompt, model, size: `${width}x${height}`, n: 1, response_format: 'b64_json', image_format: 'png' };
}
