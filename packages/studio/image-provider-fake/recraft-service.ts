/** Fake of Recraft's API as of November 2026. */
import { BEARER, base64, jsonBody, type Reply, type Service, text } from './service.ts';
import { isRefusedBySchema } from './vendor-schemas.ts';

/** Sizes of version 4.1. Its pro variant draws twice as many pixels in each direction. */
const SIZES =
  '1024x1024 1536x768 768x1536 1280x832 832x1280 1216x896 896x1216 1152x896 896x1152 832x1344 1280x896 896x1280 1344x768 768x1344'.split(
    ' ',
  );

function isDrawn(model: string, width: number, height: number): boolean {
  const scale = model.endsWith('_pro') ? 2 : 1;
  return SIZES.includes(`${width / scale}x${height / scale}`);
}

export const recraft: Service = {
  id: 'recraft',
  base: '/v1',
  key: BEARER,
  order(call) {
    if (call.method !== 'POST' || call.path !== 'v1/images/generations') return undefined;
    const body = jsonBody(call);
    const [width = 1024, height = 1024] = (text(body['size']) || '1024x1024').split('x').map(Number);
    return { prompt: text(body['prompt']), seed: text(body['prompt']).length, width, height };
  },
  invalid({ width, height }, call) {
    const body = jsonBody(call);
    return isDrawn(text(body['model']), width, height) && !isRefusedBySchema('recraft', 'generation', body)
      ? undefined
      : errorOf(400);
  },
  answer: ({ id }, picture) => ({
    body: { created: 1, credits: 35, data: picture ? [{ image_id: id, b64_json: base64(picture) }] : [] },
  }),
  other: ({ path }) =>
    path === 'v1/users/me' ? { body: { id: 'user', name: 'name', email: 'a@example.com', credits: 1000 } } : undefined,
  error: errorOf,
};

function errorOf(status: number): Reply {
  return { status, body: { code: 'something', message: 'something' } };
}
