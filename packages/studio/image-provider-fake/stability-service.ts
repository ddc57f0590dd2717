/** Fake of version 2 of Stability's API as of November 2026. */
import {
  BEARER,
  base64,
  type Call,
  formFields,
  formFile,
  formRequest,
  number,
  optionalNumber,
  pngSize,
  type Reply,
  type Service,
  sizeOfRatio,
} from './service.ts';
import { isRefusedBySchema } from './vendor-schemas.ts';

const PATH = /^v2beta\/stable-image\/((?:generate|edit|upscale)\/[\w-]+)$/;

/** Endpoints that take an image, with their schema and the limits of the image: shortest and longest side, total pixels, and ratio of the sides. */
const TAKES: Readonly<
  Record<string, { schema: string; shortest: number; longest: number; area: readonly [number, number]; ratio: number }>
> = {
  'upscale/fast': {
    schema: 'upscale-fast',
    shortest: 32,
    longest: 1536,
    area: [1024, 1_048_576],
    ratio: Number.POSITIVE_INFINITY,
  },
  'edit/remove-background': {
    schema: 'remove-background',
    shortest: 64,
    longest: Number.POSITIVE_INFINITY,
    area: [4096, 4_194_304],
    ratio: Number.POSITIVE_INFINITY,
  },
  'edit/outpaint': { schema: 'outpaint', shortest: 64, longest: Number.POSITIVE_INFINITY, area: [4096, 9_437_184], ratio: 2.5 },
};
const SCHEMAS: Readonly<Record<string, string>> = { 'generate/core': 'core', 'generate/ultra': 'ultra', 'generate/sd3': 'sd3' };
const NUMBERS = ['seed', 'left', 'right', 'up', 'down', 'creativity', 'strength', 'cfg_scale'];

export const stability: Service = {
  id: 'stability',
  key: BEARER,
  order(call) {
    if (call.method !== 'POST' || !PATH.test(call.path)) return undefined;
    const fields = formFields(call);
    const picture = formFile(call, 'image');
    const size = picture ? sizeFrom(picture, call) : sizeOfRatio(fields['aspect_ratio'] ?? '1:1');
    return {
      prompt: fields['prompt'] ?? '',
      seed: number(fields['seed'], 1),
      ...size,
      picture,
      strength: optionalNumber(fields['strength']),
      isCutOut: actionOf(call) === 'edit/remove-background',
    };
  },
  invalid({ prompt }, call) {
    if (/[^\p{Script=Latin}\P{Letter}]/u.test(prompt))
      return { status: 422, body: { id: 'x', name: 'invalid_language', errors: ['English is the only supported language'] } };
    const action = actionOf(call);
    const schema = TAKES[action]?.schema ?? SCHEMAS[action] ?? '';
    const isRefused =
      isRefusedPicture(call) || isRefusedStrength(call) || isRefusedBySchema('stability', schema, formRequest(call, NUMBERS));
    return isRefused ? { status: 400, body: { id: 'x', name: 'bad_request', errors: ['something'] } } : undefined;
  },
  answer: ({ order }, picture) => ({
    body: { finish_reason: 'SUCCESS', seed: order.seed, ...(picture && { image: base64(picture) }) },
  }),
  other: balance,
  error: (status) => ({ status, body: { id: 'x', name: 'error', errors: ['something'] } }),
  refusal: () => ({ status: 403, body: { id: 'x', name: 'content_moderation', errors: ['flagged'] } }),
};

function actionOf({ path }: Call): string {
  return PATH.exec(path)?.[1] ?? '';
}

/** Edited images keep their size, unless pixels are added. Enlarged images have four times the sides. */
function sizeFrom(picture: Buffer, call: Call) {
  const { width, height } = pngSize(picture);
  const action = actionOf(call);
  if (action === 'upscale/fast') return { width: width * 4, height: height * 4 };
  if (action !== 'edit/outpaint') return { width, height };
  const [left, right, up, down] = edgesOf(call);
  return { width: width + left + right, height: height + up + down };
}

function edgesOf(call: Call): readonly [number, number, number, number] {
  const { left, right, up, down } = formFields(call);
  return [number(left, 0), number(right, 0), number(up, 0), number(down, 0)];
}

/** Image-to-image requires a strength and refuses a ratio. Stable Diffusion 3.5 requires its mode. */
function isRefusedStrength(call: Call): boolean {
  const action = actionOf(call);
  if (action !== 'generate/ultra' && action !== 'generate/sd3') return false;
  const { strength, mode, aspect_ratio: ratio } = formFields(call);
  const isGiven = formFile(call, 'image') !== undefined;
  if (isGiven !== (strength !== undefined)) return true;
  return action === 'generate/sd3' && ((mode === 'image-to-image') !== isGiven || (isGiven && ratio !== undefined));
}

function isRefusedPicture(call: Call): boolean {
  const action = actionOf(call);
  const takes = TAKES[action];
  if (!takes) return false;
  const picture = formFile(call, 'image');
  if (!picture) return true;
  const { width, height } = pngSize(picture);
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const [fewest, most] = takes.area;
  const isTaken =
    short >= takes.shortest &&
    long <= takes.longest &&
    width * height >= fewest &&
    width * height <= most &&
    long <= short * takes.ratio;
  return !isTaken || (action === 'edit/outpaint' && edgesOf(call).every((pixels) => pixels === 0));
}

export function balance({ method, path }: Call): Reply | undefined {
  return method === 'GET' && path === 'v1/user/balance' ? { body: { credits: 1000 } } : undefined;
}
