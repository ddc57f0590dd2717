/** Fake of the API of Black Forest Labs as of November 2026. */
import { picture } from './cloud-services.ts';
import { type Desk, type Job, jsonBody, number, pictureIn, type Reply, type Service, text } from './service.ts';
import { isRefusedBySchema, vendorSchema } from './vendor-schemas.ts';

const PATH = /^v1\/(flux-2-[\w-]+)$/;
const MOST_PIXELS = 4_194_304;

export const bfl: Service = {
  id: 'bfl',
  key: { header: 'x-key', prefix: '' },
  order(call) {
    if (call.method !== 'POST' || !PATH.test(call.path)) return undefined;
    const body = jsonBody(call);
    return {
      prompt: text(body['prompt']),
      seed: number(body['seed'], 1),
      width: number(body['width'], 1024),
      height: number(body['height'], 1024),
      picture: pictureIn(body['input_image']),
    };
  },
  invalid({ width, height }, call) {
    const model = PATH.exec(call.path)?.[1] ?? '';
    if (!vendorSchema('bfl', model)) return { status: 404, body: { detail: 'Not Found' } };
    const isDrawn = width % 16 === 0 && height % 16 === 0 && width * height <= MOST_PIXELS;
    return isDrawn && !isRefusedBySchema('bfl', model, jsonBody(call)) ? undefined : invalid();
  },
  answer: ({ id }, _, { base }) => ({
    body: { id, polling_url: `${base}/v1/get_result?id=${id}`, cost: 3, input_mp: null, output_mp: 1.05 },
  }),
  other({ path, query, base }, desk) {
    if (path === 'v1/credits') return { body: { credits: 1000 } };
    const file = /^files\/([\w-]+)\.png$/.exec(path)?.[1];
    const job = desk.job(file ?? query.get('id') ?? '');
    if (file) return picture(job && desk.picture(job));
    if (path !== 'v1/get_result') return undefined;
    if (!job) return { status: 404, body: { id: query.get('id') ?? '', status: 'Task not found', result: null } };
    job.asked += 1;
    return { body: resultOf(job, base, desk) };
  },
  error: (status) => ({ status, body: { detail: 'something' } }),
};

function invalid(): Reply {
  return { status: 422, body: { detail: [{ loc: ['body'], msg: 'something', type: 'value_error' }] } };
}

function resultOf(job: Job, base: string, desk: Desk) {
  const status = statusOf(job, desk);
  const sample = `${base}/files/${job.id}.png`;
  const isDrawn = status === 'Ready' && job.fault?.kind !== 'fewer';
  const result = isDrawn ? { sample, prompt: job.order.prompt, seed: job.order.seed } : null;
  return { id: job.id, status, result, progress: null, details: null, preview: null };
}

function statusOf(job: Job, desk: Desk): string {
  if (job.asked < 2) return 'Pending';
  if (job.fault?.kind === 'refused') return 'Request Moderated';
  if (job.fault?.kind === 'failed') return 'Error';
  return desk.picture(job) ? 'Ready' : 'Pending';
}
