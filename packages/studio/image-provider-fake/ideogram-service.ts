/** Fake of version 1 of Ideogram's API as of November 2026. */
import { picture } from './cloud-services.ts';
import {
  formFields,
  formFile,
  formRequest,
  type Job,
  jsonBody,
  number,
  optionalNumber,
  pngSize,
  type Service,
  text,
} from './service.ts';
import { isRefusedBySchema } from './vendor-schemas.ts';

const PATH = /^v1\/ideogram-v3\/(generate|remix|edit)$/;
const NUMBERS = ['seed', 'num_images', 'image_weight'];

export const ideogram: Service = {
  id: 'ideogram',
  key: { header: 'api-key', prefix: '' },
  order(call) {
    const kind = PATH.exec(call.path)?.[1];
    if (call.method !== 'POST' || !kind) return undefined;
    const body = kind === 'generate' ? jsonBody(call) : formFields(call);
    const given = kind === 'generate' ? undefined : formFile(call, 'image');
    const [width = 1024, height = 1024] = (text(body['resolution']) || '1024x1024').split('x').map(Number);
    // An edited image has the size of the given one.
    const size = kind === 'edit' && given ? pngSize(given) : { width, height };
    return {
      prompt: text(body['prompt']),
      seed: number(body['seed'], 1),
      ...size,
      picture: given,
      strength: optionalNumber(body['image_weight']),
      mask: kind === 'edit' ? formFile(call, 'mask') : undefined,
    };
  },
  invalid(_, call) {
    const kind = PATH.exec(call.path)?.[1] ?? '';
    const request = kind === 'generate' ? jsonBody(call) : formRequest(call, NUMBERS);
    return isRefusedBySchema('ideogram', kind, request) ? { status: 400, body: { detail: 'something' } } : undefined;
  },
  answer(job, bytes, { base }) {
    const image = { url: `${base}/files/${job.id}.png`, is_image_safe: true, ...factsOf(job) };
    return { body: { created: '2026-11-28T00:00:00Z', data: bytes ? [image] : [] } };
  },
  other({ path }, desk) {
    const id = /^files\/([\w-]+)\.png$/.exec(path)?.[1];
    const job = desk.job(id ?? '');
    return id === undefined ? undefined : picture(job && desk.picture(job));
  },
  error: (status) => ({ status, body: { detail: 'something' } }),
  refusal: () => ({ status: 422, body: { error: 'something' } }),
};

function factsOf({ order: { prompt, width, height, seed } }: Job) {
  return { prompt, resolution: `${width}x${height}`, seed, style_type: 'GENERAL' };
}
